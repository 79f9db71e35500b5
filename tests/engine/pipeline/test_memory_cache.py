"""A sentence is encoded once, however many questions there are about it."""

from pathlib import Path

import numpy as np
import pytest

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.nn.decoding import Ints, Memory
from engine.pipeline import memory_cache
from engine.pipeline.loaded_model import LoadedModel
from engine.pipeline.memory_cache import MemoryCache
from engine.pipeline.rewriting.preprocess import preprocess_verbatim
from engine.pipeline.sentence_search import SentenceSearch
from engine.translation import SearchOptions
from tests.support.models import random_sources, tiny_transformer
from tests.support.searching import decoder_of
from tests.support.translators import save_subword_model, tiny_translator, translate

LENGTHS = [7, 2, 5, 1, 9, 4]


def rows_of(src_ids: Ints) -> list[tuple[int, ...]]:
    """Return the ids without padding."""
    return [tuple(token for token in row if token) for row in src_ids.tolist()]


def assert_same(found: Memory | None, expected: Memory) -> None:
    """Compare memories, whose padding may differ, and what sums in another order make of them."""
    assert found is not None
    assert found.lengths.tolist() == expected.lengths.tolist()
    for row, length in enumerate(expected.lengths):
        np.testing.assert_allclose(
            found.states[row, :length], expected.states[row, :length], rtol=0, atol=1e-5
        )


def test_what_is_known_is_not_encoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    model, src_ids = decoder_of(tiny_transformer()), random_sources(0, LENGTHS).numpy()
    rows, whole, read = rows_of(src_ids), model.encode(src_ids), model.encode
    encoded: list[int] = []

    def encode(src_ids: Ints) -> Memory:
        encoded.append(len(src_ids))
        return read(src_ids)

    monkeypatch.setattr(model, "encode", encode)
    cache = MemoryCache(model)
    for some, new in (([0, 3], [2]), ([3, 0, 3], [2]), ([1, 0, 4, 1, 2, 3], [2, 3]), ([2], [2, 3])):
        found = cache.memory([rows[row] for row in some], src_ids[some])
        assert_same(found, whole.select(some))
        assert encoded == new


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_cache, "_KEPT_TOKENS", 9)
    model, src_ids = decoder_of(tiny_transformer()), random_sources(0, LENGTHS).numpy()
    cache = MemoryCache(model)
    rows = rows_of(src_ids)
    assert cache.memory(rows, src_ids) is None
    for row, ids in enumerate(rows):
        found = cache.memory([ids], src_ids[[row]])
        assert_same(found, model.encode(src_ids[[row]]))


def test_all_questions_about_a_sentence_read_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    translator = tiny_translator(tmp_path / "toy", decoding={"beam_size": 2, "max_length": 40})
    read: list[tuple[int, ...]] = []
    encode = translator.model.encode

    def note(src_ids: Ints) -> Memory:
        read.extend(rows_of(src_ids))
        return encode(src_ids)

    monkeypatch.setattr(translator.model, "encode", note)
    glossary = Glossary((GlossaryEntry("men", "Männer|Männern"),))
    source = "Two young men are outside."
    text = f"{source} A dog is here! 12 + 5"
    first, *_ = translate(translator, text, glossary=glossary).sentences
    translate(translator, text, glossary=glossary, beam_size=1)
    translator.inspector.hypotheses(source, 4, options=SearchOptions(glossary=glossary))
    ids = first.hypotheses[0].ids
    translator.inspector.alternatives(source, ids, 0, options=SearchOptions(glossary=glossary))
    assert len(read) == len(set(read)) == 3


def test_of_models_that_search_together_each_reads_its_own_memory(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for seed, folder in enumerate(folders):
        save_subword_model(folder, seed=seed)
    loaded = LoadedModel.open(*folders, device="cpu")
    together = SentenceSearch(loaded)
    tokenizer = loaded.tokenizers.source
    readings = [preprocess_verbatim(text, tokenizer) for text in ("A dog is here!", "Two men")]
    for some in (readings[:1], readings):  # the second time one is known
        sources = together.stack(some)
        assert_same(together.memory(sources), loaded.model.encode(sources.ids))
