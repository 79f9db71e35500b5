"""The models' window shows what it is given, and emits what is wished; nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from desktop.platform.interface_language import Language, install_translators
from desktop.views import theme
from desktop.views.models.card import ModelCard
from desktop.views.models.rows import ModelRows, main_score, score_text
from desktop.views.models.window import ModelsWindow
from engine.errors import ModelFolderDamagedError
from engine.interchange.export.formats import ExportFormat
from engine.models.manifest import FineTunedFrom, ImportedFrom, Score, TrainingCorpus
from engine.models.registry import ModelEntry, ModelOrigin
from tests.support.model_folders import toy_manifest
from tests.support.save_dialogs import save_as, save_dialog
from tests.support.windows import mnemonics

RED = 0xFF0000


def entry(name: str, origin: ModelOrigin = ModelOrigin.OWN, **fields: object) -> ModelEntry:
    """A model that is nowhere."""
    return ModelEntry(name, Path("/models") / name, origin, toy_manifest(**fields), None, 5_000_000)


def score(name: str, corpus: str, value: float = 30.0) -> Score:
    return Score(name=name, value=value, corpus=corpus)


OWN = entry("own")
OTHER_SCORES = (score("bleu (beam 5)", "test", 39.96),)
OTHER = entry("other", scores=OTHER_SCORES)
SHIPPED = entry("shipped", ModelOrigin.SHIPPED)
DAMAGED = replace(
    entry("damaged"), problem=ModelFolderDamagedError(Path("/models/damaged"), ["a: missing"])
)
ALL = (DAMAGED, OTHER, OWN, SHIPPED)


@pytest.fixture
def window(qtbot: QtBot) -> ModelsWindow:
    window = ModelsWindow()
    qtbot.addWidget(window)
    window.chosen.connect(
        lambda chosen: None if chosen is None else window.show_card(chosen, "# Card\n\nText.")
    )
    window.show_models(ALL)
    window.show()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    window.list_view.setFocus()
    return window


def test_a_row_says_in_words_what_a_model_is() -> None:
    rows = ModelRows()
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal, rows)
    rows.show_models(ALL)
    rows.show_in_use(SHIPPED)
    said = [rows.data(rows.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(4)]
    for text, words in zip(
        said,
        (
            ("other", "BLEU 40.0 (test)", "your own"),
            ("shipped", "built in", "in use"),
            ("own", "5.0 MB", "your own"),
            ("damaged", "The model is damaged", "English → German"),
        ),
        strict=True,
    ):
        assert all(word in text for word in words)
    assert "in use" not in "".join((said[0], *said[2:]))


def measured(name: str, value: float, corpus: str, **fields: str) -> ModelEntry:
    """A model with a score on a test text of the corpus it learned from."""
    learned = toy_manifest().training
    assert learned is not None
    corpora = (TrainingCorpus(name=corpus, licence="", pairs=1),)
    return entry(
        name,
        ModelOrigin.OWN,
        scores=(score("bleu (beam 5)", "test", value),),
        training=learned.model_copy(update={"corpora": corpora}),
        **fields,
    )


def test_the_best_comes_first_among_scores_that_one_text_measured() -> None:
    news = [measured("news good", 30.0, "news"), measured("news better", 31.0, "news")]
    captions = measured("captions", 45.0, "captions")  # easier text, not a better model
    captions = replace(captions, origin=ModelOrigin.SHIPPED)
    back = measured("back", 50.0, "news", source_language="de", target_language="en")
    rows = ModelRows()
    given = (DAMAGED, *news, OWN, SHIPPED, back, captions)
    for entries in (given, (*given[:3], *reversed(given[3:]))):
        rows.show_models(entries)
        assert [found.name for found in rows.entries] == [
            "captions",
            "news better",
            "news good",
            "shipped",
            "own",
            "damaged",
            "back",
        ]


def test_it_opens_at_the_model_in_use(window: ModelsWindow) -> None:
    many = [entry(f"model {number:02}") for number in range(60)]
    window.show_models(many)
    for place in (50, 3):
        window.show_in_use(many[place])
        window.close()
        window.show()
        assert window.current() == many[place]
        view = window.list_view
        assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))


def test_models_are_grouped_by_their_languages_and_each_group_has_one_heading() -> None:
    many = {f"{code}": f">>{code}<<" for code in ("de", "nl", "sv", "da")}
    rows = ModelRows()
    rows.show_models(
        (
            replace(entry("broken"), manifest=None),
            entry("many", target_tokens=many),
            entry("first"),
            entry("back", source_language="de", target_language="en"),
            entry("second"),
        )
    )
    assert [found.name for found in rows.entries] == ["first", "second", "back", "many", "broken"]
    assert [rows.heading(row) for row in range(5)] == [
        "English → German",
        "",
        "German → English",
        "Several languages",
        "Unknown languages",
    ]
    assert rows.lines(rows.entries[3])[0] == "English → 4 languages"


def test_an_imported_model_says_who_published_it_and_that_nobody_measured_it(
    window: ModelsWindow,
) -> None:
    published = ImportedFrom(
        format="marian",
        name="opus-2021",
        publisher="Helsinki-NLP",
        licence="CC BY 4.0",
        address="https://example.org/<opus>.zip",
    )
    tokens = {"de": ">>deu<<", "nl": ">>nld<<"}
    imported = entry("imported", imported_from=published, training=None, target_tokens=tokens)
    window.show_card(imported, "")
    text = window.card.toPlainText()
    for words in ("Helsinki-NLP", "CC BY 4.0", "https://example.org/<opus>.zip", "opus-2021"):
        assert words in text
    assert "Not measured with this program" in text
    assert "Dutch, German" in text
    scored = entry("scored", imported_from=published, training=None, scores=OTHER_SCORES)
    window.show_card(scored, "")
    assert "BLEU 40.0 (test): measured by its publisher" in window.card.toPlainText()


def test_an_improved_model_names_what_it_was_made_from(window: ModelsWindow) -> None:
    published = ImportedFrom(format="marian", name="opus", publisher="Helsinki-NLP")
    parent = FineTunedFrom(name="opus-en-de", weights_sha256="0" * 64)
    improved = entry("mine", imported_from=published, fine_tuned_from=parent, scores=OTHER_SCORES)
    window.show_card(improved, "")
    text = window.card.toPlainText()
    for words in ("Improved from", "opus-en-de", "Helsinki-NLP", "your own"):
        assert words in text
    assert "measured by its publisher" not in text


@pytest.mark.parametrize(
    ("scores", "best"),
    [
        ((), None),
        ((score("chrf (beam 5)", "test"), score("bleu_tok_lc (beam 5)", "test")), None),
        ((score("bleu (greedy)", "validation"),), 0),
        ((score("bleu (beam 5)", "validation"), score("bleu (greedy)", "test")), 1),
        ((score("bleu (greedy)", "test"), score("bleu (beam 5)", "test")), 1),
    ],
)
def test_the_main_score_is_bleu_of_text_kept_for_the_test(
    scores: tuple[Score, ...], best: int | None
) -> None:
    found = main_score(toy_manifest(scores=scores))
    assert found == (None if best is None else scores[best])
    assert bool(score_text(entry("x", scores=scores))) == (best is not None)


def test_the_arrows_walk_and_each_model_is_described(window: ModelsWindow, qtbot: QtBot) -> None:
    assert window.current() == OTHER
    for model in (SHIPPED, OWN, DAMAGED):
        with qtbot.waitSignal(window.chosen) as chosen:
            QTest.keyClick(window.list_view, Qt.Key.Key_Down)
        assert chosen.args == [model]
        assert window.card.toPlainText().startswith(model.name)
        assert "Text." in window.card.toPlainText()


def test_languages_can_be_added(window: ModelsWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.add_requested):
        window.add_languages_action.trigger()


def test_buttons_do_what_fits_the_model_and_say_why_not(window: ModelsWindow) -> None:
    buttons = {
        "use": window.use_button,
        "export": window.export_button,
        "rename": window.rename_button,
        "remove": window.remove_button,
        "folder": window.folder_button,
    }

    def enabled() -> set[str]:
        return {name for name, button in buttons.items() if button.isEnabled()}

    window.show_in_use(OTHER)
    window.choose("damaged")
    assert enabled() == {"rename", "remove", "folder"}
    assert window.use_button.toolTip() == "This model cannot be used"
    window.choose("other")
    assert enabled() == {"export", "rename", "remove", "folder"}
    assert window.use_button.toolTip() == "Already in use"
    window.choose("own")
    assert enabled() == set(buttons)
    window._choose_row(1)
    assert enabled() == {"use", "export", "folder"}
    assert window.remove_button.toolTip() == "Built in; cannot be removed"
    window.show_models(())
    assert enabled() == set()
    assert {button.toolTip() for button in buttons.values()} == {"Select a model first"}
    assert window.card.toPlainText() == ""


def test_the_chosen_model_stays_chosen(window: ModelsWindow) -> None:
    window.choose("own")
    window.show_models((OWN, SHIPPED))
    assert window.current() == OWN
    window.show_models((OTHER, SHIPPED))
    assert window.current() == SHIPPED  # it took its place
    window.choose("nobody")
    assert window.current() == SHIPPED


def test_files_and_folders_are_chosen_to_be_imported(
    window: ModelsWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = ["/t/a.translucent", "/t/folder"]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen[0], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: chosen[1])
    for action, path in zip(
        (window.import_file_action, window.import_folder_action), chosen, strict=True
    ):
        with qtbot.waitSignal(window.import_requested) as wished:
            action.trigger()
        assert wished.args == [Path(path)]
    chosen[:] = ["", ""]
    with qtbot.assertNotEmitted(window.import_requested):
        window.import_file_action.trigger()
        window.import_folder_action.trigger()


def test_a_shipped_model_is_called_by_its_title(qtbot: QtBot) -> None:
    general = replace(SHIPPED, title="General")
    rows = ModelRows()
    rows.show_models((general, OWN))
    assert [rows.data(rows.index(row)) for row in (0, 1)] == ["General", "own"]
    said = rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("General, English → German")
    card = ModelCard()
    qtbot.addWidget(card)
    card.show_model(general, "")
    assert card.toPlainText().startswith("General\n")


def test_an_export_is_called_as_the_model(
    window: ModelsWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.choose("own")
    window.export_button.file_action.trigger()
    field = save_dialog(qtbot).findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    assert field.text() == "own.translucent"
    with qtbot.waitSignal(window.export_requested) as wished:
        save_as(qtbot, tmp_path / "elsewhere")
    assert wished.args == [OWN, tmp_path / "elsewhere.translucent"]


@pytest.mark.parametrize("to", get_args(ExportFormat))
def test_an_export_for_another_program_is_a_folder(
    window: ModelsWindow, qtbot: QtBot, tmp_path: Path, to: ExportFormat
) -> None:
    window.choose("own")
    window.export_button.program_actions[to].trigger()
    field = save_dialog(qtbot).findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    assert field.text() == f"own-{to}"
    with qtbot.waitSignal(window.program_export_requested) as wished:
        save_as(qtbot, tmp_path / "elsewhere")
    assert wished.args == [OWN, tmp_path / "elsewhere", to]


def test_going_to_another_model_ends_the_renaming(window: ModelsWindow) -> None:
    window.choose("own")
    QTest.keyClick(window.list_view, Qt.Key.Key_F2)
    assert window.is_naming
    window.choose("other")
    assert window.name_strip.isHidden()


def test_nothing_that_a_card_names_is_loaded(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = QImage(200, 200, QImage.Format.Format_RGB32)
    picture.fill(RED)
    assert picture.save(str(tmp_path / "red.png"))
    card = ModelCard()
    qtbot.addWidget(card)
    card.resize(500, 500)
    path = tmp_path / "red.png"
    markdown = f"![1]({path}) ![2]({path.as_uri()}) ![3](red.png)\n\n<img src='{path}'>"
    card.show_model(OWN, markdown)
    card.show()
    image = card.grab().toImage()
    found = {image.pixel(x, y) & 0xFFFFFF for x in range(0, 500, 7) for y in range(0, 500, 7)}
    assert RED not in found
    assert "<img src=" in card.toPlainText()  # HTML is shown, not carried out


def test_what_a_manifest_says_is_text(qtbot: QtBot) -> None:
    card = ModelCard()
    qtbot.addWidget(card)
    corpora = tuple(
        TrainingCorpus(
            name=f"<b>{n}</b>", licence="<h1>x</h1>" * 1000, attribution="A & B", pairs=n
        )
        for n in range(20)
    )
    training = {**toy_manifest().trained.model_dump(), "corpora": corpora}
    card.show_model(entry("<i>name</i>", limits="<img src=x>", training=training), "")
    read = card.toPlainText()
    assert read.startswith("<i>name</i>")
    assert "<img src=x>" in read
    assert "<b>3</b>, 3 pairs: <h1>x</h1>" in read
    assert "and 12 more" in read
    assert len(read) < 10_000


def test_the_card_is_titled_as_the_model_is_listed_and_says_nothing_where_it_knows_nothing(
    qtbot: QtBot,
) -> None:
    card = ModelCard()
    qtbot.addWidget(card)
    corpus = TrainingCorpus(name="mine", licence="", attribution="", pairs=2)
    training = {**toy_manifest().trained.model_dump(), "corpora": (corpus,)}
    card.show_model(entry("new name", training=training), "# old name\n\nA toy.\n\n# Data")
    read = card.toPlainText()
    assert read.startswith("new name")
    assert "old name" not in read
    assert "Model card\nA toy.\nData" in read
    assert "mine, 2 pairs\n" in read


def test_the_card_is_written_anew_in_the_colours_that_hold(window: ModelsWindow) -> None:
    read = window.card.toPlainText()
    theme.apply("dark")
    try:
        assert window.card.toPlainText() == read
    finally:
        theme.apply("light")


def test_closing_is_told(window: ModelsWindow, qtbot: QtBot) -> None:
    window.show_notice("Done.")
    with qtbot.waitSignal(window.closed):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.notices.notices() == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_buttons_share_a_key(qtbot: QtBot, qapp: QApplication, language: Language) -> None:
    install_translators(qapp, language)
    window = ModelsWindow()
    qtbot.addWidget(window)
    window.show_models(ALL)
    window.show_removed(("gone",))
    window.show()
    keys = mnemonics(window)
    assert len(keys) > 6
    assert len(set(keys)) == len(keys)
