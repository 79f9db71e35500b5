"""Numbers in digits: what a translation does not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.quantities.numbers import in_ascii_digits, missing, numbers_in, wrong_number

LANGUAGES = ("en", "de")


def test_numbers_are_found_whole() -> None:
    text = "Bus 27, 1,250.50 people, 25 000 dogs, 10:45 on 12/24/2023; 3.5 kg, 1984 125."
    found = numbers_in(text)
    assert [number.text for number in found] == [
        *["27", "1,250.50", "25 000", "10:45", "12/24/2023", "3.5", "1984", "125"]
    ]
    assert all(text[number.start : number.end] == number.text for number in found)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("a dog", "ein Hund"),
        ("3 dogs and 12 cats", "drei Hunde und zwölf Katzen"),
        ("1,250 people", "1.250 Menschen"),
        ("3.5 kg", "3,5 kg"),
        ("on 12/24/2023", "am 24.12.2023"),
        ("in the 1960s", "in den 60er-Jahren"),
        ("$3,000,000", "3 Mio. Dollar"),
        ("at 2:30", "um 14:30 Uhr"),
        ("at 2:30", "um halb drei"),
        ("at 5 pm", "um 17 Uhr"),
        ("um 17 Uhr", "at 5 pm"),
        ("30 years", "dreißig Jahre"),
        ("30 Jahre", "thirty years"),
        ("007", "007"),
        ("86,400 seconds", "86400 Sekunden"),
        ("86400 seconds", "86.400 Sekunden"),
        ("15 billion euros", "15.000.000.000 €"),
        ("3.50 a kilo", "3,5 das Kilo"),
        ("at 10:00", "um 10"),
        ("at 20:00", "um acht"),
        ("1,2 Millionen", "1,200,000"),
        ("1,200,000", "1,2 Millionen"),
        ("1,500 million", "1,5 Milliarden"),
        ("3,000,000 to 5,000,000 dollars", "3 bis 5 Millionen Dollar"),
        ("200,000 people", "200 Tausend Menschen"),
        ("$5,000", "$5k"),
        ("3,000.00 euros", "3.000 Euro"),
        ("1,250.50 euros", "1250,5 Euro"),
        ("1,00,000 people", "100.000 Menschen"),
        ("25 000 people", "25.000 Menschen"),
        ("25.000 people", "25\u202f000 personnes"),
        ("3,000 people", "dreitausend Menschen"),
        ("21 Jahre", "twenty-one years"),
        ("21 years", "einundzwanzig Jahre"),
        ("the 20th", "der zwanzigste"),
        ("15 years", "fünfzehn Jahre"),
        ("17 Jahre", "seventeen years"),
        ("at 12:15", "um Viertel nach zwölf"),
    ],
)
def test_what_is_said_otherwise_is_not_missing(source: str, target: str) -> None:
    assert missing(source, target, LANGUAGES) == ()


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("number 27", "Nummer 77", ("27",)),
        ("number 27", "Nummer", ("27",)),
        ("27 and 28", "28 und 28", ("27",)),
        ("Room 27", "Zimmer 127", ("27",)),
        ("1984", "144", ("1984",)),
        ("at 10:45", "um 10", ("10:45",)),
        ("20 dogs", "200 Hunde", ("20",)),
        ("200 dogs", "20 Hunde", ("200",)),
        ("300 and 3,000", "3.000 und 3.000", ("300",)),
        ("1.500 Euro", "15 euros", ("1.500",)),
        ("3.000 Euro", "3 euros", ("3.000",)),
        ("3.000,00 Euro", "3.00 euros", ("3.000,00",)),
        ("25.000 Euro", "25.00 euros", ("25.000",)),
        ("120.000 Bücher", "12 books", ("120.000",)),
        ("400.000 Bücher", "40,000 books", ("400.000",)),
        ("1.000.000 Euro", "1.00,000.0 euros", ("1.000.000",)),
        ("20 dogs", "20.000 Hunde", ("20",)),
        ("1.5 kg", "15 kg", ("1.5",)),
        ("1.2 million", "12.000.000", ("1.2",)),
        ("3,000,000 dollars", "30 Millionen Dollar", ("3,000,000",)),
        ("20 million dollars", "200 Millionen Dollar", ("20",)),
        ("1985 20 Millionen", "in 1958 30 million", ("1985", "20")),
        ("die 27 nach Leipzig", "the 77 to Leipzig", ("27",)),
        ("the only 27", "die einzige 77", ("27",)),
        ("the 27 keen ones", "die 77 fleißigen", ("27",)),
        ("27 in der Kantine", "77 in the canteen", ("27",)),
        ("27 beim Mittagessen", "77 at lunch", ("27",)),
        ("lunch for 27", "Mittagessen für 77", ("27",)),
        ("27 districts", "77 Stadtviertel", ("27",)),
        ("27 Zentralen", "77 headquarters", ("27",)),
    ],
)
def test_what_is_not_said_is_missing(source: str, target: str, lost: tuple[str, ...]) -> None:
    assert missing(source, target, LANGUAGES) == lost


PIECES = ["0", "1", "12", "27", "500", "000", "2023", ".", ",", ":", "/", " ", " Uhr", " pm", "km"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_text_says_its_own_numbers(text: str) -> None:
    assert missing(text, text, LANGUAGES) == ()
    assert wrong_number(text, text, LANGUAGES) is None


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 5000 + ".5", "1:" + "9" * 5000])
def test_numbers_may_be_long(number: str) -> None:
    assert missing(f"{number} million", "none", LANGUAGES) == (number,)


HOURS = range(24)


def half_day(hour: int, minute: int) -> str:
    return f"{hour % 12 or 12}:{minute:02} {'ap'[hour // 12]}.m."


@pytest.mark.parametrize("minute", [0, 5, 15, 30, 37])
@pytest.mark.parametrize("mark", [":", "."])
def test_a_time_of_day_is_said_by_itself_alone(mark: str, minute: int) -> None:
    for hour in HOURS:
        german = f"Um {hour}{mark}{minute:02} Uhr."
        for other in HOURS:
            english = f"At {half_day(other, minute)}"
            assert (missing(german, english, LANGUAGES) == ()) is (other == hour)
            assert (missing(english, german, LANGUAGES) == ()) is (other == hour)
        assert missing(german, f"At {half_day(hour, minute + 1)}", LANGUAGES)


def test_full_hours_need_no_minutes_and_no_half_of_the_day() -> None:
    for hour in HOURS:
        english = f"at {hour % 12 or 12}"
        for german in (f"um {hour} Uhr", f"um {hour}:00 Uhr", f"um {hour}.00 Uhr"):
            for same in (english, f"{english} o'clock", f"{english}:00", "at two or three"):
                assert missing(german, same, LANGUAGES) == ()
            assert missing(german, "at that hour", LANGUAGES) != ()
            for other in (f"at {(hour + 2) % 12 or 12}", f"at {(hour + 2) % 12 or 12} o'clock"):
                assert missing(german, other, LANGUAGES) != ()


@pytest.mark.parametrize(
    ("source", "target", "is_lost"),
    [
        ("Um 14:00 Uhr essen wir.", "We'll eat at 4:00 p.m.", True),
        ("Wir treffen uns um 14:00 Uhr.", "We'll meet at 4:00.", True),
        ("Um 14 Uhr essen wir.", "We eat at 6:00 p.m.", True),
        ("Der Zug fährt um 22 Uhr ab.", "The train leaves at 2:00 p.m.", True),
        ("um 14 Uhr", "at 2 a.m.", True),
        ("at 9 am", "um 21", True),
        ("at 10 pm", "um 10 Uhr", True),
        ("at 10 pm", "um 10 Uhr abends", False),
        ("heute Abend um 9 Uhr", "tonight at 9 p.m.", False),
        ("um 19 Uhr", "at 7:00", False),
        ("von 9 bis 18 Uhr", "at 9:00 p.m.", True),
        ("zwischen 17 und 18 Uhr", "between 5 and 6 p.m.", False),
        ("von 17.30 bis 22.00 Uhr", "from 5:30pm to 10pm", False),
        ("um 14 Uhr 30", "at 2:30 p.m.", False),
        ("Um 20.00 Uhr.", "At eight o'clock.", False),
        ("Um 14.10 Uhr.", "At ten past two.", False),
        ("um 0:30 Uhr", "at 12:30 a.m.", False),
        ("Um 12:00 essen wir.", "We'll eat at 12:000.", True),
        ("The train leaves at 6:30 tomorrow morning.", "Der Zug fährt um 18:30 Uhr ab.", True),
        ("The train leaves at 6:30 tomorrow morning.", "Der Zug fährt um 6:30 Uhr ab.", False),
        ("at 6:30 in the evening", "um 6:30 Uhr", True),
        ("at 6:30 in the evening", "um 6:30 Uhr abends", False),
        ("at 7:15 this evening", "heute Abend um 19:15 Uhr", False),
        ("at 12:30 in the afternoon", "um 12:30 Uhr", False),
        ("at 12:15 in the morning", "um 0:15 Uhr", False),
        ("um 6 Uhr abends", "at 6 a.m.", True),
        ("um 6 Uhr morgens", "at 6 o'clock in the morning", False),
        ("um 12 Uhr mittags", "at 12 o'clock", False),
        ("Good morning! We meet at 3:30.", "Guten Morgen! Wir treffen uns um 15:30 Uhr.", False),
        ("from 9:00 in the morning to 5:00", "von 9 Uhr morgens bis 17 Uhr", False),
        ("27 people came at 2:30", "37 Leute kamen um halb drei", True),
        ("27 people came at 2:30", "27 Leute kamen um halb drei", False),
        ("50 % of the 27", "die Hälfte der 37", True),
        ("Um 12 Uhr waren 40 da.", "At noon there were 14.", True),
        pytest.param("9" * 5000, "die Hälfte", True, id="very long"),
        ("6 months", "ein halbes Jahr", False),
        ("1.5 litres", "anderthalb Liter", False),
        ("27 Leute um 14 Uhr", "77 people at 2 p.m.", True),
        ("John 3:16", "Johannes 3,16", False),
    ],
)
def test_times_are_compared_as_times(source: str, target: str, is_lost: bool) -> None:
    assert bool(missing(source, target, LANGUAGES)) is is_lost


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Die Zahlen 100 200", "The numbers 100, 200"),
        ("Tel. 555 123", "Tel. 555-123"),
        ("+49 170 123456", "0049 170 123456"),
        ("1 800 555 1234", "1-800-555-1234"),
        ("5 100-Euro-Scheine", "five 100-euro notes"),
        ("2 500 ml Flaschen", "two 500 ml bottles"),
        ("Es kostet 0,99 Euro.", "It costs 99 cents."),
        ("It costs $0.50.", "Es kostet 50 Cent."),
        ("99 pence", "0,99 Pfund"),
        ("Es steht 1:1.", "It is one all."),
        ("Sie haben 0:2 verloren.", "They lost two to nothing."),
        ("Am 1.2. habe ich Geburtstag.", "My birthday is on February 1."),
        ("am 24.12.2023", "on December 24, 2023"),
        ("50% of the people", "die Hälfte der Leute"),
        ("2/3", "zwei Drittel"),
        ("1/3", "a third"),
        ("1.5 hours", "anderthalb Stunden"),
        ("2.5 hours", "zweieinhalb Stunden"),
    ],
)
def test_parts_of_a_number_may_be_said_one_by_one(source: str, target: str) -> None:
    assert missing(source, target, LANGUAGES) == ()


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("25 000 people", "25 Leute"),
        ("2 000 people", "zwei Leute"),
        ("Es kostet 0,99 Euro.", "It costs 90 cents."),
        ("Sie haben 0:2 verloren.", "They lost 0-3."),
        ("3 dogs", "5 Hunde"),
        ("Paragraph 5", "Absatz 4"),
        ("As of PHP 8.1.0", "Seit PHP"),
        ("5 500 ml Flaschen", "500 ml bottles"),
        ("eine 1:1-Kopie", "a copy"),
        ("Ich habe am 3.5. Geburtstag.", "I have my birthday."),
        ("Es kostet 1,50 Euro.", "It costs one euro."),
    ],
)
def test_another_number_stands_for_no_word(source: str, target: str) -> None:
    assert len(missing(source, target, LANGUAGES)) == 1


@pytest.mark.parametrize(
    ("source", "target", "is_wrong"),
    [
        ("number 27", "Nummer 77", True),
        ("1.500 Euro", "15 euros", True),
        ("number 27", "Nummer 27", False),
        ("3 dogs", "5 Hunde", False),
        ("It costs $0.50.", "Es kostet 50 Cent.", False),
        ("2 500 ml Flaschen", "two 600 ml bottles", False),
        ("um 14 Uhr", "at 4:00 p.m.", False),
        ("am 24.12.2023", "on May 24", False),
        ("2,5 Kilo", "5 kilos", False),
        ("1,5 km", "1500 m", False),
        ("1.500 m", "1.5 kilometers", False),
        ("1.500 km", "15 km", True),
    ],
)
def test_only_what_cannot_be_said_otherwise_is_surely_wrong(
    source: str, target: str, is_wrong: bool
) -> None:
    assert (wrong_number(source, target, LANGUAGES) is not None) is is_wrong


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("27 people", "٢٧ شخصا", ("en", "ar")),
        ("1,250.5 kg", "١٬٢٥٠٫٥ كجم", ("en", "ar")),
        ("第２７章", "chapter 27", ("zh", "en")),
        ("३ कुत्ते, ४५ लोग", "3 dogs, 45 people", ("hi", "en")),
        ("3 million people", "300万人", ("en", "zh")),
        ("25 years", "二十五年", ("en", "ja")),
        ("at 3:30 pm", "下午3点半", ("en", "zh")),
        ("at 17:45", "à six heures moins le quart", ("en", "fr")),
        ("2000 lat", "dos mil años", ("pl", "es")),
    ],
)
def test_what_a_script_or_language_may_say_otherwise_is_not_missing(
    source: str, target: str, languages: tuple[str, str]
) -> None:
    assert missing(source, target, languages) == ()


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
        ("27 people", "٢٨ شخصا", ("en", "ar")),
        ("27 people", "有人", ("en", "zh")),
        ("27 osób", "algunas personas", ("pl", "es")),
    ],
)
def test_other_scripts_and_languages_lose_numbers_too(
    source: str, target: str, languages: tuple[str, str]
) -> None:
    assert missing(source, target, languages) == ("27",)


@given(text=st.text())
def test_digits_of_every_script_keep_their_places(text: str) -> None:
    ascii_digits = in_ascii_digits(text)
    assert len(ascii_digits) == len(text)
    assert not any(c.isdecimal() and not c.isascii() for c in ascii_digits)
