"""How long it takes to import a model of OPUS-MT's size, and how fast that translates.

    python -m benchmarks.import_model [--rounds 5] [--texts 20]

The model has the shape of OPUS-MT's: 6 + 6 layers, d_model 512, d_ff 2048, 8 heads, 58,101 tokens.
Its weights are random, in the 16 bits that Hugging Face publishes, and it says 16 tokens of every
text: only their number counts. Each import, and each model's translations, has a process of its
own; texts of 12 words are translated as the window does it, one by one, on one thread. Processor
time; medians, and the most memory of each process.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

from benchmarks.memory import peak_memory
from engine.interchange.huggingface_format.config import HuggingFaceConfig
from engine.interchange.huggingface_format.names import SHARED, huggingface_name
from engine.interchange.importing import import_model
from engine.models.manifest import WeightsDtype
from engine.models.tensor_layout import parameter_count, stored_tensors
from engine.pipeline.translator import Translator
from engine.translation import SearchOptions, TranslationRequest

VOCABULARY = 58_101
PIECES = 32_000
WORDS = 12
TOKENS = 16
BEAMS = (1, 4, 6)
DTYPES: Sequence[WeightsDtype] = ("int8", "float16", "float32")
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
CONFIG: dict[str, Any] = {
    "model_type": "marian",
    "vocab_size": VOCABULARY,
    "d_model": 512,
    "encoder_layers": 6,
    "decoder_layers": 6,
    "encoder_ffn_dim": 2048,
    "decoder_ffn_dim": 2048,
    "encoder_attention_heads": 8,
    "decoder_attention_heads": 8,
    "activation_function": "swish",
    "scale_embedding": True,
    "max_position_embeddings": 512,
    "pad_token_id": VOCABULARY - 1,
    "decoder_start_token_id": VOCABULARY - 1,
    "max_length": TOKENS + 1,
}


def make_model(folder: Path) -> int:
    """Write a folder as Hugging Face has OPUS-MT's; return how many parameters it has."""
    words = draw_words(60_000, seed=0)
    for side in ("source", "target"):
        SentencePieceTrainer.train(
            sentence_iterator=(" ".join(words[at : at + 10]) for at in range(0, len(words), 10)),
            model_prefix=str(folder / side),
            vocab_size=PIECES,
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
        (folder / f"{side}.vocab").unlink()
    library = SentencePieceProcessor(model_file=str(folder / "source.spm"))
    pieces = [library.id_to_piece(index) for index in range(3, library.vocab_size())]
    tokens = ["</s>", "<unk>", *pieces]
    tokens += [f"unused{number}" for number in range(VOCABULARY - 1 - len(tokens))] + ["<pad>"]
    vocabulary = {token: index for index, token in enumerate(tokens)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    config = HuggingFaceConfig.model_validate(CONFIG).transformer
    generator = torch.Generator().manual_seed(0)
    tensors = {
        huggingface_name(name): 0.05 * torch.randn(shape, generator=generator)
        for name, (_, shape) in stored_tensors(config, "float32").items()
    }
    tensors[SHARED] = tensors.pop(huggingface_name("tgt_embeddings.tokens.weight"))
    tensors["final_logits_bias"] = tensors["final_logits_bias"][None]
    tensors["final_logits_bias"][0, 0] = -1e4  # never the end before the last token
    halves = {name: tensor.half() for name, tensor in tensors.items()}
    save_file(halves, folder / "model.safetensors")
    return parameter_count(config)


def draw_words(count: int, seed: int) -> list[str]:
    """Return words of two to four syllables."""
    drawn = random.Random(seed)
    return ["".join(drawn.choices(SYLLABLES, k=drawn.randint(2, 4))) for _ in range(count)]


def measure_import(folder: Path, models: Path, dtype: WeightsDtype) -> dict[str, float]:
    """Import in this process; return seconds, memory and what the model takes on the disk."""
    clock, before = time.perf_counter(), time.process_time()
    target = import_model(folder, models, dtype, ("en", "de"), dtype)
    return {
        "seconds": time.perf_counter() - clock,
        "processor_seconds": time.process_time() - before,
        "peak": peak_memory(),
        "size": sum(file.stat().st_size for file in target.iterdir()) / 1e6,
    }


def measure_translations(model: Path, texts: int) -> dict[str, float]:
    """Translate typed texts in this process; return milliseconds by beam, and memory."""
    torch.set_num_threads(1)
    translator = Translator.open(model, threads=1)
    measured = {}
    for beam in BEAMS:
        times = []
        for number in range(texts + 2):  # the first two are warm-up
            words = draw_words(WORDS, seed=100 * beam + number)
            before = time.process_time()
            translator.translate(TranslationRequest(" ".join(words) + ".", SearchOptions(beam)))
            times.append(time.process_time() - before)
        measured[str(beam)] = 1000 * statistics.median(times[2:])
    return {**measured, "peak": peak_memory()}


def in_child(*arguments: str) -> dict[str, float]:
    """Run one measurement in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.import_model", "--measure", *arguments]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(ended.stdout)
    return measured


def main() -> None:
    """Measure, and print two tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=20)
    parser.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        what, *rest = arguments.measure
        if what == "import":
            print(json.dumps(measure_import(Path(rest[0]), Path(rest[1]), rest[2])))
        else:
            print(json.dumps(measure_translations(Path(rest[0]), int(rest[1]))))
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "opus"
        folder.mkdir()
        parameters = make_model(folder)
        size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
        print(f"{parameters:,} parameters, {size:.0f} MB as published\n")
        print("| stored as | seconds | processor seconds | most memory | on disk |")
        print("|---|---|---|---|---|")
        for dtype in DTYPES:
            runs = []
            for number in range(arguments.rounds):
                models = Path(scratch) / f"models{number}"
                runs.append(in_child("import", str(folder), str(models), dtype))
            medians = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
            print(
                f"| {dtype} | {medians['seconds']:.1f} | {medians['processor_seconds']:.1f} "
                f"| {medians['peak']:,.0f} MB | {medians['size']:.0f} MB |",
                flush=True,
            )
        print("\n| stored as | greedy | beam 4 | beam 6 | most memory |")
        print("|---|---|---|---|---|")
        for dtype in DTYPES:
            model = Path(scratch) / "models0" / dtype
            found = in_child("translate", str(model), str(arguments.texts))
            cells = " | ".join(f"{found[str(beam)]:.0f} ms" for beam in BEAMS)
            print(f"| {dtype} | {cells} | {found['peak']:,.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
