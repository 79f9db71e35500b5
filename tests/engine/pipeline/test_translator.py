"""The door of the engine: whatever the model says, the text keeps its shape and its places."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ModelFolderMissingError, TextTooLongError
from engine.native.transformer import has_kernel
from engine.pipeline import loaded_model
from engine.pipeline.notices import repeated
from engine.pipeline.repairs import LOOP_GUARD_NGRAM
from engine.pipeline.translator import FIRST_SENTENCES, Translator
from engine.search.beam_search import SearchSettings, search
from engine.search.decoder import Predictions
from engine.tokenizers.encoding import Encoding
from engine.translation import (
    TEXT_LIMIT,
    Cancelled,
    NoticeKind,
    SentenceTranslation,
    Translation,
)
from tests.support.model_folders import save_toy_model, word_config
from tests.support.tokenizers import SENTENCES, any_text
from tests.support.translators import (
    LINE_BREAKS,
    TEXT,
    assert_same_sentence,
    assert_words,
    framed,
    fresh,
    is_read_whole,
    make_likelier,
    save_subword_model,
    tiny_translator,
    torch_translator,
    translate,
    word_translator,
)

words = st.sampled_from(
    ["Two", "men", "Männer", "12", "isn't", "مرحبا", "中文", "👩‍🚒", "e.g.", "-"]
)
lines = st.tuples(
    st.sampled_from(["", "  ", "\t", "- ", "1. ", "> "]),
    st.lists(words, max_size=6).map(" ".join),
    st.sampled_from(["", ".", "!", "? Yes.", "  ", " …"]),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\u2028", "\f", ""]),
).map("".join)
texts = st.lists(lines, max_size=5).map("".join)


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return tiny_translator(tmp_path_factory.mktemp("models") / "toy")


@pytest.fixture(scope="module")
def precise(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    """Return one that computes in float64, for what has to be equal to the last place."""
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder)
    made = torch_translator(folder)
    make_likelier(made, 3)  # greedy search comes to an end too
    return made


@pytest.fixture(scope="module")
def of_words(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return word_translator(tmp_path_factory.mktemp("models") / "words")


GAPS = {("", " ")}
"""What is added: a blank between sentences of scripts that need none."""


def between(translation: Translation) -> Iterator[tuple[str, str]]:
    """Return what stands before, between and after the sentences, in source and target."""
    source, target = 0, 0
    for sentence in translation.sentences:
        yield (
            translation.source[source : sentence.source_start],
            translation.target[target : sentence.target_start],
        )
        source = sentence.source_start + len(sentence.source)
        target = sentence.target_start + len(sentence.target)
    yield translation.source[source:], translation.target[target:]


def assert_whole(translation: Translation) -> None:
    """Check that nothing is lost, and that every place is where it is said to be."""
    assert all(
        source == target or (source, target) in GAPS for source, target in between(translation)
    )
    assert LINE_BREAKS.findall(translation.source) == LINE_BREAKS.findall(translation.target)
    for s in translation.sentences:
        assert translation.source[s.source_start :].startswith(s.source)
        assert translation.target[s.target_start :].startswith(s.target)
        assert (s.source, s.target) == (s.source.strip(), s.hypotheses[0].text)
        assert_words(s.source_words, translation.source, s.source, s.source_start)
        assert_words(s.target_words, translation.target, s.target, s.target_start)
        assert len(s.tokens) == len(s.hypotheses[0].ids)
        for token in s.tokens:
            assert s.target_start <= token.start <= token.end <= s.target_start + len(s.target)
            assert translation.target[token.start : token.end] == token.text
            assert 0 <= token.probability <= 1
        for link in s.alignment:
            assert 0 <= link.target < len(s.target_words)
            assert 0 <= link.source < len(s.source_words)
            assert 0 <= link.weight <= 1
        for notice in s.notices:
            assert s.source_start <= notice.start <= notice.end <= s.source_start + len(s.source)
    assert translation.notices == tuple(n for s in translation.sentences for n in s.notices)


# --- the shape of texts ---


@given(texts)
def test_everything_between_sentences_is_kept(translator: Translator, text: str) -> None:
    translation = translate(translator, text)
    assert translation.source == text
    assert_whole(translation)


@given(any_text)
def test_any_text_is_kept(translator: Translator, text: str) -> None:
    translation = translate(translator, text)
    assert len(translation.source) == len(text)
    assert_whole(translation)


@given(texts)
def test_words_are_kept_in_their_places_too(of_words: Translator, text: str) -> None:
    assert_whole(translate(of_words, text))


@pytest.mark.parametrize("text", ["", " ", "\n", " \t\r\n\u2028 \n", "…", "👩‍🚒 🎉", "---\n***\n"])
def test_what_has_no_words_is_given_back(translator: Translator, text: str) -> None:
    translation = translate(translator, text)
    assert (translation.target, translation.sentences) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "مرحبا بالعالم، كيف حالك؟ هذا نص طويل قليلا.",
        "👩‍🚒 fights 🔥! 🎉",
        "x" * 10_000,
        "Two young men, and a dog, are outside near many bushes " * 182,
        "中文" * 200,
        "a\u0301\u0323" * 300,
    ],
    ids=lambda text: f"{text[:12]!a}-{len(text)}",
)
def test_texts_of_all_kinds_are_translated_whole(translator: Translator, text: str) -> None:
    translation = translate(translator, text, beam_size=1)
    assert translation.sentences
    assert_whole(translation)


def test_lone_surrogates_are_shown_as_what_they_are_read_as(translator: Translator) -> None:
    translation = translate(translator, "Two \ud800 men.\n\udfff\n")
    assert translation.source == "Two \ufffd men.\n\ufffd\n"
    assert translation.target.endswith("\n\ufffd\n")
    assert_whole(translation)


def test_lines_of_the_model_stay_in_one_line(tmp_path: Path) -> None:
    """A model that says nothing but line breaks, one after the other."""
    save_subword_model(tmp_path / "m")
    translator = torch_translator(tmp_path / "m")
    make_likelier(translator, 1000, translator.tokenizers.target.encode("\n").ids[-1:])
    translation = translate(translator, "Two men.\nA dog.")
    assert (
        translator.tokenizers.target.decode(translation.sentences[0].hypotheses[0].ids).text[0]
        == "\n"
    )
    assert_whole(translation)
    assert translation.target.count("\n") == 1


def test_a_text_may_be_long_and_no_longer(translator: Translator) -> None:
    assert translate(translator, "\n" * TEXT_LIMIT).target == "\n" * TEXT_LIMIT
    with pytest.raises(TextTooLongError, match="has 1,000,001 characters; the limit is 1,000,000"):
        translate(translator, " " * (TEXT_LIMIT + 1))


# --- long sentences ---


@pytest.mark.parametrize("word", ["a" * 5000, "aB3+/" * 500, "f(x){y};" * 2000], ids=len)
@pytest.mark.parametrize("max_positions", [12, 64])
def test_what_is_too_long_for_a_word_is_copied_and_told(
    tmp_path: Path, word: str, max_positions: int
) -> None:
    translator = tiny_translator(tmp_path / "m", settings={"max_positions": max_positions})
    translation = translate(translator, f"Two men. {word} Two dogs.\n{word}")
    assert translation.target.count(word) == 2
    told = [one for one in translation.notices if one.kind is NoticeKind.LONG_WORD]
    assert [translation.source[one.start : one.end] for one in told] == [word, word]
    assert all(len(str(notice)) < 200 for notice in told)
    assert_whole(translation)


@pytest.mark.parametrize("max_positions", [12, 20])
@pytest.mark.parametrize("text", ["Two men are here " * 40, "Two men. " + "x" * 150, TEXT])
def test_a_sentence_with_more_tokens_than_positions_is_split(
    tmp_path: Path, text: str, max_positions: int
) -> None:
    settings = {"max_positions": max_positions}
    translator = tiny_translator(tmp_path / "m", settings=settings)
    translation = translate(translator, text)
    assert_whole(translation)
    for sentence in translation.sentences:
        assert framed(translator, sentence.source).shape[1] <= max_positions
    assert len(translation.sentences) > len(translate_long(tmp_path, text).sentences)


def translate_long(folder: Path, text: str) -> Translation:
    """Translate by a model with room for any sentence."""
    settings = {"max_positions": 2000}
    return translate(tiny_translator(folder / "long", settings=settings), text)


def test_a_target_as_long_as_the_positions_is_aligned_and_shown(tmp_path: Path) -> None:
    """A model that never ends: what is cut has bos before it, and still a place for all."""
    save_subword_model(tmp_path / "m", settings={"max_positions": 12}, decoding={"max_length": 12})
    translator = torch_translator(tmp_path / "m")
    make_likelier(translator, -1000)
    translation = translate(translator, "Two men.")
    assert_whole(translation)
    (sentence,) = translation.sentences
    assert NoticeKind.TRUNCATED in {notice.kind for notice in sentence.notices}
    shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
    assert shown.maps.cross.shape[2] == len(sentence.hypotheses[0].ids) + 1


# --- sentences ---


def test_each_sentence_is_told_once_in_order_and_in_its_place(translator: Translator) -> None:
    told: list[tuple[int, SentenceTranslation]] = []
    translation = translate(
        translator,
        TEXT * 5,
        on_sentence=lambda index, sentence: told.append((index, sentence)),
    )
    assert len(told) > 16
    assert told == list(enumerate(translation.sentences))


def test_a_long_text_is_shown_from_its_beginning_before_its_end_is_read(
    precise: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["Two men" + " and a dog" * (n % 7) + f" see {n}." for n in range(90)]
    text = "\n".join(lines)
    expected = translate(fresh(precise), text)
    encode = precise.tokenizers.source.encode
    read: list[str] = []
    read_at: list[int] = []

    def note(sentence: str) -> Encoding:
        read.append(sentence)
        return encode(sentence)

    monkeypatch.setattr(precise.tokenizers.source, "encode", note)
    found = translate(
        fresh(precise), text, on_sentence=lambda _, __: read_at.append(len({*read} & {*lines}))
    )
    assert read_at[0] == FIRST_SENTENCES
    assert read_at[-1] == len(expected.sentences) == 90
    for one, other in zip(found.sentences, expected.sentences, strict=True):
        assert_same_sentence(one, other)


def test_a_sentence_is_translated_among_others_as_it_is_alone(precise: Translator) -> None:
    together = translate(precise, TEXT + " ".join(SENTENCES), n_best=2)
    assert len(together.sentences) > 12
    for sentence in together.sentences:
        (alone,) = translate(fresh(precise), sentence.source, n_best=2).sentences
        assert_same_sentence(alone, sentence)


def test_a_translation_says_who_made_it_where(translator: Translator) -> None:
    translation = translate(translator, "Two men.")
    assert (translation.model, translation.device) == ("toy", "cpu")
    assert translation.seconds >= 0


# --- to be cancelled ---


def test_who_cancels_is_told_no_more_sentences(translator: Translator) -> None:
    cancelled = Event()
    told: list[int] = []

    def stop(index: int, _: SentenceTranslation) -> None:
        told.append(index)
        cancelled.set()

    with pytest.raises(Cancelled):
        translate(translator, TEXT, cancelled=cancelled, on_sentence=stop)
    assert told == [0]


def test_to_cancel_at_the_last_sentence_is_not_too_late(translator: Translator) -> None:
    cancelled = Event()
    with pytest.raises(Cancelled):
        translate(
            translator,
            "Two men.",
            cancelled=cancelled,
            on_sentence=lambda _, __: cancelled.set(),
        )


def test_a_search_is_cancelled_within_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    translator = tiny_translator(tmp_path / "m")
    cancelled, steps = Event(), 0
    whole_step = translator.model.step

    def step(*arguments: Any) -> Predictions:
        nonlocal steps
        steps += 1
        if steps == 2:
            cancelled.set()
        return whole_step(*arguments)

    monkeypatch.setattr(translator.model, "step", step)
    with pytest.raises(Cancelled):
        translate(translator, TEXT, cancelled=cancelled)
    assert steps == 2


def test_a_request_cancelled_before_it_begins_searches_nothing(translator: Translator) -> None:
    cancelled = Event()
    cancelled.set()
    with pytest.raises(Cancelled):
        translate(translator, TEXT, cancelled=cancelled, on_sentence=pytest.fail)


# --- wishes ---


@pytest.mark.parametrize("beam_size", [None, 1, 4])
@pytest.mark.parametrize("length_penalty", [None, 0.0, 2.0])
def test_a_sentence_is_searched_as_it_was_requested(
    precise: Translator, beam_size: int | None, length_penalty: float | None
) -> None:
    """Where the wish is None, as the model's manifest says: beam 2, penalty 1."""
    settings = SearchSettings(
        beam_size=2 if beam_size is None else beam_size,
        length_penalty=1.0 if length_penalty is None else length_penalty,
        max_length=12,
    )
    wishes = {"beam_size": beam_size, "length_penalty": length_penalty}
    compared = 0
    for sentence in translate(precise, " ".join(SENTENCES), **wishes).sentences:
        ((best,),) = search(precise.model, framed(precise, sentence.source), settings)
        text = precise.tokenizers.target.decode(best.ids).text
        is_counting = any(map(str.isdigit, sentence.source))  # lost numbers are searched for again
        is_kept = any(notice.kind is NoticeKind.KEPT for notice in sentence.notices)
        if (
            not is_kept
            and best.is_finished
            and not repeated(sentence.source, text)
            and not is_counting
        ):
            assert sentence.hypotheses[0].ids == best.ids
            assert sentence.score == pytest.approx(best.score, abs=1e-9)
            compared += 1
    assert compared


