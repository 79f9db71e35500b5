"""The scores of a new model, alone and compared with the model it would replace."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.wizard.parts.figure import UNKNOWN, Figure, FigureCard
from desktop.wizard.parts.fold import Fold
from desktop.wizard.parts.page import bold, faint
from desktop.wizard.result.score_table import ScoreRow, ScoreTable
from desktop.wizard.result.verdict import SIGNIFICANT, fine_tuning_verdict
from desktop.wizard.run.run_sentences import corpus_name, evaluated_on, search_name
from desktop.wording.amounts import count
from desktop.wording.model_titles import shown_name
from training.progress import Compared, Evaluated
from training.report.run_story import RunStory


class ScoresView(QWidget):
    """Large figures of the test text, a warning if it is worse, and all figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = bold()
        self.verdict.setWordWrap(True)
        self.warnings = NoticeBar()
        self.bleu = Figure(self.tr("BLEU"), scale=2.2)
        self.chrf = Figure(self.tr("chrF"))
        self.perplexity = Figure(self.tr("Perplexity"))
        self.speed = Figure(self.tr("Speed"))
        self.compared_title = bold()
        self.compared = ScoreTable()
        self.compared_meaning = faint(
            self.tr(
                "In brackets: 95 % confidence interval. p: how often chance alone would produce "
                "so large a difference; below 0.05 it counts as real."
            )
        )
        self.own = ScoreTable()
        self.signatures = faint()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.own)
        column.addWidget(self.signatures)
        self.own_fold = Fold(self.tr("All scores, and how they were measured"), inside)
        self._lay_out()

    def _lay_out(self) -> None:
        card = FigureCard()
        figures = QHBoxLayout(card)
        figures.setContentsMargins(18, 13, 18, 14)
        figures.setSpacing(20)
        for figure in (self.bleu, self.chrf, self.perplexity, self.speed):
            figures.addWidget(figure, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.verdict)
        column.addWidget(self.warnings)
        column.addWidget(card)
        column.addSpacing(6)
        column.addWidget(self.compared_title)
        column.addWidget(self.compared)
        column.addWidget(self.compared_meaning)
        column.addWidget(self.own_fold)

    def show_story(self, story: RunStory) -> None:
        """Show the scores; hidden if there are none."""
        self.setVisible(bool(story.evaluated or story.compared))
        verdict = fine_tuning_verdict(story)
        self.verdict.setText(verdict)
        self.verdict.setVisible(bool(verdict))
        self._show_figures(story)
        self._show_compared(story.compared)
        self._show_own(story.evaluated)
        self.warnings.show_notices([self._warning(one) for one in worse_of(story.compared)])

    def _show_figures(self, story: RunStory) -> None:
        """Show the last measurement of the test text, by the search used for translating."""
        on_test = [one for one in story.evaluated if evaluated_on(one)[0] == "test"]
        measured = on_test or story.evaluated
        if not measured:
            for figure in (self.bleu, self.chrf, self.perplexity, self.speed):
                figure.show_value(UNKNOWN)
            return
        chosen = measured[-1]
        corpus, beam_size = evaluated_on(chosen)
        where = self.tr("{corpus}, {search}").format(
            corpus=corpus_name(corpus), search=search_name(beam_size)
        )
        metrics = chosen.metrics
        self.bleu.show_value(_number(metrics.get("bleu"), 1), where)
        self.chrf.show_value(
            _number(metrics.get("chrf"), 1), self.tr("characters in common, 0 to 100")
        )
        self.perplexity.show_value(
            _number(metrics.get("perplexity"), 2), self.tr("lower is better")
        )
        speed = self.tr("{number} sentences/s").format(
            number=_number(metrics.get("sentences_per_second"), 0)
        )
        self.speed.show_value(speed, self.tr("many at once"))

    def _show_compared(self, compared: Sequence[Compared]) -> None:
        for widget in (self.compared_title, self.compared, self.compared_meaning):
            widget.setVisible(bool(compared))
        if not compared:
            return
        name = shown_name(compared[0].old_name, compared[0].old_title)
        self.compared_title.setText(self.tr("Compared with “{model}”").format(model=name))
        headings = (
            self.tr("Text"),
            self.tr("Search"),
            self.tr("BLEU new"),
            self.tr("old"),
            self.tr("chrF new"),
            self.tr("old"),
            self.tr("BLEU difference"),
            self.tr("p"),
            self.tr("New model"),
        )
        self.compared.show_rows(headings, [self._compared_row(one) for one in compared])

    def _compared_row(self, one: Compared) -> ScoreRow:
        pairs = self.tr("%n sentence(s)", "", one.pairs)
        return ScoreRow(
            (
                corpus_name(one.corpus),
                search_name(one.beam_size),
                _number(one.new.get("bleu"), 1),
                _number(one.old.get("bleu"), 1),
                _number(one.new.get("chrf"), 1),
                _number(one.old.get("chrf"), 1),
                f"{_signed(one.difference)}  ({_signed(one.low)} … {_signed(one.high)})",
                _number(one.p_value, 3),
                self._verdict(one),
            ),
            is_strong=one in worse_of([one]),
            tip=pairs,
        )

    def _verdict(self, one: Compared) -> str:
        if one.p_value >= SIGNIFICANT or one.difference == 0:
            return self.tr("about as good")
        return self.tr("better") if one.difference > 0 else self.tr("worse")

    def _warning(self, one: Compared) -> NoticeText:
        text = self.tr(
            "On the {corpus}, the new model is worse than “{model}”: BLEU {new} instead of "
            "{old} ({search}). The difference is statistically significant."
        ).format(
            corpus=corpus_name(one.corpus),
            model=shown_name(one.old_name, one.old_title),
            new=_number(one.new.get("bleu"), 1),
            old=_number(one.old.get("bleu"), 1),
            search=search_name(one.beam_size),
        )
        return NoticeText(f"worse {one.corpus}", "warning", text)

    def _show_own(self, evaluated: Sequence[Evaluated]) -> None:
        self.own_fold.setVisible(bool(evaluated))
        headings = (
            self.tr("Text"),
            self.tr("Search"),
            self.tr("BLEU"),
            self.tr("chrF"),
            self.tr("Perplexity"),
            self.tr("Sentences/s"),
        )
        rows = []
        for one in evaluated:
            corpus, beam_size = evaluated_on(one)
            metrics = one.metrics
            rows.append(
                ScoreRow(
                    (
                        corpus_name(corpus),
                        search_name(beam_size),
                        _number(metrics.get("bleu"), 2),
                        _number(metrics.get("chrf"), 2),
                        _number(metrics.get("perplexity"), 2),
                        _number(metrics.get("sentences_per_second"), 0),
                    )
                )
            )
        self.own.show_rows(headings, rows)
        signatures = {
            f"{name}  {signature}"
            for one in evaluated
            for name, signature in one.signatures.items()
            if name in ("bleu", "chrf")
        }
        self.signatures.setText("\n".join(sorted(signatures)))


def worse_of(compared: Sequence[Compared]) -> list[Compared]:
    """Return the last comparison of each text if the new model is significantly worse."""
    worse = {
        one.corpus: one for one in compared if one.difference < 0 and one.p_value < SIGNIFICANT
    }
    return list(worse.values())


def is_better(compared: Sequence[Compared]) -> bool:
    """Return whether the new model is significantly better on a text and worse on none."""
    return not worse_of(compared) and any(
        one.difference > 0 and one.p_value < SIGNIFICANT for one in compared
    )


def _number(value: float | None, decimals: int) -> str:
    if value is None:
        return UNKNOWN
    return QLocale().toString(value, "f", decimals) if decimals else count(value)


def _signed(value: float) -> str:
    sign = "−" if value < 0 else "+"
    return sign + QLocale().toString(abs(value), "f", 1)
