"""Which device computes: the one that was wished for, or the best there is."""

import torch

from engine.errors import DeviceUnavailableError


def choose_device(wish: str) -> torch.device:
    """Return the device for a wish; `auto` takes CUDA where it works, the CPU elsewhere.

    Raises:
        DeviceUnavailableError: If another device was wished for than this machine has.
    """
    # cuDNN's attention prepares itself for every new shape, which takes 20 times as long as the
    # step that needs it; sentences have many shapes.
    torch.backends.cuda.enable_cudnn_sdp(enabled=False)
    match wish:
        case "auto":
            return torch.device("cuda" if torch.cuda.is_available() else "cpu")
        case "cpu":
            return torch.device("cpu")
        case "cuda":
            if torch.cuda.is_available():
                return torch.device("cuda")
            if torch.version.cuda is None:
                raise DeviceUnavailableError(wish, "this PyTorch was built without CUDA")
            raise DeviceUnavailableError(wish, "PyTorch found no NVIDIA card or driver")
        case _:
            raise DeviceUnavailableError(wish, "it is not one of auto, cpu and cuda")
