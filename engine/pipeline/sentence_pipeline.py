"""The way of a sentence through one model: preprocess, find drafts, postprocess.

A sentence carries what was read of it all the way, so no text is tokenised twice.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.spelling import Spelling
from engine.glossary.glossary import Glossary, TermMatch
from engine.languages.lookup import primary_subtag
from engine.pipeline.draft import Draft
from engine.pipeline.loaded_model import LoadedModel
from engine.pipeline.rewriting.misspellings import misspellings
from engine.pipeline.rewriting.postprocess import Written
from engine.pipeline.rewriting.preprocess import Reading, preprocess, preprocess_verbatim
from engine.pipeline.rewriting.rare_nouns import LookUp, RareNouns
from engine.pipeline.rewriting.set_phrases import set_phrase
from engine.pipeline.rewriting.vocabulary_coverage import is_covered
from engine.pipeline.sentence_cache import NOTHING_CHOSEN
from engine.pipeline.sentence_search import SentenceSearch, Sources
from engine.search.beam_search import Hypothesis
from engine.text.language_detection import sentence_language
from engine.tokenizers.hints import reads_hints
from engine.translation import Chosen, Formality, Misspelling, SearchOptions


class SentencePipeline:
    """The steps that a sentence goes through, for one loaded model."""

    def __init__(self, loaded: LoadedModel) -> None:
        self.manifest = loaded.manifest
        self.model = loaded.model
        self.tokenizers = loaded.tokenizers
        self.searches = SentenceSearch(loaded)
        self._dictionary = dictionary = Dictionary.find(*self.searches.languages)
        self._look_up: LookUp = lambda *_: ()
        self._misspellings: Callable[[Reading], Iterable[Misspelling]] = lambda _: ()
        if dictionary is not None:
            nouns = RareNouns(dictionary, loaded.known_words)
            spelling = Spelling(dictionary)
            self._misspellings = lambda reading: misspellings(reading, spelling, nouns.is_known)
            if reads_hints(self.tokenizers.source):
                self._look_up = nouns

    def terms_of(self, sentence: str, glossary: Glossary) -> tuple[TermMatch, ...]:
        """Return the terms of a glossary in a sentence.

        Only a model that reads hints can inflect a translation, so only for such a model other
        forms of a term count.
        """
        language = self.manifest.source_language if reads_hints(self.tokenizers.source) else ""
        return glossary.find(sentence, inflected_in=language)

    def phrase(self, sentence: str, formality: Formality) -> Chosen:
        """Return the translation of a set phrase, as if it was chosen; nothing for other text.

        Args:
            sentence: One sentence.
            formality: The wished form of address.
        """
        target = self._dictionary and set_phrase(sentence, self._dictionary, formality)
        if not target or not is_covered(target, self.tokenizers.target):
            return NOTHING_CHOSEN
        return Chosen(self.tokenizers.target.encode(target).ids, is_whole=True, is_phrase=True)

    def preprocess(self, sentence: str, terms: Sequence[TermMatch]) -> Reading:
        """Return a sentence with what the model reads of it.

        One that is surely in the target language already stays as it is.

        Args:
            sentence: One sentence.
            terms: Those of the glossary that stand in it.
        """
        source, target = self.searches.languages
        language = sentence_language(sentence, source, target)
        if language and language == primary_subtag(target):
            reading = preprocess_verbatim(sentence, self.tokenizers.source)
            return replace(reading, is_kept=True, language=language)
        reading = preprocess(
            sentence,
            self.tokenizers.source,
            source,
            terms,
            lambda form: is_covered(form, self.tokenizers.target),
            target,
            self._look_up,
        )
        if language:
            return replace(reading, language=language)
        found = () if reading.is_kept else tuple(self._misspellings(reading))
        return replace(reading, misspellings=found) if found else reading

    def fits(self, reading: Reading, formality: Formality) -> bool:
        """Return whether the model has room for a sentence."""
        return self.searches.fits(reading, self.tokenizers.formality_tags(formality))

    def stack(self, readings: Sequence[Reading], formality: Formality) -> Sources:
        """Put sentences together that are to be searched together."""
        return self.searches.stack(readings, self.tokenizers.formality_tags(formality))

    def read(self, sentence: str, options: SearchOptions, hinted: Collection[int] = ()) -> Sources:
        """Return one sentence as the model reads it.

        Args:
            sentence: One sentence.
            options: Those that its translation was searched with.
            hinted: Where the nouns begin that have a hint.
        """
        reading = self.preprocess(sentence, self.terms_of(sentence, options.glossary))
        nouns = [noun for noun in reading.rare if noun.start in hinted]
        return self.stack(
            [reading.with_hints_for(nouns, self.tokenizers.source)], options.formality
        )

    def shown(self, sources: Sources, ids: Sequence[int]) -> Written:
        """Return a target of one sentence as it is shown."""
        hypothesis = Hypothesis(tuple(ids), (), 0.0, is_finished=True)
        return Draft(sources, hypothesis, self.searches).written
