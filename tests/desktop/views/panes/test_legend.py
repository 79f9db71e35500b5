from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.views.panes.legend import Legend, Sample


def test_the_legend_shows_the_marks_and_explains_them(qtbot: QtBot) -> None:
    legend = Legend()
    qtbot.addWidget(legend)
    legend.show()
    for is_shown in (False, True, False):
        legend.show_slight_doubt(is_shown)
        samples = [sample for sample in legend.findChildren(Sample) if sample.isVisible()]
        names = ["unsure", "very unsure"] if is_shown else ["very unsure"]
        assert [sample.accessibleName() for sample in samples] == names
        assert ("Dotted" in legend.toolTip()) == is_shown
        assert ("settings" in legend.toolTip()) != is_shown
        assert legend.accessibleDescription() == legend.toolTip()
    first, second = (sample.grab().toImage() for sample in legend.findChildren(Sample))
    assert first != second


def test_without_calibration_the_legend_says_so_in_words(qtbot: QtBot) -> None:
    legend = Legend()
    qtbot.addWidget(legend)
    legend.show()
    label = next(one for one in legend.findChildren(QLabel) if one.text() == "not calibrated")
    assert not label.isVisible()
    legend.show_calibrated(False)
    assert label.isVisible()
    assert "Not calibrated for this model" in legend.accessibleDescription()
    legend.show_calibrated(True)
    assert not label.isVisible()
    assert "calibrated" not in legend.toolTip()