def test_the_best_are_given_in_order_and_the_first_is_shown(translator: Translator) -> None:
    translation = translate(translator, TEXT, n_best=4)
    assert_whole(translation)
    whole = [s for s in translation.sentences if is_read_whole(translator, s.source)]
    assert whole
    for sentence in whole:
        assert len(sentence.hypotheses) == 4
        assert len({hypothesis.ids for hypothesis in sentence.hypotheses}) == 4
        for hypothesis in sentence.hypotheses:
            spoken = translator.tokenizers.target.decode(hypothesis.ids).text
            shown, said = (
                re.sub("[ \u00a0]%", "%", text)  # as German writes it
                for text in (hypothesis.text, LINE_BREAKS.sub(" ", spoken))
            )
            assert shown == said
        assert sentence.target == sentence.hypotheses[0].text


@pytest.mark.parametrize(
    ("wishes", "problem"),
    [
        ({"beam_size": 0}, "beam_size must be at least 1, not 0"),
        ({"beam_size": 2, "n_best": 3}, "n_best 3 must not be above beam_size 2"),
        ({"n_best": 0}, "n_best must be at least 1, not 0"),
        ({"length_penalty": -1.0}, "length_penalty must be at least 0, not -1.0"),
    ],
    ids=str,
)
def test_an_impossible_wish_is_refused(
    translator: Translator, wishes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        translate(translator, "Two men.", **wishes)


def test_what_runs_into_a_loop_is_searched_again_without(tmp_path: Path) -> None:
    save_subword_model(tmp_path / "m")
    translator = torch_translator(tmp_path / "m")
    make_likelier(translator, -1000)  # nothing ends by itself
    for sentence in translate(translator, TEXT, beam_size=1).sentences:
        ids = sentence.hypotheses[0].ids
        grams = [ids[i : i + LOOP_GUARD_NGRAM] for i in range(len(ids) - LOOP_GUARD_NGRAM + 1)]
        assert len(set(grams)) == len(grams)


def test_words_the_model_cannot_know_are_named(of_words: Translator) -> None:
    translation = translate(of_words, "w5 colour w6\nw7")
    kinds = [[notice.kind for notice in s.notices] for s in translation.sentences]
    assert NoticeKind.UNKNOWN_WORDS in kinds[0]
    assert NoticeKind.UNKNOWN_WORDS not in kinds[1]
    (notice,) = (n for n in translation.notices if n.kind is NoticeKind.UNKNOWN_WORDS)
    assert translation.source[notice.start : notice.end] == "colour"
    assert notice.details == ("colour",)


# --- opening ---


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderMissingError, match="There is no model in"):
        Translator.open(tmp_path / "модель", device="cpu")


@pytest.mark.skipif(not has_kernel(), reason="the kernel was not built here")
@pytest.mark.skipif(sys.platform != "linux", reason="counts threads as Linux lists them")
def test_the_number_of_threads_is_as_requested(tmp_path: Path) -> None:
    save_toy_model(tmp_path / "m", config=word_config())
    tasks = Path("/proc/self/task")
    before = len([*tasks.iterdir()])
    translator = Translator.open(tmp_path / "m", device="cpu", threads=3)
    assert len([*tasks.iterdir()]) == before + 2  # who asks computes too
    del translator


def test_pytorch_computes_with_as_many_threads_as_are_requested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_model, "has_kernel", lambda: False)
    save_toy_model(tmp_path / "m", config=word_config())
    before = torch.get_num_threads()
    try:
        translator = Translator.open(tmp_path / "m", device="cpu", threads=1)
        assert torch.get_num_threads() == 1
        assert translator.computing == "PyTorch, cpu"
    finally:
        torch.set_num_threads(before)
