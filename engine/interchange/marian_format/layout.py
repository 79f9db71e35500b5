"""How Marian names and shapes a Transformer: its settings in ours, its tensors under our names.

Marian keeps its settings as YAML beside the weights. What changes the computation is either
expressed in our settings or refused by name. Torch-free.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, get_args

from engine.interchange.marian_format.yaml_text import Yaml
from engine.nn.config import Activation, NormPlacement, Tie

NORM_EPS = 1e-6
"""Which Marian has for every norm."""

_PLAIN: Mapping[str, tuple[str, ...]] = {
    "lemma-dim-emb": ("0",),
    "right-left": ("false",),
    "transformer-alibi-shift": ("false",),
    "transformer-alibi-trainable": ("false",),
    "transformer-attention-mask": ("default",),
    "transformer-decoder-autoreg": ("self-attention",),
    "transformer-decoder-ffn-depth": ("0", "2"),
    "transformer-disable-position-embeddings": ("false",),
    "transformer-ffn-depth": ("2",),
    "transformer-pool": ("false",),
    "ulr": ("false",),
}
"""Options that must have one of these values, or be absent: nothing else is computed here."""

_WITHOUT_EFFECT = frozenset(
    {
        "transformer-aan-activation",
        "transformer-aan-depth",
        "transformer-aan-nogate",
        "transformer-depth-scaling",
        "transformer-dim-aan",
        "transformer-dropout",
        "transformer-dropout-attention",
        "transformer-dropout-ffn",
        "transformer-guided-alignment-layer",
        "transformer-no-affine",
        "transformer-no-bias",
        "transformer-rnn-projection",
        "transformer-train-position-embeddings",
    }
)
"""Options that do not change what a Transformer of this type computes. Some seem to, but Marian
looks for them under another name, or in other types only: its weights and scores are the same."""

_READ = frozenset(
    {
        "transformer-decoder-dim-ffn",
        "transformer-dim-ffn",
        "transformer-ffn-activation",
        "transformer-heads",
        "transformer-no-projection",
        "transformer-postprocess",
        "transformer-postprocess-emb",
        "transformer-postprocess-top",
        "transformer-preprocess",
        "transformer-tied-layers",
    }
)
"""Options of the Transformer that `MarianSettings` has."""

_ACTIVATIONS: tuple[Activation, ...] = get_args(Activation)
_NORMS: Mapping[tuple[str, str], NormPlacement] = {("", "an"): "post", ("n", "a"): "pre"}
_UNSET = ("", "0", "false", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarianSettings:
    """What Marian's options say of a Transformer, as far as it can be computed here."""

    vocab_sizes: tuple[int, int]
    d_model: int
    d_ff: int
    num_encoder_layers: int
    num_decoder_layers: int
    tied_layers: tuple[int, ...]
    """Which weights each decoder layer uses, from 1; empty if each has its own."""
    num_heads: int
    activation: Activation
    norm: NormPlacement
    final_norm: bool
    has_projections: bool
    """Whether attention ends with a matrix."""
    has_output_bias: bool
    tie: Tie
    shared_embeddings: bool
    """Source and target embed tokens alike; `tie` tells whether the output does so too."""


class _Options:
    """Marian's options, read by name; everything wrong with them is collected."""

    def __init__(self, values: Mapping[str, Yaml]) -> None:
        self._values = values
        self.problems: list[str] = []

    def text(self, name: str, default: str) -> str:
        value = self._values.get(name, default)
        if isinstance(value, str):
            return value
        self.problems.append(f"{name} is not a single value")
        return default

    def flag(self, *names: str) -> bool:
        """Return whether any of these options, which mean the same, is set."""
        return any(self.text(name, "false") == "true" for name in names)

    def number(self, name: str, default: int) -> int:
        return self._whole(name, self.text(name, str(default)))

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self._values.get(name, [])
        if not isinstance(value, list):
            self.problems.append(f"{name} is not a list")
            return ()
        return tuple(self._whole(name, part) for part in value)

    def _whole(self, name: str, value: Yaml) -> int:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            return int(value)
        self.problems.append(f"{name} is {value!r}, not a whole number")
        return 1


def read_settings(values: Mapping[str, Yaml]) -> tuple[MarianSettings, list[str]]:
    """Return the settings in Marian's options, and everything in them that cannot be used."""
    options = _Options(values)
    kind = options.text("type", "")
    if kind != "transformer":
        options.problems.append(f"type {kind!r} is not supported: only transformer")
    vocab_sizes = options.numbers("dim-vocabs")
    if len(vocab_sizes) != 2:
        options.problems.append(f"dim-vocabs has {len(vocab_sizes)} sizes, not 2")
        vocab_sizes = (1, 1)
    d_ff = options.number("transformer-dim-ffn", 2048)
    if options.number("transformer-decoder-dim-ffn", 0) not in (0, d_ff):
        options.problems.append("transformer-decoder-dim-ffn differs from transformer-dim-ffn")
    depth = options.number("dec-depth", 1)
    tied_layers = options.numbers("transformer-tied-layers")
    if tied_layers and len(tied_layers) != depth:
        options.problems.append(f"transformer-tied-layers does not name {depth} layers")
    wanted = options.text("transformer-ffn-activation", "swish")
    activation = next((kind for kind in _ACTIVATIONS if kind == wanted), None)
    if activation is None:
        options.problems.append(f"transformer-ffn-activation {wanted!r} is not supported")
    norm, final_norm = _read_norms(options)
    is_all = options.flag("tied-embeddings-all")
    shares_sources = is_all or options.flag("tied-embeddings-src")
    ties_output = is_all or options.flag("tied-embeddings")
    settings = MarianSettings(
        vocab_sizes=(vocab_sizes[0], vocab_sizes[1]),
        d_model=options.number("dim-emb", 512),
        d_ff=d_ff,
        num_encoder_layers=options.number("enc-depth", 1),
        num_decoder_layers=depth,
        tied_layers=tied_layers,
        num_heads=options.number("transformer-heads", 8),
        activation=activation or "swish",
        norm=norm,
        final_norm=final_norm,
        has_projections=not options.flag("transformer-no-projection"),
        has_output_bias=not options.flag("output-omit-bias"),
        tie="none" if not ties_output else "all" if shares_sources else "decoder",
        shared_embeddings=shares_sources,
    )
    problems = [*_unsupported(values, options), *options.problems]
    return settings, problems


