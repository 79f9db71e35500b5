"""Text is read in the encoding that it was written in, or it is said why not."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.encoding_detection import detect_encoding, marked_encoding

TEXTS = {
    "de": "Zwei Männer mit Hüten sitzen vor einem Café, und es ist schön.\n",
    "fr": "À côté d'une fenêtre, des élèves très gênés dînent en hâte.\n",
    "cs": "Žluťoučký kůň běží přes louku, a dva muži se na něj dívají.\n",
    "ru": "Двое мужчин сидят на скамейке, и собака бежит по полю.\n",
    "el": "Δύο άντρες κάθονται σε ένα παγκάκι και ένας σκύλος τρέχει.\n",
    "ja": "二人の男性がベンチに座っていて、犬が畑を走っています。\n",
}
ENCODED = {
    "de": "cp1252",
    "fr": "cp1252",
    "cs": "cp1250",
    "ru": "koi8_r",
    "el": "cp1253",
    "ja": "euc_jp",
}


@pytest.mark.parametrize("language", TEXTS)
def test_text_is_found_in_a_usual_encoding_of_its_language(language: str) -> None:
    data = TEXTS[language].encode(ENCODED[language])
    assert detect_encoding(data, [language]).encoding == ENCODED[language]


@pytest.mark.parametrize("language", ["ru", "el", "ja"])
def test_text_of_another_language_is_not_taken_for_western(language: str) -> None:
    data = TEXTS[language].encode(ENCODED[language])
    assert detect_encoding(data, ["en", "de"]).encoding is None


def test_without_languages_any_encoding_may_be_found() -> None:
    data = (TEXTS["ru"] * 40).encode("cp1251")
    assert detect_encoding(data, ()).encoding == "cp1251"


def test_what_is_utf8_for_the_most_part_is_damaged_and_says_where() -> None:
    found = detect_encoding("grün\nschön\n".encode() + b"na\xefve\n", ["de"])
    assert (found.encoding, found.is_damaged, found.line, found.byte) == (None, True, 3, 3)


@given(text=st.text(), language=st.sampled_from([*TEXTS, "xx"]))
def test_any_text_in_utf8_is_found(text: str, language: str) -> None:
    data = text.encode("utf-8", "ignore")
    assert detect_encoding(data, [language]).encoding == "utf-8"


@given(data=st.binary(), language=st.sampled_from(list(TEXTS)))
def test_what_is_found_fits(data: bytes, language: str) -> None:
    found = detect_encoding(data, [language])
    if found.encoding is not None:
        data.decode(found.encoding)


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_mark_names_the_encoding(name: str) -> None:
    mark = "\ufeff".encode(name)
    assert marked_encoding(mark + "A dog".encode(name)) == (name, mark)
    assert marked_encoding(codecs.BOM_UTF8 + b"A dog") == ("utf-8", codecs.BOM_UTF8)
    assert marked_encoding(b"A dog") == ("", b"")
