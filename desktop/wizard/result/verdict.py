"""Say in sentences what fine-tuning brought on one's own text, and what it cost on general text."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.wizard.run.run_sentences import corpus_name
from desktop.wording.amounts import count
from desktop.wording.model_titles import shown_name
from training.progress import Compared, Likened
from training.report.run_story import RunStory

SIGNIFICANT = 0.05
"""A difference with a smaller p-value counts as significant."""

_OWN = ("test", "validation")

translate = QCoreApplication.translate


def fine_tuning_verdict(story: RunStory) -> str:
    """Return the sentences about a fine-tuned model, a line each; empty for other models.

    Each text is told as it was measured last: with the search that translates.
    """
    if story.started is None or not story.started.first_model or not story.compared:
        return ""
    last = {one.corpus: one for one in story.compared}
    own = [one for corpus, one in last.items() if corpus in _OWN]
    general = [one for corpus, one in last.items() if corpus not in _OWN]
    return "\n".join([*_of_own(own), *_of_general(general), *_of_likeness(story.likened)])


def _of_own(compared: Sequence[Compared]) -> Iterator[str]:
    for one in compared:
        if one.p_value >= SIGNIFICANT:
            text = translate(
                "Verdict",
                "On your text ({count} sentences set aside), the difference from “{model}” may be "
                "chance: {points} BLEU.",
            )
        elif one.difference > 0:
            text = translate(
                "Verdict",
                "On your text ({count} sentences set aside), it is better than “{model}”: {points} "
                "BLEU.",
            )
        else:
            text = translate(
                "Verdict",
                "On your text ({count} sentences set aside), it is worse than “{model}”: {points} "
                "BLEU.",
            )
        yield _filled(text, one)


def _of_general(compared: Sequence[Compared]) -> Iterator[str]:
    for one in compared:
        if one.p_value >= SIGNIFICANT:
            text = translate(
                "Verdict",
                "On general text ({corpus}, {count}), what changed may be chance: {points} BLEU.",
            )
        elif one.difference > 0:
            text = translate(
                "Verdict", "On general text ({corpus}, {count}), it is better: {points} BLEU."
            )
        else:
            text = translate(
                "Verdict", "On general text ({corpus}, {count}), it is worse: {points} BLEU."
            )
        yield _filled(text, one)


def _of_likeness(likened: Likened | None) -> Iterator[str]:
    if likened is not None:
        text = translate(
            "Verdict",
            "On {count} general sentences without references, its translations agree with those of "
            "“{model}” to chrF {chrf} of 100: that is how much changed, not how good they are.",
        )
        yield text.format(
            count=count(likened.sentences),
            model=likened.old_name,
            chrf=QLocale().toString(likened.chrf, "f", 0),
        )


def _filled(text: str, one: Compared) -> str:
    sign = "−" if one.difference < 0 else "+"
    return text.format(
        count=count(one.pairs),
        corpus=corpus_name(one.corpus),
        model=shown_name(one.old_name, one.old_title),
        points=sign + QLocale().toString(abs(one.difference), "f", 1),
    )
