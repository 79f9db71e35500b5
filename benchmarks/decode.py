"""Decoding speed, compared with the loop of the sources and with CTranslate2.

    python -m benchmarks.decode [--model FOLDER --text FILE] [--threads N] [--rounds N]

The loop of the sources computes the whole prefix again for every token. CTranslate2 is an engine in
C++ for nothing but this; it gets the same weights in float32. Before anything is timed, greedy
decoding must give the same tokens in all three. Without a model folder, a random Transformer of a
useful size decodes random sources to a fixed length, for random weights rarely end a sentence.

One thread is timed by the processor's clock, which other programs disturb little; several threads
by the one on the wall. Tokens count without eos.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ctranslate2
import numpy as np
import torch
from ctranslate2.specs import common_spec, transformer_spec
from torch import Tensor, nn

from engine.models.folder import LoadedModel, read_model
from engine.nn.attention import MultiHeadAttention
from engine.nn.config import TransformerConfig
from engine.nn.embeddings import Embeddings
from engine.nn.layers import DecoderLayer, EncoderLayer, FeedForward
from engine.nn.transformer import Transformer, build_transformer
from engine.search.beam_search import SearchSettings, search

RANDOM_CONFIG = TransformerConfig(
    src_vocab_size=8000,
    tgt_vocab_size=8000,
    d_model=128,
    d_ff=256,
    num_encoder_layers=4,
    num_decoder_layers=4,
    num_heads=4,
    norm="pre",
    final_norm=True,
    max_positions=512,
    tie="all",
)
RANDOM_LENGTH = 24
SENTENCES = 32
IMPOSSIBLE = -1e4  # a bias that no logit makes up for

Ids = tuple[int, ...]
Decoder = Callable[[Sequence[Ids], int], list[Ids]]
"""Sources and a beam size to the best target of each, without bos and eos."""


# --- The three


def our_decoder(model: Transformer, settings: SearchSettings) -> Decoder:
    """Search with the cache."""

    def decode(sources: Sequence[Ids], beam_size: int) -> list[Ids]:
        found = search(model, padded(sources, model.pad_id), replace(settings, beam_size=beam_size))
        return [best.ids for (best,) in found]

    return decode


def whole_prefix_decoder(model: Transformer, settings: SearchSettings) -> Decoder:
    """Do as the sources do: all of model.forward for each token; beams sentence by sentence."""

    def greedy(sources: Sequence[Ids]) -> list[Ids]:
        src_ids = padded(sources, model.pad_id)
        tgt_in = torch.full((len(sources), 1), model.bos_id)
        is_done = torch.zeros(len(sources), dtype=torch.bool)
        while tgt_in.size(1) <= settings.max_length and not is_done.all():
            logits = model.forward(src_ids, tgt_in)[:, -1]
            logits[:, [model.pad_id, model.bos_id]] = -torch.inf
            last_ids = logits.argmax(-1).masked_fill(is_done, model.eos_id)
            is_done |= last_ids == model.eos_id
            tgt_in = torch.cat([tgt_in, last_ids[:, None]], 1)
        return [until(ids, model.eos_id) for ids in tgt_in[:, 1:].tolist()]

    def beam(source: Ids, beam_size: int) -> Ids:
        living: list[tuple[float, Ids]] = [(0.0, ())]
        ended: list[tuple[float, Ids]] = []
        while len(ended) < beam_size and len(living[0][1]) < settings.max_length:
            src_ids = torch.tensor([source] * len(living))
            tgt_in = torch.tensor([[model.bos_id, *ids] for _, ids in living])
            log_probs = model.forward(src_ids, tgt_in)[:, -1].log_softmax(-1)
            log_probs[:, [model.pad_id, model.bos_id]] = -torch.inf
            best, best_ids = log_probs.topk(2 * beam_size)
            candidates = sorted(
                (
                    (total + log_prob, (*ids, token_id))
                    for (total, ids), more, more_ids in zip(
                        living, best.tolist(), best_ids.tolist(), strict=True
                    )
                    for log_prob, token_id in zip(more, more_ids, strict=True)
                ),
                reverse=True,
            )
            ended += [one for one in candidates[:beam_size] if one[1][-1] == model.eos_id]
            living = [one for one in candidates if one[1][-1] != model.eos_id][:beam_size]
        _, ids = max((settings.score(t, len(ids)), ids) for t, ids in ended or living)
        return until(ids, model.eos_id)

    def decode(sources: Sequence[Ids], beam_size: int) -> list[Ids]:
        with torch.inference_mode():
            if beam_size == 1:
                return greedy(sources)
            return [beam(source, beam_size) for source in sources]

    return decode


def ctranslate2_decoder(
    model: Transformer, config: TransformerConfig, settings: SearchSettings, threads: int
) -> Decoder:
    """Give the same weights to CTranslate2."""
    with tempfile.TemporaryDirectory() as folder:
        spec = as_specification(model, config)
        spec.validate()
        spec.optimize(quantization="float32")
        spec.save(folder)
        translator = ctranslate2.Translator(
            folder, device="cpu", compute_type="float32", inter_threads=1, intra_threads=threads
        )
    names = token_names(config.src_vocab_size, config)
    places = {name: i for i, name in enumerate(token_names(config.tgt_vocab_size, config))}

    def decode(sources: Sequence[Ids], beam_size: int) -> list[Ids]:
        results = translator.translate_batch(
            [[names[i] for i in source] for source in sources],
            beam_size=beam_size,
            length_penalty=settings.length_penalty,
            max_decoding_length=settings.max_length,
        )
        return [tuple(places[name] for name in result.hypotheses[0]) for result in results]

    return decode


# --- Our weights in CTranslate2's layout


def as_specification(model: Transformer, config: TransformerConfig) -> Any:
    """Describe the model in CTranslate2's terms; pad and bos get a bias that forbids them."""
    if config.attention != "split":
        raise SystemExit("CTranslate2 has no independent heads; choose another model.")
    activations = {
        "relu": common_spec.Activation.RELU,
        "gelu": common_spec.Activation.GELU,
        "swish": common_spec.Activation.SWISH,
    }
    spec = transformer_spec.TransformerSpec.from_config(
        (config.num_encoder_layers, config.num_decoder_layers),
        config.num_heads,
        pre_norm=True,  # so that there is a place for the final norm, which post-norm may have too
        no_final_norm=not config.final_norm,
        activation=activations[config.activation],
    )
    for side, embeddings, side_spec, layers, norm in (
        ("src", model.src_embeddings, spec.encoder, model.encoder_layers, model.encoder_norm),
        ("tgt", model.tgt_embeddings, spec.decoder, model.decoder_layers, model.decoder_norm),
    ):
        tokens = side_spec.embeddings[0] if side == "src" else side_spec.embeddings
        fill_embeddings(tokens, side_spec, embeddings)
        for layer_spec, layer in zip(side_spec.layer, layers, strict=True):
            fill_layer(layer_spec, layer)
        side_spec.pre_norm = config.norm == "pre"
        if isinstance(norm, nn.LayerNorm):
            fill_norm(side_spec.layer_norm, norm)
    fill_linear(spec.decoder.projection, [model.output])
    bias = np.zeros(config.tgt_vocab_size, dtype=np.float32)
    if model.output.bias is not None:
        bias += array(model.output.bias)
    bias[[config.pad_id, config.bos_id]] = IMPOSSIBLE
    spec.decoder.projection.bias = bias
    spec.config.layer_norm_epsilon = config.norm_eps
    spec.config.decoder_start_token = spec.config.bos_token = "<s>"
    spec.config.eos_token = "</s>"
    spec.register_source_vocabulary(token_names(config.src_vocab_size, config))
    spec.register_target_vocabulary(token_names(config.tgt_vocab_size, config))
    return spec


