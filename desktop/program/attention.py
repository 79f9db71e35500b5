"""Behind a translation: attention, drawn, and the other hypotheses and words of its sentences."""

from PySide6.QtCore import QObject

from desktop.presenters.attention_presenter import AttentionPresenter
from desktop.presenters.user_actions import UserActions
from desktop.program.translating import Translating
from desktop.sessions.inspection_session import InspectionSession
from desktop.storage.settings import Settings
from desktop.views.attention.panel import AttentionPanel
from desktop.views.main_window import MainWindow
from desktop.workers.map_drawer import MapDrawer


class Attention(QObject):
    """Follows the translation that is shown, and the words that are linked in it."""

    def __init__(self, translating: Translating, drawer: MapDrawer, parent: QObject) -> None:
        super().__init__(parent)
        self._translating = translating
        self._drawer = drawer
        session = translating.session
        inspection = self.inspection = InspectionSession(self)
        session.translated.connect(inspection.set_translation)
        session.stale_changed.connect(inspection.set_stale)
        session.loaded.connect(inspection.forget)
        translating.link_tracker.sentence_entered.connect(inspection.show_sentence)
        # While the engine computes the first maps: most starts draw none.
        inspection.attention_requested.connect(drawer.prepare)

    def show_in(self, window: MainWindow, settings: Settings, actions: UserActions) -> None:
        """Connect a window; its end drops all of these connections."""
        session, inspection, drawer = self._translating.session, self.inspection, self._drawer
        linked = self._translating.link_tracker
        inspection.alternatives_ready.connect(actions.take_alternatives)
        inspection.hypotheses_ready.connect(actions.take_hypotheses)
        panel = self.panel = AttentionPanel()
        window.set_attention_panel(panel)
        presenter = AttentionPresenter(panel, inspection, linked)
        panel.drawing_requested.connect(drawer.draw)
        drawer.drawn.connect(panel.show_drawing)
        drawer.draw_failed.connect(panel.show_failure)
        presenter.export_requested.connect(drawer.export)
        session.translated.connect(presenter.show_translation)
        session.stale_changed.connect(panel.set_stale)
        session.loaded.connect(presenter.show_model)
        linked.sentence_entered.connect(presenter.show_sentence)
        linked.linked.connect(presenter.show_link)
        window.actions_by_id["next_sentence"].triggered.connect(presenter.show_next_sentence)
        window.actions_by_id["previous_sentence"].triggered.connect(
            presenter.show_previous_sentence
        )
        window.attention_dock.visibilityChanged.connect(inspection.set_active)
        panel.restore(settings.attention_panel)
