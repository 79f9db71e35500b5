"""Words that may be names and were translated: whether the model nearly copied them instead.

A model that meets a surname or a small town hesitates between a copy and a translation: it holds
"Löbau" twenty times less likely than the "lion" that it writes, but a copy of an ordinary noun a
thousand times and more. So what looks like a name only by its neighbours is judged by this ratio.
"""

import re

from engine.glossary.glossary import TermMatch
from engine.pipeline.draft import Draft
from engine.pipeline.terms import rendition
from engine.text.names.proper_names import Evidence

LEAST_RATIO = {Evidence.LIKELY: -6.5, Evidence.POSSIBLE: -4.25, Evidence.FAINT: -1.9}
"""How much less probable, in logarithms, a copy of a name may be than what the model wrote."""


def lost_names(draft: Draft) -> tuple[TermMatch, ...]:
    """Return the words of a sentence that are names to the model, and that its translation lost."""
    return tuple(
        name.term
        for name in draft.reading.names
        if name.evidence in LEAST_RATIO
        and not _is_written(name.term, draft.text)
        and _ratio(name.term, draft) >= LEAST_RATIO[name.evidence]
    )


def _is_written(name: TermMatch, text: str) -> bool:
    """Return whether a text has a name, whatever its case; its words may be joined by hyphens."""
    patterns = ("[ -]".join(map(re.escape, form.split())) for form in name.forms)
    return any(re.search(rf"(?<!\w){one}(?!\w)", text, re.IGNORECASE) for one in patterns)


def _ratio(name: TermMatch, draft: Draft) -> float:
    """Return how probable a copy of a name is beside what the model wrote for it, a logarithm."""
    places = rendition(name, draft.reading, draft.decoded, draft.links)
    if not places:
        return -float("inf")
    search, written = draft.search, draft.hypothesis
    copy = search.tokenizers.target.encode(name.text).ids
    of_copy = search.forced(
        draft.source, (*written.ids[: places[0]], *copy), search.settings()
    ).log_probs
    of_own = [written.log_probs[place] for place in places]
    return sum(of_copy[places[0] : places[0] + len(copy)]) - sum(of_own)
