"""Views of attention: rows keep summing to one whatever is shown, and axes name what is looked at.

Shapes: L layers, H heads, S source tokens, T decoder rows.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import alignment
from engine.attention.maps import (
    AttentionMaps,
    AxisItem,
    Kind,
    MapChoice,
    SentenceAttention,
    ValueNorms,
    Weights,
)
from engine.attention.views import choose, make_view, roll_out, roll_out_across
from engine.pipeline.translator import Translator
from engine.translation import Word
from tests.support.attentions import (
    KINDS,
    any_attention,
    assert_rows_sum_to_one,
    attention_of,
    best_links,
    kinds,
    labels,
    wishes,
)
from tests.support.translators import (
    TEXT,
    is_read_whole,
    tiny_translator,
    translate,
    word_translator,
)
from training.evaluation.alignment_error import score_links

# --- Laws of every view


@given(any_attention(), kinds, wishes)
def test_rows_sum_to_one_and_shapes_fit_the_axes(
    attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    view = make_view(attention, kind, **wishes)
    layers, heads = attention.maps.cross.shape[:2]
    assert view.kind == kind
    assert view.weights.shape == (layers, heads, len(view.rows), len(view.columns))
    assert view.rollout.shape == (len(view.rows), len(view.columns))
    assert_rows_sum_to_one(view.weights, but_empty=wishes["hide_sinks"])
    assert_rows_sum_to_one(view.rollout, but_empty=wishes["hide_sinks"])
    assert 0 <= view.sink_mass <= 1


@given(any_attention(), kinds, wishes)
def test_axes_say_where_the_words_stand(
    attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    view = make_view(attention, kind, **wishes)
    row_side, column_side = {
        "cross": ("target", "source"),
        "encoder": ("source", "source"),
        "decoder": ("target", "target"),
    }[kind]
    assert {item.side for item in view.rows} <= {row_side}
    assert {item.side for item in view.columns} == {column_side}
    for items in (view.rows, view.columns):
        assert [item.start for item in items] == sorted(item.start for item in items)
        for item in items:
            text = attention.source if item.side == "source" else attention.target
            word = text[item.start : item.end]
            assert (item.label in ("<bos>", "<eos>")) == (item.start == item.end)
            assert item.is_sink == (not word.strip("."))
            if word and wishes["unit"] == "words":
                assert item.label == word
            elif word:
                assert item.label in word


@given(any_attention(), kinds, wishes)
def test_hiding_sinks_takes_their_columns_and_nothing_else(
    attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    """What was hidden before does not matter: a view is made from the attention alone."""
    hidden = make_view(attention, kind, **{**wishes, "hide_sinks": True})
    shown = make_view(attention, kind, **{**wishes, "hide_sinks": False})
    assert (hidden.rows, hidden.columns) == (shown.rows, shown.columns)
    assert hidden.sink_mass == shown.sink_mass
    sinks = [place for place, item in enumerate(shown.columns) if item.is_sink]
    others = [place for place, item in enumerate(shown.columns) if not item.is_sink]
    in_sinks = shown.weights[..., sinks].sum(-1)
    if in_sinks.size:
        assert shown.sink_mass == pytest.approx(in_sinks.mean(), abs=1e-5)
    for before, after in ((shown.weights, hidden.weights), (shown.rollout, hidden.rollout)):
        assert not after[..., sinks].any()
        left = before[..., others].sum(-1, keepdims=True)
        np.testing.assert_allclose(after[..., others] * left, before[..., others], atol=1e-5)


@given(any_attention(), wishes)
def test_shifted_rows_are_those_one_step_later(
    attention: SentenceAttention, wishes: dict[str, Any]
) -> None:
    """Token by token; eos has a row only where rows are the steps that produce."""
    wishes = {**wishes, "unit": "tokens"}
    produced = make_view(attention, "cross", **{**wishes, "shifted": False})
    read = make_view(attention, "cross", **{**wishes, "shifted": True})
    assert read.rows == produced.rows[:-1]
    assert read.columns == produced.columns
    assert produced.rows[-1].label == "<eos>"
    np.testing.assert_array_equal(read.weights, produced.weights[:, :, 1:])
    np.testing.assert_array_equal(read.rollout, produced.rollout[1:])


@given(any_attention(), st.sampled_from(["encoder", "decoder"]), wishes)
def test_only_cross_maps_can_be_shifted(
    attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    shifted = make_view(attention, kind, **{**wishes, "shifted": True})
    plain = make_view(attention, kind, **{**wishes, "shifted": False})
    assert (shifted.rows, shifted.columns) == (plain.rows, plain.columns)
    np.testing.assert_array_equal(shifted.weights, plain.weights)


# --- Tokens and words


def test_tokens_are_shown_as_the_model_has_them() -> None:
    attention = attention_of([2, 1], [1, 2])
    cross = make_view(attention, "cross")
    assert labels(cross.columns) == ["<bos>", "a", "a", "b", "<eos>"]
    assert labels(cross.rows) == ["a", "b", "b", "<eos>"]
    np.testing.assert_array_equal(cross.weights, attention.maps.cross)
    encoder = make_view(attention, "encoder")
    assert labels(encoder.rows) == labels(encoder.columns) == labels(cross.columns)
    np.testing.assert_array_equal(encoder.weights, attention.maps.encoder)
    decoder = make_view(attention, "decoder")
    assert labels(decoder.rows) == labels(decoder.columns) == ["<bos>", "a", "b", "b"]
    np.testing.assert_array_equal(decoder.weights, attention.maps.decoder)


def test_words_stand_beside_bos_and_eos() -> None:
    attention = attention_of([2, 1, 1], [1, 2], source_marks=[False, False, True])
    cross = make_view(attention, "cross", unit="words")
    assert cross.columns == (
        AxisItem("<bos>", "source", 0, 0, is_sink=True),
        AxisItem("aa", "source", 0, 2, is_sink=False),
        AxisItem("b", "source", 3, 4, is_sink=False),
        AxisItem(".", "source", 5, 6, is_sink=True),
        AxisItem("<eos>", "source", 6, 6, is_sink=True),
    )
    assert labels(cross.rows) == ["a", "bb", "<eos>"]
    assert labels(make_view(attention, "cross", unit="words", shifted=True).rows) == ["a", "bb"]
    assert labels(make_view(attention, "decoder", unit="words").rows) == ["<bos>", "a", "bb"]


@given(any_attention(), kinds, st.booleans(), st.booleans())
def test_words_are_sums_over_columns_and_means_over_rows(
    attention: SentenceAttention, kind: Kind, shifted: bool, by_value: bool
) -> None:
    tokens = make_view(attention, kind, shifted=shifted, by_value=by_value)
    words = make_view(attention, kind, unit="words", shifted=shifted, by_value=by_value)

    def places(item: AxisItem, of: tuple[AxisItem, ...]) -> list[int]:
        """Return the tokens of a word by their span, and those of no word by their label."""
        return [
            place
            for place, token in enumerate(of)
            if (token.start, token.end) == (item.start, item.end)
            and (item.start < item.end or token.label == item.label)
        ]

    for row, row_item in enumerate(words.rows):
        for column, column_item in enumerate(words.columns):
            own = np.ix_(places(row_item, tokens.rows), places(column_item, tokens.columns))
            for of_words, of_tokens in (
                (words.rollout, tokens.rollout),
                *zip(
                    words.weights.reshape(-1, *words.weights.shape[2:]),
                    tokens.weights.reshape(-1, *tokens.weights.shape[2:]),
                    strict=True,
                ),
            ):
                expected = of_tokens[own].sum(axis=1).mean()
                assert of_words[row, column] == pytest.approx(expected, abs=1e-5)


def test_a_token_of_no_word_stays_an_item_of_its_own() -> None:
    attention = attention_of([1, 1], [1, 1])
    blank = replace(
        attention,
        target_outputs=("a", "▁", "<eos>"),
        target_inputs=("<bos>", "a", "▁"),
        target_word_ids=(0, -1),
    )
    for unit in ("tokens", "words"):
        view = make_view(blank, "cross", unit=unit)
        assert labels(view.rows) == ["a", "▁", "<eos>"]
        assert view.rows[1] == AxisItem("▁", "target", 1, 1, is_sink=True)


@pytest.mark.parametrize(
    ("text", "is_sink"),
    [
        (".", True),
        ("…»", True),
        ("–", True),
        ("a.", False),
        ("5", False),
        ("€", False),
        ("👩‍🚒", False),
    ],
)
def test_only_punctuation_is_a_sink_among_words(text: str, is_sink: bool) -> None:
    attention = attention_of([1], [1])
    named = replace(attention, source_words=(Word(text, 0, len(text)),))
    for unit in ("tokens", "words"):
        assert make_view(named, "cross", unit=unit).columns[1].is_sink == is_sink


# --- Weights times value norms


@given(any_attention(), kinds)
def test_by_value_weighs_each_place_by_its_norm(attention: SentenceAttention, kind: Kind) -> None:
    view = make_view(attention, kind, by_value=True)
    maps, norms = getattr(attention.maps, kind), getattr(attention.value_norms, kind)
    expected = np.einsum("lhrc,lhc->lhrc", maps.astype(np.float64), norms.astype(np.float64))
    expected /= expected.sum(-1, keepdims=True)
    np.testing.assert_allclose(view.weights, expected, atol=1e-5)


def test_equal_norms_change_nothing_and_none_lets_nothing_through() -> None:
    attention = attention_of([2, 1], [1, 2])

    def with_norms(value: float) -> SentenceAttention:
        same = [
            np.full_like(getattr(attention.value_norms, name), value)
            for name in ("encoder", "decoder", "cross")
        ]
        return replace(attention, value_norms=ValueNorms(*same))

    for kind in KINDS:
        plain = make_view(attention, kind)
        equal = make_view(with_norms(2.5), kind, by_value=True)
        np.testing.assert_allclose(equal.weights, plain.weights, atol=1e-6)
        np.testing.assert_allclose(equal.rollout, plain.rollout, atol=1e-6)
        nothing = make_view(with_norms(0.0), kind, by_value=True)
        assert not nothing.weights.any()
        assert np.isfinite(nothing.rollout).all()


# --- Rollout


def slow_rollout(maps: Weights) -> npt.NDArray[np.float64]:
    """Follow each share by hand, layer by layer."""
    layers, heads, size, _ = maps.shape
    held = [[1.0 if place == origin else 0.0 for origin in range(size)] for place in range(size)]
    for layer in range(layers):
        mixed = []
        for place in range(size):
            shares = []
            for origin in range(size):
                looked = 0.0
                for other in range(size):
                    mean = sum(float(maps[layer, head, place, other]) for head in range(heads))
                    looked += mean / heads * held[other][origin]
                shares.append(0.5 * looked + 0.5 * held[place][origin])
            mixed.append(shares)
        held = mixed
    return np.array(held)


def slow_rollout_across(maps: AttentionMaps) -> npt.NDArray[np.float64]:
    """Follow the shares of target and source together; the rows of both must sum to one."""
    memory = slow_rollout(maps.encoder)
    layers, heads, rows, columns = maps.cross.shape
    held = np.hstack([np.eye(rows), np.zeros((rows, columns))])
    for layer in range(layers):
        looked = np.zeros_like(held)
        for head in range(heads):
            for row in range(rows):
                for other in range(rows):
                    looked[row] += maps.decoder[layer, head, row, other] / heads * held[other]
        held = 0.5 * looked + 0.5 * held
        looked = np.zeros_like(held)
        for head in range(heads):
            for row in range(rows):
                for source in range(columns):
                    looked[row, rows:] += (
                        maps.cross[layer, head, row, source] / heads * memory[source]
                    )
        held = 0.5 * looked + 0.5 * held
        np.testing.assert_allclose(held.sum(axis=1), 1, atol=1e-5)
    of_source = held[:, rows:]
    return np.asarray(of_source / of_source.sum(axis=1, keepdims=True))


@given(any_attention())
def test_rollout_is_that_of_an_explicit_loop(attention: SentenceAttention) -> None:
    maps = attention.maps
    for kind in ("encoder", "decoder"):
        slow = slow_rollout(getattr(maps, kind))
        np.testing.assert_allclose(make_view(attention, kind).rollout, slow, atol=1e-5)
        np.testing.assert_allclose(roll_out(getattr(maps, kind)), slow, atol=1e-5)
    slow = slow_rollout_across(maps)
    np.testing.assert_allclose(roll_out_across(maps), slow, atol=1e-5)
    np.testing.assert_allclose(make_view(attention, "cross").rollout, slow, atol=1e-5)


@pytest.mark.parametrize("size", [1, 4])
def test_where_everything_looks_at_itself_rollout_changes_nothing(size: int) -> None:
    same = np.broadcast_to(np.eye(size, dtype=np.float32), (3, 2, size, size))
    np.testing.assert_array_equal(roll_out(same), np.eye(size))
    np.testing.assert_allclose(roll_out_across(AttentionMaps(same, same, same)), np.eye(size))


def test_rollout_of_a_decoder_never_sees_what_comes_later() -> None:
    rolled = make_view(attention_of([1], [2, 3]), "decoder").rollout
    assert not np.triu(rolled, 1).any()


# --- A model that copies


@pytest.mark.parametrize("word_size", [1, 2])
@pytest.mark.parametrize("by_value", [False, True])
def test_shifted_words_align_a_copying_model(word_size: int, by_value: bool) -> None:
    """The row that reads a token looks where it came from; the last layer dreams, as real ones."""
    count = 5
    attention = attention_of([word_size] * count, [word_size] * count, layers=2, heads=2, seed=3)
    cross = np.full_like(attention.maps.cross, 0.01)
    for row in range(cross.shape[2]):
        cross[0, :, row, row] = 1.0  # bos stands before the source as before what was read
    cross[1, :, :, -1] = 1.0
    maps = AttentionMaps(
        attention.maps.encoder, attention.maps.decoder, alignment.normalized(cross)
    )
    copying = replace(attention, maps=maps)

    def error(*, shifted: bool) -> float:
        view = make_view(
            copying, "cross", unit="words", shifted=shifted, hide_sinks=True, by_value=by_value
        )
        first_layer = choose(view, MapChoice("mean", layer=0))
        found = {
            (view.rows[row].start, view.columns[column].start)
            for row, column in best_links(first_layer)
            if view.rows[row].start < view.rows[row].end
        }
        gold = {(word.start, word.start) for word in copying.source_words}
        return score_links(found, gold, gold).error_rate

    assert error(shifted=True) == 0
    if word_size == 1:
        assert error(shifted=False) > 0.5


# --- Real models


@pytest.fixture(scope="module", params=["subwords", "words"])
def translator(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Translator:
    make = {"subwords": tiny_translator, "words": word_translator}[request.param]
    return make(tmp_path_factory.mktemp("models") / "toy")


@pytest.mark.parametrize("kind", KINDS)
def test_views_of_a_model_hold_all_its_words(translator: Translator, kind: Kind) -> None:
    for sentence in translate(translator, TEXT + "w5 w6 w7.").sentences:
        attention = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
        view = make_view(attention, kind, unit="words", hide_sinks=True, by_value=True)
        assert_rows_sum_to_one(view.weights, but_empty=True)
        assert_rows_sum_to_one(view.rollout, but_empty=True)
        for items in (view.rows, view.columns):
            shown = [(item.start, item.end) for item in items if item.start < item.end]
            words = attention.source_words if items[0].side == "source" else attention.target_words
            assert set(shown) <= {(word.start, word.end) for word in words}
            assert len(set(shown)) == len(shown)


def test_the_models_own_alignment_is_a_view_of_words(translator: Translator) -> None:
    head = translator.manifest.alignment
    assert head is not None
    for sentence in translate(translator, "Two young men are outside.\nw5 w6 w7").sentences:
        if not is_read_whole(translator, sentence.source):
            continue
        attention = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
        view = make_view(attention, "cross", unit="words", shifted=head.shifted)
        chosen = choose(view, MapChoice("mean", head.layer, head.head))
        rows = {item.start: row for row, item in enumerate(view.rows) if item.start < item.end}
        columns = [place for place, item in enumerate(view.columns) if item.start < item.end]
        shares = alignment.normalized(chosen[:, columns])
        for link in sentence.alignment:
            start = sentence.target_words[link.target].start - sentence.target_start
            assert shares[rows[start], link.source] == pytest.approx(link.weight, abs=1e-4)