def _read_norms(options: _Options) -> tuple[NormPlacement, bool]:
    """Return where the norms stand; dropout ("d") plays no part in a trained model."""
    given = {
        name: options.text(name, default)
        for name, default in (
            ("transformer-preprocess", ""),
            ("transformer-postprocess", "dan"),
            ("transformer-postprocess-emb", "d"),
            ("transformer-postprocess-top", ""),
        )
    }
    before, after, embedded, top = (text.replace("d", "") for text in given.values())
    if (before, after) not in _NORMS:
        options.problems.append(
            f"transformer-preprocess {given['transformer-preprocess']!r} with "
            f"transformer-postprocess {given['transformer-postprocess']!r} is not supported: only "
            "'dan' alone, and 'n' with 'da'"
        )
    if embedded:
        text = given["transformer-postprocess-emb"]
        options.problems.append(f"transformer-postprocess-emb {text!r} is not supported: only 'd'")
    if top not in ("", "n"):
        text = given["transformer-postprocess-top"]
        options.problems.append(f"transformer-postprocess-top {text!r} is not supported: only 'n'")
    return _NORMS.get((before, after), "post"), top == "n"


def _unsupported(values: Mapping[str, Yaml], options: _Options) -> Iterator[str]:
    for name, allowed in _PLAIN.items():
        given = options.text(name, allowed[0])
        if given not in allowed:
            yield f"{name} {given!r} is not supported: only {' or '.join(allowed)}"
    for name in sorted(values.keys() - _WITHOUT_EFFECT - _PLAIN.keys() - _READ):
        value = values[name]
        if name.startswith("transformer-") and value and value not in _UNSET:
            yield f"{name} {value!r} is not known"
    types = values.get("input-types")
    if isinstance(types, list) and any(kind != "sequence" for kind in types):
        yield "input-types names something other than sequences"


class TensorName(NamedTuple):
    """What a tensor is called here and in Marian, and whether Marian has it the other way round."""

    ours: str
    marians: str
    is_transposed: bool


def layer_names(settings: MarianSettings) -> Iterator[TensorName]:
    """Return the tensors of all layers and of the norms after them; a bias here is (D), not (1, D).

    Those that Marian leaves out, as the settings say, are not among them.
    """
    for index in range(settings.num_encoder_layers):
        ours, marians = f"encoder_layers.{index}", f"encoder_l{index + 1}"
        yield from _layer(ours, marians, ("self",), settings)
    numbers = settings.tied_layers or range(1, settings.num_decoder_layers + 1)
    for index, number in enumerate(numbers):
        ours, marians = f"decoder_layers.{index}", f"decoder_l{number}"
        yield from _layer(ours, marians, ("self", "cross"), settings)
    if settings.final_norm:
        for side in ("encoder", "decoder"):
            yield from _norm(f"{side}_norm", f"{side}_top", "")


def _layer(
    ours: str, marians: str, attentions: tuple[str, ...], settings: MarianSettings
) -> Iterator[TensorName]:
    suffix = "_pre" if settings.norm == "pre" else ""
    for attention in attentions:
        block = f"{marians}_{'context' if attention == 'cross' else attention}"
        for part, letter in (("query", "q"), ("key", "k"), ("value", "v"), ("output", "o")):
            if part != "output" or settings.has_projections:
                name = f"{ours}.{attention}_attention.{part}"
                yield from _linear(name, block, letter)
        yield from _norm(f"{ours}.{attention}_residual.norm", f"{block}_Wo", suffix)
    yield from _linear(f"{ours}.feed_forward.inner", f"{marians}_ffn", "1")
    yield from _linear(f"{ours}.feed_forward.outer", f"{marians}_ffn", "2")
    yield from _norm(f"{ours}.feed_residual.norm", f"{marians}_ffn_ffn", suffix)


def _linear(ours: str, block: str, letter: str) -> Iterator[TensorName]:
    yield TensorName(f"{ours}.weight", f"{block}_W{letter}", is_transposed=True)
    yield TensorName(f"{ours}.bias", f"{block}_b{letter}", is_transposed=False)


def _norm(ours: str, marians: str, suffix: str) -> Iterator[TensorName]:
    yield TensorName(f"{ours}.weight", f"{marians}_ln_scale{suffix}", is_transposed=False)
    yield TensorName(f"{ours}.bias", f"{marians}_ln_bias{suffix}", is_transposed=False)
