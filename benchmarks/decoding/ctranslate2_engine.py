"""CTranslate2: an engine in C++ for nothing but translation, with our weights. Without PyTorch."""

from collections.abc import Sequence
from pathlib import Path

import ctranslate2

from benchmarks.decoding.engines import Decoder, Ids, Search


def prepare(model: Path, folder: Path, precision: str) -> Path:
    """Convert a model folder to CTranslate2's format."""
    from benchmarks.decoding.ctranslate2_weights import specification

    spec = specification(model)
    spec.validate()
    spec.optimize(quantization=precision)
    spec.save(str(folder))
    return folder


def load(prepared: Path, precision: str, threads: int) -> Decoder:
    """Load a converted model, whose tokens are called t0, t1 and so on."""
    translator = ctranslate2.Translator(
        str(prepared),
        device="cpu",
        compute_type=precision,
        inter_threads=1,
        intra_threads=threads,
    )

    def decode(sources: Sequence[Ids], settings: Search) -> list[Ids]:
        results = translator.translate_batch(
            [[f"t{token_id}" for token_id in source] for source in sources],
            beam_size=settings.beam_size,
            length_penalty=settings.length_penalty,
            min_decoding_length=settings.min_length,
            max_decoding_length=settings.max_length,
            max_input_length=0,
        )
        return [tuple(int(name[1:]) for name in result.hypotheses[0]) for result in results]

    return decode
