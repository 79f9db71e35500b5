"""Words looked up in the dictionary are told, with what a translation made of them."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.dictionary.dictionary import Dictionary
from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.draft import Draft
from engine.pipeline.pivot import PivotTranslator
from engine.pipeline.sentence_cache import NOTHING_CHOSEN
from engine.pipeline.sentence_report import report
from engine.pipeline.translator import Translator
from engine.search.beam_search import Hypothesis
from engine.tokenizers.subword import HINT_TAGS
from engine.translation import Chosen, Formality, Translation
from tests.support.translators import tiny_translator, translate

SOURCE = "The marigolds are outside."
ENTRIES = {"marigolds": "Ringelblume", "gallimaufry": "Mischmasch"}


class Nouns:
    """A dictionary of two words."""

    source_language = "en"
    noun = staticmethod(ENTRIES.get)

    def __contains__(self, word: str) -> bool:
        return word in ENTRIES

    @staticmethod
    def frequencies(_words: Iterable[str]) -> dict[str, int]:
        """Return nothing: none of its words are near others."""
        return {}

    @staticmethod
    def translations(word: str) -> tuple[str, ...]:
        """Return the only one."""
        return (ENTRIES[word],)


@pytest.fixture(autouse=True)
def _small_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dictionary, "find", lambda *_: Nouns())


@pytest.fixture
def translator(tmp_path: Path) -> Translator:
    decoding = {"beam_size": 2, "max_length": 40}
    return tiny_translator(tmp_path / "toy", tags=HINT_TAGS, decoding=decoding)


def saying(translator: Translator, target: str, **wishes: object) -> Translation:
    """Return the translation of `SOURCE` that says this."""
    ids = translator.tokenizers.target.encode(target).ids
    return translate(translator, SOURCE, chosen={SOURCE: Chosen(ids, is_whole=True)}, **wishes)


def looked_up(translation: Translation) -> list[tuple[str, str, str | None]]:
    """Return the words that were looked up, after a look at their places."""
    words = [word for sentence in translation.sentences for word in sentence.looked_up]
    for word in words:
        for place, text in ((word.source, translation.source), (word.target, translation.target)):
            assert place is None or text[place.start : place.end] == place.text
    return [
        (word.source.text, word.entry, None if word.target is None else word.target.text)
        for word in words
    ]


@pytest.mark.parametrize(
    ("target", "used"),
    [
        ("Die Ringelblume blüht.", "Ringelblume"),
        ("Die Ringelblumen blühen.", "Ringelblumen"),
        ("Die Nelken blühen.", None),
    ],
)
def test_a_word_is_told_if_it_had_a_hint_or_is_not_in_the_translation(
    translator: Translator, target: str, used: str | None
) -> None:
    pipeline = translator._pipeline
    free = pipeline.preprocess(SOURCE, ())
    ids = pipeline.tokenizers.target.encode(target).ids
    for reading in (free, free.with_hints_for(free.rare, pipeline.tokenizers.source)):
        sources = pipeline.stack([reading], Formality.AUTOMATIC)
        hypothesis = Hypothesis(ids, (-0.1,) * len(ids), 0.0, is_finished=True)
        draft = Draft(sources, hypothesis, pipeline.searches)
        found = report(
            [draft], NOTHING_CHOSEN, with_alignment=True, manifest=translator.manifest
        ).looked_up
        told = [(one.source.text, one.entry, one.target and one.target.text) for one in found]
        is_silent = used is not None and reading is free
        assert told == ([] if is_silent else [("marigolds", "Ringelblume", used)])


def test_what_a_person_wrote_is_told_where_it_is_not_the_dictionarys(
    translator: Translator,
) -> None:
    assert looked_up(saying(translator, "Die Ringelblume blüht.")) == []
    told = looked_up(saying(translator, "Die Nelken blühen."))
    assert told == [("marigolds", "Ringelblume", None)]


def test_every_sentence_has_its_own(translator: Translator) -> None:
    text = f"A dog is here. {SOURCE}\n\nA gallimaufry is here. {SOURCE}"
    told = [(source, entry) for source, entry, _ in looked_up(translate(translator, text))]
    flowers = ("marigolds", "Ringelblume")
    assert told == [flowers, ("gallimaufry", "Mischmasch"), flowers]


def test_what_the_glossary_says_is_not_the_dictionarys(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("marigolds", "Ringelblumen"),))
    (sentence,) = saying(translator, "Die Ringelblumen blühen.", glossary=glossary).sentences
    assert [use.target.text for use in sentence.terms] == ["Ringelblumen"]
    assert sentence.looked_up == ()


def test_through_a_third_language_only_its_step_tells_them(
    translator: Translator, tmp_path: Path
) -> None:
    second = tiny_translator(tmp_path / "de-fr", source_language="de", target_language="fr")
    (sentence,) = translate(PivotTranslator(translator, second), SOURCE).sentences
    assert sentence.steps[0].sentence.looked_up
    assert sentence.looked_up == ()


def test_the_map_has_the_hints_that_the_hypothesis_was_read_with(translator: Translator) -> None:
    ids = translator.tokenizers.target.encode("Die Ringelblume blüht.").ids
    start = SOURCE.index("marigolds")
    for hinted in ((), (start,)):
        shown = translator.inspector.attention(SOURCE, ids, hinted=hinted)
        assert (HINT_TAGS[0] in shown.source_tokens) is bool(hinted)
        assert translator.inspector.alternatives(SOURCE, ids, 1, hinted=hinted)