def fill_layer(spec: Any, layer: nn.Module) -> None:
    """Fill one encoder or decoder layer."""
    assert isinstance(layer, EncoderLayer | DecoderLayer)
    fill_attention(spec.self_attention, layer.self_attention, is_self=True)
    fill_norm(spec.self_attention.layer_norm, layer.self_residual.norm)
    if isinstance(layer, DecoderLayer):
        fill_attention(spec.attention, layer.cross_attention, is_self=False)
        fill_norm(spec.attention.layer_norm, layer.cross_residual.norm)
    feed_forward: FeedForward = layer.feed_forward
    fill_linear(spec.ffn.linear_0, [feed_forward.inner])
    fill_linear(spec.ffn.linear_1, [feed_forward.outer])
    fill_norm(spec.ffn.layer_norm, layer.feed_residual.norm)


def fill_attention(spec: Any, attention: MultiHeadAttention, *, is_self: bool) -> None:
    """Join what CTranslate2 computes at once: queries, keys, values; or keys, values."""
    if is_self:
        fill_linear(spec.linear[0], [attention.query, attention.key, attention.value])
    else:
        fill_linear(spec.linear[0], [attention.query])
        fill_linear(spec.linear[1], [attention.key, attention.value])
    fill_linear(spec.linear[-1], [attention.output])


