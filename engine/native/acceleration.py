"""The fastest way to compute a Transformer that PyTorch holds as well as PyTorch does."""

import torch

from engine.native.library import Instructions
from engine.native.transformer import NativeTransformer, Precision, Weight, has_kernel
from engine.nn.torch_decoder import TorchDecoder
from engine.nn.transformer import Transformer


def accelerated(model: Transformer, *, is_rounded: bool) -> NativeTransformer | TorchDecoder:
    """Return what computes a model: the kernel, if it is in 32 bits on a processor.

    Args:
        model: In eval mode. The kernel has weights of its own.
        is_rounded: Whether its weights were stored in 8 bits: then the kernel multiplies in 8 bits.

    Raises:
        ValueError: If the model is in training mode.
    """
    is_fit = model.device.type == "cpu" and model.output.weight.dtype == torch.float32
    if not is_fit or not has_kernel():
        return TorchDecoder(model)
    precision: Precision = "int8" if is_rounded else "float32"
    return native(model, precision, threads=torch.get_num_threads())


def native(
    model: Transformer,
    precision: Precision,
    *,
    threads: int | None = None,
    instructions: Instructions | None = None,
) -> NativeTransformer:
    """Return a Transformer as the kernel computes it; see `NativeTransformer`.

    Raises:
        ValueError: If the kernel was not built or the model is in training mode.
    """
    if model.training:
        raise ValueError("the model is in training mode; call model.eval() first")
    weights = {
        name: Weight(tensor.float().numpy(force=True))
        for name, tensor in model.state_dict().items()
    }
    return NativeTransformer(
        model.config, weights, precision=precision, threads=threads, instructions=instructions
    )
