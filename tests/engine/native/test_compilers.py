"""The kernel is the same whoever compiles it, and for whatever processor."""

import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from engine.native.library import Instructions, load_kernel
from engine.native.transformer import Precision, Weight, _settings, _tensors
from engine.nn.config import TransformerConfig
from engine.nn.decoding import Floats, lengths_of, padded
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer, build_transformer
from tests.support.kernels import SOURCES, compile_kernel, run_apart, use_kernel

pytestmark = pytest.mark.slow
KERNEL = load_kernel()
HERE = Path(__file__).parent

CONFIG = TransformerConfig(
    src_vocab_size=71,
    tgt_vocab_size=67,
    d_model=44,
    d_ff=90,
    num_encoder_layers=2,
    num_decoder_layers=2,
    num_heads=4,
    max_positions=30,
)
SRC_IDS = padded([[5, 9, 40, 7, 8, 6, 2], [11, 4, 2], [2]], 0)
TARGETS = [[1, 9, 14], [1, 4, 60, 0, 30], [1]]
STEPS = [
    (np.zeros((3, 1), np.int64), np.ones((3, 1), np.int64)),
    (np.zeros((3, 5), np.int64), np.arange(15).reshape(3, 5) + 20),
    (np.array([[4, 3, 0, 0, 1]] * 3), np.arange(15).reshape(3, 5) + 40),
]
"""The parents of the hypotheses of each step, and their newest tokens."""


def random_transformer() -> Transformer:
    torch.manual_seed(7)
    return build_transformer(CONFIG).eval()


def largest_sums() -> Transformer:
    """Return a model all of whose inputs and weights are the largest that 8 bits hold."""
    model = build_transformer(replace(CONFIG, num_encoder_layers=1, num_decoder_layers=1)).eval()
    for name, parameter in model.named_parameters():
        if parameter.dim() == 2:
            parameter.data.fill_(0.01)
        elif "norm" in name:
            parameter.data.fill_(float(name.endswith("bias")))
    model.output.weight.data[::2] *= -1
    return model


def results_of(model: Transformer) -> list[Floats]:
    """Return the log-probabilities of every step, and how attention looked."""
    decoder = TorchDecoder(model)
    memory = decoder.encode(SRC_IDS)
    cache = decoder.start_cache(memory)
    found = []
    for parents, ids in STEPS:
        cache.reorder(parents)
        found.append(decoder.step(ids, cache).log_probs.numpy())
    maps = decoder.attention_maps(SRC_IDS, TARGETS)
    is_token = SRC_IDS != 0
    encoder = maps.encoder * (is_token[:, None, :, None] & is_token[:, None, None, :])
    lengths = np.array([len(row) for row in TARGETS])
    is_read = (np.arange(max(lengths)) < lengths[:, None])[:, None, :, None]
    return [*found, encoder, maps.decoder * is_read, maps.cross * is_read]


def stream(model: Transformer, precision: Precision, instructions: Instructions) -> bytes:
    """Return what the driver reads to compute the same."""
    parts: list[bytes] = []

    def add(values: npt.NDArray[Any]) -> None:
        parts.append(np.ascontiguousarray(values).tobytes())

    weights = {name: Weight(tensor.numpy()) for name, tensor in model.state_dict().items()}
    tensors = [*_tensors(model.config, weights, precision)]
    parts.append(bytes(_settings(model.config, precision, threads=3)))
    parts.append(struct.pack("ii", instructions, len(tensors)))
    for tensor in tensors:
        parts.append(struct.pack("i", -1 if tensor is None else tensor.numbers.size))
        if tensor is not None:
            add(tensor.numbers)
    lengths = np.array([len(row) for row in TARGETS], np.int32)
    for ids, of_each in (
        (SRC_IDS, lengths_of(SRC_IDS, model.pad_id)),
        (padded(TARGETS, model.pad_id), lengths),
    ):
        parts.append(struct.pack("ii", *ids.shape))
        add(ids)
        add(of_each)
    for parents, ids in STEPS:
        parts.append(struct.pack("ii", *ids.shape))
        add(parents)
        add(ids)
    return b"".join(parts)


def driven(
    program: list[str], model: Transformer, precision: Precision, instructions: Instructions
) -> list[Floats]:
    """Return the log-probabilities that the driver computes, and how attention looked."""
    told = subprocess.run(
        program, input=stream(model, precision, instructions), stdout=subprocess.PIPE, check=True
    ).stdout
    shapes = [result.shape for result in results_of(model)]
    ends = np.cumsum([np.prod(shape) for shape in shapes])
    found = np.split(np.frombuffer(told, np.float32), ends[:-1])
    return [part.reshape(shape) for part, shape in zip(found, shapes, strict=True)]


def check_driver(program: list[str], instructions: Instructions) -> None:
    """Compare what a driver computes with PyTorch, and its 8 bits with exact sums."""
    model = random_transformer()
    for own, expected in zip(
        driven(program, model, "float32", instructions), results_of(model), strict=True
    ):
        np.testing.assert_allclose(own, expected, atol=2e-5, rtol=0)
    for own, expected in zip(
        driven(program, model, "int8", instructions), results_of(model), strict=True
    ):
        np.testing.assert_allclose(own, expected, atol=5e-2, rtol=0)
    model = largest_sums()
    for own, expected in zip(
        driven(program, model, "int8", instructions), results_of(model), strict=True
    ):
        np.testing.assert_allclose(own, expected, atol=1e-4, rtol=0)


@pytest.mark.parametrize("options", [[], ["-march=armv8.2-a+dotprod"]])
def test_arm_computes_what_pytorch_computes(options: list[str], tmp_path: Path) -> None:
    emulator = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if emulator is None:
        pytest.skip("qemu-user is not installed")
    driver = compile_kernel(
        "aarch64-linux-gnu-g++",
        tmp_path / "driver",
        HERE / "driver.cpp",
        options=["-static", *options],
    )
    check_driver([emulator, "-cpu", "max", str(driver)], Instructions.NEON)


@pytest.mark.skipif(KERNEL is None, reason="the kernel was not built here")
def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    assert KERNEL is not None
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    driver = compile_kernel(
        "c++", tmp_path / "driver", HERE / "driver.cpp", options=["-O0", *checks]
    )
    for instructions in KERNEL.known:
        check_driver([str(driver)], instructions)


def _parity(library: Path) -> None:
    use_kernel(library)
    tests = str(HERE / "test_native_transformer.py")
    assert pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", tests]) == 0


def test_clang_compiles_a_kernel_that_computes_the_same(tmp_path: Path) -> None:
    library = compile_kernel(
        "clang++", tmp_path / "kernel.so", SOURCES / "kernel.cpp", options=["-fPIC", "-shared"]
    )
    run_apart(_parity, library)
