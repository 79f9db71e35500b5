"""Translate monolingual text to learn from: by beam search, by sampling, or the n best of a beam.

What sampling draws for a line depends on the seed and the line's number alone, so a synthesis that
was killed goes on as if nothing had happened.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.pipeline.repairs import LOOP_GUARD_ROOM, find_drafts
from engine.pipeline.rewriting.preprocess import preprocess_verbatim
from engine.pipeline.sentence_cache import NOTHING_CHOSEN
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.search.beam_search import Hypothesis, SearchSettings
from engine.search.sampling import sample
from engine.translation import SearchOptions
from training.examples.batches import Batching
from training.examples.examples import Example
from training.synthesis.synthetic_pairs import Method, SynthesisSettings

BYTES_AT_ONCE = 16_384
"""Bytes of source text that a processor translates together, those of each hypothesis counted."""

_BYTES_PER_TOKEN = 3
"""Nearly the fewest that subwords have on average: the lengths are known before the tokens are."""


def translate_lines(
    searches: SentenceSearch, lines: Mapping[int, str], settings: SynthesisSettings
) -> Iterator[dict[int, list[str | None]]]:
    """Translate lines, like lengths together, the longest first.

    Args:
        searches: Those of the model.
        lines: Sentences, by the numbers of their lines.
        settings: How.

    Yields:
        The translations of some lines, as `Translations` describes them.
    """
    numbers = list(lines)
    width = 1
    if settings.method is not Method.SAMPLING:
        width = _search_settings(searches, settings).beam_size
    on_processor = BYTES_AT_ONCE // (width * _BYTES_PER_TOKEN)
    at_once = searches.model.tokens_at_once(width, on_processor)
    batching = Batching("tokens", at_once * _BYTES_PER_TOKEN)
    # The longest come first: if the device has too little memory, it shows at once.
    for rows in reversed(batching.in_order([Example(lines[n].encode(), b"") for n in numbers])):
        yield _translate({numbers[row]: lines[numbers[row]] for row in rows}, searches, settings)


def _translate(
    lines: Mapping[int, str], searches: SentenceSearch, settings: SynthesisSettings
) -> dict[int, list[str | None]]:
    tokenizer = searches.tokenizers.source
    readings = {number: preprocess_verbatim(text, tokenizer) for number, text in lines.items()}
    fitting = {number: reading for number, reading in readings.items() if searches.fits(reading)}
    found: list[list[Hypothesis]] = []
    if fitting:
        sources = searches.stack([*fitting.values()])
        if settings.method is Method.SAMPLING:
            found = [[one] for one in _sample(searches, sources, [*fitting], settings)]
        else:
            wish = _search_settings(searches, settings)
            drafts = find_drafts(searches, sources, [NOTHING_CHOSEN] * len(fitting), wish)
            found = [[one.hypothesis for one in of_line] for of_line in drafts]
    texts = [[_text(searches, one) for one in hypotheses] for hypotheses in found]
    by_number = dict(zip(fitting, texts, strict=True))
    return {number: by_number.get(number, []) for number in lines}


def _search_settings(searches: SentenceSearch, settings: SynthesisSettings) -> SearchSettings:
    n_best = settings.n_best if settings.method is Method.N_BEST else 1
    return searches.settings(SearchOptions(settings.beam_size), n_best=n_best)


def _sample(
    searches: SentenceSearch, sources: Sources, numbers: Sequence[int], settings: SynthesisSettings
) -> Iterator[Hypothesis]:
    """Draw a target for each sentence, no longer than a sensible one is."""
    limit = searches.settings().max_length
    rooms = [min(2 * len(e.ids) + LOOP_GUARD_ROOM, limit) for e in sources.encodings]
    draws = np.stack(
        [np.random.default_rng([settings.seed, number]).random(max(rooms)) for number in numbers]
    )
    found = sample(searches.model, sources.ids, draws, top_k=settings.top_k)
    for one, room in zip(found, rooms, strict=True):
        # Whether a draw is long must not depend on the sentences beside it.
        yield one if len(one.log_probs) <= room else Hypothesis((), (), 0.0, is_finished=False)


def _text(searches: SentenceSearch, hypothesis: Hypothesis) -> str | None:
    return searches.decode(hypothesis.ids).text if hypothesis.is_finished else None
