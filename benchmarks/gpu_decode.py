"""Sentences a second: greedy search and a beam of 5, on the device that is there.

python -m benchmarks.gpu_decode MODEL TEXT [--sentences 4000] [--device auto] [--rounds 3]

MODEL is a model folder, TEXT a file with one sentence a line, of which only what stands before the
first tab counts. Reading and writing text is part of the time, loading the model is not. Sentences
of like length are searched together, as many as the device's memory allows.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from engine.device import choose_device
from engine.nn.torch_decoder import TorchDecoder
from training.evaluation.scores import translate_all
from training.evaluation.trained_model import TrainedModel


def sentences_of(text: Path, count: int) -> list[str]:
    """Return the first sentences of a file; they begin again if it has fewer."""
    lines = [line.split("\t")[0] for line in text.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line.strip()]
    if not lines:
        raise SystemExit(f"{text} holds no sentence.")
    return (lines * -(-count // len(lines)))[:count]


def seconds(work: Callable[[], object], device: torch.device) -> float:
    """Return how long some work takes, all of the device's included."""
    started = time.perf_counter()
    work()
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.perf_counter() - started


def main() -> None:
    """Translate, measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="a model folder")
    parser.add_argument("text", type=Path, help="one sentence a line")
    parser.add_argument("--sentences", type=int, default=4000)
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, help="source tokens at once, hypotheses counted")
    arguments = parser.parse_args()
    device = torch.device(choose_device(arguments.device))
    trained = TrainedModel.of_folder(arguments.model, device)
    sentences = sentences_of(arguments.text, arguments.sentences)
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
    print(f"{name}, PyTorch {torch.__version__}, {len(sentences):,} sentences, {trained.name}")
    print("beam  sentences/s  seconds  memory GiB")
    for beam_size in (1, 5):

        def translate(some: list[str], beam_size: int = beam_size) -> list[str]:
            return translate_all(
                TorchDecoder(trained.model),
                trained.tokenizers,
                some,
                replace(trained.search, beam_size=beam_size),
                tokens_per_batch=arguments.tokens,
            )

        translate(sentences[:64])  # what is done once only, such as choosing kernels
        times = [seconds(lambda: translate(sentences), device) for _ in range(arguments.rounds)]
        median = statistics.median(times)
        memory = torch.cuda.max_memory_allocated(device) / 2**30 if device.type == "cuda" else 0.0
        print(f"{beam_size:4}  {len(sentences) / median:11,.0f}  {median:7.2f}  {memory:10.1f}")


if __name__ == "__main__":
    main()
