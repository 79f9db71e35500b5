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

import pytest
import torch
from torch import Tensor

from engine.native.library import load_kernel
from engine.native.transformer import NativeCache, NativeTransformer, Precision
from engine.nn.config import TransformerConfig
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


def sources(batch: int, length: int) -> Tensor:
    return torch.randint(3, 300, (batch, length), generator=torch.Generator().manual_seed(batch))


def last_of(native: NativeTransformer, src_ids: Tensor) -> Tensor:
    """Log-probabilities of the last of some steps."""
    cache = native.start_cache(native.encode(src_ids))
    found = native.step(torch.ones(src_ids.size(0), 1, dtype=torch.int64), cache)
    for _ in range(3):
        cache.reorder(torch.zeros(src_ids.size(0), 3, dtype=torch.int64))
        found = native.step(torch.full((src_ids.size(0), 3), 7), cache)
    return found


def lacks_memory(work: Callable[[], object]) -> bool:
    """Return whether something ends for lack of memory, be it the kernel's or a tensor's."""
    try:
        work()
    except MemoryError:
        return True
    except RuntimeError as error:
        assert "can't allocate memory" in str(error)  # noqa: PT017 - PyTorch has no kind for it
        return True
    return False


def _full_memory() -> None:
    import resource

    model = transformer()
    few = sources(2, 9)
    many = sources(25, 400)  # 41 MB inside a layer: more than freed memory that a process keeps
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    for precision in get_args(Precision):
        build = partial(NativeTransformer, model, precision=precision, threads=8)
        native = build()
        expected = last_of(native, few)
        refused = 0
        for room in (0, 2, 4, 8, 16, 32, 64):
            used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            limit = used * resource.getpagesize() + room * 2**20
            resource.setrlimit(resource.RLIMIT_AS, (limit, most))
            lacks_memory(build)
            refused += lacks_memory(partial(last_of, native, many))
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            assert torch.equal(last_of(native, few), expected)
        assert refused > 0
        assert torch.equal(last_of(native, many), last_of(build(), many))


def test_a_full_memory_is_an_error_after_which_the_model_goes_on() -> None:
    run_apart(_full_memory)


def number_of_threads() -> int:
    return sum(1 for _ in Path("/proc/self/task").iterdir())


def _few_threads() -> None:
    import resource

    model = transformer()
    expected = last_of(NativeTransformer(model, precision="float32", threads=1), sources(4, 9))
    if os.getuid() == 0:  # whose threads are not limited
        os.setuid(65534)
    _, most = resource.getrlimit(resource.RLIMIT_NPROC)
    for granted in (0, 2):
        before = number_of_threads()
        resource.setrlimit(resource.RLIMIT_NPROC, (before + granted, most))
        native = NativeTransformer(model, precision="float32", threads=8)
        assert number_of_threads() <= before + granted
        assert torch.equal(last_of(native, sources(4, 9)), expected)


def test_fewer_threads_than_wanted_compute_the_same() -> None:
    run_apart(_few_threads)


def _refusals(library: Path, precision: Precision, times: int) -> None:
    use_kernel(library)
    fail = ctypes.CDLL(str(library)).fail
    fail.argtypes = ctypes.c_long, ctypes.c_long
    model, src_ids = transformer(), sources(4, 37)
    bos, ids = torch.ones(4, 1, dtype=torch.int64), torch.full((4, 3), 7)
    parents = torch.tensor([[0, 0, 0]] * 4)
    expected = last_of(NativeTransformer(model, precision=precision, threads=3), src_ids)

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

    native = in_the_end(lambda: NativeTransformer(model, precision=precision, threads=3))
    memory = in_the_end(lambda: native.encode(src_ids))
    cache: NativeCache = in_the_end(lambda: native.start_cache(memory))
    found = in_the_end(lambda: native.step(bos, cache))
    for _ in range(3):
        in_the_end(lambda: cache.reorder(parents))
        found = in_the_end(lambda: native.step(ids, cache))
    assert torch.equal(found, expected)


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
