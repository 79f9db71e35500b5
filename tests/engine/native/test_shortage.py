"""Where memory or threads run short, the kernel says so or makes do, and goes on afterwards."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar, get_args

import numpy as np
import pytest
import torch

from engine.native.acceleration import native
from engine.native.library import load_kernel
from engine.native.transformer import NativeCache, NativeTransformer, Precision
from engine.nn.config import TransformerConfig
from engine.nn.decoding import Floats, Ints
from engine.nn.transformer import Transformer, build_transformer
from tests.support.kernels import SOURCES, compile_kernel, run_apart, use_kernel

pytestmark = [
    pytest.mark.skipif(load_kernel() is None, reason="the kernel was not built here"),
    pytest.mark.slow,  # each test starts a process that loads PyTorch
    pytest.mark.skipif(sys.platform != "linux", reason="limits what Linux grants a process"),
]

CONFIG = TransformerConfig(
    src_vocab_size=300,
    tgt_vocab_size=300,
    d_model=64,
    d_ff=1024,
    num_encoder_layers=2,
    num_decoder_layers=2,
    num_heads=4,
    max_positions=2000,
)
HERE = Path(__file__).parent
T = TypeVar("T")


def transformer() -> Transformer:
    torch.manual_seed(5)
    return build_transformer(CONFIG).eval()


def sources(batch: int, length: int) -> Ints:
    return np.random.default_rng(batch).integers(3, 300, size=(batch, length))


def last_of(model: NativeTransformer, src_ids: Ints) -> Floats:
    """Log-probabilities of the last of some steps."""
    batch = len(src_ids)
    cache = model.start_cache(model.encode(src_ids))
    found = model.step(np.ones((batch, 1), dtype=np.int64), cache)
    for _ in range(3):
        cache.reorder(np.zeros((batch, 3), dtype=np.int64))
        found = model.step(np.full((batch, 3), 7), cache)
    return found.log_probs


def all_of(model: NativeTransformer, src_ids: Ints) -> list[Floats]:
    """All weights and norms of attention, and the log-probabilities of what was read."""
    memory = model.encode(src_ids)
    targets = src_ids.tolist()
    maps = model.attention_maps(src_ids, targets)
    return [*maps, model.score(memory, targets, targets)]


def lacks_memory(work: Callable[[], object]) -> bool:
    """Return whether something ends for lack of memory."""
    try:
        work()
    except MemoryError:
        return True
    return False


def _full_memory() -> None:
    import resource

    model = transformer()
    few = sources(2, 9)
    many = sources(25, 400)  # 41 MB inside a layer: more than freed memory that a process keeps
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    for precision in get_args(Precision):
        build = partial(native, model, precision, threads=8)
        compiled = build()
        expected, looks = last_of(compiled, few), all_of(compiled, few)
        refused = 0
        for room in (0, 2, 4, 8, 16, 32, 64):
            used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            limit = used * resource.getpagesize() + room * 2**20
            resource.setrlimit(resource.RLIMIT_AS, (limit, most))
            lacks_memory(build)
            refused += lacks_memory(partial(last_of, compiled, many))
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            assert np.array_equal(last_of(compiled, few), expected)
            assert all(map(np.array_equal, all_of(compiled, few), looks))
        assert refused > 0
        assert np.array_equal(last_of(compiled, many), last_of(build(), many))


def test_a_full_memory_is_an_error_after_which_the_model_goes_on() -> None:
    run_apart(_full_memory)


def number_of_threads() -> int:
    return sum(1 for _ in Path("/proc/self/task").iterdir())


def _few_threads() -> None:
    import resource

    model = transformer()
    expected = last_of(native(model, "float32", threads=1), sources(4, 9))
    if os.getuid() == 0:  # whose threads are not limited
        os.setuid(65534)
    _, most = resource.getrlimit(resource.RLIMIT_NPROC)
    for granted in (0, 2):
        before = number_of_threads()
        resource.setrlimit(resource.RLIMIT_NPROC, (before + granted, most))
        compiled = native(model, "float32", threads=8)
        assert number_of_threads() <= before + granted
        assert np.array_equal(last_of(compiled, sources(4, 9)), expected)


def test_fewer_threads_than_wanted_compute_the_same() -> None:
    run_apart(_few_threads)


def _refusals(library: Path, precision: Precision, times: int) -> None:
    use_kernel(library)
    fail = ctypes.CDLL(str(library)).fail
    fail.argtypes = ctypes.c_long, ctypes.c_long
    model, src_ids = transformer(), sources(4, 37)
    bos, ids = np.ones((4, 1), dtype=np.int64), np.full((4, 3), 7)
    parents = np.array([[0, 0, 0]] * 4)
    whole = native(model, precision, threads=3)
    expected, looks = last_of(whole, src_ids), all_of(whole, src_ids)

    def in_the_end(work: Callable[[], T]) -> T:
        """Refuse the first allocation, then the second, and so on, until nothing is refused."""
        for after in count():
            fail(after, times)
            try:
                return work()
            except MemoryError:
                assert after < 10_000
            finally:
                fail(0, 0)
        raise AssertionError

    compiled = in_the_end(lambda: native(model, precision, threads=3))
    memory = in_the_end(lambda: compiled.encode(src_ids))
    cache: NativeCache = in_the_end(lambda: compiled.start_cache(memory))
    found = in_the_end(lambda: compiled.step(bos, cache))
    for _ in range(3):
        in_the_end(lambda: cache.reorder(parents))
        found = in_the_end(lambda: compiled.step(ids, cache))
    assert np.array_equal(found.log_probs, expected)
    assert all(map(np.array_equal, in_the_end(lambda: all_of(compiled, src_ids)), looks))


@pytest.mark.xdist_group("failing_allocator")
@pytest.mark.parametrize("precision", ["float32", "int8"])
@pytest.mark.parametrize("times", [1, 1_000_000])
def test_nothing_is_lost_whichever_allocation_fails(
    times: int, precision: Precision, library: Path
) -> None:
    run_apart(_refusals, library, precision, times)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kernel that takes its memory from the failing allocator."""
    return compile_kernel(
        "c++",
        tmp_path_factory.mktemp("kernel") / "failing.so",
        *(SOURCES / "kernel.cpp", HERE / "failing_allocator.cpp"),
        options=["-O0", "-fPIC", "-shared", "-Wl,-Bsymbolic"],
    )


def test_what_a_share_throws_reaches_the_caller(tmp_path: Path) -> None:
    program = compile_kernel("c++", tmp_path / "shares", HERE / "throwing_shares.cpp")
    subprocess.run([program], check=True)
