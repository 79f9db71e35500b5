"""Read the text or the translation aloud, or report why it cannot be."""

from PySide6.QtCore import QObject, Slot

from desktop.platform.speech import Speech, SpeechProblem
from desktop.platform.speech_commands import speech_commands
from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.models.model_selection import ModelSelection
from desktop.views.main_window import MainWindow
from desktop.wording.language_names import language_name
from engine.foreign_text import safe_message

PROBLEM = "reading aloud"
"""The key of the notice why nothing is read."""


class ReadingAloud(QObject):
    """Connects one window's texts with the system's voices; on the GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        presenter: TranslationPresenter,
        selection: ModelSelection,
        speech: Speech,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._presenter = presenter
        self._selection = selection
        self._speech = speech
        window.actions_by_id["read_aloud"].triggered.connect(self.toggle)
        speech.failed.connect(self._on_failed)
        window.target_pane.bar.listen_requested.connect(self.toggle_translation)

    @Slot()
    def toggle(self) -> None:
        """Read the focused text, or else the translation; stop if it is being read.

        If part of it is selected, only that part is read.
        """
        self._toggle(is_source=self._window.source_pane.editor.hasFocus())

    @Slot()
    def toggle_translation(self) -> None:
        """Read the translation, or what is selected of it; stop if it is being read."""
        self._toggle(is_source=False)

    def _toggle(self, *, is_source: bool) -> None:
        if self._speech.is_reading:
            self._speech.stop()
            return
        pane = self._window.source_pane if is_source else self._window.target_pane
        text = pane.editor.textCursor().selection().toPlainText() or pane.plain_text()
        language = self._selection.direction[0 if is_source else 1]
        if text.strip():
            self._presenter.clear_problem(PROBLEM)
            self._speech.read(text, language)

    @Slot(object, str, str)
    def _on_failed(self, problem: SpeechProblem, language: str, detail: str) -> None:
        match problem:
            case SpeechProblem.NO_COMMAND:
                packages = [command.package for command in speech_commands() if command.package]
                said = self.tr("No program on this computer can read aloud.")
                if packages:
                    install = self.tr("Install {packages}, then try again.")
                    said += " " + install.format(packages=self.tr(" or ").join(packages))
            case SpeechProblem.NO_VOICE:
                said = self.tr("This computer has no voice for {language}. Install one to hear it.")
                said = said.format(language=language_name(language))
            case SpeechProblem.COMMAND_FAILED:
                said = self.tr("Reading aloud failed: {reason}").format(reason=safe_message(detail))
        self._presenter.show_program_notice(PROBLEM, "info", said)
