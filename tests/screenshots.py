"""The window in all its states, as pictures: `python -m tests.screenshots FOLDER [STATE…]`.

Each state runs in a process of its own, on an X server without a screen, with the shipped model
and its own home folder. `--docs` renews the pictures of the README and of the guides;
that of a training is of a real one, whose folder `--run` names, and is left out without it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # each state imports Qt in its own process
    from PySide6.QtWidgets import QWidget

    from desktop.workers.translation_worker import OpenEngine

ROOT = Path(__file__).parents[1]

CAPTIONS = (
    "Two young men are playing soccer in the snow. A woman in a red coat is waiting for the bus."
)
ORDINARY = (
    "My sister bought a new house near the river. If it rains tomorrow, we will stay at home and "
    "read. Could you please send me the report by Friday?"
)
MARKED = (
    "A woman in a red coat is waiting for the bus.",
    "A woman and Ζωή are juggling burning torches.",
)
"""Instead of the first, a sentence that the model is not sure of."""
LONG = "\n".join(
    f"{count} {who} {what}."
    for count, who in (("Two", "men"), ("Three", "children"), ("Four", "women"), ("Five", "dogs"))
    for what in (
        "are playing in the snow",
        "are sitting on a bench in front of a large building",
        "are running across a green field",
        "are waiting for the bus on a busy street",
        "are standing on a small boat in the water",
    )
)
HIDDEN = "TRANSLUCENT_SCREENSHOT"
"""The name of the state that a process is to show."""
RUN = "TRANSLUCENT_SCREENSHOT_RUN"
"""The folder of the training that it is to show."""


class Scene:
    """A window that is being photographed."""

    def __init__(self, home: Path) -> None:
        from PySide6.QtWidgets import QApplication

        from desktop import app
        from desktop.storage import paths
        from desktop.storage.settings import SETTINGS_FILE, Settings
        from desktop.workers import engine_loader
        from tests.support.windows import home_folders

        sys.setswitchinterval(app.SWITCH_INTERVAL)
        self.application = QApplication(["translucent"])
        self.application.setApplicationName("Translucent")
        self.folders = home_folders(home, paths.resources() / "models")
        self.settings = Settings(self.folders.config / SETTINGS_FILE)
        self.settings.change(theme="light", language="en")
        self.settings.is_introduced = True
        self._program = app.Program
        self.open_engine: OpenEngine = engine_loader.open_engine
        self.shown: QWidget | None = None
        """What is photographed, if not the window."""

    def open(self, width: int = 1180, height: int = 840, **preferences: Any) -> None:
        """Open the window with these preferences, and wait until a model translates."""
        self.settings.change(**preferences)
        self.settings.save()
        self.program = self._program(self.application, self.folders, self.open_engine)
        self.program.open_window()
        self.program.window.resize(width, height)
        self.program.window.move(0, 0)
        self.program.window.source_pane.take_focus()
        self.wait(lambda: bool(self.program.settings.model_name))

    def wait(self, is_so: Callable[[], object], seconds: float = 60) -> None:
        """Let the program run until something is so, or for so long."""
        from PySide6.QtCore import QDeadlineTimer, QEventLoop

        end = QDeadlineTimer(int(seconds * 1000))
        while not is_so() and not end.hasExpired():
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)

    def rest(self, seconds: float = 1.2) -> None:
        """Let everything settle."""
        self.wait(lambda: False, seconds)

    def look_inside(self) -> None:
        """Open the attention panel, with the grid of all heads."""
        self.program.window.actions_by_id["attention"].trigger()
        self.program.translating.panel.controls.all_heads.click()

    def translate(self, text: str) -> None:
        """Put a text in, and wait for its translation and its map."""
        window = self.program.window
        window.source_pane.set_plain_text(text)
        self.program.translating.session.translate_now(text)
        self.wait(lambda: not window.target_pane.is_stale and window.target_pane.plain_text())
        self.wait(self.is_drawn)
        self.rest()

    def is_drawn(self) -> bool:
        """Whether every map that is seen has its picture."""
        panel = self.program.translating.panel
        views = (panel.grid, *(view.picture for view in panel.maps.values()))
        shown = [view for view in views if view.isVisible()]
        is_open = self.program.window.attention_dock.isVisible()
        return bool(shown) >= is_open and all(view.drawing is not None for view in shown)

    def show_words(self, text: str) -> None:
        """Show other words for one of the translation, and wait until they are found."""
        from desktop.views.panes.alternatives_popup import AlternativesPopup

        self.program.translating.actions.show_alternatives(self.word(text) + 1)
        (popup,) = self.program.window.findChildren(AlternativesPopup)
        self.wait(lambda: popup.words_list.count() and popup.sentences_list.count() > 1)
        self.rest()

    def word(self, text: str) -> int:
        """Return the place of a word in the translation."""
        return self.program.window.target_pane.plain_text().index(text)


def empty(scene: Scene) -> None:
    """As it is at the first start."""
    scene.open()
    scene.rest()


def translated(scene: Scene) -> None:
    """Two captions."""
    scene.open()
    scene.translate(CAPTIONS)


def linked(scene: Scene, **preferences: Any) -> None:
    """A word is pinned, its partners and cells are marked."""
    scene.open(**preferences)
    scene.look_inside()
    scene.translate(ORDINARY)
    scene.program.translating.link_tracker.pin_source(ORDINARY.index("house"))
    scene.rest()


def sentence_pair(scene: Scene, **preferences: Any) -> None:
    """A sentence that was clicked on is marked with its translation."""
    scene.open(**preferences)
    scene.translate(CAPTIONS)
    scene.program.translating.link_tracker.click_source(CAPTIONS.index("coat"))
    scene.program.translating.link_tracker.hover_source(CAPTIONS.index("coat"))
    scene.rest()


def dark(scene: Scene) -> None:
    """The same in the dark."""
    linked(scene, theme="dark")


def large(scene: Scene) -> None:
    """At 200 %."""
    linked(scene)


def german(scene: Scene) -> None:
    """The interface in German."""
    linked(scene, language="de")


def typing(scene: Scene) -> None:
    """The text has changed: the old translation is faint."""
    scene.open()
    scene.translate(CAPTIONS)
    scene.settings.change(translate_while_typing=False)
    scene.program.translating.session.set_automatic(False)
    scene.program.window.source_pane.type_text(" A dog")
    scene.rest(0.3)


def words(scene: Scene) -> None:
    """Other words for one of the translation."""
    scene.open()
    scene.translate(CAPTIONS)
    scene.show_words("Schnee")


def notices(scene: Scene) -> None:
    """Unknown words, a text unlike any other, and a failure."""
    scene.open()
    scene.translate("The quarterly 漢字 report is due. Please send me the invoice by Friday.")
    scene.program.presenter.show_failure(OSError(28, "No space left on device", "model"))
    scene.rest()


def history(scene: Scene) -> None:
    """The history, with a favourite."""
    scene.open()
    past = (
        ("A dog runs on the beach.", "Ein Hund läuft am Strand."),
        ("Two men are sitting on a bench.", "Zwei Männer sitzen auf einer Bank."),
        ("A girl is reading a book.", "Ein Mädchen liest ein Buch."),
    )
    for source, target in past:
        scene.program.translating.past.add(source, target, "en", "de", "en-de-multi30k")
    scene.program.translating.past.set_favourite(2, is_favourite=True)
    scene.translate(CAPTIONS)
    scene.program.translating.history.settle()
    scene.program.window.actions_by_id["history"].trigger()
    scene.rest()


def settings(scene: Scene) -> None:
    """The settings."""
    scene.open()
    scene.program.dialogs.open_settings()
    scene.shown = scene.program.dialogs.settings_dialog
    scene.rest()


def programs(scene: Scene) -> None:
    """The interface for other programs, on."""
    from desktop.values.interface_state import InterfaceStatus

    scene.open(serve_programs=True, serve_port=15_000)
    program = scene.program
    scene.wait(lambda: program.interface.state.status is InterfaceStatus.ON)
    program.dialogs.open_settings()
    program.dialogs.open_program_settings()
    scene.shown = program.dialogs.settings_dialog
    scene.rest()


def help_window(scene: Scene) -> None:
    """The help."""
    scene.open()
    scene.program.dialogs.open_help()
    window = scene.program.dialogs.help_window
    assert window is not None
    scene.shown = window
    window.show_chapter("marks")
    scene.rest()


def files(scene: Scene, **look: Any) -> None:
    """Files under translation, and the results of others."""
    scene.open(**look)
    folder = Path(tempfile.mkdtemp())
    (folder / "captions.md").write_text(f"# Pictures\n\n{LONG}\n", encoding="utf-8")
    many = "\n".join(f"{LONG} {number}" for number in range(60))
    (folder / "long.txt").write_text(many, encoding="utf-8")
    scene.program.files.add([folder / "captions.md", folder / "long.txt", folder / "gone.srt"])
    scene.rest(5)


def doubts(scene: Scene, **look: Any) -> None:
    """The sentences of a file that need checking."""
    scene.open(**look)
    path = Path(tempfile.mkdtemp()) / "report.txt"
    odd = (
        "The 漢字 report is due on 3 May.",
        "Ζωή juggles 1,234 torches with 5 friends in 7 hats.",
    )
    path.write_text("\n".join(f"{LONG}\n{text}" for text in odd), encoding="utf-8")
    program = scene.program
    program.files.add([path])
    scene.wait(lambda: program.files.results)
    panel = program.window.file_panel
    panel.doubts_requested.emit("1")
    scene.rest()
    panel.doubt_list.go_on()
    scene.rest()


def doubts_narrow(scene: Scene) -> None:
    """The same in a small window, in the dark."""
    doubts(scene, width=380, height=700, theme="dark")


def files_narrow(scene: Scene) -> None:
    """The same in a small window, in the dark."""
    files(scene, width=380, height=700, theme="dark")


def right_to_left(scene: Scene) -> None:
    """A text that runs from right to left."""
    scene.open()
    scene.translate("שני גברים משחקים כדורגל בשלג.\nثلاثة رجال يجلسون على مقعد.")


ARABIC = {
    "Where is the railway station?": "أين محطة القطار؟",
    "My sister bought a new house near the river last summer.": (
        "اشترت أختي بيتا جديدا بالقرب من النهر الصيف الماضي."
    ),
    "The app is called WhatsApp.": "WhatsApp هو اسم التطبيق.",
}
JAPANESE = {
    "駅はどこですか。": "Where is the railway station?",
    "コンピューターを買いました。": "I bought a computer.",
    "昨日、東京で友達に会いました。": "I met a friend in Tokyo yesterday.",
}


def open_foreign(
    scene: Scene, direction: tuple[str, str], translations: dict[str, str], **preferences: Any
) -> None:
    """Open the window with a pair for which no model ships, as a fake engine translates it."""
    import shutil

    from tests.support.engines import FakeEngine, fake_open
    from tests.support.model_folders import change_manifest

    name = "-".join(direction)
    folder = scene.folders.models / name
    shutil.copytree(scene.folders.shipped_models / "en-de-multi30k", folder)
    change_manifest(folder, {"source_language": direction[0], "target_language": direction[1]})
    scene.open_engine = fake_open(FakeEngine(*direction, write=lambda text: translations[text]))
    scene.settings.model_name = name
    scene.open(**preferences)


def arabic(scene: Scene, **preferences: Any) -> None:
    """A translation that runs from right to left, with its map and linked words."""
    open_foreign(scene, ("en", "ar"), ARABIC, **preferences)
    scene.program.window.actions_by_id["attention"].trigger()
    scene.translate(" ".join(ARABIC))
    scene.program.translating.link_tracker.pin_source(" ".join(ARABIC).index("house"))
    scene.rest(0.3)
    scene.wait(scene.is_drawn)  # the map of that sentence
    scene.rest()


def arabic_large(scene: Scene) -> None:
    """The same at 200 %."""
    arabic(scene)


def arabic_words(scene: Scene) -> None:
    """Other words for one of it."""
    open_foreign(scene, ("en", "ar"), ARABIC)
    scene.translate(" ".join(ARABIC))
    scene.show_words("جديدا")


def japanese(scene: Scene, **preferences: Any) -> None:
    """A text without blanks, with its map."""
    open_foreign(scene, ("ja", "en"), JAPANESE, **preferences)
    scene.program.window.actions_by_id["attention"].trigger()
    text = "\n".join(JAPANESE)
    scene.translate(text)
    scene.program.translating.link_tracker.pin_source(text.index("東京"))
    scene.rest(0.3)
    scene.wait(scene.is_drawn)  # the map of that sentence
    scene.rest()


def long(scene: Scene) -> None:
    """Twenty sentences."""
    scene.open()
    scene.translate(LONG)


def scrolled(scene: Scene) -> None:
    """A long text in the middle: the translation was scrolled along."""
    scene.open()
    scene.translate(LONG)
    scene.program.window.source_pane.editor.verticalScrollBar().setValue(9)
    scene.rest(0.3)


def edited(scene: Scene) -> None:
    """A sentence of the translation was edited, and still is."""
    from PySide6.QtTest import QTest

    scene.open()
    scene.translate(CAPTIONS)
    window = scene.program.window
    window.actions_by_id["edit"].trigger()
    window.target_pane.editor.set_caret(scene.word(" wartet"))
    QTest.keyClicks(window.target_pane.editor, " steht und")
    QTest.mouseMove(window.status_line)
    scene.rest()


def detected(scene: Scene) -> None:
    """The language of the text was detected."""
    scene.open()
    scene.translate("Wo ist der Bahnhof? Wir suchen ihn schon seit einer Stunde.")
    scene.wait(lambda: scene.program.selection.direction[0] == "de")
    scene.wait(lambda: not scene.program.window.target_pane.is_stale)
    scene.rest()


def small(scene: Scene) -> None:
    """The smallest window, with a note."""
    scene.open(380, 420)
    scene.translate("The quarterly 漢字 report is due.")


def everything(scene: Scene) -> None:
    """All that can be open, in a window of 1024 × 700."""
    scene.open(1024, 700)
    scene.translate("The quarterly 漢字 report is due. " + CAPTIONS)
    window = scene.program.window
    scene.program.trials.bar.show_snapshots([(epoch, 400 * epoch) for epoch in range(1, 11)])
    scene.program.trials.bar.show()
    window.status_line.show_training("Training: 43 %")
    scene.program.presenter.show_failure(OSError(28, "No space left on device", "model"))
    window.notice_line.count_button.setChecked(True)
    for name in ("attention", "history"):
        window.actions_by_id[name].setChecked(True)
    scene.rest(2)


def progress(scene: Scene) -> None:
    """A long text at work."""
    scene.open()
    text = "\n".join(f"{line} {number}" for number in range(40) for line in LONG.splitlines())
    scene.program.window.source_pane.set_plain_text(text)
    scene.program.translating.session.translate_now(text)
    scene.wait(scene.program.window.status_line.progress_bar.isVisible)
    scene.rest(4)


def narrow(scene: Scene) -> None:
    """A small, high window: the texts stand one above the other."""
    scene.open(640, 900)
    scene.translate(CAPTIONS)


def docked_right(scene: Scene) -> None:
    """The attention at the right."""
    from PySide6.QtCore import Qt

    scene.open(1400, 820)
    scene.look_inside()
    scene.program.window.addDockWidget(
        Qt.DockWidgetArea.RightDockWidgetArea, scene.program.window.attention_dock
    )
    scene.translate(CAPTIONS)


def compared(scene: Scene) -> None:
    """Two translations of a sentence, and how their maps differ."""
    scene.open(1400, 900)
    scene.look_inside()
    scene.translate(CAPTIONS)
    scene.wait(lambda: len(scene.program.translating.inspection.hypotheses) > 2)
    scene.program.translating.panel.controls.more.comparison_chosen.emit(2)
    scene.wait(scene.program.translating.panel.maps["difference"].isVisible)
    scene.wait(scene.is_drawn)
    scene.rest()


def tokens(scene: Scene) -> None:
    """A sentence of some 250 tokens."""
    scene.open()
    scene.look_inside()
    scene.translate(", ".join(LONG.replace(".", "").splitlines())[:398] + ".")


def guide_translate(scene: Scene, **preferences: Any) -> None:
    """The texts alone, with a word pinned."""
    scene.open(1000, 390, **preferences)
    scene.translate(ORDINARY)
    scene.program.translating.link_tracker.pin_source(ORDINARY.index("house"))
    scene.rest()


def guide_words(scene: Scene, **preferences: Any) -> None:
    """Other words, over the texts alone, at the right of the screen: the pop-up stays inside."""
    scene.open(1060, 610, **preferences)
    window = scene.program.window
    window.move(scene.application.primaryScreen().size().width() - window.width(), 0)
    scene.translate(ORDINARY)
    scene.show_words("kaufte")


def guide_attention(scene: Scene, **preferences: Any) -> None:
    """A window as small as suits a page, with a word pinned."""
    scene.open(1000, 760, **preferences)
    scene.look_inside()
    scene.translate(ORDINARY)
    scene.program.translating.link_tracker.pin_source(ORDINARY.index("house"))
    scene.rest()


def wizard(scene: Scene, step: str, **preferences: Any) -> None:
    """The training wizard at one of its steps, with a run of three epochs."""
    from desktop.wizard.wizard import Step
    from tests.support.stories import finished, learned

    scene.open(**preferences)
    scene.program.wizard.open()
    opened = scene.program.wizard.wizard
    assert opened is not None
    scene.shown = opened
    opened.move(0, 0)
    opened.run_page.show_story(learned(), 3)
    opened.run_page.show_state("running")
    opened.result_page.show_story(finished())
    opened.show_step(Step[step])
    scene.rest(3)


def guide_training(scene: Scene, **preferences: Any) -> None:
    """A real training of the quick look, in its fourth epoch."""
    from training.progress import Started, Stepped
    from training.report.run_story import RunStory, read_events

    wizard(scene, "RUN", **preferences)
    opened = scene.program.wizard.wizard
    assert opened is not None
    story = RunStory()
    for event in read_events(Path(os.environ[RUN])):
        story.add(event)
        if isinstance(event, Started):  # under the name that the wizard would propose
            story.started = replace(event, run=f"en-de {event.recipe}")
        if isinstance(event, Stepped) and event.progress > 0.6:
            break
    opened.resize(960, 800)
    opened.run_page.show_story(story, 6)
    opened.setFocus()
    scene.rest(3)


def wizard_text(scene: Scene) -> None:
    """The text page of the wizard."""
    wizard(scene, "CORPUS")


def wizard_recipe(scene: Scene) -> None:
    """The recipe page of the wizard."""
    wizard(scene, "RECIPE")


def wizard_run(scene: Scene) -> None:
    """A model learns."""
    wizard(scene, "RUN")


def wizard_result(scene: Scene) -> None:
    """What came of it, in the dark."""
    wizard(scene, "RESULT", theme="dark")


def wizard_german(scene: Scene) -> None:
    """The recipes in German."""
    wizard(scene, "RECIPE", language="de")


def models(scene: Scene, **preferences: Any) -> None:
    """The models, and the card of one."""
    scene.open(**preferences)
    scene.program.dialogs.open_models()
    window = scene.program.dialogs.models_window
    assert window is not None
    scene.shown = window
    window.move(0, 0)
    scene.rest()


def add_models(folder: Path, pattern: Path) -> None:
    """Save copies of a model that say they translate many languages."""
    import shutil

    from tests.support.model_folders import change_manifest

    languages = ("fr", "es", "it", "nl", "pl", "pt", "cs", "uk", "ru", "ja", "zh", "ar", "he")
    tokens = {code: f">>{code}<<" for code in languages}
    for code in languages:
        for source, target in (("en", code), (code, "en")):
            copy = folder / f"opus-mt-{source}-{target}"
            shutil.copytree(pattern, copy)
            change_manifest(
                copy,
                {
                    "source_language": source,
                    "target_language": target,
                    "limits": "",
                    "scores": [],
                    "target_tokens": tokens if (source, target) == ("en", "nl") else {},
                    "training": None,
                    "calibration": None,
                    "imported_from": {
                        "format": "marian",
                        "name": copy.name,
                        "publisher": "Helsinki-NLP",
                        "licence": "CC BY 4.0",
                        "address": f"https://example.org/models/{source}-{target}/opus.zip",
                    },
                },
            )


def many_models(scene: Scene, **preferences: Any) -> None:
    """Thirty models of many languages, in their groups; the card of an imported one."""
    add_models(scene.folders.models, scene.folders.shipped_models / "en-de-multi30k")
    models(scene, **preferences)
    window = scene.program.dialogs.models_window
    assert window is not None
    window.choose("opus-mt-en-nl")
    scene.rest()


def languages(scene: Scene, **preferences: Any) -> None:
    """A long list of languages, in which "pol" was typed; marks that are not calibrated."""
    from PySide6.QtTest import QTest

    add_models(scene.folders.models, scene.folders.shipped_models / "en-de-multi30k")
    for code in ("nl", "fr"):
        scene.settings.use_languages("en", code)
    scene.open(**preferences)
    scene.program.selection.choose_model("opus-mt-en-fr")
    scene.translate(MARKED[1])
    box = scene.program.window.language_bar.target_box
    QTest.keyClicks(box, "p")
    QTest.keyClicks(box.view(), "ol")
    scene.rest()


def foreign_model(scene: Scene, **preferences: Any) -> None:
    """Models of Hugging Face: one is imported, and another does not say what it translates."""
    from desktop.platform.single_instance import Start
    from tests.support.foreign_models import write_huggingface_model

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("opus-mt-en-de", "my model")]
        for path in paths:
            write_huggingface_model(path)
        scene.open(**preferences)
        scene.program.start_met.emit(Start(tuple(paths)))
        window = scene.program.dialogs.models_window
        assert window is not None
        scene.shown = window
        window.move(0, 0)
        scene.wait(window.languages_strip.isVisible)
        scene.rest()


def catalogue(scene: Scene, size: tuple[int, int] = (720, 640), **preferences: Any) -> None:
    """Languages that can be added, and downloads in all states; nothing goes online."""
    from desktop.values.model_download import DownloadState, ModelDownload
    from engine.catalogue.catalogue import load_catalogue
    from engine.errors import DiskSpaceError

    scene.open(**preferences)
    scene.program.dialogs.open_catalogue()
    window = scene.program.dialogs.catalogue_window
    assert window is not None
    scene.shown = window
    window.resize(*size)
    window.move(0, 0)
    models = load_catalogue()
    full = DiskSpaceError(scene.folders.data, 900, 120)
    for download in (
        ModelDownload(models[0], DownloadState.INSTALLED, installed=models[0].name),
        ModelDownload(models[1], DownloadState.RUNNING, 131_000_000, 300_000_000, 95.0),
        ModelDownload(models[2], DownloadState.PAUSED, 80_000_000, 300_000_000),
        ModelDownload(models[3], DownloadState.FAILED, error=full),
    ):
        window.show_download(download)
    names = (models[0].name, models[1].name)
    window.show_states(dict(zip(names, ("Installed", "Downloading…"), strict=True)))
    window.tree.expandAll()
    scene.rest()


def guide_languages(scene: Scene, **preferences: Any) -> None:
    """A search among them, and a download."""
    from desktop.values.model_download import DownloadState, ModelDownload

    scene.open(**preferences)
    scene.program.dialogs.open_catalogue("fr")
    window = scene.program.dialogs.catalogue_window
    assert window is not None
    scene.shown = window
    window.resize(760, 520)
    window.move(0, 0)
    model = window.current()
    assert model is not None
    window.show_download(
        ModelDownload(model, DownloadState.RUNNING, 131_000_000, 300_000_000, 95.0)
    )
    window.show_choice(can_download=False, is_installed=False, note=window.note.text())
    scene.rest()


def terms(scene: Scene, **preferences: Any) -> None:
    """Terms of the glossary and words of the dictionary in a translation."""
    from engine.glossary.glossary import GlossaryEntry

    scene.open(**preferences)
    entries = [
        GlossaryEntry("contract|contracts", "Kontrakt|Kontrakts|Kontrakte|Kontrakten"),
        GlossaryEntry("bank account", "Girokonto|Girokontos"),
        GlossaryEntry("Open Door"),
        GlossaryEntry("tenant", "Mietpartei"),
        GlossaryEntry("landlord", "Vermieterin|Vermieter"),
    ]
    scene.program.translating.glossary.put(("en", "de"), entries)
    scene.translate(
        "The tenant signed the contract yesterday. Please send the money to my bank account. "
        "She visited the Open Door project in Berlin. She crushed the juniper berries in a mortar."
    )


def glossary(scene: Scene, **preferences: Any) -> None:
    """The glossary."""
    terms(scene, **preferences)
    scene.program.dialogs.open_glossary("signed")
    window = scene.program.dialogs.glossary_window
    assert window is not None
    scene.shown = window
    window.move(0, 0)
    scene.rest()


def glossary_import(scene: Scene) -> None:
    """What a file would bring into the glossary."""
    from PySide6.QtWidgets import QDialog

    glossary(scene)
    window = scene.program.dialogs.glossary_window
    assert window is not None
    path = scene.folders.data / "terms.csv"
    path.write_text("en;de\ntenant;Mieter\nlease;Mietvertrag\nrent;Miete\n;Kaution\n", "utf-8")
    window.import_requested.emit(path)
    scene.rest()
    (scene.shown,) = window.findChildren(QDialog)


GUIDE = (guide_translate, guide_words, guide_attention, guide_languages, guide_training)
SCENES: dict[str, Callable[[Scene], None]] = {
    **{
        f"{scene.__name__}_de": partial(scene, language="de")
        for scene in (*GUIDE, glossary, foreign_model, catalogue)
    },
    **{
        f"{scene.__name__}_dark": partial(scene, theme="dark")
        for scene in (terms, glossary, many_models, arabic, japanese, foreign_model, catalogue)
    },
    "terms_large": terms,
    "catalogue_large": catalogue,
    "catalogue_small": partial(catalogue, size=(440, 420)),
    **{
        scene.__name__: scene
        for scene in (
            empty,
            typing,
            translated,
            linked,
            sentence_pair,
            dark,
            large,
            german,
            words,
            notices,
            history,
            settings,
            programs,
            help_window,
            files,
            files_narrow,
            doubts,
            doubts_narrow,
            right_to_left,
            arabic,
            arabic_large,
            arabic_words,
            japanese,
            long,
            scrolled,
            detected,
            edited,
            narrow,
            small,
            everything,
            progress,
            docked_right,
            compared,
            terms,
            glossary,
            glossary_import,
            *GUIDE,
            *(tokens, wizard_text, wizard_recipe, wizard_run, wizard_result, wizard_german, models),
            many_models,
            languages,
            foreign_model,
            catalogue,
        )
    },
}
DOCS = {
    "linked": "window-light",
    "dark": "window-dark",
    **{name: name.replace("_", "-") for name in SCENES if name.startswith("guide_")},
}


def show(name: str, path: Path) -> None:
    """Show one state in this process, and write what is on the screen.

    Pop-ups are painted over the window: an X server alone would make their round corners black.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QPainter

    with tempfile.TemporaryDirectory() as home:
        scene = Scene(Path(home))
        SCENES[name](scene)
        photographed = scene.shown or scene.program.window
        photographed.raise_()
        scene.rest(0.3)
        shown = photographed.grab()
        painter = QPainter(shown)
        for other in scene.application.topLevelWidgets():
            is_popup = other.windowFlags() & Qt.WindowType.Popup == Qt.WindowType.Popup
            if other.isVisible() and is_popup:
                painter.drawPixmap(other.pos() - photographed.pos(), other.grab())
        painter.end()
        shown.save(str(path))
        scene.program.window.close()
        scene.program.close()


def main() -> None:
    """Show the states that are asked for, each in a process of its own."""
    from tests.support.x_server import x_server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screenshots"))
    parser.add_argument("states", nargs="*", help=", ".join(SCENES))
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--run", type=Path, help="the folder of a training of the quick look")
    wished = parser.parse_args()
    folder = ROOT / "docs" / "images" if wished.docs else wished.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in wished.states or (DOCS if wished.docs else SCENES):
        if name.startswith("guide_training") and wished.run is None:
            continue
        path = folder / f"{DOCS[name] if wished.docs else name}.png"
        factor = "2" if name.endswith("large") else "1"
        with x_server(2800, 2000) as environment:
            subprocess.run(
                [sys.executable, "-m", "tests.screenshots", str(path)],
                cwd=ROOT,
                env={
                    **environment,
                    HIDDEN: name,
                    RUN: str((wished.run or Path()).absolute()),
                    "QT_SCALE_FACTOR": factor,
                },
                check=True,
            )
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    if HIDDEN in os.environ:
        show(os.environ[HIDDEN], Path(sys.argv[1]).absolute())
    else:
        main()
