"""What Hugging Face's `config.json` says of a Marian model. Torch-free.

Every field that changes the computation is taken over, or has the one value that we compute.
"""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.models.manifest import (
    BEAM_SIZE_LIMIT,
    LAYER_LIMIT,
    LENGTH_PENALTY_LIMIT,
    DecodingDefaults,
    size_problems,
)
from engine.nn.config import Activation, ConfigError, Tie, TransformerConfig

_ACTIVATIONS: Mapping[str, Activation] = {
    "relu": "relu",
    "gelu": "gelu",
    "swish": "swish",
    "silu": "swish",
}


class HuggingFaceConfig(BaseModel):
    """The fields of `MarianConfig` with the same defaults, and how `generate` searches.

    Only beam size, length penalty and longest length are taken over from `generation_config.json`,
    whose fields replace those of `config.json`.

    Raises:
        pydantic.ValidationError: A ValueError with every problem at once, each with its field.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="ignore", allow_inf_nan=False, protected_namespaces=()
    )

    is_encoder_decoder: Literal[True] = True
    vocab_size: int = 58101
    decoder_vocab_size: int | None = None
    d_model: int = 1024
    encoder_layers: int = Field(default=12, le=LAYER_LIMIT)
    decoder_layers: int = Field(default=12, le=LAYER_LIMIT)
    encoder_ffn_dim: int = 4096
    decoder_ffn_dim: int = 4096
    encoder_attention_heads: int = 16
    decoder_attention_heads: int = 16
    activation_function: Literal["relu", "gelu", "swish", "silu"] = "gelu"
    dropout: float = 0.1
    attention_dropout: float = 0.0
    activation_dropout: float = 0.0
    scale_embedding: bool = False
    share_encoder_decoder_embeddings: bool = True
    tie_word_embeddings: bool = True
    max_position_embeddings: int = 1024
    static_position_embeddings: Literal[True] = True
    normalize_embedding: Literal[False] = False
    normalize_before: Literal[False] = False
    add_final_layer_norm: Literal[False] = False
    pad_token_id: int = 58100
    eos_token_id: int = 0
    decoder_start_token_id: int = 58100
    forced_bos_token_id: None = None
    forced_eos_token_id: int | None = 0
    bad_words_ids: tuple[tuple[int, ...], ...] | None = None
    num_beams: int | None = Field(default=None, ge=1, le=BEAM_SIZE_LIMIT)
    length_penalty: float | None = Field(default=None, ge=0, le=LENGTH_PENALTY_LIMIT)
    max_length: int | None = Field(default=None, ge=2)

    @model_validator(mode="after")
    def _is_computed_by_us(self) -> Self:
        problems = []
        for name in ("ffn_dim", "attention_heads"):
            encoder, decoder = (getattr(self, f"{side}_{name}") for side in ("encoder", "decoder"))
            if encoder != decoder:
                problems.append(f"decoder_{name} {decoder} must equal encoder_{name} {encoder}")
        shared = self.share_encoder_decoder_embeddings
        if shared and self.target_vocab_size != self.vocab_size:
            problems.append(
                f"decoder_vocab_size {self.decoder_vocab_size} must equal vocab_size "
                f"{self.vocab_size}, because both sides share their embeddings"
            )
        if self.forced_eos_token_id not in (None, self.eos_token_id):
            problems.append(
                f"forced_eos_token_id {self.forced_eos_token_id} must equal eos_token_id "
                f"{self.eos_token_id}"
            )
        if any(words != (self.pad_token_id,) for words in self.bad_words_ids or ()):
            problems.append("bad_words_ids must not forbid anything but padding")
        try:
            problems += map(str, size_problems(self.transformer))
        except ConfigError as error:
            problems += map(str, error.problems)
        if problems:
            raise ValueError("; ".join(problems))
        return self

    @property
    def target_vocab_size(self) -> int:
        """How many tokens the model writes."""
        return self.decoder_vocab_size or self.vocab_size

    @property
    def transformer(self) -> TransformerConfig:
        """The same in our terms."""
        tie: Tie = "none"
        if self.tie_word_embeddings:
            tie = "all" if self.share_encoder_decoder_embeddings else "decoder"
        return TransformerConfig(
            src_vocab_size=self.vocab_size,
            tgt_vocab_size=self.target_vocab_size,
            d_model=self.d_model,
            d_ff=self.encoder_ffn_dim,
            num_encoder_layers=self.encoder_layers,
            num_decoder_layers=self.decoder_layers,
            num_heads=self.encoder_attention_heads,
            dropout=self.dropout,
            attention_dropout=self.attention_dropout,
            activation_dropout=self.activation_dropout,
            activation=_ACTIVATIONS[self.activation_function],
            positions="sinusoidal_halves",
            max_positions=self.max_position_embeddings,
            scale_embeddings=self.scale_embedding,
            tie=tie,
            pad_id=self.pad_token_id,
            bos_id=self.decoder_start_token_id,
            eos_id=self.eos_token_id,
        )

    @property
    def decoding(self) -> DecodingDefaults:
        """How it searches by default; its longest length counts the first token, ours does not."""
        given: dict[str, Any] = {
            "beam_size": self.num_beams,
            "length_penalty": self.length_penalty,
        }
        known = {name: value for name, value in given.items() if value is not None}
        longest = 256 if self.max_length is None else self.max_length - 1
        return DecodingDefaults(**known, max_length=min(longest, self.max_position_embeddings))
