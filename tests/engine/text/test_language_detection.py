"""A text is said to be in a language where that is sure, and no text is where it may be none."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.languages.names import LANGUAGES, english_name
from engine.text import language_detection
from engine.text.language_detection import (
    EXPLAINED,
    LONGEST,
    detect_language,
    language_notice,
    language_of,
    other_language,
    tell_language,
)
from engine.translation import Notice, NoticeKind, Translation

PAIR = ("en", "de")
GERMAN = (
    "Wo ist der Bahnhof?",
    "wo ist der bahnhof",
    "WO IST DER BAHNHOF?",
    "Mein Handy ist kaputt.",
    "Ich bin müde",
    "Alles Gute zum Geburtstag!",
    "Herr Müller wohnt in München.",
    "Mit freundlichen Grüßen",
    "Sehr geehrte Damen und Herren,",
    "Der Hund schläft.",
    "Siehe https://www.example.com/about-us, dort steht das alles.",
)
ENGLISH = (
    "Where is the station?",
    "How are you?",
    "My phone is broken.",
    "I am tired",
    "A dog runs.",
    "Happy birthday!",
    "Thank you very much",
)
OTHERS = {
    "Où est la gare ?": "fr",
    "¿Dónde está la estación?": "es",
    "Dov'è la stazione?": "it",
    "Waar is het station?": "nl",
    "Gdzie jest dworzec?": "pl",
    "Πού είναι ο σταθμός;": "el",
    "駅はどこですか。": "ja",
    "车站在哪里？": "zh",
    "أين المحطة؟": "ar",
}
OF_NO_LANGUAGE = (
    *("", " ", "\n", "1234", "12.5 %", "?!", "…", "😀", "\ufffd\x00", "\ud800"),
    *("Hand", "Berlin", "OK", "Computer", "Gift", "Rat", "hat", "war", "tag", "Schadenfreude"),
    *("Restaurant in Berlin", "Frankfurt am Main", "Müller", "Straße", "München Hauptbahnhof"),
    *("Angela Merkel", "Frank-Walter Steinmeier", "Johann Wolfgang von Goethe"),
    *("Ludwig van Beethoven", "Technische Universität München", "Institut für Informatik"),
    *("Borussia Dortmund vs. Bayern München 2:1", "Rio de Janeiro", "Hotel Restaurant Bar"),
    *("déjà vu", "Deutsche Bank AG", "Die Zeit", "Der Spiegel"),
    *("int main(void) { return 0; }", "SELECT * FROM users WHERE id = 1;", "ls -la /usr/bin"),
    *("https://www.example.de/foo", "hallo.welt@example.de", "def f(x): return x"),
)


@pytest.mark.parametrize("text", GERMAN)
def test_german_is_told_from_english(text: str) -> None:
    assert detect_language(text, PAIR) == "de"
    assert other_language(text, "en", "de") == "de"
    assert other_language(text, "de", "en") is None


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_told_from_german(text: str) -> None:
    assert detect_language(text, PAIR) == "en"
    assert other_language(text, "de", "en") == "en"
    assert other_language(text, "en", "de") is None


@pytest.mark.parametrize(("text", "language"), OTHERS.items())
def test_languages_of_no_model_are_told_too(text: str, language: str) -> None:
    assert other_language(text, "en", "de") == language
    assert language in LANGUAGES


@pytest.mark.parametrize("text", OF_NO_LANGUAGE)
def test_names_numbers_code_and_single_words_are_no_language(text: str) -> None:
    assert other_language(text, "en", "de") is None
    assert other_language(text, "de", "en") is None


@pytest.mark.parametrize(
    "text",
    [
        "I got this: Wo ist der Bahnhof? What does it mean? I do not know any German.",
        "Where is the station? That is a good question.\nWo ist der Bahnhof? Das ist gut.",
        "She said to me that Ich bin ein Berliner was wrong",
        "I read the Süddeutsche Zeitung every day.",
    ],
)
def test_what_is_in_two_languages_is_left_alone(text: str) -> None:
    assert other_language(text, "en", "de") is None


def test_a_text_with_a_few_foreign_words_is_in_its_own_language() -> None:
    text = (
        "Gestern waren wir den ganzen Tag in der Stadt. Wir haben viel gesehen und gut gegessen. "
        "Am Abend gab es ein Konzert, und danach sind wir nach Hause gegangen. See you later then."
    )
    assert other_language(text, "en", "de") == "de"


def test_norwegian_is_one_language_however_it_is_called() -> None:
    text = "Jeg vet ikke hvor stasjonen er, men jeg kan spørre deg."
    assert detect_language(text, ()) == "no"
    for code in ("no", "nb", "nn", "nb_NO"):
        assert other_language(text, code, "en") is None


def test_a_rare_language_is_told_where_a_model_reads_it() -> None:
    text = "Hvar er lestarstöðin? Ég hef verið að leita að henni í heila klukkustund."
    assert language_of(text, "en", "de") != "is"
    assert language_of(text, "en", "de", ["fr", "is"]) == "is"


def test_regions_do_not_matter() -> None:
    assert other_language("Wo ist der Bahnhof?", "de-AT", "en_GB") is None
    assert other_language("Wo ist der Bahnhof?", "en_GB", "de-AT") == "de"


def test_a_model_of_a_language_that_cannot_be_told_hears_nothing() -> None:
    assert other_language("Wo ist der Bahnhof?", "tlh", "de") is None


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    english = "Where is the station? That is a good question. " * 100
    german = "Wo ist der Bahnhof? Das ist eine gute Frage. " * 1000
    assert len(english) > LONGEST
    assert other_language(english + german, "en", "de") is None
    assert other_language(german + english, "en", "de") == "de"


@given(st.text(max_size=200), st.sampled_from(["en", "de", "fr", "tlh", ""]))
def test_whatever_is_typed_is_answered(text: str, source: str) -> None:
    found = other_language(text, source, "de")
    assert found is None or (found in LANGUAGES and found != source)


def test_threads_that_ask_at_once_load_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    original = language_detection._load
    loading: list[threading.Thread] = []
    loaded: list[language_detection._Rank] = []

    def load(others: frozenset[str]) -> language_detection._Rank:
        if not loading:
            loading.append(threading.current_thread())
            loaded.append(original.__wrapped__(others))
        return loaded[0]  # not there for a thread that did not wait

    monkeypatch.setattr(language_detection, "_load", load)
    found: list[str | None] = []
    threads = [
        threading.Thread(target=lambda: found.append(detect_language(GERMAN[0], PAIR)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["de"] * 4
    assert len(loading) == 1


def test_every_language_has_a_name() -> None:
    assert english_name("de") == "German"
    assert english_name("qaa") == "qaa"  # nobody's, by the standard
    names = {english_name(code) for code in LANGUAGES}
    assert len(names) == len(LANGUAGES)
    assert language_detection._known() >= LANGUAGES


# --- notices ---


def test_the_notice_names_both_languages() -> None:
    notice = language_notice(GERMAN[0], "en_GB", "de")
    assert notice == Notice(NoticeKind.LANGUAGE, 0, len(GERMAN[0]), ("de", "en"))
    assert language_notice(ENGLISH[0], "en", "de") is None


def test_it_takes_the_place_of_what_it_explains() -> None:
    lost = Notice(NoticeKind.NUMBERS, 0, 5, ("3",))
    others = tuple(Notice(kind, 0, 5, ("x",)) for kind in EXPLAINED)

    def translated(text: str) -> Translation:
        return Translation(text, text, (), (*others, lost), "toy", "cpu", 0.1)

    told = tell_language(translated(GERMAN[0]), "en", "de").notices
    assert [notice.kind for notice in told] == [NoticeKind.LANGUAGE, NoticeKind.NUMBERS]
    right = translated(ENGLISH[0])
    assert tell_language(right, "en", "de") == right
