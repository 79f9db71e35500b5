"""Other words and other sentences: what else the model held possible."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.translator import Translator
from engine.tokenizers.encoding import UNKNOWN, find_words
from engine.translation import (
    Alternative,
    Cancelled,
    Chosen,
    NoticeKind,
    SearchOptions,
    SentenceTranslation,
)
from tests.support.tokenizers import SENTENCES
from tests.support.translators import (
    LINE_BREAKS,
    TEXT,
    framed,
    is_read_whole,
    save_subword_model,
    torch_translator,
    transformer_of,
    translate,
    word_translator,
)

SOURCE = "Two young men are outside."
NAMES = ["translator", "of_words"]


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder)
    return torch_translator(folder)


@pytest.fixture(scope="module")
def of_words(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "words"
    word_translator(folder)
    return torch_translator(folder)


def words_of(text: str) -> list[str]:
    return [text[start:end] for start, end in find_words(text)]


def shown(translator: Translator, ids: tuple[int, ...]) -> str:
    return LINE_BREAKS.sub(" ", translator.tokenizers.target.decode(ids).text)


def sentences_with_words(
    translator: Translator, text: str = TEXT
) -> Iterator[tuple[SentenceTranslation, int]]:
    for sentence in translate(translator, text).sentences:
        if all(notice.kind is not NoticeKind.KEPT for notice in sentence.notices):
            for place in range(len(sentence.target_words)):
                yield sentence, place


def ask(
    translator: Translator, sentence: SentenceTranslation, place: int, count: int = 8
) -> tuple[Alternative, ...]:
    return translator.inspector.alternatives(
        sentence.source, sentence.hypotheses[0].ids, place, count=count
    )


def tokens_before(translator: Translator, sentence: SentenceTranslation, place: int) -> int:
    """Return how many tokens of the translation hold the words before a word."""
    if place == 0:
        return 0
    end = sentence.target_words[place - 1].end - sentence.target_start
    spans = translator.tokenizers.target.decode(sentence.hypotheses[0].ids).spans
    return 1 + max(i for i, span in enumerate(spans) if span[0] < min(end, span[1]))


# --- words ---


@pytest.mark.parametrize("count", [1, 3, 8])
@pytest.mark.parametrize("name", NAMES)
def test_each_word_stands_at_the_place_asked_for(
    request: pytest.FixtureRequest, name: str, count: int
) -> None:
    translator: Translator = request.getfixturevalue(name)
    asked = others = 0
    for sentence, place in sentences_with_words(translator):
        before = words_of(sentence.target)[:place]
        found = ask(translator, sentence, place, count)
        if not is_read_whole(translator, sentence.source):
            continue
        assert 1 <= len(found) <= count
        words = [other.word for other in found]
        assert len(set(words)) == len(words)
        assert all(words)
        assert words_of(sentence.target)[place] in words
        probabilities = [other.probability for other in found]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= probability <= 1 for probability in probabilities)
        for other in found:
            assert words_of(other.preview)[: place + 1] == [*before, other.word]
            assert shown(translator, other.ids).endswith((other.word, UNKNOWN))
        asked += 1
        others += len(found) - 1
    assert asked > 5
    assert others >= (count - 1) * asked / 4


@pytest.mark.parametrize("name", NAMES)
def test_the_probability_of_a_word_is_the_product_of_its_tokens(
    request: pytest.FixtureRequest, name: str
) -> None:
    """From one pass over each word's own ids; what stands before is the same for all."""
    translator: Translator = request.getfixturevalue(name)
    model = transformer_of(translator)
    longest = 0
    for sentence, place in sentences_with_words(translator, " ".join(SENTENCES)):
        found = ask(translator, sentence, place, count=4)
        text = words_of(sentence.target)[place]
        (present,) = (other for other in found if other.word == text)
        ids = sentence.hypotheses[0].ids
        assert ids[: len(present.ids)] == present.ids
        assert present.preview == sentence.target
        first = tokens_before(translator, sentence, place)
        for other in found:
            tgt_in = torch.tensor([[model.bos_id, *other.ids]])
            source = torch.from_numpy(framed(translator, sentence.source))
            with torch.inference_mode():
                log_probs = model(source, tgt_in)[0].log_softmax(-1)
            assert other.ids[:first] == ids[:first]
            chain = [float(log_probs[i, other.ids[i]]) for i in range(first, len(other.ids))]
            assert other.probability == pytest.approx(
                float(torch.tensor(sum(chain), dtype=torch.float64).exp()), rel=1e-6
            )
            longest = max(longest, len(chain))
    assert longest > 1 or name == "of_words"


@pytest.mark.parametrize("name", NAMES)
def test_a_word_that_is_chosen_begins_the_translation(
    request: pytest.FixtureRequest, name: str
) -> None:
    translator: Translator = request.getfixturevalue(name)
    for sentence, place in sentences_with_words(translator, SOURCE):
        for other in ask(translator, sentence, place, count=3):
            chosen = {sentence.source: Chosen(other.ids)}
            (after,) = translate(translator, sentence.source, chosen=chosen).sentences
            assert after.hypotheses[0].ids[: len(other.ids)] == other.ids
            start = words_of(other.preview)[:place]
            assert words_of(after.target)[:place] == start
            assert words_of(after.target)[place].startswith(other.word)


