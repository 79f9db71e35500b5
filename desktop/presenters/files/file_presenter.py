"""Show the progress of the file session on the drawer's cards."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from desktop.platform.opening import open_outside
from desktop.sessions.file_session import FileSession
from desktop.views.files.panel import FilePanel
from desktop.wording.error_text import describe
from desktop.wording.notice_text import describe_notice
from engine.documents.doubts import Doubt
from engine.documents.file_translation import FileProgress, FileResult
from engine.documents.journal import Unfinished
from engine.translation import Notice


class FilePresenter(QObject):
    """Between the file session and its panel; on the GUI thread."""

    def __init__(self, panel: FilePanel, files: FileSession) -> None:
        super().__init__(panel)
        self._panel = panel
        self._files = files
        files.added.connect(panel.add_file)
        files.offered.connect(self._show_unfinished)
        files.progressed.connect(self._show_progress)
        files.finished.connect(self._show_result)
        files.failed.connect(self._show_failure)
        files.withdrawn.connect(panel.remove_file)
        panel.cancel_requested.connect(files.cancel)
        panel.resume_requested.connect(files.resume)
        panel.removed.connect(files.forget)
        panel.doubts_requested.connect(self._list_doubts)
        panel.doubt_list.copy_requested.connect(self._copy)
        panel.open_requested.connect(self._open)
        panel.reveal_requested.connect(self._reveal)

    @Slot(str, object)
    def _show_progress(self, key: str, progress: FileProgress) -> None:
        self._panel.show_progress(key, progress.done, progress.total, progress.seconds_left)
        self._show_doubts(key, progress.doubts)
        if progress.is_restarted:
            self._panel.show_remark(
                key,
                self.tr(
                    "The file or a setting has changed since it was stopped, so it is "
                    "translated from the beginning."
                ),
            )
        else:
            self._show_remarks(key, progress.remarks)

    @Slot(str, object)
    def _show_unfinished(self, key: str, unfinished: Unfinished) -> None:
        self._panel.add_file(key, unfinished.source.name)
        self._panel.show_unfinished(key, unfinished.done, unfinished.total)
        self._panel.offer_resuming(key)

    @Slot(str, object)
    def _show_result(self, key: str, result: FileResult) -> None:
        if result.done or result.is_whole:
            self._panel.show_result(key, result.target, result.done, result.total)
            self._show_doubts(key, ())
            self._show_remarks(key, result.remarks)
            self._offer_resuming(key)
        else:  # cancelled before the first sentence: nothing was written
            self._panel.remove_file(key)

    def _show_doubts(self, key: str, new: tuple[Doubt, ...]) -> None:
        count = len(self._files.doubts(key))
        if count:
            self._panel.add_doubts(key, new, count)

    @Slot(str)
    def _list_doubts(self, key: str) -> None:
        self._panel.list_doubts(key, self._files.name(key), self._files.doubts(key))

    @Slot(str)
    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def _show_remarks(self, key: str, remarks: tuple[Notice, ...]) -> None:
        if remarks:
            self._panel.show_remark(key, " ".join(map(describe_notice, remarks)))

    @Slot(str, object)
    def _show_failure(self, key: str, error: BaseException) -> None:
        self._panel.show_failure(key, describe(error).sentence)
        self._offer_resuming(key)

    def _offer_resuming(self, key: str) -> None:
        if self._files.can_resume(key):
            self._panel.offer_resuming(key)

    @Slot(str)
    def _open(self, key: str) -> None:
        if key in self._files.results:
            open_outside(self._files.results[key])

    @Slot(str)
    def _reveal(self, key: str) -> None:
        if key in self._files.results:
            open_outside(self._files.results[key].parent)
