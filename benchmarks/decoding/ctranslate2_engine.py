"""CTranslate2: an engine in C++ for nothing but translation, with our weights. Without PyTorch."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ctranslate2

from benchmarks.decoding.engines import Decoder, Ids, Search
from engine.interchange.exporting import export_model


def prepare(model: Path, folder: Path, precision: str) -> Path:  # noqa: ARG001  rounded when loaded
    """Export a model folder to CTranslate2's format."""
    export_model(model, folder / "exported", "ctranslate2")
    return folder / "exported"


def load(prepared: Path, precision: str, threads: int) -> Decoder:
    """Load an exported model, which frames its sources itself."""
    translator = ctranslate2.Translator(
        str(prepared),
        device="cpu",
        compute_type=precision,
        inter_threads=1,
        intra_threads=threads,
    )
    config = _read(prepared / "config.json")
    is_shared = (prepared / "shared_vocabulary.json").exists()
    src_tokens, tgt_tokens = (
        _read(prepared / f"{'shared' if is_shared else side}_vocabulary.json")
        for side in ("source", "target")
    )
    tgt_ids = {token: index for index, token in enumerate(tgt_tokens)}

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        unframed = [
            source[config["add_source_bos"] : len(source) - config["add_source_eos"]]
            for source in sources
        ]
        results = translator.translate_batch(
            [[src_tokens[token_id] for token_id in source] for source in unframed],
            beam_size=settings.beam_size,
            length_penalty=settings.length_penalty,
            min_decoding_length=settings.min_length,
            max_decoding_length=settings.max_length,
            max_input_length=0,
        )
        return [tuple(tgt_ids[token] for token in result.hypotheses[0]) for result in results]

    return decode


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
