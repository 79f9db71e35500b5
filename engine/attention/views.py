"""The views of a sentence's attention that are shown.

Shapes: L layers, H heads, S source tokens, T decoder rows, R rows and C columns of a view.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from engine.attention import alignment
from engine.attention.maps import (
    AttentionMaps,
    AttentionView,
    AxisItem,
    Difference,
    Kind,
    MapChoice,
    SentenceAttention,
    Side,
    Unit,
    Weights,
)

# --- Views


def make_view(
    attention: SentenceAttention,
    kind: Kind,
    *,
    unit: Unit = "tokens",
    shifted: bool = False,
    hide_sinks: bool = False,
    by_value: bool = False,
) -> AttentionView:
    """Return all maps of a kind; each row sums to one, or to zero where nothing is left of it.

    Rows look, columns are looked at. Cross: the target looks at the source. Encoder: the source at
    itself. Decoder: the target at itself, both axes by the token that was read, bos first.

    Args:
        attention: Of one sentence and one target.
        kind: Which attention of the Transformer.
        unit: Tokens or words. The weights on a word's tokens are summed, those of its tokens
            averaged; what belongs to no word stays an item of its own.
        shifted: Which step the row of a target token is in cross maps; others know no such choice.
            Not shifted, the step that produced the token: where the model looked *while choosing
            this word*. The last row is eos. Shifted, the step that read it, one later: in many
            models this is the better *word alignment*, in others it is not; the manifest says. The
            step that reads the last token is the one that produces eos, so eos has no row.
        hide_sinks: Empty the columns of sinks and make the rows sum to one without them.
        by_value: Multiply each weight by the length of the vector it lets through and make the rows
            sum to one again (Kobayashi et al. 2020): much weight on a short vector moves little.
    """
    maps = _times_value_norms(attention) if by_value else attention.maps
    source = _Places("source", attention.source_tokens, attention.source_word_ids)
    match kind:
        case "cross" if shifted:
            weights = alignment.shifted(maps.cross)
            rolled = alignment.shifted(roll_out_across(maps))
            rows = _Places("target", attention.target_inputs[1:], attention.target_word_ids)
            columns = source
        case "cross":
            weights, rolled = maps.cross, roll_out_across(maps)
            rows = _Places("target", attention.target_outputs, (*attention.target_word_ids, -1))
            columns = source
        case "encoder":
            weights, rolled = maps.encoder, roll_out(maps.encoder)
            rows = columns = source
        case "decoder":
            weights, rolled = maps.decoder, roll_out(maps.decoder)
            read = (-1, *attention.target_word_ids)
            rows = columns = _Places("target", attention.target_inputs, read)
    row_items, row_groups = _axis(attention, rows, unit)
    column_items, column_groups = _axis(attention, columns, unit)
    if unit == "words":
        weights = alignment.merge_words(weights, row_groups, column_groups)
        rolled = alignment.merge_words(rolled, row_groups, column_groups)
    sinks = [place for place, item in enumerate(column_items) if item.is_sink]
    in_sinks = alignment.sink_mass(weights, sinks)
    if hide_sinks:
        weights = alignment.without_sinks(weights, sinks)
        rolled = alignment.without_sinks(rolled, sinks)
    return AttentionView(
        kind=kind,
        weights=weights.astype(np.float32, copy=False),
        rollout=rolled,
        rows=row_items,
        columns=column_items,
        sink_mass=float(np.clip(in_sinks.mean(), 0, 1)) if in_sinks.size else 0.0,
    )


def choose(view: AttentionView, choice: MapChoice) -> Weights:
    """Return one map (R, C) of a view.

    Rows of a mean sum to one, as those of a head; those of a maximum need not.

    Raises:
        ValueError: If one head is asked for without saying which.
    """
    if choice.reduction == "rollout":
        return view.rollout
    chosen = view.weights
    if choice.layer is not None:
        chosen = chosen[[choice.layer]]
    if choice.head is not None:
        chosen = chosen[:, [choice.head]]
    if choice.reduction == "mean":
        # A head with all its weight in hidden sinks has empty rows; the others then count alone.
        return alignment.normalized(chosen.mean(axis=(0, 1)))
    if choice.reduction == "head" and chosen.shape[:2] != (1, 1):
        raise ValueError("one head needs a layer and a head")
    largest: Weights = chosen.max(axis=(0, 1))
    return largest


def difference(first: AttentionView, second: AttentionView, choice: MapChoice) -> Difference:
    """Return one map of two views, such as of two hypotheses, the first less the second.

    Rows and columns are matched in order by their labels.
    """
    first_rows, second_rows = _matches(first.rows, second.rows)
    first_columns, second_columns = _matches(first.columns, second.columns)
    weights = np.full((len(first.rows), len(first.columns)), np.nan, dtype=np.float32)
    weights[np.ix_(first_rows, first_columns)] = (
        choose(first, choice)[np.ix_(first_rows, first_columns)]
        - choose(second, choice)[np.ix_(second_rows, second_columns)]
    )
    return Difference(weights, first.rows, first.columns)


# --- Rollout


def roll_out(maps: Weights) -> Weights:
    """Attention rollout (Abnar and Zuidema 2020): what of each place is in each, all layers passed.

    R_0 = I and R_l = (A_l + I) / 2 R_(l-1), where A_l is the mean over the heads of layer l: half
    of a place comes from where it looks, half stays by the residual connection.

    Args:
        maps: Self-attention of all layers, (L, H, S, S).

    Returns:
        (S, S); each row sums to one.
    """
    shares = np.eye(maps.shape[-1], dtype=np.float32)
    for looks in maps.mean(axis=1, dtype=np.float32):
        shares = (looks @ shares + shares) / 2
    return shares


def roll_out_across(maps: AttentionMaps) -> Weights:
    """Attention rollout for a decoder: what of each source token is in each of its places.

    Each place holds shares of target places P (T, T) and of source tokens Q (T, S), in the
    beginning P = I and Q = 0. With D_l and C_l, the means over the heads of the decoder's and the
    cross-attention of layer l, and R, the rollout of the encoder, each layer does two steps:

        self:   P := (D_l P + P) / 2    Q := (D_l Q + Q) / 2
        cross:  P := P / 2              Q := (C_l R + Q) / 2

    The rows of P and Q together always sum to one. Given is Q, its rows made to sum to one alone.
    """
    memory = roll_out(maps.encoder)
    own = maps.decoder.mean(axis=1, dtype=np.float32)
    across = maps.cross.mean(axis=1, dtype=np.float32)
    from_source = np.zeros(across.shape[1:], dtype=np.float32)
    # P only ever adds to itself, never to Q: it need not be computed.
    for self_looks, cross_looks in zip(own, across, strict=True):
        from_source = (self_looks @ from_source + from_source) / 2
        from_source = (cross_looks @ memory + from_source) / 2
    return alignment.normalized(from_source)


# --- Their parts


@dataclass(frozen=True, slots=True)
class _Places:
    """An axis as the model has it: tokens, and the word of each or -1."""

    side: Side
    labels: Sequence[str]
    word_ids: Sequence[int]


def _axis(
    attention: SentenceAttention, places: _Places, unit: Unit
) -> tuple[tuple[AxisItem, ...], tuple[tuple[int, ...], ...]]:
    """Return the items of an axis and the tokens of each."""
    words = attention.source_words if places.side == "source" else attention.target_words
    items: list[AxisItem] = []
    groups: list[list[int]] = []
    item_of_word: dict[int, int] = {}
    before = 0
    for place, (label, word_id) in enumerate(zip(places.labels, places.word_ids, strict=True)):
        if unit == "words" and word_id in item_of_word:
            groups[item_of_word[word_id]].append(place)
            continue
        if word_id < 0:
            item = AxisItem(label, places.side, before, before, is_sink=True)
        else:
            word = words[word_id]
            name = word.text if unit == "words" else label
            item = AxisItem(name, places.side, word.start, word.end, _is_punctuation(word.text))
            item_of_word[word_id] = len(items)
            before = word.end
        items.append(item)
        groups.append([place])
    return tuple(items), tuple(tuple(group) for group in groups)


def _is_punctuation(text: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in text)


def _times_value_norms(attention: SentenceAttention) -> AttentionMaps:
    maps, norms = attention.maps, attention.value_norms
    encoder, decoder, cross = (
        alignment.normalized(weights * lengths[:, :, None, :].astype(np.float32))
        for weights, lengths in (
            (maps.encoder, norms.encoder),
            (maps.decoder, norms.decoder),
            (maps.cross, norms.cross),
        )
    )
    return AttentionMaps(encoder, decoder, cross)


def _matches(first: Sequence[AxisItem], second: Sequence[AxisItem]) -> tuple[list[int], list[int]]:
    """Return the places of equal labels, in order, in both."""
    labels = [item.label for item in first], [item.label for item in second]
    pairs = [
        (block.a + step, block.b + step)
        for block in SequenceMatcher(None, *labels, autojunk=False).get_matching_blocks()
        for step in range(block.size)
    ]
    return [place for place, _ in pairs], [place for _, place in pairs]
