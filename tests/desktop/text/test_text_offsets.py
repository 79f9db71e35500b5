"""Offsets at the border to Qt: exact for every text, measured against real documents."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.text.text_offsets import (
    TextOffsets,
    as_qt_shows,
    plain_text,
    selected_text,
)

ODD = "😀\U0010ffff\ud800\udc00\u00a0\u2028\u2029\ufeff\ufffe\ufdd0\ufdd1\ufffc\0\r\n\t\x0b\x85"
any_text = st.text(
    st.one_of(st.sampled_from(ODD), st.characters(), st.characters(categories=["Cs"])),
    max_size=40,
)


def num_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def select(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


@given(any_text)
def test_an_offset_counts_the_units_before_it(text: str) -> None:
    offsets = TextOffsets(text)
    for index in range(len(text) + 1):
        assert offsets.to_utf16(index) == num_units(text[:index])
        assert offsets.to_code_points(offsets.to_utf16(index)) == index


@given(any_text)
def test_every_unit_belongs_to_the_character_it_is_part_of(text: str) -> None:
    offsets = TextOffsets(text)
    owners = [index for index, character in enumerate(text) for _ in range(num_units(character))]
    found = [offsets.to_code_points(unit) for unit in range(num_units(text) + 1)]
    assert found == [*owners, len(text)]


@given(any_text, any_text, st.integers(0, 50), st.integers(0, 50))
def test_offsets_follow_an_edit(text: str, new: str, start: int, end: int) -> None:
    start, end = sorted(min(place, len(text)) for place in (start, end))
    offsets = TextOffsets(text)
    offsets.replace(start, end, new)
    edited = TextOffsets(text[:start] + new + text[end:])
    for index in range(len(text) + len(new) - (end - start) + 1):
        units = edited.to_utf16(index)
        assert offsets.to_utf16(index) == units
        assert offsets.to_code_points(units) == index


def test_offsets_outside_the_text_are_refused() -> None:
    offsets = TextOffsets("a😀")
    with pytest.raises(ValueError, match="offset 3 is outside a text of 2 characters"):
        offsets.to_utf16(3)
    with pytest.raises(ValueError, match="offset -1 is outside"):
        offsets.to_utf16(-1)
    with pytest.raises(ValueError, match="offset 4 is outside a text of 3 UTF-16 units"):
        offsets.to_code_points(4)
    with pytest.raises(ValueError, match="offset -1 is outside"):
        offsets.to_code_points(-1)


@given(any_text)
@example("\ufeffa")
@example("\ufffea")
@example("\ufeff\ufffe\ufeff😀")
@example("a\r\nb\rc\u2029d\u2028e\ufdd0f")
@example("a\u00a0b\0c")
def test_a_document_gives_back_what_it_can_hold(text: str) -> None:
    shown = as_qt_shows(text)
    document = QTextDocument()
    document.setPlainText(shown)
    assert plain_text(document) == shown
    assert as_qt_shows(shown) == shown
    assert document.characterCount() - 1 == num_units(shown)


@given(any_text, st.data())
def test_a_span_selects_in_the_document_what_it_slices_from_the_text(
    text: str, data: st.DataObject
) -> None:
    shown = as_qt_shows(text)
    document = QTextDocument()
    document.setPlainText(shown)
    start = data.draw(st.integers(0, len(shown)))
    end = data.draw(st.integers(start, len(shown)))
    offsets = TextOffsets(shown)
    cursor = select(document, offsets.to_utf16(start), offsets.to_utf16(end))
    assert selected_text(cursor) == shown[start:end]


@given(any_text)
@example("a\ud800b")
@example("\udc00\ud800")
def test_text_put_in_without_care_still_gives_offsets_that_fit(text: str) -> None:
    document = QTextDocument()
    document.setPlainText(text)
    got = plain_text(document)
    assert num_units(got) == document.characterCount() - 1
    assert got.encode("utf-8").decode("utf-8") == got
    assert selected_text(select(document, 0, num_units(got))) == got


@given(any_text)
def test_what_is_shown_differs_only_where_qt_differs(text: str) -> None:
    plain = "".join(
        character for character in text if character not in "\r\u2029\ufdd0\ufdd1\ufeff\ufffe"
    )
    plain = plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    plain = "".join(character for character in plain if character != "\ufffd")
    assert as_qt_shows(plain) == plain


def test_typed_and_pasted_text_keeps_its_no_break_spaces(qtbot: QtBot) -> None:
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    QTest.keyClicks(edit, "10\u00a0km")
    edit.insertPlainText("\r\nzweite\u2028Zeile\u202f%")
    assert plain_text(edit.document()) == "10\u00a0km\nzweite\u2028Zeile\u202f%"


def test_a_word_after_an_emoji_is_found() -> None:
    text = "😀 a dog runs"
    document = QTextDocument(text)
    start = text.index("dog")
    assert start == 4
    assert TextOffsets(text).to_utf16(start) == 5
    assert select(document, 5, 8).selectedText() == "dog"
