"""Connect the signals of the window, its panes and the objects behind them.

Reading the connections is reading the program. They all end with the window, which is rebuilt and
reconnected when the interface language changes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from desktop.app import Program


def connect_window(program: "Program") -> None:
    """Connect the window; rebuilding it drops all of these connections."""
    window, presenter, actions = program.window, program.presenter, program.actions
    session, inspection, history = program.session, program.inspection, program.history
    linked = program.link_tracker
    source, target, bar = window.source_pane, window.target_pane, window.language_bar
    for name, carry_out in actions.actions().items():
        window.actions_by_id[name].triggered.connect(_without_arguments(carry_out))
    # Typed text becomes a request; the answer becomes text, marks and notices.
    source.text_edited.connect(session.edit)
    source.text_edited.connect(program.languages.edit)
    source.text_edited.connect(linked.set_source)
    source.text_pasted.connect(actions.take_pasted)
    source.text_pasted.connect(history.begin_anew)
    source.cleared.connect(history.begin_anew)
    source.join_requested.connect(actions.join_lines)
    source.term_chosen.connect(program.dialogs.open_glossary)
    target.bar.glossary_requested.connect(program.dialogs.open_glossary)
    window.actions_by_id["glossary"].triggered.connect(
        _without_arguments(program.dialogs.open_glossary)
    )
    program.glossary.failed.connect(program.problems.show_glossary_problem)
    session.translated.connect(actions.set_translation)
    session.translated.connect(presenter.show_translation)
    session.streamed.connect(presenter.show_partial)
    session.stale_changed.connect(presenter.set_stale)
    program.fidelity.checked.connect(presenter.show_fidelity)
    session.busy_changed.connect(presenter.set_busy)
    session.progressed.connect(presenter.show_progress)
    window.status_line.stop_requested.connect(actions.cancel)
    session.failed.connect(presenter.show_failure)
    session.recovered.connect(presenter.clear_failure)
    presenter.retry_requested.connect(session.retry)
    # Languages and models.
    bar.swap_requested.connect(actions.swap)
    bar.add_requested.connect(program.dialogs.open_catalogue)
    session.loading.connect(presenter.show_loading)
    session.loaded.connect(presenter.show_loaded)
    session.loaded.connect(program.appearance.show_model)
    program.selection.none_usable.connect(presenter.show_no_model)
    presenter.models_requested.connect(program.dialogs.open_models)
    # Linked words.
    source.word_hovered.connect(linked.hover_source)
    source.caret_moved.connect(linked.move_source_caret)
    source.word_clicked.connect(linked.click_source)
    source.pin_requested.connect(linked.pin_source)
    target.word_hovered.connect(linked.hover_target)
    target.caret_moved.connect(linked.move_target_caret)
    target.word_clicked.connect(linked.click_target)
    target.pin_requested.connect(linked.pin_target)
    linked.linked.connect(presenter.show_link)
    linked.paired.connect(presenter.show_pair)
    window.notice_line.sentence_requested.connect(source.show_place)
    window.notice_line.sentence_requested.connect(linked.click_source)
    # Other words.
    target.words_requested.connect(actions.show_alternatives)
    target.bar.undo_requested.connect(session.undo_choice)
    session.choices_changed.connect(target.bar.show_can_undo)
    session.choices_changed.connect(window.actions_by_id["undo_choice"].setEnabled)
    inspection.alternatives_ready.connect(actions.take_alternatives)
    inspection.hypotheses_ready.connect(actions.take_hypotheses)
    target.bar.copy_requested.connect(actions.copy_translation)
    for pane in (source, target):
        pane.zoom_requested.connect(actions.zoom)
    window.actions_by_id["zoom_reset"].triggered.connect(program.appearance.reset_zoom)
    # Files.
    source.open_requested.connect(actions.open_files)
    program.files.refused.connect(program.opening.refuse)
    program.files.added.connect(window.show_files)
    program.files.offered.connect(window.show_files)
    program.file_presenter.text_taken.connect(actions.set_text)
    files = window.file_panel
    window.actions_by_id["next_doubt"].triggered.connect(files.go_to_next_doubt)
    window.actions_by_id["previous_doubt"].triggered.connect(files.go_to_previous_doubt)
    files.doubt_reached.connect(window.show_files)
    # The history.
    panel = window.history_panel
    window.history_dock.visibilityChanged.connect(history.set_listening)
    history.entries_changed.connect(panel.show_entries)
    history.entry_requested.connect(actions.show_entry)
    panel.search_changed.connect(history.search)
    panel.entry_taken.connect(history.take)
    panel.favourite_toggled.connect(history.set_favourite)
    panel.removed.connect(history.remove)
    panel.erase_requested.connect(history.erase)
    window.actions_by_id["back"].triggered.connect(history.go_back)
    window.actions_by_id["forward"].triggered.connect(history.go_forward)
    window.actions_by_id["favourite"].triggered.connect(history.favour_current)
    # The rest of the window.
    window.actions_by_id["settings"].triggered.connect(program.dialogs.open_settings)
    window.actions_by_id["help"].triggered.connect(program.dialogs.open_help)
    window.actions_by_id["guide"].triggered.connect(program.dialogs.open_guide)
    window.actions_by_id["about"].triggered.connect(program.dialogs.open_about)
    program.began.connect(program.interface_presenter.begin)
    program.offer.accepted.connect(source.take_focus)
    program.offer.add_requested.connect(program.dialogs.open_catalogue)
    program.dialogs.opening_failed.connect(presenter.show_unopened)
    program.dialogs.erase_requested.connect(history.erase)
    QGuiApplication.styleHints().colorSchemeChanged.connect(program.appearance.dress)


def connect_attention(program: "Program") -> None:
    """Connect the attention panel."""
    window, session, inspection = program.window, program.session, program.inspection
    panel, attention = program.panel, program.attention
    panel.drawing_requested.connect(program.drawer.draw)
    program.drawer.drawn.connect(panel.show_drawing)
    program.drawer.draw_failed.connect(panel.show_failure)
    attention.export_requested.connect(program.drawer.export)
    session.translated.connect(attention.show_translation)
    session.stale_changed.connect(panel.set_stale)
    session.loaded.connect(attention.show_model)
    program.link_tracker.sentence_entered.connect(attention.show_sentence)
    program.link_tracker.linked.connect(attention.show_link)
    attention.words_hovered.connect(program.link_tracker.hover_cell)
    attention.words_pinned.connect(program.link_tracker.pin_cell)
    attention.sentence_shown.connect(program.link_tracker.show_sentence)
    window.actions_by_id["next_sentence"].triggered.connect(attention.show_next_sentence)
    window.actions_by_id["previous_sentence"].triggered.connect(attention.show_previous_sentence)
    window.attention_dock.visibilityChanged.connect(inspection.set_active)


def connect_other_programs(program: "Program") -> None:
    """Connect the shortcut, the clipboard and the system tray."""
    quick, tray, settings = program.quick, program.tray, program.settings
    for following in (tray, quick):
        settings.changed.connect(following.apply)
    tray.apply(settings.preferences)
    program.began.connect(quick.begin)
    tray.quick_requested.connect(quick.translate_selection)
    program.opening.quick_requested.connect(quick.translate_selection)
    program.start_notices.programs_requested.connect(program.dialogs.open_program_settings)
    quick.status_changed.connect(program.dialogs.show_shortcut)
    quick.open_requested.connect(program.window.come_to_front)
    quick.open_requested.connect(program.actions.set_text)
    quick.add_requested.connect(program.dialogs.open_catalogue)


def connect_training(program: "Program") -> None:
    """Connect training and the models it makes."""
    window, wizard = program.window, program.wizard
    window.actions_by_id["models"].triggered.connect(program.dialogs.open_models)
    window.actions_by_id["add_languages"].triggered.connect(
        _without_arguments(program.dialogs.open_catalogue)
    )
    window.actions_by_id["train"].triggered.connect(wizard.open)
    program.dialogs.improve_requested.connect(wizard.improve)
    wizard.curves_requested.connect(program.curves.draw)
    program.curves.drawn.connect(wizard.show_curves)
    program.training_notices.closing_allowed.connect(window.quit)
    wizard.install_requested.connect(program.library.install)
    wizard.export_requested.connect(program.library.export_model)
    wizard.watch_requested.connect(program.trials.watch)


def _without_arguments(carry_out: Callable[[], object]) -> Callable[[bool], None]:
    """Drop the bool that `triggered` passes."""
    return lambda _is_checked: (carry_out(), None)[1]
