from pytestqt.qtbot import QtBot

from desktop.views.panes.legend import Legend, Sample


def test_the_legend_shows_the_marks_and_explains_them(qtbot: QtBot) -> None:
    legend = Legend()
    qtbot.addWidget(legend)
    samples = legend.findChildren(Sample)
    assert [sample.accessibleName() for sample in samples] == ["unsure", "very unsure"]
    first, second = (sample.grab().toImage() for sample in samples)
    assert first != second
    assert "likely" in legend.toolTip()
    assert legend.accessibleDescription() == legend.toolTip()
