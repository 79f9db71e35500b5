"""Hugging Face `generate`, with our weights in the class that computes our model."""

from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoModelForSeq2SeqLM, GenerationConfig
from transformers.utils import logging

from benchmarks.decoding.engines import Decoder, Ids, Search, UnsupportedModelError
from engine.errors import ExportNotPossibleError
from engine.interchange.exporting import export_model
from engine.nn.decoding import padded

logging.disable_progress_bar()


def prepare(model: Path, folder: Path, precision: str) -> Path:  # noqa: ARG001  there is one
    """Export a model folder to the format of `transformers`."""
    try:
        export_model(model, folder / "exported", "huggingface")
    except ExportNotPossibleError as error:
        raise UnsupportedModelError(str(error)) from error
    return folder / "exported"


def load(prepared: Path, precision: str, threads: int) -> Decoder:
    """Load an exported model."""
    torch.set_num_threads(threads)
    dtype = getattr(torch, precision)
    model = AutoModelForSeq2SeqLM.from_pretrained(prepared, dtype=dtype).eval()
    config = model.config

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        src_ids = torch.from_numpy(padded(sources, config.pad_token_id))
        ranking = {"length_penalty": settings.length_penalty, "early_stopping": True}
        generation = GenerationConfig(
            num_beams=settings.beam_size,
            min_new_tokens=settings.min_length,
            max_new_tokens=settings.max_length,
            decoder_start_token_id=config.decoder_start_token_id,
            pad_token_id=config.pad_token_id,
            eos_token_id=config.eos_token_id,
            suppress_tokens=model.generation_config.suppress_tokens,
            **(ranking if settings.beam_size > 1 else {}),
        )
        mask = (src_ids != config.pad_token_id).long()
        with torch.inference_mode():
            found = model.generate(src_ids, attention_mask=mask, generation_config=generation)
        return [_unframed(row, config.eos_token_id) for row in found.tolist()]

    return decode


def _unframed(row: Sequence[int], eos_id: int) -> Ids:
    """Return what stands between bos and the first eos."""
    ids = list(row[1:])
    return tuple(ids[: ids.index(eos_id)] if eos_id in ids else ids)
