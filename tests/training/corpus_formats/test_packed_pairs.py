"""Packed pairs: the same pairs as before, whatever is taken from them, joined, turned or sent."""

import copy
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import numbered
from training.corpus_formats.packed_pairs import PackedPairs, PairsWriter, join, pack
from training.corpus_formats.sentence_pair import BackTranslation, SentencePair, SyntheticPair
from training.corpus_formats.text_spool import SMALL

TEXT = st.text()  # half a character (a lone surrogate) too: TMX and JSON may hold one
KIND = st.sampled_from([SentencePair, SyntheticPair, BackTranslation])
PAIRS = st.lists(st.builds(lambda kind, source, target: kind(source, target), KIND, TEXT, TEXT))
NAMES = st.sampled_from(["", "web", "books"])


def exact(pairs: Sequence[SentencePair]) -> list[tuple[type, SentencePair]]:
    return [(type(pair), pair) for pair in pairs]


def origins_of(pairs: PackedPairs) -> list[str]:
    return [pairs.origin_names[number] for number in pairs.origins]


@given(PAIRS, st.data())
def test_packed_pairs_are_the_pairs_they_were(
    pairs: list[SentencePair], data: st.DataObject
) -> None:
    packed = pack(pairs)
    assert packed == pairs
    assert packed == tuple(pairs)
    assert tuple(pairs) == packed
    assert exact(packed) == exact(pairs)
    assert packed != [*pairs, SentencePair("", "")]
    part = data.draw(st.slices(len(pairs)))
    assert exact(packed[part]) == exact(pairs[part])
    rows = data.draw(st.lists(st.sampled_from(range(len(pairs))))) if pairs else []
    assert exact(packed.take(np.array(rows, np.int64))) == exact([pairs[row] for row in rows])
    assert [exact([packed[row]]) for row in rows] == [exact([pairs[row]]) for row in rows]
    for side in (0, 1):
        assert packed.texts(side) == [pair[side] for pair in pairs]


@given(st.lists(PAIRS, min_size=1, max_size=4), NAMES)
def test_joined_pairs_stand_one_text_after_the_other(
    texts: list[list[SentencePair]], name: str
) -> None:
    parts = [pack(text).with_origin(f"{name}{place % 2}") for place, text in enumerate(texts)]
    parts.append(parts[0][:1])
    joined = join(parts)
    assert exact(joined) == exact([pair for part in parts for pair in part])
    assert origins_of(joined) == [name for part in parts for name in origins_of(part)]


@given(PAIRS)
def test_pairs_turned_twice_are_as_before(pairs: list[SentencePair]) -> None:
    packed = pack(pairs)
    turned = packed.swapped()
    assert [pair[::-1] for pair in turned] == pairs
    kinds = {
        SentencePair: SentencePair,
        SyntheticPair: BackTranslation,
        BackTranslation: SyntheticPair,
    }
    assert [type(pair) for pair in turned] == [kinds[type(pair)] for pair in pairs]
    assert exact(turned.swapped()) == exact(pairs)


@given(PAIRS)
def test_texts_are_alike_where_their_numbers_are(pairs: list[SentencePair]) -> None:
    hashes = pack(pairs).hashes()
    for side in (0, 1):
        texts = [pair[side] for pair in pairs]
        assert len(set(hashes[:, side].tolist())) == len(set(texts))
        assert [hashes[texts.index(text), side] for text in texts] == hashes[:, side].tolist()


def test_a_piece_is_sent_to_another_process_without_the_rest() -> None:
    packed = pack([SentencePair("word " * 1000, "Wort " * 1000)] * 1000)
    assert len(packed.text) > SMALL
    piece = packed[10:12]
    sent = copy.deepcopy(piece)  # made again as another process does it
    assert len(sent.text) == len(b"".join(piece.raw_texts(0) + piece.raw_texts(1)))
    assert exact(sent) == exact(piece)


def test_what_is_chosen_from_much_text_copies_none_of_it() -> None:
    packed = pack(numbered(100_000))
    assert packed[::2].text is packed.text
    assert packed.swapped().text is packed.text
    assert join([packed]).text is packed.text


def test_pairs_remember_where_they_are_from() -> None:
    writer = PairsWriter()
    for pair, origin in zip(numbered(3), ("web", "", "books"), strict=True):
        writer.add(pair, origin)
    packed = writer.finish()
    assert origins_of(packed) == ["web", "", "books"]
    assert origins_of(packed.with_origin("mine")) == ["web", "mine", "books"]
    assert origins_of(packed.with_origin("web")[1:]) == ["web", "books"]
    assert origins_of(copy.deepcopy(packed)) == origins_of(packed)


def test_a_place_that_is_not_there_is_refused() -> None:
    packed = pack(numbered(3))
    assert packed[-1] == packed[2]
    for place in (3, -4):
        with pytest.raises(IndexError):
            packed[place]
