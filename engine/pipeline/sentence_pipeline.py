"""The way of a sentence through one model: preprocess, search, postprocess.

A sentence carries what was read of it all the way, so no text is tokenised twice.
"""

from collections.abc import Sequence

import torch

from engine.models.folder import LoadedModel
from engine.pipeline.postprocess import Written, is_plain, postprocess
from engine.pipeline.preprocess import Reading, preprocess
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.search.beam_search import Hypothesis
from engine.translation import AlignedWords, Formality


class SentencePipeline:
    """The steps that a sentence goes through, for one loaded model on one device."""

    def __init__(self, loaded: LoadedModel, device: torch.device) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self.searches = SentenceSearch(loaded, device)

    def preprocess(self, sentence: str) -> Reading:
        """Return a sentence with what the model reads of it."""
        return preprocess(sentence, self.tokenizers.source, self.manifest.source_language)

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
        unk = self.tokenizers.target.special.unk
        languages = self.manifest.source_language, self.manifest.target_language
        rows = [
            (row, hypothesis.ids, with_alignment and number == 0)
            for row, hypotheses in enumerate(found)
            for number, hypothesis in enumerate(hypotheses)
        ]
        decoded = [self.searches.decode(ids) for _, ids, _ in rows]
        unknown = [
            [
                (start, end)
                for (start, end), token_id in zip(text.spans, ids, strict=True)
                if token_id == unk and start < end
            ]
            for text, (_, ids, _) in zip(decoded, rows, strict=True)
        ]
        aligned = [
            index
            for index, (row, _, is_wanted) in enumerate(rows)
            if is_wanted
            or not is_plain(sources.readings[row], decoded[index], unknown[index], languages)
        ]
        links: list[tuple[AlignedWords, ...]] = [()] * len(rows)
        if aligned:
            found_links = self.searches.align(
                self.searches.stack(
                    [sources.readings[rows[index][0]] for index in aligned], sources.tags
                ),
                [rows[index][1] for index in aligned],
                [decoded[index] for index in aligned],
            )
            for index, of_row in zip(aligned, found_links, strict=True):
                links[index] = of_row
        written: list[list[Written]] = [[] for _ in found]
        for (row, _, _), text, linked, tokens in zip(rows, decoded, links, unknown, strict=True):
            reading = sources.readings[row]
            written[row].append(
                postprocess(reading, text, linked, unknown=tokens, languages=languages)
            )
        return written

    def shown(self, sources: Sources, ids: Sequence[int]) -> Written:
        """Return a target of one sentence as it is shown."""
        hypothesis = Hypothesis(tuple(ids), (), 0.0, is_finished=True)
        return self.postprocess(sources, [[hypothesis]])[0][0]
