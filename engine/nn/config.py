"""The settings of a Transformer: one for every choice the sources make. Torch-free."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, Self, get_args

from engine.translatable import Phrase, translatable

Activation = Literal["relu", "gelu", "swish"]
NormPlacement = Literal["post", "pre"]
AttentionKind = Literal["split", "independent"]
Positions = Literal["sinusoidal", "sinusoidal_halves", "sinusoidal_marian", "learned"]
Tie = Literal["none", "decoder", "all"]


class ConfigError(ValueError):
    """Invalid settings of a Transformer; all problems at once."""

    def __init__(self, problems: Sequence[Phrase]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformerConfig:
    """The settings of one Transformer; `engine.nn.transformer.build_transformer` unpacks them.

    Raises:
        ValueError: With every problem at once, each naming its field.
    """

    src_vocab_size: int
    tgt_vocab_size: int
    d_model: int = 512
    d_ff: int = 2048
    num_encoder_layers: int = 6
    num_decoder_layers: int = 6
    num_heads: int = 8
    dropout: float = 0.1
    """After each sub-layer and on embeddings plus positions (section 5.4)."""
    attention_dropout: float = 0.1
    """On the attention weights."""
    activation_dropout: float = 0.1
    """Inside the feed-forward network, after the activation."""
    activation: Activation = "relu"
    norm: NormPlacement = "post"
    """`post`: LayerNorm(x + Sublayer(x)), as in the paper; `pre`: x + Sublayer(LayerNorm(x))."""
    final_norm: bool = False
    """One more LayerNorm after each stack."""
    norm_eps: float = 1e-5
    qkv_bias: bool = True
    """Biases on the query, key and value projections; the output projection always has one."""
    output_bias: bool = True
    """A bias on the projection to the vocabulary."""
    attention: AttentionKind = "split"
    """`split`: heads share d_model (section 3.2.2); `independent`: each projects all of it."""
    positions: Positions = "sinusoidal"
    """`sinusoidal` interleaves sine and cosine (section 3.5); `sinusoidal_halves` joins them, as
    MarianMTModel of `transformers` has it; `sinusoidal_marian` joins slightly longer waves, as
    Marian itself computes them."""
    max_positions: int = 5000
    scale_embeddings: bool = True
    """Multiply token embeddings by sqrt(d_model) (section 3.4)."""
    tie: Tie = "none"
    """`decoder`: target embedding = output weights; `all`: the source embedding too."""
    pad_id: int = 0
    bos_id: int = 1
    eos_id: int = 2

    def __post_init__(self) -> None:
        problems = self._problems()
        if problems:
            raise ConfigError(problems)

    def _problems(self) -> list[Phrase]:
        problems = []
        for name in (
            "src_vocab_size",
            "tgt_vocab_size",
            "d_model",
            "d_ff",
            "num_encoder_layers",
            "num_decoder_layers",
            "num_heads",
            "max_positions",
        ):
            value = getattr(self, name)
            if value < 1:
                problems.append(
                    Phrase.of(
                        translatable("Phrase", "{name} must be at least 1, not {value}"),
                        name=name,
                        value=value,
                    )
                )
        for name in ("dropout", "attention_dropout", "activation_dropout"):
            value = getattr(self, name)
            if not 0 <= value < 1:
                problems.append(
                    Phrase.of(
                        translatable(
                            "Phrase", "{name} must be at least 0 and below 1, not {value}"
                        ),
                        name=name,
                        value=value,
                    )
                )
        for name, kind in (
            ("activation", Activation),
            ("norm", NormPlacement),
            ("attention", AttentionKind),
            ("positions", Positions),
            ("tie", Tie),
        ):
            value = getattr(self, name)
            if value not in get_args(kind):
                problems.append(
                    Phrase.of(
                        translatable("Phrase", "{name} must be one of {known}, not {value}"),
                        name=name,
                        known=", ".join(get_args(kind)),
                        value=value,
                    )
                )
        if not 0 < self.norm_eps < math.inf:
            problems.append(
                Phrase.of(
                    translatable("Phrase", "norm_eps must be above 0 and finite, not {value}"),
                    value=self.norm_eps,
                )
            )
        if self.attention == "split" and self.num_heads > 0 and self.d_model % self.num_heads:
            problems.append(
                Phrase.of(
                    translatable(
                        "Phrase", "d_model {d_model} must be a multiple of num_heads {num_heads}"
                    ),
                    d_model=self.d_model,
                    num_heads=self.num_heads,
                )
            )
        is_joined = self.positions in ("sinusoidal_halves", "sinusoidal_marian")
        if is_joined and self.d_model % 2:
            problems.append(
                Phrase.of(
                    translatable("Phrase", "d_model {d_model} must be even for {kind} positions"),
                    d_model=self.d_model,
                    kind=self.positions,
                )
            )
        if self.tie == "all" and self.src_vocab_size != self.tgt_vocab_size:
            problems.append(
                Phrase.of(
                    translatable(
                        "Phrase",
                        "tie all needs one shared vocabulary: src_vocab_size is {source}, "
                        "tgt_vocab_size {target}",
                    ),
                    source=self.src_vocab_size,
                    target=self.tgt_vocab_size,
                )
            )
        smallest = min(self.src_vocab_size, self.tgt_vocab_size)
        for name in ("pad_id", "bos_id", "eos_id"):
            value = getattr(self, name)
            limit = smallest if name == "pad_id" else self.tgt_vocab_size
            if not 0 <= value < limit:
                problems.append(
                    Phrase.of(
                        translatable(
                            "Phrase", "{name} {value} is not in the vocabulary of {limit}"
                        ),
                        name=name,
                        value=value,
                        limit=limit,
                    )
                )
        return problems

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON can hold them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the settings read back.

        Raises:
            ValueError: With every setting that is unknown, missing or of another type; if there
                is none, with every one that is out of range.
        """
        known = {field.name: field for field in fields(cls)}
        problems = [f"{name} is not a setting" for name in values if name not in known]
        for name, field in known.items():
            if name not in values:
                if name in ("src_vocab_size", "tgt_vocab_size"):
                    problems.append(f"{name} is missing")
                continue
            value = values[name]
            kind = field.type if isinstance(field.type, type) else str
            fits = (
                isinstance(value, (int, float)) and not isinstance(value, bool)
                if kind is float
                else type(value) is kind
            )
            if not fits:
                problems.append(f"{name} must be of type {kind.__name__}, not {value!r}")
        if problems:
            raise ValueError("; ".join(problems))
        return cls(**values)
