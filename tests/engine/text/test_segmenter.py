"""Laws of the segmenter over all of Unicode, and a table of sentences it must know."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.text.segmenter import Segment, is_long_word, split

# Dense in what the rules look at: stops, closers, blanks, line breaks, emoji, joiners, surrogates.
_CHARACTERS = "aAzé5V.!?…。؟,;:、\"'”“)(>*-– \t\n\r\x0b\x0c\x1c\x1f\x85\u2028\u00a0\u3000"
_JOINED = "\u0301\u200d\ufe0f\u20e3😀👩\U0001f3fd\U0001f1e9\U0001f1ea\ud83d\ude00각\u1161क\u094d"
_STRINGS = ["\ufeff", "\u00ad", "Mr. ", "z. B. ", "3. ", "1. ", "- ", "a@b.de ", " and "]
_MARKS = st.sampled_from([*_CHARACTERS, *_JOINED, *_STRINGS])
any_text = st.one_of(st.text(alphabet=st.characters()), st.lists(_MARKS, max_size=60).map("".join))
languages = st.sampled_from(["en", "de", "fr", "en-GB", "ar", "xx"])


def sentences(text: str, language: str = "en", max_characters: int = 400) -> list[str]:
    return [part.text for part in split(text, language, max_characters) if part.is_sentence]


@given(any_text, languages, st.integers(1, 50))
@example("Mr. A.\r\n\r\n\t- b?! c", "en", 1)
@example("\ud83d\ude00\ud83d", "de", 1)
@example("\x1c\x1da", "en", 2)
def test_nothing_is_lost_and_starts_are_right(
    text: str, language: str, max_characters: int
) -> None:
    segments = split(text, language, max_characters)
    assert "".join(segment.text for segment in segments) == text
    position = 0
    for segment in segments:
        assert segment.text
        assert segment.start == position
        position += len(segment.text)


@given(any_text, languages, st.integers(1, 50))
def test_a_sentence_is_short_trimmed_on_one_line_and_says_something(
    text: str, language: str, max_characters: int
) -> None:
    for sentence in sentences(text, language, max_characters):
        assert len(sentence) <= max_characters
        assert sentence == sentence.strip()
        assert len(sentence.splitlines()) == 1
        assert any(character.isalnum() for character in sentence)


@given(any_text, languages, st.integers(1, 50))
def test_segments_that_are_no_sentences_are_joined(text: str, language: str, limit: int) -> None:
    segments = split(text, language, limit)
    for before, after in pairwise(segments):
        assert before.is_sentence or after.is_sentence


@given(any_text, languages)
def test_every_letter_and_digit_is_translated_or_stands_in_a_bullet_or_address(
    text: str, language: str
) -> None:
    plain = text.translate({ord(mark): "x" for mark in ".)-*>@:[]"}).replace("www", "xxx")
    for segment in split(plain, language):
        if not segment.is_sentence:
            assert not any(character.isalnum() for character in segment.text)


@given(any_text, any_text, languages)
def test_lines_are_translated_on_their_own(first: str, second: str, language: str) -> None:
    together = split(first + "\n" + second, language)
    alone = sentences(first, language) + sentences(second, language)
    assert [part.text for part in together if part.is_sentence] == alone


@given(st.lists(st.sampled_from(["A dog", "Two. Three", "x"]), min_size=1))
def test_columns_are_translated_on_their_own(cells: list[str]) -> None:
    alone = [sentence for cell in cells for sentence in sentences(cell)]
    for gap in ("\t", "    ", " \t  ", "\t\t"):
        assert sentences(gap.join(cells)) == alone


def test_a_few_blanks_part_nothing() -> None:
    assert sentences("A  big   dog") == ["A  big   dog"]


@given(st.lists(st.sampled_from(["and", "word", "a", "x,", "y;", "e\u0301"]), min_size=1))
def test_a_long_sentence_is_cut_at_blanks_and_no_word_is_broken(words: list[str]) -> None:
    text = " ".join([*words, "end"])
    assert " ".join(sentences(text, "en", max_characters=12)).split() == text.split()


def test_empty_text_has_no_segments() -> None:
    assert split("", "en") == ()


def test_text_without_words_is_one_segment_to_copy() -> None:
    text = " \n\t--- ... \r\n 😀 *** \n"
    assert split(text, "en") == (Segment(text, 0, is_sentence=False),)


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="max_characters must be at least 1, not 0"):
        split("Hello.", "en", 0)


@pytest.mark.parametrize(
    "expected",
    [
        ["He left.", "She stayed."],
        ["Is it you?", "Yes!", "Come in."],
        ["No stop at all"],
        ["Mr. Smith met Mrs. Jones and Dr. Brown at St. Mary's."],
        ["Use a tool, e.g. this one, i.e. a hammer."],
        ["We have fruit, e.g. Apples and pears."],
        ["She saw U.S. Government offices."],
        ["He moved to the U.S. in 1999.", "He likes it."],
        ["He lives in the U.S.", "He likes it."],
        ["The shop opens at 9 a.m.", "It closes at 5 p.m."],
        ["J. R. R. Tolkien wrote it.", "George W. Bush did not."],
        ["It was Tom and I.", "Mary had gone."],
        ["Pi is 3.14 and e is 2.718.", "Both are irrational."],
        ["Version 2.0.1 is out.", "Update now."],
        ["See p. 5 and Fig. 3 for details.", "Nothing else."],
        ["He said no.", "Then he left."],
        ["Take item No. 5 please."],
        ["On Jan. 5 we met Gen. Lee."],
        ["Acme Inc. announced profits.", "The market rose."],
        ["Apples, pears, etc. are fruit."],
        ["We sell apples, pears, etc.", "They are fresh."],
        ["Wait... what is that?"],
        ["Well...", "That is all."],
        ["I thought … maybe not.", "Or so."],
        ['He said "Go."', "Then he left."],
        ["“Stop!” she cried.", "Nobody moved."],
        ["“Why?”", "He did not know."],
        ["(This is a note.)", "This is not."],
        ["The dog (a big one!) barked."],
        ["What?!", "No way!!!", "Really."],
        ["Yahoo! is a company."],
        ["Visit https://example.com/a?b=c.d&e=f! for more.", "Thanks."],
        ["Write to jane.doe@example.org.", "She answers."],
        ["I use Node.js and example.com daily."],
        ["They ran 10 km.", "Tom won."],
        ["i am fine.", "how are you?", "ok"],
        ["Sure.", "what time is it?", "it is late."],
        ["It rained .", "We stayed ."],
        ["*Really?*", "Yes."],
    ],
    ids="|".join,
)
def test_english_sentences(expected: list[str]) -> None:
    assert sentences(" ".join(expected), "en") == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["Das ist gut.", "Peter kommt morgen."],
        ["Wir treffen uns am 3. Mai in Berlin.", "Bis dann!"],
        ["Im 19. Jahrhundert war z. B. das Pferd wichtig."],
        ["Das gilt z.B. Hunden und d. h. allen Tieren."],
        ["Das gilt z.\u00a0B. Hunden."],
        ["Am 3. 5. 2024 und am 27.2. war Freitag."],
        ["Der 2. Weltkrieg endete 1945.", "Danach kam der Frieden."],
        ["Heute ist der 3.", "Das Wetter ist schön."],
        ["Ludwig XIV. und Friedrich I. waren Könige.", "Sie leben nicht mehr."],
        ["Dr. Müller und Fr. Schmidt kommen.", "Sie sind pünktlich."],
        ["Hr. Prof. Dr. Weber ist da."],
        ["Er wohnt in der Hauptstr. 5 in Köln."],
        ["Das kostet ca. 3,50 Euro.", "Das ist viel."],
        ["Das sind 1.000.000 Euro.", "Wirklich!"],
        ["„Geh!“, sagte er.", "Dann ging er."],
        ["Er rief: „Komm her!“", "Sie kam nicht."],
        ["Was?!", "Das glaube ich nicht."],
        ["Hunde, Katzen usw. sind Tiere."],
        ["Wir haben Äpfel, Birnen usw.", "Das reicht."],
        ["Siehe Abb. 3 und S. 12 ff. im Buch."],
        ["Sie wurde 44 v. Chr. geboren und starb i. d. R. nie."],
        ["J. S. Bach lebte in Leipzig.", "Goethe auch."],
        ["Rund 5 Mio. Menschen leben dort."],
        ["Das hat u. a. Peter gesagt."],
        ["Na ja ...", "Vielleicht morgen."],
        ["Ich habe ... Angst."],
        ["Er ging um 12 Uhr.", "Um 6 Uhr kam sie."],
        ["Schreib an max@beispiel.de.", "Danke!"],
        ["Ein Mann steht auf einer Leiter.", "Er putzt ein Fenster."],
        ["Das ist, was ich mag.", "Peter mag es nicht."],
        ["mir geht es gut.", "und dir?"],
    ],
    ids="|".join,
)
def test_german_sentences(expected: list[str]) -> None:
    assert sentences(" ".join(expected), "de") == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("zh", ["我爱你。", "你好吗？", "好！"]),
        ("zh", ["他说：“你好。”", "我走了。"]),
        ("ja", ["「行こう。」と彼は言った。", "外は雨だ。"]),
        ("zh", ["真的吗?", "我不知道!", "好……吧。"]),
        ("ja", ["圧力は３．１４です。", "終わり"]),
        ("ja", ["本当?", "3.5キロです。", "Yahoo!ニュースだ。"]),
        ("my", ["သူသွားသည်။", "ငါလာသည်။"]),
        ("km", ["ខ្ញុំទៅ។", "គាត់មក៕"]),
        ("am", ["ሰላም ነው።", "እሺ።"]),
    ],
)
def test_wide_stops_need_no_blank(language: str, expected: list[str]) -> None:
    # A closed quotation is cut only before a blank: what follows may still belong to it.
    text = "".join(expected).replace("”", "” ")
    assert sentences(text, language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ar", ["هل أنت بخير؟", "نعم."]),
        ("ur", ["یہ کتاب ہے۔", "وہ قلم ہے۔"]),
        ("hi", ["यह किताब है।", "वह कलम है।"]),
        ("fr", ["M. Dupont est là.", "Il attend."]),
        ("es", ["¿Qué tal?", "¡Hola!", "Adiós."]),
    ],
)
def test_stops_of_other_scripts(language: str, expected: list[str]) -> None:
    assert sentences(" ".join(expected), language) == expected


@pytest.mark.parametrize(
    ("text", "copied", "sentence"),
    [
        ("    Indented.", "    ", "Indented."),
        ("- A point", "- ", "A point"),
        ("* A point", "* ", "A point"),
        ("\t• A point", "\t• ", "A point"),
        ("1. Open it", "1. ", "Open it"),
        ("12) Open it", "12) ", "Open it"),
        ("a) Open it", "a) ", "Open it"),
        ("> > quoted", "> > ", "quoted"),
        (">quoted", ">", "quoted"),
        ("## Title", "## ", "Title"),
        ("- [x] Done", "- [x] ", "Done"),
        ("– Nein", "– ", "Nein"),
        ("😀 Hi", "😀 ", "Hi"),
        ("\ufeffHi", "\ufeff", "Hi"),
    ],
)
def test_what_stands_before_a_sentence_is_copied(text: str, copied: str, sentence: str) -> None:
    assert split(text, "en") == (
        Segment(copied, 0, is_sentence=False),
        Segment(sentence, len(copied), is_sentence=True),
    )


@pytest.mark.parametrize(
    "text", ["3. Mai 2024", "-5 Grad", "A. Smith", "#1 song", "1.5 litres", "*emphasis* first"]
)
def test_what_only_looks_like_a_bullet_belongs_to_the_sentence(text: str) -> None:
    assert sentences(text, "de") == [text]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("Great! 😀", "Great!"), ("See you 👩🏽‍🚀🇩🇪", "See you"), ("Hi❤️  ", "Hi"), ("5️⃣ ", "5️⃣")],
)
def test_emoji_at_the_end_are_copied_and_stay_whole(text: str, sentence: str) -> None:
    assert sentences(text) == [sentence]


def test_emoji_part_two_sentences() -> None:
    assert sentences("Great! 😀 See you.") == ["Great!", "See you."]
    assert sentences("Great!😀 See you.") == ["Great!", "See you."]


@pytest.mark.parametrize("text", ["https://example.com/a?b", "www.example.com", "a.b@example.org"])
def test_a_bare_address_is_copied(text: str) -> None:
    assert split(text, "en") == (Segment(text, 0, is_sentence=False),)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"])
def test_every_line_break_is_a_border_and_stays_whole(line_break: str) -> None:
    assert split(f"One{line_break}two", "en") == (
        Segment("One", 0, is_sentence=True),
        Segment(line_break, 3, is_sentence=False),
        Segment("two", 3 + len(line_break), is_sentence=True),
    )


def test_a_long_sentence_is_cut_at_the_best_place_near_the_middle() -> None:
    clauses = "The red dog ran home; the cat, which was old, slept"
    assert sentences(clauses, max_characters=40) == [
        "The red dog ran home;",
        "the cat, which was old, slept",
    ]
    commas = "The red dog ran home, the old cat and the bird slept"
    assert sentences(commas, max_characters=40) == [
        "The red dog ran home,",
        "the old cat and the bird slept",
    ]
    conjunctions = "The red dog ran home quickly and the old cat slept"
    assert sentences(conjunctions, max_characters=40) == [
        "The red dog ran home quickly",
        "and the old cat slept",
    ]
    blanks = "one two three four five six"
    assert sentences(blanks, max_characters=15) == ["one two three", "four five six"]


@pytest.mark.parametrize("unit", ["中", "ภาษา", "a" * 199 + "。"], ids=ascii)
def test_ten_thousand_characters_without_a_blank_are_cut_and_kept(unit: str) -> None:
    text = unit * (10_000 // len(unit))
    parts = sentences(text)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= 400


@pytest.mark.parametrize("unit", ["x", "aB3+/", "a.b;", "e\u0301\u0302", "https://x.org/a?"])
def test_what_is_too_long_for_a_word_is_a_sentence_of_its_own(unit: str) -> None:
    word = unit * 500
    assert sentences(f"See {word} now. {word}\tGo.") == ["See", word, "now.", word, "Go."]
    assert is_long_word(word)
    assert not any(map(is_long_word, ("x" * 200, f"{word} x", f"x。{word}", "中" * 500, "." * 500)))


def test_an_address_that_fits_stays_in_its_sentence() -> None:
    text = f"See https://x.org/{'a' * 250} now."
    assert sentences(text) == [text]


def test_a_very_long_word_is_cut_into_words_as_long_as_one_may_be() -> None:
    parts = sentences("x" * 1_000_001)
    assert sum(map(len, parts)) == 1_000_001
    assert all(50_000 < len(part) <= 100_000 and is_long_word(part) for part in parts)


@pytest.mark.parametrize(
    "character",
    [
        "e\u0301\u0323",
        "\U0001f469\U0001f3fd\u200d\U0001f680",
        "\U0001f1e9\U0001f1ea",
        "\u0915\u094d\u0937",
        "\u1100\u1161\u11a8",
        "\u0e19\u0e49\u0e33",
        "\ud83d\ude00",
        "\u2764\ufe0f",
    ],
    ids=ascii,
)
def test_a_hard_cut_does_not_part_what_is_seen_as_one(character: str) -> None:
    for limit in range(6, 12):
        parts = split(("xy" + character) * 20, "en", max_characters=limit)
        assert len(parts) > 1
        for part in parts:
            assert part.text.replace(character, "").strip("xy") == ""


@pytest.mark.parametrize(
    "unit",
    [
        *(". ", "a. ", "Ab. ", '"', "(a. ", ">", "- ", "1. ", "😀", "🇩", "\u0301", "\u200d", "。a"),
        *("... ", "a@", "a.b", "? ", "\ud800", '." ', "z. ", "www.x ", ", ", "\n", " ", "x"),
    ],
    ids=ascii,
)
def test_large_nasty_texts_are_done_at_once(unit: str) -> None:
    # Anything worse than linear would take minutes here.
    text = "a" + unit * (100_000 // len(unit)) + "b"
    assert "".join(segment.text for segment in split(text, "de")) == text


def test_where_no_stops_are_written_long_lines_are_cut_at_blanks() -> None:
    clauses = ["ประเทศไทยเป็นประเทศที่ตั้งอยู่ในทวีปเอเชียตะวันออกเฉียงใต้"] * 5
    found = sentences(" ".join(clauses), "th")
    assert " ".join(found) == " ".join(clauses)
    assert all(len(sentence) <= 150 and sentence.split(" ")[0] == clauses[0] for sentence in found)
    assert sentences(" ".join(clauses), "ja") == [" ".join(clauses)]
