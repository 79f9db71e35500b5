"""The way of a sentence through one model: preprocess, search, postprocess.

A sentence carries what was read of it all the way, so no text is tokenised twice.
"""

from collections.abc import Mapping, Sequence

import torch

from engine.dictionary.dictionary import Dictionary
from engine.glossary.glossary import Glossary, TermMatch
from engine.models.folder import LoadedModel
from engine.pipeline.rewriting.dictionary_hints import LookUp, RareNouns
from engine.pipeline.rewriting.postprocess import Draft, Written, postprocess
from engine.pipeline.rewriting.preprocess import Reading, preprocess
from engine.pipeline.rewriting.vocabulary_coverage import is_covered
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.search.beam_search import Hypothesis
from engine.tokenizers.hints import reads_hints
from engine.translation import AlignedWords, Formality


class SentencePipeline:
    """The steps that a sentence goes through, for one loaded model on one device."""

    def __init__(self, loaded: LoadedModel, device: torch.device) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self.searches = SentenceSearch(loaded, device)
        dictionary = (
            Dictionary.find(self.manifest.source_language, self.manifest.target_language)
            if reads_hints(self.tokenizers.source)
            else None
        )
        self._look_up: LookUp = (
            (lambda *_: None) if dictionary is None else RareNouns(dictionary, loaded.known_words)
        )

    def terms_of(self, sentence: str, glossary: Glossary) -> tuple[TermMatch, ...]:
        """Return the terms of a glossary in a sentence.

        Only a model that reads hints can inflect a translation, so only for such a model other
        forms of a term count.
        """
        language = self.manifest.source_language if reads_hints(self.tokenizers.source) else ""
        return glossary.find(sentence, inflected_in=language)

    def preprocess(self, sentence: str, terms: Sequence[TermMatch]) -> Reading:
        """Return a sentence with what the model reads of it.

        Args:
            sentence: One sentence.
            terms: Those of the glossary that stand in it.
        """
        return preprocess(
            sentence,
            self.tokenizers.source,
            self.manifest.source_language,
            terms,
            lambda form: is_covered(form, self.tokenizers.target),
            self.manifest.target_language,
            self._look_up,
        )

    def fits(self, reading: Reading, formality: Formality) -> bool:
        """Return whether the model has room for a sentence."""
        return self.searches.fits(reading, self.tokenizers.formality_tags(formality))

    def stack(self, readings: Sequence[Reading], formality: Formality) -> Sources:
        """Put sentences together that are to be searched together."""
        return self.searches.stack(readings, self.tokenizers.formality_tags(formality))

    def postprocess(
        self,
        sources: Sources,
        found: Sequence[Sequence[Hypothesis]],
        *,
        with_alignment: bool = False,
    ) -> list[list[Written]]:
        """Return the hypotheses of each sentence as they are shown.

        Args:
            sources: The sentences.
            found: The hypotheses of each.
            with_alignment: Whether the links of the best are needed in any case.
        """
        drafts = [
            [self._draft(reading, hypothesis.ids) for hypothesis in hypotheses]
            for reading, hypotheses in zip(sources.readings, found, strict=True)
        ]
        linked = {
            draft: hypothesis.ids
            for of_sentence, hypotheses in zip(drafts, found, strict=True)
            for number, (draft, hypothesis) in enumerate(zip(of_sentence, hypotheses, strict=True))
            if (with_alignment and number == 0) or not draft.is_plain
        }
        links = self._links(linked, sources.tags)
        return [
            [postprocess(draft, links.get(draft, ())) for draft in of_sentence]
            for of_sentence in drafts
        ]

    def shown(self, sources: Sources, ids: Sequence[int]) -> Written:
        """Return a target of one sentence as it is shown."""
        hypothesis = Hypothesis(tuple(ids), (), 0.0, is_finished=True)
        return self.postprocess(sources, [[hypothesis]])[0][0]

    def _draft(self, reading: Reading, ids: Sequence[int]) -> Draft:
        decoded = self.searches.decode(ids)
        unk = self.tokenizers.target.special.unk
        unknown = [
            (start, end)
            for (start, end), token_id in zip(decoded.spans, ids, strict=True)
            if token_id == unk and start < end
        ]
        languages = self.manifest.source_language, self.manifest.target_language
        return Draft.of(reading, decoded, unknown, languages)

    def _links(
        self, targets: Mapping[Draft, Sequence[int]], tags: tuple[str, ...]
    ) -> dict[Draft, tuple[AlignedWords, ...]]:
        """Link the words of some drafts, given with their ids, in one pass."""
        if not targets:
            return {}
        sources = self.searches.stack([draft.reading for draft in targets], tags)
        decoded = [draft.decoded for draft in targets]
        links = self.searches.align(sources, [*targets.values()], decoded)
        return dict(zip(targets, links, strict=True))
