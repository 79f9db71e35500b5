"""What a recipe says of its model: where it starts, its shape, how it learns, searches and is kept.

Torch-free.
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.models.manifest import BEAM_SIZE_LIMIT, LENGTH_PENALTY_LIMIT, LIMITS_LENGTH_LIMIT
from engine.nn.config import Activation, AttentionKind, NormPlacement, Positions, Tie
from engine.translatable import translatable
from training.recipe_section import Above, Count, OneLine, Positive, Probability, Section

Metric = Literal["bleu", "loss", "teacher_forced_bleu"]
Precision = Literal["float32", "bf16"]


class FineTuningSettings(Section):
    """Which model a run starts from, and what of it may change."""

    start_from: OneLine = Field(
        "",
        description=translatable(
            "RecipeSetting",
            "name or folder of a model to start from; its vocabulary and shape are kept, and so "
            "are its languages where the recipe names none; empty: start at random",
        ),
    )
    freeze: Literal["none", "embeddings", "encoder"] = Field(
        "none",
        description=translatable(
            "RecipeSetting",
            "what of the model stays as it is: nothing; its embeddings; or all that reads the "
            "source, its embeddings too",
        ),
    )
    pull: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "how strongly weights are pulled back to those of the model: after each step by this "
            "times the learning rate of the way, so that it forgets less; 0: not at all",
        ),
    )


class ModelSettings(Section):
    """The shape of the Transformer, and how its weights begin."""

    d_model: Positive = Field(512, description=translatable("RecipeSetting", "width of the model"))
    d_ff: Positive = Field(
        2048, description=translatable("RecipeSetting", "inner width of the feed-forward networks")
    )
    num_encoder_layers: Positive = Field(
        6, description=translatable("RecipeSetting", "layers that read the source")
    )
    num_decoder_layers: Positive = Field(
        6, description=translatable("RecipeSetting", "layers that write the target")
    )
    num_heads: Positive = Field(
        8, description=translatable("RecipeSetting", "attention heads of each layer")
    )
    dropout: Probability = Field(
        0.1,
        description=translatable(
            "RecipeSetting", "dropout after each sub-layer and on embeddings plus positions"
        ),
    )
    attention_dropout: Probability = Field(
        0.1, description=translatable("RecipeSetting", "dropout on attention weights")
    )
    activation_dropout: Probability = Field(
        0.1, description=translatable("RecipeSetting", "dropout inside the feed-forward networks")
    )
    activation: Activation = Field(
        "relu",
        description=translatable("RecipeSetting", "function inside the feed-forward networks"),
    )
    norm: NormPlacement = Field(
        "post",
        description=translatable("RecipeSetting", "LayerNorm after or before each sub-layer"),
    )
    final_norm: bool = Field(
        False, description=translatable("RecipeSetting", "another LayerNorm after each stack")
    )
    norm_eps: Above = Field(
        1e-5, description=translatable("RecipeSetting", "what LayerNorm adds to the variance")
    )
    qkv_bias: bool = Field(
        True,
        description=translatable("RecipeSetting", "biases on query, key and value projections"),
    )
    output_bias: bool = Field(
        True,
        description=translatable("RecipeSetting", "a bias on the projection to the vocabulary"),
    )
    attention: AttentionKind = Field(
        "split",
        description=translatable(
            "RecipeSetting", "heads share d_model (split) or each project all of it (independent)"
        ),
    )
    positions: Positions = Field(
        "sinusoidal", description=translatable("RecipeSetting", "how positions are encoded")
    )
    max_positions: Positive = Field(
        5000,
        description=translatable("RecipeSetting", "number of positions the model can distinguish"),
    )
    scale_embeddings: bool = Field(
        True, description=translatable("RecipeSetting", "multiply embeddings by sqrt(d_model)")
    )
    tie: Tie = Field(
        "none",
        description=translatable("RecipeSetting", "which of embeddings and output share weights"),
    )
    initialisation: Literal["pytorch", "xavier", "scaled"] = Field(
        "xavier",
        description=translatable(
            "RecipeSetting",
            "how weights are initialized: PyTorch's defaults; Xavier-uniform for every matrix; "
            "scaled: Xavier, and embeddings normal with deviation d_model^-0.5",
        ),
    )


class TrainingSettings(Section):
    """How the weights are learned, and when to stop."""

    seed: Annotated[int, Field(ge=0, lt=2**63)] = Field(
        42, description=translatable("RecipeSetting", "seed of every random choice in the run")
    )
    label_smoothing: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "label smoothing: probability taken from the right token and spread over others",
        ),
    )
    smoothing_kind: Literal["uniform", "others"] = Field(
        "uniform",
        description=translatable(
            "RecipeSetting",
            "spread over the whole vocabulary (uniform), or over all but the right token "
            "and padding (others)",
        ),
    )
    r_drop: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "weight of R-Drop, which makes two passes with different dropout agree; 0: off",
        ),
    )
    optimizer: Literal["adam", "adamw"] = Field(
        "adam", description=translatable("RecipeSetting", "AdamW: decoupled weight decay")
    )
    betas: tuple[Probability, Probability] = Field(
        (0.9, 0.98),
        strict=False,
        description=translatable("RecipeSetting", "decay rates of Adam's two running means"),
    )
    eps: Above = Field(
        1e-9, description=translatable("RecipeSetting", "epsilon added to Adam's divisor")
    )
    weight_decay: Annotated[float, Field(ge=0)] = Field(
        0.0, description=translatable("RecipeSetting", "weight decay")
    )
    schedule: Literal["noam", "inverse_sqrt", "cosine", "constant"] = Field(
        "noam",
        description=translatable(
            "RecipeSetting",
            "noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); "
            "inverse_sqrt: linear to learning_rate, then falling with step^-0.5; cosine: linear to "
            "learning_rate, then along a half cosine to 0 at the end of the run; constant",
        ),
    )
    learning_rate: Above = Field(
        1e-3,
        description=translatable(
            "RecipeSetting",
            "peak rate of inverse_sqrt and cosine, the rate of constant; noam ignores it",
        ),
    )
    noam_factor: Above = Field(
        1.0, description=translatable("RecipeSetting", "factor of the noam schedule")
    )
    warmup_steps: Count = Field(
        4000,
        description=translatable(
            "RecipeSetting", "steps over which the rate rises; at most half of a run on own text"
        ),
    )
    clip_norm: Annotated[float, Field(ge=0)] = Field(
        1.0,
        description=translatable(
            "RecipeSetting", "maximum gradient norm; larger gradients are clipped to it; 0: off"
        ),
    )
    batch_kind: Literal["tokens", "sentences"] = Field(
        "tokens", description=translatable("RecipeSetting", "what batch_size counts")
    )
    batch_size: Positive = Field(
        4096,
        description=translatable(
            "RecipeSetting", "sentences in a batch, or tokens of its longer side including padding"
        ),
    )
    accumulation: Positive = Field(
        1,
        description=translatable(
            "RecipeSetting", "batches whose gradients are combined into one step"
        ),
    )
    drop_last: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "leave out an epoch's last batch if it is incomplete"
        ),
    )
    max_epochs: Count = Field(
        100, description=translatable("RecipeSetting", "passes over the training text; 0: no limit")
    )
    max_steps: Count = Field(
        0, description=translatable("RecipeSetting", "optimizer steps; 0: no limit")
    )
    max_minutes: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting", "minutes of training, including validation; 0: no limit"
        ),
    )
    best_metric: Metric = Field(
        "bleu",
        description=translatable(
            "RecipeSetting", "validation metric that decides which weights are best"
        ),
    )
    patience: Count = Field(
        0,
        description=translatable(
            "RecipeSetting", "stop after this many validations without improvement; 0: never"
        ),
    )
    validate_every: Count = Field(
        0, description=translatable("RecipeSetting", "steps between validations; 0: each epoch")
    )
    checkpoint_every: Positive = Field(
        500,
        description=translatable(
            "RecipeSetting",
            "steps between checkpoints; with more, more is lost when the machine stops",
        ),
    )
    average_checkpoints: Count = Field(
        0,
        description=translatable(
            "RecipeSetting", "number of epochs whose weights are averaged at the end; 0 or 1: none"
        ),
    )
    ema_decay: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting", "decay rate of a running mean of the weights; 0: none"
        ),
    )
    precision: Precision = Field(
        "float32",
        description=translatable(
            "RecipeSetting",
            "number format of the forward pass; bf16: bfloat16 where it is faster, which is "
            "measured when a run begins",
        ),
    )


class DecodingSettings(Section):
    """How the finished model searches for a translation, unless asked otherwise."""

    beam_size: Annotated[int, Field(ge=1, le=BEAM_SIZE_LIMIT)] = Field(
        5, description=translatable("RecipeSetting", "beam size: hypotheses kept; 1 is greedy")
    )
    length_penalty: Annotated[float, Field(ge=0, le=LENGTH_PENALTY_LIMIT)] = Field(
        1.0,
        description=translatable("RecipeSetting", "how strongly longer translations are favoured"),
    )
    penalty_kind: Literal["power", "gnmt"] = Field(
        "power",
        description=translatable("RecipeSetting", "power: length^p; gnmt: ((5 + length) / 6)^p"),
    )
    max_length: Positive = Field(
        256, description=translatable("RecipeSetting", "longest translation in tokens")
    )


class ExportSettings(Section):
    """Settings of the finished model folder."""

    weights_dtype: Literal["float32", "float16", "int8"] = Field(
        "float32", description=translatable("RecipeSetting", "how the weights are stored")
    )
    limits: Annotated[OneLine, Field(max_length=LIMITS_LENGTH_LIMIT)] = Field(
        "",
        description=translatable(
            "RecipeSetting", "one line: what the model is and is not suited for"
        ),
    )