@given(ids=st.lists(st.integers(4, 299), max_size=12).map(tuple), place=st.integers(0, 12))
def test_words_of_any_target_can_be_asked_for(
    translator: Translator, ids: tuple[int, ...], place: int
) -> None:
    """A forced target need not be one that search would find, nor leave room to go on."""
    words = words_of(shown(translator, ids))
    if place >= len(words):
        problem = f"there is no word {place} among {len(words)}"
        with pytest.raises(ValueError, match=problem):
            translator.inspector.alternatives(SOURCE, ids, place)
        return
    found = translator.inspector.alternatives(SOURCE, ids, place, count=3)
    assert words[place] in [other.word for other in found]
    for other in found:
        assert words_of(other.preview)[: place + 1] == [*words[:place], other.word]


def test_what_is_no_place_and_no_number_is_refused(translator: Translator) -> None:
    ids = translator.tokenizers.target.encode("Zwei Männer").ids
    with pytest.raises(ValueError, match="there is no word -1 among 2"):
        translator.inspector.alternatives(SOURCE, ids, -1)
    with pytest.raises(ValueError, match="there is no word 0 among 0"):
        translator.inspector.alternatives(SOURCE, (), 0)
    with pytest.raises(ValueError, match="count must be at least 1, not 0"):
        translator.inspector.alternatives(SOURCE, ids, 0, count=0)


def test_a_word_nobody_would_guess_is_shown_all_the_same(translator: Translator) -> None:
    """The present word comes last, with its own probability, in place of a better one."""
    ids = translator.tokenizers.target.encode("⁂ Zwei").ids
    found = translator.inspector.alternatives(SOURCE, ids, 0, count=2)
    assert len(found) == 2
    assert found[-1].word == "⁂"
    assert found[-1].preview == "⁂ Zwei"
    assert found[-1].probability < 1e-3


# --- other sentences ---


@pytest.mark.parametrize("count", [1, 2, 6])
@pytest.mark.parametrize("name", NAMES)
def test_sentences_read_differently_and_the_best_is_first(
    request: pytest.FixtureRequest, name: str, count: int
) -> None:
    translator: Translator = request.getfixturevalue(name)
    for source in (SOURCE, SENTENCES[0]):
        found = translator.inspector.hypotheses(source, count)
        assert 1 <= len(found) <= count
        assert len({line.text for line in found}) == len(found)
        for line in found:
            spoken = shown(translator, line.ids)
            read = line.text.replace("\xa0%", "%")  # the blank is not the model's
            assert read == spoken or UNKNOWN in spoken
        assert not any(LINE_BREAKS.search(line.text) for line in found)


def test_sentences_are_those_of_a_beam_as_wide(translator: Translator) -> None:
    """In the order of the search, and where one ends by itself the best of a translation too."""
    for source in SENTENCES:
        (sentence,) = translate(translator, source, beam_size=6, n_best=6).sentences[:1]
        found = translator.inspector.hypotheses(sentence.source, 4, options=SearchOptions(6))
        texts = list(dict.fromkeys(line.text for line in sentence.hypotheses))
        assert [line.text for line in found] == texts[:4]
        assert found[0].score == pytest.approx(sentence.score, abs=1e-9)
        narrow = translator.inspector.hypotheses(sentence.source, 4, options=SearchOptions(1))
        wide = translator.inspector.hypotheses(sentence.source, 4, options=SearchOptions(4))
        assert [line.ids for line in narrow] == [line.ids for line in wide]


@pytest.mark.parametrize(
    ("wishes", "problem"),
    [
        ({"count": 0}, "count must be at least 1, not 0"),
        (
            {"count": 2, "options": SearchOptions(length_penalty=-1.0)},
            "length_penalty must be at least 0, not -1.0",
        ),
    ],
    ids=str,
)
def test_an_impossible_search_is_refused(
    translator: Translator, wishes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        translator.inspector.hypotheses(SOURCE, **wishes)


# --- to be cancelled ---


@pytest.mark.parametrize("steps", [0, 1, 2, 4])
@pytest.mark.parametrize(
    "asked",
    [
        lambda translator, stop: translator.inspector.alternatives(
            SOURCE, (9, 8), 0, should_stop=stop
        ),
        lambda translator, stop: translator.inspector.hypotheses(SOURCE, 3, should_stop=stop),
    ],
    ids=["alternatives", "hypotheses"],
)
def test_asking_is_cancelled_within_a_step(
    translator: Translator, asked: Callable[[Translator, Callable[[], bool]], object], steps: int
) -> None:
    seen = 0

    def note(*_: object) -> None:
        nonlocal seen
        seen += 1

    hook = transformer_of(translator).output.register_forward_hook(note)
    try:
        with pytest.raises(Cancelled):
            asked(translator, lambda: seen >= steps)
    finally:
        hook.remove()
    assert seen == steps