def fill_embeddings(spec: Any, side_spec: Any, embeddings: Embeddings) -> None:
    """Fill token embeddings, their scale and our own table of positions."""
    spec.weight = array(embeddings.tokens.weight)
    side_spec.scale_embeddings = embeddings.scale != 1.0
    side_spec.position_encodings.encodings = array(embeddings.positions)


def fill_linear(spec: Any, layers: Sequence[nn.Linear]) -> None:
    """Fill one linear map with one or more of ours on top of each other."""
    spec.weight = np.concatenate([array(layer.weight) for layer in layers])
    if all(layer.bias is not None for layer in layers):
        spec.bias = np.concatenate([array(layer.bias) for layer in layers])


def fill_norm(spec: Any, norm: nn.LayerNorm) -> None:
    """Fill a layer norm."""
    spec.gamma, spec.beta = array(norm.weight), array(norm.bias)


def array(tensor: Tensor) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return the numbers of a tensor."""
    numbers: np.ndarray[Any, np.dtype[np.float32]] = tensor.detach().float().cpu().numpy()
    return numbers


def token_names(vocab_size: int, config: TransformerConfig) -> list[str]:
    """Name each id, as CTranslate2 speaks of tokens only."""
    names = [f"t{i}" for i in range(vocab_size)]
    for token_id, name in (
        (config.pad_id, "<pad>"),
        (config.bos_id, "<s>"),
        (config.eos_id, "</s>"),
    ):
        if token_id < vocab_size:
            names[token_id] = name
    return names


# --- What is measured


def padded(sources: Sequence[Ids], pad_id: int) -> Tensor:
    """Put sources into one batch, (B, S)."""
    longest = max(len(source) for source in sources)
    return torch.tensor([[*source, *[pad_id] * (longest - len(source))] for source in sources])


def until(ids: Sequence[int], eos_id: int) -> Ids:
    """Return what stands before the first eos."""
    ids = list(ids)
    return tuple(ids[: ids.index(eos_id)] if eos_id in ids else ids)


def random_model() -> Transformer:
    """Build a Transformer of a useful size that never ends a sentence."""
    torch.manual_seed(0)
    model = build_transformer(RANDOM_CONFIG)
    with torch.no_grad():
        # Logits as far apart as trained ones; PyTorch's default gives probabilities so small that
        # the processor computes them many times slower.
        model.output.weight.normal_(std=3 * RANDOM_CONFIG.d_model**-0.5)
        model.output.bias[RANDOM_CONFIG.eos_id] = IMPOSSIBLE
    return model.eval()


def random_sources(count: int) -> list[Ids]:
    """Draw sources as long as captions are in subwords."""
    generator = random.Random(0)
    lengths = [max(4, min(40, round(generator.gauss(15, 5)))) for _ in range(count)]
    return [
        tuple(generator.randrange(4, RANDOM_CONFIG.src_vocab_size) for _ in range(length))
        for length in lengths
    ]


def encoded(text: Path, loaded: LoadedModel, count: int) -> list[Ids]:
    """Return the first sentences of a text, one a line, as the model reads them."""
    lines = [line for line in text.read_text(encoding="utf-8").splitlines() if line.strip()]
    tokenizers = loaded.tokenizers
    encode = tokenizers.source.encode
    return [tokenizers.frame_source(encode(line).ids) for line in lines[:count]]


def measure(
    decoders: dict[str, Decoder],
    sources: Sequence[Ids],
    *,
    batch: int,
    beam_size: int,
    rounds: int,
    clock: Callable[[], float],
) -> tuple[dict[str, float], int]:
    """Return each decoder's median seconds over interleaved rounds, and the tokens ours makes."""
    batches = [sources[start : start + batch] for start in range(0, len(sources), batch)]
    seconds: dict[str, list[float]] = {name: [] for name in decoders}
    for _ in range(rounds):
        for name, decode in decoders.items():
            started = clock()
            for some in batches:
                decode(some, beam_size)
            seconds[name].append(clock() - started)
    tokens = sum(len(ids) for some in batches for ids in decoders["ours"](some, beam_size))
    return {name: statistics.median(values) for name, values in seconds.items()}, tokens


