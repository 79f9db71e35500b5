"""What a person chose is kept: the beginning of a translation, or all of it."""

import re
from pathlib import Path
from threading import Event

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.notices import repeated
from engine.pipeline.repairs import LOOP_GUARD_ROOM
from engine.pipeline.translator import Translator
from engine.search.beam_search import SearchSettings, search
from engine.translation import Cancelled, Chosen, NoticeKind
from tests.support.tokenizers import SENTENCES
from tests.support.translators import (
    TEXT,
    assert_same_sentence,
    framed,
    fresh,
    make_likelier,
    save_subword_model,
    torch_translator,
    transformer_of,
    translate,
    word_translator,
)

SOURCE = "Two young men are outside."
SPECIALS = 4
ids_of_text = st.lists(st.integers(SPECIALS, 299), max_size=16).map(tuple)


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    """Return one that computes in float64; targets have at most 12 tokens, eos among them."""
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder)
    return torch_translator(folder)


@pytest.fixture(scope="module")
def of_words(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "words"
    word_translator(folder)
    return torch_translator(folder)


@given(ids=ids_of_text, beam_size=st.sampled_from([1, 3]), n_best=st.just(1))
def test_a_translation_begins_as_was_chosen(
    translator: Translator, ids: tuple[int, ...], beam_size: int, n_best: int
) -> None:
    chosen = {SOURCE: Chosen(ids)}
    (sentence,) = translate(translator, SOURCE, chosen=chosen, beam_size=beam_size).sentences
    assert len(sentence.hypotheses) == n_best
    assert sentence.hypotheses[0].ids[: len(ids)] == ids
    assert sentence.target == sentence.hypotheses[0].text


def test_all_the_best_begin_as_was_chosen(translator: Translator) -> None:
    ids = translator.tokenizers.target.encode("Die Männer").ids
    chosen = {SOURCE: Chosen(ids)}
    (sentence,) = translate(translator, SOURCE, chosen=chosen, n_best=3).sentences
    assert len(sentence.hypotheses) == 3
    assert all(hypothesis.ids[: len(ids)] == ids for hypothesis in sentence.hypotheses)
    assert sentence.target.startswith("Die Männer")


@given(ids=ids_of_text)
def test_a_translation_is_what_was_chosen_whole(
    translator: Translator, ids: tuple[int, ...]
) -> None:
    """Its numbers are those of one explicit pass."""
    chosen = {SOURCE: Chosen(ids, is_whole=True)}
    (sentence,) = translate(translator, SOURCE, chosen=chosen, n_best=2).sentences
    (hypothesis,) = sentence.hypotheses
    assert hypothesis.ids == ids
    assert sentence.target == hypothesis.text
    model = transformer_of(translator)
    source = torch.from_numpy(framed(translator, SOURCE))
    with torch.inference_mode():
        logits = model(source, torch.tensor([[model.bos_id, *ids]]))[0]
    is_cut = len(ids) >= 12
    produced = ids if is_cut else (*ids, model.eos_id)
    expected = [float(logits[i].log_softmax(-1)[token]) for i, token in enumerate(produced)]
    assert sentence.score == pytest.approx(sum(expected) / len(expected), abs=1e-9)
    assert [token.probability for token in sentence.tokens] == pytest.approx(
        [float(torch.tensor(e, dtype=torch.float64).exp()) for e in expected[: len(ids)]]
    )
    kinds = {notice.kind for notice in sentence.notices}
    assert (NoticeKind.TRUNCATED in kinds) == is_cut


@pytest.mark.parametrize("name", ["translator", "of_words"])
@pytest.mark.parametrize("is_whole", [False, True])
def test_to_choose_what_was_found_changes_nothing(
    request: pytest.FixtureRequest, name: str, *, is_whole: bool
) -> None:
    opened: Translator = request.getfixturevalue(name)
    compared = 0
    for found in translate(opened, TEXT + " ".join(SENTENCES), beam_size=1).sentences:
        ids = found.hypotheses[0].ids
        settings = SearchSettings(
            beam_size=1, max_length=min(opened.manifest.decoding.max_length, 63)
        )
        ((plain,),) = search(opened.model, framed(opened, found.source), settings)
        if not plain.is_finished or repeated(found.source, found.target):
            continue  # it was searched again, without loops
        chosen = {found.source: Chosen(ids, is_whole=is_whole)}
        (held,) = translate(opened, found.source, chosen=chosen, beam_size=1).sentences
        assert_same_sentence(held, found)
        compared += 1
    assert compared


def test_a_choice_concerns_its_own_sentence(translator: Translator) -> None:
    """Chosen ones and free ones are translated side by side as they are alone."""
    free = translate(fresh(translator), TEXT)
    texts = list(dict.fromkeys(sentence.source for sentence in free.sentences))
    beginning, whole = (
        translator.tokenizers.target.encode(text).ids for text in ("Die", "Ein Hund.")
    )
    chosen = {texts[1]: Chosen(beginning), texts[2]: Chosen(whole, is_whole=True)}
    translation = translate(fresh(translator), TEXT, chosen={**chosen, "Not here.": Chosen((9,))})
    for before, after in zip(free.sentences, translation.sentences, strict=True):
        if before.source in chosen:
            choice = {before.source: chosen[before.source]}
            (alone,) = translate(fresh(translator), before.source, chosen=choice).sentences
            assert_same_sentence(after, alone)
        else:
            assert_same_sentence(after, before)
    assert translation.target.count("Ein Hund.") == 1


def test_a_loop_is_left_with_the_choice_kept(tmp_path: Path) -> None:
    """Nothing ends by itself here, and the longest target leaves room for loops."""
    save_subword_model(tmp_path / "m", decoding={"beam_size": 2, "max_length": 60})
    translator = torch_translator(tmp_path / "m")
    make_likelier(translator, -1000)
    for length in (1, 5, 25, 45, 59, 60, 63):
        ids = (*translator.tokenizers.target.encode("Die Die Die").ids, *range(100, 163))[:length]
        (sentence,) = translate(translator, SOURCE, chosen={SOURCE: Chosen(ids)}).sentences
        found = sentence.hypotheses[0].ids
        assert found[:length] == ids
        source_length = len(translator.tokenizers.source.encode(SOURCE).ids)
        room = max(2 * source_length, length) + LOOP_GUARD_ROOM
        assert len(found) <= max(length, min(room, 60))


@pytest.mark.parametrize("is_whole", [False, True])
@pytest.mark.parametrize(
    ("ids", "problem"),
    [
        ((0,), "what was chosen holds 0, which is no token of a text"),
        ((7, 1), "what was chosen holds 1, which is no token of a text"),
        ((2, 7), "what was chosen holds 2, which is no token of a text"),
        ((-1,), "what was chosen holds -1, which is no token of a text"),
        ((100_000,), "what was chosen holds 100000, which is no token of a text"),
        ((7,) * 64, "what was chosen has 64 tokens; at most 63"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_nobody_can_have_chosen_is_refused(
    translator: Translator, ids: tuple[int, ...], problem: str, *, is_whole: bool
) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        translate(translator, SOURCE, chosen={SOURCE: Chosen(ids, is_whole=is_whole)})


@pytest.mark.parametrize("passes", [1, 2])
def test_a_request_is_cancelled_between_two_choices(translator: Translator, passes: int) -> None:
    texts = ["Two men.", "A dog!", "Why is it?"]
    chosen = {text: Chosen((9, 8), is_whole=True) for text in texts}
    cancelled, seen = Event(), 0

    def note(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == passes:
            cancelled.set()

    hook = transformer_of(translator).output.register_forward_hook(note)
    try:
        with pytest.raises(Cancelled):
            translate(fresh(translator), " ".join(texts), chosen=chosen, cancelled=cancelled)
    finally:
        hook.remove()
    assert seen == passes
