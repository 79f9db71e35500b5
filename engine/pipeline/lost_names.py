"""Words that may be names and were translated: whether the model nearly copied them instead.

A model that meets a surname or a small town hesitates between a copy and a translation: it holds
"Löbau" twenty times less likely than the "lion" that it writes, but a copy of an ordinary noun a
thousand times and more. So what looks like a name only by its neighbours is judged by this ratio.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from engine.glossary.glossary import TermMatch
from engine.pipeline.rewriting.preprocess import Reading
from engine.pipeline.term_search import rendition
from engine.search.beam_search import Hypothesis
from engine.text.names.kept_names import KeptName
from engine.text.names.proper_names import Evidence
from engine.tokenizers.encoding import Decoded
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import AlignedWords

LEAST_RATIO = {Evidence.LIKELY: -6.5, Evidence.POSSIBLE: -4.25, Evidence.FAINT: -1.9}
"""How much less probable, in logarithms, a copy of a name may be than what the model wrote."""


def lost_names(reading: Reading, target: str) -> list[KeptName]:
    """Return what may be a name in a sentence and is not in its translation, whatever its case."""
    return [
        name
        for name in reading.names
        if name.evidence in LEAST_RATIO
        and not any(
            re.search(rf"(?<!\w){_hyphenated(form)}(?!\w)", target, re.IGNORECASE)
            for form in name.term.forms
        )
    ]


def _hyphenated(form: str) -> str:
    """Return a pattern of a form whose words may be joined, as in "Inner-Circle-Mitglied"."""
    return "[ -]".join(map(re.escape, form.split()))


def nearly_copied(
    lost: Iterable[KeptName],
    reading: Reading,
    hypothesis: Hypothesis,
    target: Decoded,
    links: Sequence[AlignedWords],
    tokenizer: Tokenizer,
    log_probs_of: Callable[[Sequence[int]], Sequence[float]],
) -> tuple[TermMatch, ...]:
    """Return the words that are names to the model.

    Args:
        lost: What may be a name and is not in the translation.
        reading: Of the sentence.
        hypothesis: Its translation.
        target: The text of that.
        links: Between the words of both.
        tokenizer: Of the target language.
        log_probs_of: The log-probability of each token of a target.
    """
    found = []
    for name in lost:
        places = rendition(name.term, reading, target, links)
        if not places:
            continue
        first = places[0]
        copy = tokenizer.encode(name.term.text).ids
        of_copy = log_probs_of((*hypothesis.ids[:first], *copy))[first : first + len(copy)]
        own = sum(hypothesis.log_probs[place] for place in places)
        if sum(of_copy) - own >= LEAST_RATIO[name.evidence]:
            found.append(name.term)
    return tuple(found)
