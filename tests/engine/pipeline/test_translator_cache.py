"""What was translated is not translated again: an edit costs its sentence and no other."""

from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline import sentence_search
from engine.pipeline import translator as translator_module
from engine.pipeline.translator import FIRST_SENTENCES, Translator
from engine.search.beam_search import search
from engine.tokenizers.encoding import Encoding
from engine.translation import Cancelled, Chosen, SentenceTranslation
from tests.support.tokenizers import SENTENCES
from tests.support.translators import (
    TEXT,
    assert_same_sentence,
    fresh,
    make_likelier,
    save_subword_model,
    tiny_translator,
    torch_translator,
    translate,
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    """Return one that computes in float64, and whose searches come to an end."""
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder)
    made = torch_translator(folder)
    make_likelier(made, 3)
    return made


@pytest.fixture
def translator(opened: Translator) -> Translator:
    return fresh(opened)


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many sentences each search has had, those against loops counted too."""
    searches: list[int] = []

    def note(model: Any, src_ids: Any, *rest: Any, **wishes: Any) -> Any:
        searches.append(len(src_ids))
        return search(model, src_ids, *rest, **wishes)

    monkeypatch.setattr(sentence_search, "search", note)
    return searches


@pytest.fixture
def encoded(translator: Translator, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that have been tokenised."""
    tokenizer = translator.tokenizers.source
    texts: list[str] = []

    def note(text: str) -> Encoding:
        texts.append(text)
        return type(tokenizer).encode(tokenizer, text)

    monkeypatch.setattr(tokenizer, "encode", note)
    return texts


@pytest.mark.parametrize("with_alignment", [False, True])
def test_a_sentence_is_tokenised_once(
    translator: Translator, encoded: list[str], with_alignment: bool
) -> None:
    # The forms of a number or name that was lost are tokenised too.
    sentences = [
        text
        for text in dict.fromkeys(SENTENCES)
        if text == text.capitalize() and not any(map(str.isdigit, text))
    ]
    assert len(sentences) > 1
    text = " ".join(sentences)
    translate(translator, f"{text} {text}", with_alignment=with_alignment)
    assert encoded == sentences
    translate(translator, f"{text} A man.", with_alignment=with_alignment)
    assert encoded == [*sentences, "A man."]


def test_equal_sentences_are_translated_once(translator: Translator, rows: list[int]) -> None:
    often = translate(translator, "Two men. A dog!\n" * 40)
    assert rows[0] == 2
    assert sum(rows) <= 4  # each may have run into a loop
    once = translate(fresh(translator), "Two men. A dog!")
    assert often.target == f"{once.target}\n" * 40


@pytest.mark.parametrize("n_best", [1, 3])
@pytest.mark.parametrize("with_alignment", [False, True])
def test_to_ask_again_searches_nothing_and_gives_the_same(
    translator: Translator, rows: list[int], n_best: int, *, with_alignment: bool
) -> None:
    wishes = {"n_best": n_best, "with_alignment": with_alignment}
    first = translate(translator, TEXT, **wishes)
    rows.clear()
    told: list[SentenceTranslation] = []
    again = translate(
        translator, TEXT, on_sentence=lambda _, sentence: told.append(sentence), **wishes
    )
    assert rows == []
    assert replace(again, seconds=first.seconds) == first
    assert tuple(told) == first.sentences
    anew = translate(fresh(translator), TEXT, **wishes)
    assert replace(anew, seconds=first.seconds) == first


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), st.data())
def test_an_edited_text_is_what_it_would_be_without_a_past(
    opened: Translator, sentences: list[str], data: st.DataObject
) -> None:
    translator = fresh(opened)
    translate(translator, " ".join(sentences))
    place = data.draw(st.integers(0, len(sentences) - 1))
    sentences[place] = data.draw(st.sampled_from(["Two dogs.", "", "Why?\n"]))
    edited, anew = (translate(t, " ".join(sentences)) for t in (translator, fresh(opened)))
    assert (edited.source, edited.target) == (anew.source, anew.target)
    for one, other in zip(edited.sentences, anew.sentences, strict=True):
        assert_same_sentence(one, other)
        assert (one.source_start, one.target_start) == (other.source_start, other.target_start)
        assert (one.source_words, one.target_words) == (other.source_words, other.target_words)


def test_an_edit_searches_the_edited_sentence_alone(
    translator: Translator, rows: list[int]
) -> None:
    sentences = list(SENTENCES)
    translate(translator, " ".join(sentences))
    sentences[2] = "Two dogs are here."
    rows.clear()
    translate(translator, " ".join(sentences))
    assert rows[0] == 1
    assert len(rows) <= 2


def test_another_wish_searches_anew(translator: Translator, rows: list[int]) -> None:
    wishes: list[dict[str, Any]] = [
        {},
        {"beam_size": 3},
        {"length_penalty": 0.25},
        {"n_best": 2},
        {"with_alignment": False},
        {"chosen": {"Two men.": Chosen(translator.tokenizers.target.encode("Die").ids)}},
    ]
    for wish in wishes:
        rows.clear()
        translate(translator, "Two men.", **wish)
        assert rows
    rows.clear()
    for wish in wishes:
        translate(translator, "Two men.", **wish)
    assert rows == []


def test_what_a_cancelled_request_had_finished_is_kept(
    translator: Translator, rows: list[int]
) -> None:
    text = "".join(f"Two men and {number} dogs.\n" for number in range(FIRST_SENTENCES + 3))
    cancelled = Event()
    with pytest.raises(Cancelled):
        translate(translator, text, cancelled=cancelled, on_sentence=lambda _, __: cancelled.set())
    rows.clear()
    translate(translator, text)
    assert rows[0] == 3


def test_all_of_a_long_text_is_kept_while_it_is_edited(
    translator: Translator, rows: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translator_module, "CACHED_SENTENCES", 1)
    lines = [f"Two men and {number} dogs.\n" for number in range(FIRST_SENTENCES + 10)]
    expected = translate(translator, "".join(lines))
    rows.clear()
    for place in (0, len(lines)):  # what moves, and what stays where it was
        edited = "".join([*lines[:place], "Six men.\n", *lines[place:]])
        translated = translate(translator, edited)
        for one in translated.sentences:
            assert edited.startswith(one.source, one.source_start)
            assert translated.target.startswith(one.target, one.target_start)
            assert all(word.text == edited[word.start : word.end] for word in one.source_words)
    assert rows == [1]
    assert translate(translator, "".join(lines)).target == expected.target
    assert rows == [1]
    translate(translator, "Six men.")  # of another text, so much is forgotten
    translate(translator, "".join(lines))
    assert sum(rows) >= len(lines)


def test_a_model_translates_with_nothing_of_another_in_mind(tmp_path: Path) -> None:
    one, other = (tiny_translator(tmp_path / str(seed), seed=seed) for seed in (0, 1))
    first = translate(one, TEXT)
    assert translate(other, TEXT).target == translate(fresh(other), TEXT).target != first.target
