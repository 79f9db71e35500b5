"""Quantities: what a translation does not say, or says although the source does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.quantities.comparison import Comparison
from tests.support.work import num_calls

LANGUAGES = ("en", "de")


def lost(source: str, target: str, languages: tuple[str, str] = LANGUAGES) -> tuple[str, ...]:
    found = Comparison(source, target, languages).missing
    assert all(source[number.start : number.end] == number.text for number in found)
    return tuple(number.text for number in found)


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
    assert Comparison(source, target, LANGUAGES).missing == ()


@pytest.mark.parametrize(
    ("source", "target", "numbers"),
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
        ("1.500 Euro", "15 euros", ("1.500 Euro",)),
        ("3.000 Euro", "3 euros", ("3.000 Euro",)),
        ("3.000,00 Euro", "3.00 euros", ("3.000,00 Euro",)),
        ("25.000 Euro", "25.00 euros", ("25.000 Euro",)),
        ("120.000 Bücher", "12 books", ("120.000",)),
        ("400.000 Bücher", "40,000 books", ("400.000",)),
        ("1.000.000 Euro", "1.00,000.0 euros", ("1.000.000 Euro",)),
        ("20 dogs", "20.000 Hunde", ("20",)),
        ("1.5 kg", "15 kg", ("1.5 kg",)),
        ("1.2 million", "12.000.000", ("1.2",)),
        ("3,000,000 dollars", "30 Millionen Dollar", ("3,000,000 dollars",)),
        ("20 million dollars", "200 Millionen Dollar", ("20 million dollars",)),
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
def test_what_is_not_said_is_missing(source: str, target: str, numbers: tuple[str, ...]) -> None:
    assert lost(source, target) == numbers


PIECES = ["0", "1", "12", "27", "500", "000", "2023", ".", ",", ":", "/", " ", " Uhr", " pm", "km"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_text_says_its_own_numbers(text: str) -> None:
    assert Comparison(text, text, LANGUAGES).missing == ()
    assert Comparison(text, text, LANGUAGES).wrong_number is None


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 5000 + ".5", "1:" + "9" * 5000])
def test_numbers_may_be_long(number: str) -> None:
    assert lost(f"{number} million", "none")


HOURS = range(24)


def half_day(hour: int, minute: int) -> str:
    return f"{hour % 12 or 12}:{minute:02} {'ap'[hour // 12]}.m."


@pytest.mark.parametrize(("mark", "minute"), [(":", 0), (":", 15), (":", 37), (".", 5), (".", 30)])
def test_a_time_of_day_is_said_by_itself_alone(mark: str, minute: int) -> None:
    for hour in HOURS:
        german = f"Um {hour}{mark}{minute:02} Uhr."
        for other in HOURS:
            english = f"At {half_day(other, minute)}"
            assert (Comparison(german, english, LANGUAGES).missing == ()) is (other == hour)
            assert (Comparison(english, german, LANGUAGES).missing == ()) is (other == hour)
        assert Comparison(german, f"At {half_day(hour, minute + 1)}", LANGUAGES).missing


def test_full_hours_need_no_minutes_and_no_half_of_the_day() -> None:
    for hour in range(1, 13):
        english = f"at {hour}"
        for german in (f"um {hour} Uhr", f"um {hour}:00 Uhr", f"um {hour}.00 Uhr"):
            for same in (english, f"{english} o'clock", f"{english}:00"):
                assert Comparison(german, same, LANGUAGES).missing == ()
            assert Comparison(german, "at that hour", LANGUAGES).missing != ()
            for other in (f"at {(hour + 2) % 12 or 12}", f"at {(hour + 2) % 12 or 12} o'clock"):
                assert Comparison(german, other, LANGUAGES).missing != ()


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
        ("um 19 Uhr", "at 7:00", True),
        ("von 9 bis 18 Uhr", "at 9:00 p.m.", True),
        ("zwischen 17 und 18 Uhr", "between 5 and 6 p.m.", False),
        ("von 17.30 bis 22.00 Uhr", "from 5:30pm to 10pm", False),
        ("um 14 Uhr 30", "at 2:30 p.m.", False),
        ("Um 20.00 Uhr.", "At eight o'clock.", True),
        ("Um 20.00 Uhr.", "At eight o'clock in the evening.", False),
        ("um 8 Uhr", "at eight o'clock", False),
        ("um 15:30 Uhr", "at 3:30", True),
        ("at 3:30 pm", "um 3:30 Uhr", True),
        ("at 8:15 pm and at 9:30 pm", "um 20.15 Uhr und um 21.30 Uhr", False),
        ("Um 14.10 Uhr.", "At ten past two.", True),
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
    assert bool(Comparison(source, target, LANGUAGES).missing) is is_lost


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
    assert Comparison(source, target, LANGUAGES).missing == ()


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
    assert len(Comparison(source, target, LANGUAGES).missing) == 1


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
    assert (Comparison(source, target, LANGUAGES).wrong_number is not None) is is_wrong


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
    assert Comparison(source, target, languages).missing == ()


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
    assert lost(source, target, languages) == ("27",)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Take 2.5 mg.", "Nimm 2,5 mg."),
        ("Take 2.5 mg.", "Nimm 2,5 Milligramm."),
        ("500g of flour", "500 g Mehl"),
        ("a 12 V battery", "eine 12-V-Batterie"),
        ("12 volts", "12 V"),
        ("40 °C", "40 Grad Celsius"),
        ("between 18 and 21 °C", "zwischen 18 °C und 21 °C"),
        ("from 18 °C to 21 °C", "von 18 bis 21 °C"),
        ("5 pounds", "5 Pfund"),
        ("£5", "5 Pfund"),
        ("-5 °C", "minus 5 °C"),
        ("5-10 kg", "5 bis 10 kg"),
        ("5 hours", "fünfstündig"),
        ("a girl of 12 years", "ein Mädchen von zwölf"),
        ("platform 9", "Gleis neun"),
        ("1 ticket", "eine Fahrkarte"),
        ("7 July 1998", "7. Juli 1998"),
        ("7 July 1998", "07.07.1998"),
        ("on March 3", "am dritten März"),
        ("the 1990s", "die Neunziger"),
        ("½ litre", "ein halber Liter"),
        ("1½ litres", "1,5 Liter"),
        ("1½ hours", "anderthalb Stunden"),
        ("chapter II", "Kapitel 2"),
        ("121 people", "hunderteinundzwanzig Leute"),
        ("205 people", "zweihundertfünf Leute"),
        ("2 × 500 mg", "zweimal 500 mg"),
        ("It costs £85.50.", "Es kostet 85,50 britische Pfund."),
        ("It costs $85.50.", "Es kostet 85,50 amerikanische Dollar."),
        ("a refund of -$85.50", "eine Erstattung von -85,50 $"),
        ("€85.50m", "85,50 Mio. €"),
    ],
)
def test_quantities_are_compared_with_their_units(source: str, target: str) -> None:
    for texts in ((source, target), (target, source)):
        assert lost(*texts) == ()
        assert Comparison(*texts, LANGUAGES).added == ()


@pytest.mark.parametrize(
    ("source", "target", "numbers"),
    [
        ("Take 2.5 mg.", "Nimm 2,5 Uhr.", ("2.5 mg",)),
        ("Take 2.5 mg.", "Nimm 2,5 Mg.", ("2.5 mg",)),
        ("Take 2.5 mg.", "Nimm 2,5.", ("2.5 mg",)),
        ("5 mW", "5 MW", ("5 mW",)),
        ("The wall is 3 m high.", "Die Mauer ist 3 Minuten hoch.", ("3 m",)),
        ("75 m²", "75 m", ("75 m²",)),
        ("40 °C", "40 °F", ("40 °C",)),
        ("40 °C", "40 Grad", ("40 °C",)),
        ("-5 °C", "5 °C", ("-5 °C",)),
        ("5 °C", "-5 °C", ("5 °C",)),
        ("±0.5 mm", "−0,5 mm", ("±0.5 mm",)),
        ("platform 9", "Gleis", ("9",)),
        ("platform 9 and 20 people", "Gleis und zwanzig Leute", ("9",)),
        ("7 July 1998", "1998", ("7", "7 July")),
        ("7 July 1998", "7. Juni 1998", ("7 July",)),
        ("from 3 to 5", "von 5 bis 3", ("3 to 5",)),
        ("5 apples and 5 pears", "5 Äpfel und Birnen", ("5", "5")),
        ("3 mg of this and 5 ml of that", "3 ml und 5 mg", ("3 mg", "5 ml")),
        ("¼ litre", "½ Liter", ("¼",)),
        ("the 21st", "der zwanzigste", ("21",)),
        ("chapter IV", "das Kapitel", ("IV",)),
        ("€20", "20 Jahre", ("€20",)),
        ("3 million people", "3 Leute", ("3",)),
        ("$3 million", "3 Dollar", ("$3",)),
        ("Pay $85.50 for 3 kg.", "Zahlen Sie 85,50 für 3 kg.", ("$85.50",)),
        ("a refund of -$85.50", "eine Erstattung von 85,50 $", ("-$85.50",)),
        ("3.7 million", "3,7 Milliarden", ("3.7",)),
        ("2 acres of forest", "2 Hektar Wald", ("2 acres",)),
        ("2 tbsp of milk", "2 TBR Milch", ("2 tbsp",)),
    ],
)
def test_another_unit_sign_or_order_is_a_difference(
    source: str, target: str, numbers: tuple[str, ...]
) -> None:
    assert lost(source, target) == numbers


@pytest.mark.parametrize(
    ("source", "target", "numbers"),
    [
        ("The bus is late.", "Der Bus 9 ist spät.", ["9"]),
        ("three dogs", "3 Hunde", []),
        ("a dozen eggs", "12 Eier", []),
        ("at half past two", "um 14:30 Uhr", []),
        ("in May", "am 3. Mai", ["3"]),
        ("39.4 °C on day 3", "am 3. Tag 39,4 °C auf 39,4", ["39,4"]),
        ("2 men and a woman", "2 Männer und 2 Frauen", []),
        ("at half past two", "um halb vier oder um 3:30 Uhr", ["3:30 Uhr"]),
    ],
)
def test_what_only_the_translation_says_is_added(
    source: str, target: str, numbers: list[str]
) -> None:
    assert [number.text for number in Comparison(source, target, LANGUAGES).added] == numbers


@pytest.mark.parametrize(
    ("source", "same", "other"),
    [
        ("um halb acht", "at 7:30", "at 8:30"),
        ("um halb acht", "at half past seven", "at half past eight"),
        ("um halb 8 abends", "at 7:30 p.m.", "at 7:30 a.m."),
        ("um Viertel vor neun", "at a quarter to nine", "at a quarter past nine"),
        ("um dreiviertel sechs", "at 17:45", "at 6:45"),
        ("at half past twelve", "um halb eins", "um halb zwölf"),
        ("at a quarter past eight", "um 20:15 Uhr", "um 20:50 Uhr"),
    ],
)
def test_times_in_words_are_times(source: str, same: str, other: str) -> None:
    assert lost(source, same) == ()
    assert Comparison(source, same, LANGUAGES).added == ()
    assert lost(source, other) != ()


@given(st.text(), st.text())
def test_any_two_texts_can_be_compared(source: str, target: str) -> None:
    for number in Comparison(source, target, LANGUAGES).missing:
        assert source[number.start : number.end] == number.text
    for number in Comparison(source, target, LANGUAGES).added:
        assert target[number.start : number.end] == number.text


@pytest.mark.parametrize(
    "unit",
    ["3 m ", "3-", "3-4 m ", "3:30 ", "3 pm ", "three ", "half past three ", "½ ", "24.12. ",
     "3 million ", "XIV ", "$5 ", "3 May ", "one hundred and "],
)  # fmt: skip
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    def work(length: int) -> int:
        compared = Comparison(*2 * ((unit * length)[:length],), ("en", "de"))
        return num_calls(lambda: (compared.missing, compared.added, compared.wrong_number))

    work(100)
    assert work(2000) < 2.5 * work(1000)
