"""Report failures other than translation's in the window, until they are resolved.

Also that a picture was saved, which nothing else shows.
"""

from PySide6.QtCore import QObject, Slot

from desktop.presenters.translation_presenter import TranslationPresenter
from desktop.sessions.history_session import HistorySession
from desktop.sessions.inspection_session import InspectionSession
from desktop.values.attention_drawing import ExportRequest
from desktop.workers.curve_drawer import CurveDrawer
from desktop.workers.map_drawer import MapDrawer


class ProblemNotices(QObject):
    """Turns failures into notices of one window; on the GUI thread."""

    def __init__(
        self,
        presenter: TranslationPresenter,
        inspection: InspectionSession,
        history: HistorySession,
        drawer: MapDrawer,
        curves: CurveDrawer,
    ) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        inspection.failed.connect(self._on_inspection_failed)
        inspection.attention_ready.connect(self._on_attention_ready)
        history.failed.connect(self._on_history_failed)
        history.recovered.connect(self._on_history_recovered)
        drawer.draw_failed.connect(self._on_drawing_failed)
        drawer.drawn.connect(self._on_drawn)
        drawer.export_failed.connect(self._on_export_failed)
        drawer.exported.connect(self._on_exported)
        curves.draw_failed.connect(self._on_drawing_failed)

    @Slot(object)
    def show_fault(self, error: BaseException) -> None:
        """Show an uncaught error."""
        self._presenter.show_problem("fault", error)

    @Slot(object)
    def show_glossary_problem(self, error: BaseException) -> None:
        """Show why the glossaries were not read or saved."""
        self._presenter.show_problem("glossary", error)

    @Slot(object)
    def _on_inspection_failed(self, error: BaseException) -> None:
        self._presenter.show_problem("inspection", error)

    @Slot(object)
    def _on_attention_ready(self, _attention: object) -> None:
        self._presenter.clear_problem("inspection")

    @Slot(object)
    def _on_history_failed(self, error: BaseException) -> None:
        self._presenter.show_problem("history", error)

    @Slot()
    def _on_history_recovered(self) -> None:
        self._presenter.clear_problem("history")

    @Slot(object, object)
    def _on_drawing_failed(self, _request: object, error: BaseException) -> None:
        self._presenter.show_problem("drawing", error)

    @Slot(object)
    def _on_drawn(self, _drawing: object) -> None:
        self._presenter.clear_problem("drawing")

    @Slot(object, object)
    def _on_export_failed(self, _request: object, error: BaseException) -> None:
        self._presenter.show_problem("export", error)

    @Slot(object)
    def _on_exported(self, request: ExportRequest) -> None:
        told = self.tr("The attention was saved as {name}.")
        self._presenter.show_program_notice("export", "info", told.format(name=request.path.name))
