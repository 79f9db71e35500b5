"""The first page: a text and a direction in, one choice out, and a preview to be looked at."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.wizard.corpus.corpus_page import CorpusChoice, CorpusPage, FetchWish
from desktop.wizard.corpus.preview import reason_text
from desktop.wording.amounts import count
from training.corpus.cleaning import REASONS
from training.preflight import SMALL_TEXT, Fetching, HintCounts, Previewed

PREVIEW = Previewed(
    name="multi30k",
    licence="provided for research and education",
    train=28_983,
    validation=1014,
    test=1000,
    is_held_out=False,
    encodings={"/x/train.en.gz": "utf_8", "/x/train.de.gz": "utf_8"},
    first=(("Two men.", "Zwei Männer."), ("A dog runs.", "Ein Hund rennt.")),
    dropped={"duplicate": 9, "too_long": 7, "some_new_reason": 1, "empty": 0},
    dropped_first={"duplicate": (("A cat.", "Eine Katze."),)},
)
CAPTIONS = Path("/corpora/multi30k")


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[CorpusPage]:
    page = CorpusPage()
    qtbot.addWidget(page)
    page.cards["multi30k"].setChecked(True)
    page.resize(940, 680)
    page.show()
    yield page
    page.hide()


@pytest.fixture
def chosen(page: CorpusPage) -> list[CorpusChoice | None]:
    choices: list[CorpusChoice | None] = []
    page.source_chosen.connect(choices.append)
    return choices


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def offered(page: CorpusPage) -> tuple[list[str], list[str]]:
    boxes = (page.direction_row.source_box, page.direction_row.target_box)
    source, target = ([box.itemData(row) for row in range(box.count())] for box in boxes)
    return source, target


def drop(page: CorpusPage, *paths: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    left = Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(20, 20), copy, data, left, none)
    QApplication.sendEvent(page.own_files, enter)
    assert enter.isAccepted()
    dropped = QDropEvent(QPointF(20, 20), copy, data, left, none)
    QApplication.sendEvent(page.own_files, dropped)


def test_captions_that_are_here_are_a_choice_at_once(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    assert page.kind == "multi30k"
    assert page.choice is None
    page.show_multi30k_present(CAPTIONS)
    assert chosen == [CorpusChoice("multi30k", "en", "de", (CAPTIONS,))]
    page.show_multi30k_present(None)
    assert chosen[-1] is None
    click(page.cards["iwslt14"])
    page.show_multi30k_present(CAPTIONS)  # fetched while one looks at something else
    assert len(chosen) == 2


def test_captions_fetched_again_are_read_again(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    page.show_multi30k_present(CAPTIONS)
    page.show_preview(PREVIEW)
    page.show_multi30k_present(CAPTIONS)
    assert not page.is_complete
    assert chosen == [CorpusChoice("multi30k", "en", "de", (CAPTIONS,))] * 2


def test_a_direction_is_one_that_the_captions_have(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    page.show_multi30k_present(CAPTIONS)
    assert offered(page) == (["en", "fr", "de"], ["fr", "de"])
    page.direction_row.target_box.setFocus()
    QTest.keyClick(page.direction_row.target_box, Qt.Key.Key_Up)
    click(page.direction_row.swap_button)
    assert offered(page) == (["en", "fr", "de"], ["en"])
    directions = [(c.source_language, c.target_language) for c in chosen if c is not None]
    assert directions == [("en", "de"), ("en", "fr"), ("fr", "en")]


def test_arrows_and_space_choose_a_card(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    page.show_multi30k_present(CAPTIONS)
    page.cards["multi30k"].setFocus()
    QTest.keyClick(page.cards["multi30k"], Qt.Key.Key_Left)
    assert page.cards["everyday"].isChecked()
    assert page.cards["everyday"].hasFocus()
    assert chosen[1:] == [CorpusChoice("everyday", "en", "de", ())]
    assert page.direction_row.direction == ("en", "de")
    assert (page.fetch_box.isVisible(), page.talks_box.isVisible()) == (False, False)
    page.cards["iwslt14"].setFocus()
    QTest.keyClick(page.cards["iwslt14"], Qt.Key.Key_Space)
    assert chosen[-1] is None
    assert page.direction_row.direction == ("de", "en")
    assert (page.fetch_box.isVisible(), page.talks_box.isVisible()) == (False, True)
    assert [kind for kind, card in page.cards.items() if card.isChecked()] == ["iwslt14"]


def test_the_direction_of_each_text_is_remembered(page: CorpusPage) -> None:
    click(page.direction_row.swap_button)
    click(page.cards["pairs"])
    assert page.direction_row.direction == ("en", "de")
    click(page.cards["multi30k"])
    assert page.direction_row.direction == ("de", "en")


def test_download_asks_for_the_addresses_and_the_proxy(page: CorpusPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.fetch_requested) as wished:
        click(page.fetch_box.download_button)
    assert wished.args == [FetchWish((), "")]
    assert not page.fetch_box.addresses.isVisible()
    click(page.fetch_box.fold.button)
    assert page.fetch_box.addresses.isVisible()
    QTest.keyClicks(page.fetch_box.addresses, "http://one/raw")
    QTest.keyClick(page.fetch_box.addresses, Qt.Key.Key_Return)
    QTest.keyClicks(page.fetch_box.addresses, "  http://two/raw ")
    QTest.keyClicks(page.fetch_box.proxy, "http://proxy:3128")
    with qtbot.waitSignal(page.fetch_requested) as wished:
        click(page.fetch_box.download_button)
    assert wished.args == [FetchWish(("http://one/raw", "http://two/raw"), "http://proxy:3128")]


def test_a_folder_or_a_zip_will_do_instead(
    page: CorpusPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def folder(*_arguments: Any) -> str:
        return "/media/Übung 1/multi30k"

    def file(*_arguments: Any) -> tuple[str, str]:
        return "/media/multi30k.zip", ""

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", folder)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", file)
    for button, origin in (
        (page.fetch_box.folder_button, "/media/Übung 1/multi30k"),
        (page.fetch_box.zip_button, "/media/multi30k.zip"),
    ):
        with qtbot.waitSignal(page.fetch_requested) as wished:
            click(button)
        assert wished.args == [FetchWish((origin,), "")]


def test_fetching_is_told_and_can_be_cancelled(page: CorpusPage, qtbot: QtBot) -> None:
    row = page.busy_row
    click(page.fetch_box.download_button)
    assert (row.isVisible(), row.bar.isVisible()) == (True, False)
    page.show_fetching(
        Fetching(file="train.de.gz", number=2, count=4, done_bytes=500, total_bytes=1000)
    )
    assert row.sentence.text() == ("Downloading train.de.gz, file 2 of 4  ·  500 bytes of 1.0 kB")
    assert row.bar.value() / row.bar.maximum() == pytest.approx((1 + 0.5) / 4, abs=0.002)
    page.show_fetching(Fetching(file="train.de.gz", number=2, count=4, done_bytes=500))
    assert not row.bar.isVisible()
    with qtbot.waitSignal(page.cancel_requested):
        click(row.cancel_button)
    assert not row.isVisible()
    assert page.notices.notices() == ()


def test_a_preview_says_what_is_learned_and_what_is_left_out(page: CorpusPage) -> None:
    page.show_multi30k_present(CAPTIONS)
    assert not page.preview.isVisible()
    page.show_busy("Reading the text…")
    page.show_preview(PREVIEW)
    preview = page.preview
    assert preview.isVisible()
    assert not page.busy_row.isVisible()
    figures = (preview.train, preview.validation, preview.test)
    assert [figure.value.text() for figure in figures] == ["28983", "1014", "1000"]
    assert preview.encodings.text() == "Encoding of the 2 file(s): UTF-8"
    assert not preview.held_out.isVisible()
    assert preview.pairs.sentences() == [
        "English", "German", "Two men.", "Zwei Männer.", "A dog runs.", "Ein Hund rennt.",
    ]  # fmt: skip
    assert [fold.button.text() for fold in preview.reasons] == [
        "Duplicate pair  ·  9",
        "Longer than the recipe allows  ·  7",
        "Some new reason  ·  1",
    ]
    assert not preview.reasons[0].content.isVisible()
    preview.reasons[0].button.setFocus()
    QTest.keyClick(preview.reasons[0].button, Qt.Key.Key_Space)
    assert preview.reasons[0].content.isVisible()
    words = [label.text() for label in preview.reasons[0].content.findChildren(QLabel)]
    assert "Eine Katze." in words


def test_every_reason_that_leaves_a_pair_out_has_words_of_its_own() -> None:
    words = [reason_text(reason) for reason in REASONS]
    assert len(set(words)) == len(REASONS)
    for reason, text in zip(REASONS, words, strict=True):
        assert text != reason.replace("_", " ").capitalize()


def test_of_one_file_the_encoding_is_said_without_a_number(page: CorpusPage) -> None:
    page.show_preview(replace(PREVIEW, encodings={"/x/pairs.tsv": "utf_8"}))
    assert page.preview.encodings.text() == "Encoding of the file: UTF-8"


def test_other_encodings_and_split_off_text_are_said(page: CorpusPage) -> None:
    page.show_preview(
        Previewed(
            name="own",
            licence="",
            train=90,
            validation=10,
            test=10,
            is_held_out=True,
            encodings={"/x/a.txt": "cp1252", "/x/b.txt": "utf_16_le"},
            first=(("x" * 10_000, "b"),),
        )
    )
    assert page.preview.encodings.text() == (
        "Encodings detected:   a.txt: Windows-1252   b.txt: UTF-16-LE"
    )
    assert page.preview.held_out.isVisible()
    assert "set aside" in page.preview.held_out.text()
    assert page.preview.dropped_sum.text() == "None: every pair can be used."
    assert len(page.preview.pairs.sentences()[2]) < 500


def test_hints_are_told_where_the_recipe_gives_them(page: CorpusPage) -> None:
    page.show_preview(PREVIEW)
    assert not page.preview.hints.isVisible()
    hints = HintCounts(
        read=5000,
        hinted=3100,
        in_dictionary_form=1200,
        as_in_target=2900,
        with_several_candidates=800,
        for_several_words=70,
    )
    page.show_preview(replace(PREVIEW, hints=hints))
    assert page.preview.hints.isVisible()
    assert page.preview.hints.text() == (
        f"In a sample, {count(3100)} of {count(5000)} pairs can get hints from the dictionary: "
        f"{count(1200)} in dictionary form, {count(2900)} as in the translation; 800 with several "
        "candidates, 70 for several words"
    )
    page.show_preview(replace(PREVIEW, hints=replace(hints, read=PREVIEW.train)))
    assert page.preview.hints.text().startswith(f"{count(3100)} of {count(PREVIEW.train)} pairs")


def test_a_text_that_is_too_small_to_learn_from_says_so(page: CorpusPage) -> None:
    page.show_preview(replace(PREVIEW, train=SMALL_TEXT - 1))
    (notice,) = page.preview.notices.notices()
    assert notice.kind == "warning"
    assert notice.text.startswith("This text is too small to learn a language from")
    page.show_preview(replace(PREVIEW, train=SMALL_TEXT))
    assert page.preview.notices.notices() == ()


def test_the_page_is_complete_while_its_choice_was_looked_through(page: CorpusPage) -> None:
    told: list[bool] = []
    page.completed_changed.connect(told.append)
    page.show_preview(PREVIEW)
    assert told == []  # nothing is chosen that it could be of
    page.show_multi30k_present(CAPTIONS)
    page.show_preview(PREVIEW)
    assert told == [True]
    assert page.is_complete
    click(page.direction_row.swap_button)
    assert told == [True, False]
    assert not page.preview.isVisible()


def test_a_problem_is_said_in_place_and_the_text_can_be_read_again(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    page.show_problem("The file was not fetched.", "Check the connection.")
    (notice,) = page.notices.notices()
    assert notice.text == "The file was not fetched.\nCheck the connection."
    assert notice.action_text == ""
    page.show_multi30k_present(CAPTIONS)
    assert page.notices.notices() == ()
    page.show_busy("Reading the text…")
    page.show_problem("The text cannot be read.", "Line 7 is no text.")
    assert not page.busy_row.isVisible()
    again = [b for b in page.notices.findChildren(QPushButton) if b.text() == "Try again"]
    click(again[0])
    assert chosen == [CorpusChoice("multi30k", "en", "de", (CAPTIONS,))] * 2
    assert page.notices.notices() == ()


def test_reading_that_was_cancelled_can_be_done_after_all(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    page.show_multi30k_present(CAPTIONS)
    page.show_busy("Reading the text…")
    click(page.busy_row.cancel_button)
    buttons = [b for b in page.notices.findChildren(QPushButton) if b.text() == "Check the text"]
    click(buttons[0])
    assert len(chosen) == 2


def test_a_table_dropped_is_a_choice(page: CorpusPage, chosen: list[CorpusChoice | None]) -> None:
    click(page.cards["pairs"])
    drop(page, "/texts/pairs.TSV")
    assert chosen[-1] == CorpusChoice("pairs", "en", "de", (Path("/texts/pairs.TSV"),))
    assert "first column is read as English" in page.own_files.note.text()
    drop(page, "/texts/memory.tmx.gz")
    assert chosen[-1] == CorpusChoice("pairs", "en", "de", (Path("/texts/memory.tmx.gz"),))
    assert "The file says" in page.own_files.note.text()


def test_two_texts_are_a_choice_and_their_names_say_which_is_which(
    page: CorpusPage, chosen: list[CorpusChoice | None]
) -> None:
    click(page.cards["pairs"])
    drop(page, "/t/book.de.txt", "/t/book.en.txt")
    english, german = Path("/t/book.en.txt"), Path("/t/book.de.txt")
    assert chosen[-1] == CorpusChoice("pairs", "en", "de", (english, german))
    click(page.own_files.swap_button)
    assert chosen[-1] == CorpusChoice("pairs", "en", "de", (german, english))
    click(page.own_files.swap_button)
    click(page.direction_row.swap_button)  # each file stays with its language
    assert chosen[-1] == CorpusChoice("pairs", "de", "en", (german, english))
    click(page.own_files.remove_buttons[0])
    assert chosen[-1] is None


def test_one_text_waits_for_the_other(
    page: CorpusPage, chosen: list[CorpusChoice | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [["/t/one.txt"], [], ["/t/two.txt"]]

    def files(*_arguments: Any) -> tuple[list[str], str]:
        return answers.pop(0), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", files)
    click(page.cards["pairs"])
    for _ in range(2):
        click(page.own_files.choose_button)
        assert page.choice is None
        assert page.own_files.choose_button.text() == "&Choose the second file…"
    click(page.own_files.choose_button)
    assert chosen == [CorpusChoice("pairs", "en", "de", (Path("/t/one.txt"), Path("/t/two.txt")))]


@pytest.mark.parametrize("url", ["https://example.org/pairs.tsv", "a folder"])
def test_what_is_no_file_is_not_taken(page: CorpusPage, tmp_path: Path, url: str) -> None:
    click(page.cards["pairs"])
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path)) if url == "a folder" else QUrl(url)])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, left, none)
    enter.ignore()
    QApplication.sendEvent(page.own_files, enter)
    assert not enter.isAccepted()
    QApplication.sendEvent(page.own_files, QDragLeaveEvent())
    assert page.own_files.paths == ()


def test_of_what_is_dropped_together_the_files_are_taken(page: CorpusPage, tmp_path: Path) -> None:
    click(page.cards["pairs"])
    drop(page, str(tmp_path), "/texts/pairs.tsv")
    assert page.own_files.paths == (Path("/texts/pairs.tsv"),)


def test_own_pairs_are_in_any_two_different_languages(page: CorpusPage) -> None:
    click(page.cards["pairs"])
    sources, targets = offered(page)
    assert len(sources) > 50
    assert set(sources) - set(targets) == {"en"}
    for number in range(page.direction_row.source_box.count()):
        page.direction_row.source_box.setCurrentIndex(number)
        source, target = page.direction_row.direction
        assert source
        assert target
        assert source != target


def test_talks_need_a_folder(
    page: CorpusPage, chosen: list[CorpusChoice | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = ["", "/texts/iwslt/de-en"]

    def folder(*_arguments: Any) -> str:
        return answers.pop(0)

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", folder)
    click(page.cards["iwslt14"])
    click(page.talks_button)
    assert page.choice is None
    click(page.talks_button)
    assert chosen == [CorpusChoice("iwslt14", "de", "en", (Path("/texts/iwslt/de-en"),))]
    assert page.talks_folder.text() == "/texts/iwslt/de-en"


@pytest.mark.parametrize("width", [620, 940, 1600])
def test_nothing_is_wider_than_the_page(page: CorpusPage, width: int) -> None:
    page.resize(width, 680)
    for card in page.cards.values():
        click(card)
        page.show_preview(PREVIEW)
        QApplication.processEvents()
        inside = page.area.widget()
        assert inside is not None
        assert inside.width() <= page.area.viewport().width()


def test_languages_are_listed_by_their_names(page: CorpusPage) -> None:
    click(page.cards["pairs"])
    for box in (page.direction_row.source_box, page.direction_row.target_box):
        names = [box.itemText(row) for row in range(box.count())]
        assert len(names) > 2
        assert names == sorted(names, key=str.casefold)


def test_the_wheel_scrolls_and_chooses_no_language(page: CorpusPage) -> None:
    click(page.cards["pairs"])
    page.cards["pairs"].setFocus()
    box = page.direction_row.source_box
    before = box.currentIndex()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # not inverted
    )
    QApplication.sendEvent(box, wheel)
    assert box.currentIndex() == before


def test_included_text_is_chosen_at_first_and_its_size_is_told_in_thousands(qtbot: QtBot) -> None:
    page = CorpusPage()
    qtbot.addWidget(page)
    page.show_everyday(48_999)
    assert page.choice == CorpusChoice("everyday", "en", "de", ())
    card = page.cards["everyday"]
    words = f"{count(48_000)} sentence pairs, built in, free to use"
    assert words in card.accessibleDescription()
    page.show_preview(PREVIEW)
    assert page.is_complete
