"""A target that was found for a sentence, and all that is asked of it: each computed once."""

from collections.abc import Sequence
from functools import cached_property

from engine.pipeline.damage import faults_of
from engine.pipeline.notices import repeated
from engine.pipeline.rewriting.postprocess import Written, is_plain, postprocess, unchanged
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.pipeline.terms import places_of_nouns
from engine.search.beam_search import Hypothesis
from engine.text.quantities.comparison import Comparison
from engine.text.typography import typographic_edits
from engine.tokenizers.encoding import Decoded
from engine.tokenizers.hints import Hint
from engine.translation import AlignedWords, ScoredText, Span


class Draft:
    """A target of one sentence, before anything is put right in it.

    Args:
        source: The sentence.
        hypothesis: What was found for it.
        search: That of the model that found it.
    """

    def __init__(self, source: Sources, hypothesis: Hypothesis, search: SentenceSearch) -> None:
        self.source = source
        self.hypothesis = hypothesis
        self.search = search
        (self.reading,) = source.readings
        self.known_links: tuple[AlignedWords, ...] | None = None
        """Those of its words, once they were needed."""

    @cached_property
    def decoded(self) -> Decoded:
        """The text with the places of its tokens."""
        return self.search.decode(self.hypothesis.ids)

    @property
    def text(self) -> str:
        """What the model wrote."""
        return self.decoded.text

    @cached_property
    def comparison(self) -> Comparison:
        """The quantities of both sides."""
        return Comparison(self.reading.plain, self.text, self.search.languages)

    @property
    def links(self) -> tuple[AlignedWords, ...]:
        """Between the words of both sides."""
        if self.known_links is None:
            self.link([self])
        assert self.known_links is not None
        return self.known_links

    @property
    def scored(self) -> ScoredText:
        """As it is told."""
        hinted = tuple(hint.start for hint in self.reading.looked_up)
        return ScoredText(self.written.text, self.hypothesis.score, self.hypothesis.ids, hinted)

    @cached_property
    def looping(self) -> int:
        """How badly it runs in a loop: 2 if it says something over and over, 1 if it has no end."""
        if repeated(self.reading.plain, self.text):
            return 2
        return int(not self.hypothesis.is_finished)

    @cached_property
    def unsaid(self) -> tuple[Hint, ...]:
        """The rare nouns for which it has nothing that the dictionary has."""
        _, language = self.search.languages
        return tuple(
            noun
            for noun in self.reading.rare
            if not places_of_nouns(noun.words, self.text, language)
        )

    @cached_property
    def faults(self) -> tuple[int, ...]:
        """How often it is wrong in each way that the text alone shows."""
        return faults_of(self.comparison)

    @cached_property
    def written(self) -> Written:
        """The translation as it is shown; without links if it needs none and has none."""
        links = (self.known_links or ()) if self.is_plain else self.links
        _, language = self.search.languages
        typography = typographic_edits(self.reading.source, self.text, language)
        if self.is_plain and not typography:
            return unchanged(self.decoded, links)
        return postprocess(
            self.reading, self.decoded, self.comparison, self._unknown, links, typography
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is shown as the model wrote it."""
        return is_plain(self.reading, self.comparison, self._unknown)

    @cached_property
    def _unknown(self) -> list[Span]:
        """Where an <unk> is shown in it."""
        unk = self.search.tokenizers.target.special.unk
        return [
            (start, end)
            for (start, end), token in zip(self.decoded.spans, self.hypothesis.ids, strict=True)
            if token == unk and start < end
        ]

    @staticmethod
    def link(drafts: "Sequence[Draft]") -> None:
        """Link the words of drafts of one model that are not linked yet, in one pass."""
        waiting = [draft for draft in drafts if draft.known_links is None]
        if waiting:
            search, tags = waiting[0].search, waiting[0].source.tags
            sources = search.stack([draft.reading for draft in waiting], tags)
            targets = [draft.hypothesis.ids for draft in waiting]
            decoded = [draft.decoded for draft in waiting]
            for draft, links in zip(waiting, search.align(sources, targets, decoded), strict=True):
                draft.known_links = links


def link_shown(found: Sequence[Sequence[Draft]], *, with_alignment: bool) -> None:
    """Link the drafts that cannot be shown without, in one pass.

    Args:
        found: Those of each sentence, best first.
        with_alignment: Whether the links of the best are wanted in any case.
    """
    Draft.link(
        [
            draft
            for drafts in found
            for draft in drafts
            if (with_alignment and draft is drafts[0]) or not draft.is_plain
        ]
    )