def check_agreement(decoders: dict[str, Decoder], sources: Sequence[Ids]) -> None:
    """Stop unless greedy decoding gives the same tokens everywhere; say how many beams agree."""
    ours, *others = decoders
    expected = {beam_size: decoders[ours](sources, beam_size) for beam_size in (1, 4)}
    for name in others:
        for row, ids in enumerate(decoders[name](sources, 1)):
            if ids != expected[1][row]:
                raise SystemExit(
                    f"Greedy outputs differ on sentence {row}:\n  {ours}: {expected[1][row]}\n"
                    f"  {name}: {ids}"
                )
        same = sum(a == b for a, b in zip(decoders[name](sources, 4), expected[4], strict=True))
        print(f"{name}: greedy identical, beam 4 identical in {same} of {len(sources)} sentences")


def main() -> None:
    """Check that all agree, measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="a model folder")
    parser.add_argument("--text", type=Path, help="what it translates: one sentence a line")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    if arguments.model is None:
        model, config, sources = random_model(), RANDOM_CONFIG, random_sources(SENTENCES)
        settings = SearchSettings(max_length=RANDOM_LENGTH)
    elif arguments.text is None:
        parser.error("--model needs --text")
    else:
        loaded = read_model(arguments.model)
        model, config = loaded.model, loaded.manifest.config
        sources = encoded(arguments.text, loaded, SENTENCES)
        defaults = loaded.manifest.decoding
        settings = SearchSettings(
            length_penalty=defaults.length_penalty, max_length=defaults.max_length
        )
    decoders = {
        "ours": our_decoder(model, settings),
        "whole prefix": whole_prefix_decoder(model, settings),
        "CTranslate2": ctranslate2_decoder(model, config, settings, arguments.threads),
    }
    check_agreement(decoders, sources)
    print(
        "\nbatch  beam      ours tok/s  whole prefix tok/s  CTranslate2 tok/s"
        "  whole/ours  CTranslate2/ours"
    )
    for batch, beam_size in ((1, 1), (1, 4), (32, 1), (32, 4)):
        some = sources[:8] if batch == 1 else sources
        seconds, tokens = measure(
            decoders,
            some,
            batch=batch,
            beam_size=beam_size,
            rounds=arguments.rounds,
            clock=clock,
        )
        ours, whole, rival = (tokens / seconds[name] for name in decoders)
        print(
            f"{batch:5}  {beam_size:4}  {ours:14,.0f}  {whole:18,.0f}  {rival:17,.0f}"
            f"  {whole / ours:10.2f}  {rival / ours:16.2f}"
        )


if __name__ == "__main__":
    main()
