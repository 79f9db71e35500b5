"""Initialise a model's weights."""

from typing import Literal

from torch import nn

from engine.nn.transformer import Transformer

Initialisation = Literal["pytorch", "xavier", "scaled"]


def initialise(model: Transformer, kind: Initialisation) -> None:
    """Set the weights of a fresh model, in place.

    `pytorch` leaves PyTorch's defaults; `xavier` draws every matrix from Xavier's uniform
    distribution (Glorot and Bengio 2010), embeddings too; `scaled` does so for the layers, and
    draws embeddings from a normal distribution of deviation d_model^-0.5, so that the factor
    sqrt(d_model) of section 3.4 brings them to the size of the positions. Embeddings of padding
    are zero.
    """
    if kind == "pytorch":
        return
    for parameter in model.parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        if kind == "scaled":
            weight = embeddings.tokens.weight
            nn.init.normal_(weight, std=weight.size(1) ** -0.5)
    for embeddings in (model.src_embeddings, model.tgt_embeddings):
        nn.init.zeros_(embeddings.tokens.weight[embeddings.tokens.padding_idx])
    if model.output.bias is not None:
        nn.init.zeros_(model.output.bias)
