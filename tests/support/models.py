"""Tiny Transformers with seeds, whose laws are those of large ones."""

from typing import Any

import torch
from torch import Tensor

from engine.nn.config import TransformerConfig
from engine.nn.transformer import Transformer, build_transformer
from engine.tokenizers.sentencepiece import SentencePieceTokenizer


def tiny_config(**changes: Any) -> TransformerConfig:
    """Return the settings of a Transformer with two small layers a side."""
    values: dict[str, Any] = {
        "src_vocab_size": 11,
        "tgt_vocab_size": 13,
        "d_model": 16,
        "d_ff": 32,
        "num_encoder_layers": 2,
        "num_decoder_layers": 2,
        "num_heads": 4,
        "max_positions": 64,
    }
    return TransformerConfig(**{**values, **changes})


def pieces_config(tokenizer: SentencePieceTokenizer) -> TransformerConfig:
    """Return the settings of a tiny Transformer whose languages share a vocabulary of pieces."""
    special = tokenizer.special
    return tiny_config(
        src_vocab_size=tokenizer.vocab_size,
        tgt_vocab_size=tokenizer.vocab_size,
        pad_id=special.pad,
        bos_id=special.bos,
        eos_id=special.eos,
        tie="all",
    )


def tiny_transformer(
    seed: int = 0, *, dtype: torch.dtype = torch.float64, sharpness: float = 4.0, **changes: Any
) -> Transformer:
    """Build a small random Transformer in eval mode.

    Args:
        seed: Of its weights; the state of the global generator is left as it was.
        dtype: Of its weights; float64 makes laws exact enough to compare without thought.
        sharpness: What its logits are multiplied by: random ones are all alike otherwise, and
            hypotheses would never end.
        changes: Settings of `TransformerConfig` that differ from `tiny_config`.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = build_transformer(tiny_config(**changes))
    with torch.no_grad():
        model.output.weight.mul_(sharpness)
    return model.to(dtype).eval()


def random_sources(
    seed: int, lengths: list[int], *, vocab_size: int = 11, pad_id: int = 0
) -> Tensor:
    """Draw sources of these lengths, padded to the longest: (B, S). Ids below 3 are special."""
    generator = torch.Generator().manual_seed(seed)
    src_ids = torch.full((len(lengths), max(lengths, default=0)), pad_id)
    for row, length in enumerate(lengths):
        src_ids[row, :length] = torch.randint(3, vocab_size, (length,), generator=generator)
    return src_ids
