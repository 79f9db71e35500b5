"""See how far a fine-tuned model moved from its parent, where no general text has references.

Both translate general sentences, and chrF compares the results: 100 where nothing changed. It tells
how much changed, not which of the two is better.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

from sacrebleu.metrics.chrf import CHRF

from engine.languages.lookup import primary_subtag
from engine.nn.torch_decoder import TorchDecoder
from training.built_in_texts import EVERYDAY_LANGUAGES
from training.corpus.layouts import read_held_out
from training.evaluation.scores import translate_all
from training.evaluation.trained_model import TrainedModel
from training.progress import Likened


def general_sentences(language: str) -> tuple[str, Sequence[str]]:
    """Return what text of a language is at hand without references: its name, and sentences.

    The everyday sentences in English and German; otherwise the examples that come with spaCy. There
    may be none.
    """
    code = primary_subtag(language)
    if code in EVERYDAY_LANGUAGES:
        other = next(one for one in EVERYDAY_LANGUAGES if one != code)
        return "everyday sentences", read_held_out((code, other)).texts(0)
    try:
        return "example sentences", import_module(f"spacy.lang.{code}.examples").sentences
    except ModuleNotFoundError:
        return "", ()


def liken(
    new: TrainedModel, old: TrainedModel, language: str, should_stop: Callable[[], bool]
) -> Likened | None:
    """Compare the translations of two models by chrF; None if there are no sentences.

    Args:
        new: The fine-tuned model.
        old: Its parent.
        language: Which both read.
        should_stop: Asked before every token of a search.

    Raises:
        Cancelled: If should_stop said so.
    """
    name, sentences = general_sentences(language)
    if not sentences:
        return None
    theirs, ours = (
        translate_all(
            TorchDecoder(one.model), one.tokenizers, sentences, one.search, should_stop=should_stop
        )
        for one in (old, new)
    )
    chrf = CHRF()
    score = chrf.corpus_score(ours, [theirs]).score
    return Likened(
        corpus=name,
        sentences=len(sentences),
        chrf=score,
        signature=str(chrf.get_signature().format(short=False)),
        old_name=old.name,
    )
