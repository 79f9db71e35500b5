"""Which device computes: the one that was wished for, or the best there is.

PyTorch is imported only where a graphics card may be there.
"""

import ctypes
import sys

from engine.edition import has_torch, torch_folder
from engine.errors import DeviceUnavailableError


def choose_device(wish: str) -> str:
    """Return the device for a wish, cpu or cuda; `auto` takes CUDA where it works.

    Raises:
        DeviceUnavailableError: If another device was wished for than this machine has.
    """
    match wish:
        case "auto":
            return "cuda" if _may_have_card() and _why_no_card() is None else "cpu"
        case "cpu":
            return "cpu"
        case "cuda":
            reason = _why_no_card()
            if reason is not None:
                raise DeviceUnavailableError(wish, reason)
            return "cuda"
        case _:
            raise DeviceUnavailableError(wish, "it is not one of auto, cpu and cuda")


def is_torch_for_cuda() -> bool:
    """Return whether PyTorch's CUDA library is installed; asking PyTorch would take seconds."""
    folder = torch_folder()
    return folder is not None and any((folder / "lib").glob("*c10_cuda*"))


def _may_have_card() -> bool:
    """Return whether PyTorch was built for cards, and there is a driver."""
    if not is_torch_for_cuda():
        return False
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return False
    return True


def _why_no_card() -> str | None:
    """Return why no card computes; None if one does."""
    if not has_torch():
        return "the small edition of Translucent computes on the processor only"
    import torch

    if not torch.cuda.is_available():
        if torch.version.cuda is None:
            return "this PyTorch was built without CUDA"
        return "PyTorch found no NVIDIA card or driver"
    # cuDNN's attention prepares itself for every new shape, which takes 20 times as long as the
    # step that needs it; sentences have many shapes.
    torch.backends.cuda.enable_cudnn_sdp(enabled=False)
    return None
