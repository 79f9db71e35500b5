"""Every setting of a recipe, table by table, with its limits and its meaning. Torch-free."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.models.manifest import BEAM_SIZE_LIMIT, LENGTH_PENALTY_LIMIT, LIMITS_LENGTH_LIMIT
from engine.nn.config import Activation, AttentionKind, NormPlacement, Positions, Tie

CorpusKind = Literal["multi30k", "pairs", "toy", "reverse", "iwslt14"]
TokenizerKind = Literal["bpe", "byte_level", "words", "blank"]
Metric = Literal["bleu", "loss", "teacher_forced_bleu"]

Probability = Annotated[float, Field(ge=0, lt=1)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Above = Annotated[float, Field(gt=0)]
OneLine = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$")]
Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]


class Section(BaseModel):
    """One flat table of a recipe: frozen, strict about types, without unknown settings."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", allow_inf_nan=False, defer_build=True
    )


class CorpusSettings(Section):
    """Which text is learned from, and which pairs of it are left out."""

    kind: CorpusKind = Field(
        description="multi30k: the image captions; pairs: your own aligned text; toy: 20 shipped "
        "pairs; reverse: made-up sentences to be reversed; iwslt14: TED talks"
    )
    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]*$", max_length=60)] = Field(
        "", description="what the text is called in the model's name; empty: its kind"
    )
    licence: OneLine = Field(
        "", description="whose the text is and what may be done with it, for the model's card"
    )
    first_column: OneLine = Field(
        "",
        description="pairs only: language of a table's first column, as in en, where its first "
        "line names none; empty: the one translated from",
    )
    repeats: tuple[Positive, ...] = Field(
        (),
        strict=False,
        description="pairs only: how often an epoch has each of several texts, in the order of "
        "--data; empty: there is one text",
    )
    weights: dict[OneLine, Annotated[float, Field(ge=0)]] = Field(
        {},
        description="pairs only: how often an epoch has the pairs of an origin, as in "
        "{web = 0.5}; others once; 0: never. The column origin of a table says where a pair is "
        "from, and without names of columns the third",
    )
    validation_limit: Count = Field(
        0, description="validate with at most this many pairs of each text; 0: all"
    )
    max_length: Positive = Field(
        256, description="longest training sentence in tokens, <s> and </s> counted"
    )
    too_long: Literal["drop", "cut"] = Field(
        "drop", description="what becomes of longer training pairs"
    )
    max_words: Count = Field(
        0, description="drop training pairs with more words than this on a side; 0: keep all"
    )
    max_length_ratio: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description="drop training pairs one side of which is this many times as long as the "
        "other; 0: keep all",
    )
    drop_duplicates: bool = Field(False, description="keep only the first of equal training pairs")
    drop_held_out: bool = Field(
        False, description="drop training pairs a side of which is in the validation or test text"
    )
    drop_copies: bool = Field(
        False, description="drop training pairs of more than three words that are equal both sides"
    )
    drop_wrong_script: bool = Field(
        False, description="drop training pairs a side of which is not in its language's script"
    )
    drop_near_duplicates: bool = Field(
        False,
        description="keep only the first of training pairs that differ in case, digits and "
        "punctuation alone",
    )
    drop_wrong_language: bool = Field(
        False,
        description="drop training pairs with a sentence of at least four words that is surely in "
        "another language",
    )
    drop_markup: bool = Field(
        False,
        description="drop training pairs with tags, entities or placeholders on one side only, or "
        "with nothing but an address",
    )
    drop_number_mismatch: bool = Field(
        False, description="drop training pairs with other numbers on the two sides"
    )
    min_letters: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0,
        description="drop training pairs with a smaller share of letters than this on a side, "
        "spaces not counted; 0: keep all",
    )
    tag_synthetic: bool = Field(
        False, description="put a tag before training sources that a machine translated back"
    )
    tag_formality: bool = Field(
        False,
        description="into German: put a tag before half of the training sources whose targets say "
        "du or Sie, so that users can choose",
    )


class AugmentationSettings(Section):
    """How training pairs are rewritten, anew each epoch, as people type."""

    lower_case: Probability = Field(
        0.0, description="chance that a source is written in lower case"
    )
    capitals: Probability = Field(0.0, description="chance that both sides are written in capitals")
    no_final_mark: Probability = Field(
        0.0, description="chance that both sides lose their final punctuation mark"
    )
    quotes: Probability = Field(
        0.0,
        description="chance that a source's apostrophes and quotation marks are made straight, "
        "made curly, or its apostrophes left out",
    )
    typo: Probability = Field(
        0.0,
        description="chance that two letters of a source change places, or one is lost or doubled",
    )
    name: Probability = Field(
        0.0, description="chance that a name that both sides spell alike is another one"
    )


class TokenizerSettings(Section):
    """How text becomes tokens."""

    kind: TokenizerKind = Field(
        description="bpe: subwords, case kept; byte_level: subwords over bytes; words: the "
        "language's word rules; blank: split at white space"
    )
    joint: bool = Field(True, description="one vocabulary for both languages")
    vocab_size: Positive = Field(
        8000, description="entries of a subword vocabulary, special tokens counted"
    )
    min_frequency: Positive = Field(
        2, description="how often a word or a pair of subwords must be seen to be learned"
    )
    lowercase: bool = Field(False, description="words only: write everything in lower case")
    dropout: Probability = Field(
        0.0, description="subwords only: chance to leave out a merge while training (BPE-dropout)"
    )
    bos_on_source: bool = Field(True, description="source sentences begin with <s>")
    eos_on_source: bool = Field(True, description="source sentences end with </s>")


class ModelSettings(Section):
    """The shape of the Transformer, and how its weights begin."""

    d_model: Positive = Field(512, description="width of the model")
    d_ff: Positive = Field(2048, description="inner width of the feed-forward networks")
    num_encoder_layers: Positive = Field(6, description="layers that read the source")
    num_decoder_layers: Positive = Field(6, description="layers that write the target")
    num_heads: Positive = Field(8, description="attention heads of each layer")
    dropout: Probability = Field(
        0.1, description="dropout after each sub-layer and on embeddings plus positions"
    )
    attention_dropout: Probability = Field(0.1, description="dropout on attention weights")
    activation_dropout: Probability = Field(
        0.1, description="dropout inside the feed-forward networks"
    )
    activation: Activation = Field("relu", description="function inside the feed-forward networks")
    norm: NormPlacement = Field("post", description="LayerNorm after or before each sub-layer")
    final_norm: bool = Field(False, description="one more LayerNorm after each stack")
    norm_eps: Above = Field(1e-5, description="what LayerNorm adds to the variance")
    qkv_bias: bool = Field(True, description="biases on query, key and value projections")
    output_bias: bool = Field(True, description="a bias on the projection to the vocabulary")
    attention: AttentionKind = Field(
        "split", description="heads share d_model (split) or each project all of it (independent)"
    )
    positions: Positions = Field("sinusoidal", description="how positions are told apart")
    max_positions: Positive = Field(5000, description="positions the model can tell apart")
    scale_embeddings: bool = Field(True, description="multiply embeddings by sqrt(d_model)")
    tie: Tie = Field("none", description="which of embeddings and output share their weights")
    initialisation: Literal["pytorch", "xavier", "scaled"] = Field(
        "xavier",
        description="how weights begin: PyTorch's defaults; Xavier-uniform for every matrix; "
        "scaled: Xavier, and embeddings normal with deviation d_model^-0.5",
    )


class TrainingSettings(Section):
    """How the weights are learned, and when to stop."""

    seed: Annotated[int, Field(ge=0, lt=2**63)] = Field(
        42, description="every random choice of the run follows from it"
    )
    label_smoothing: Probability = Field(
        0.0, description="probability taken from the right token and spread over others"
    )
    smoothing_kind: Literal["uniform", "others"] = Field(
        "uniform",
        description="spread over the whole vocabulary (uniform), or over all but the right token "
        "and padding (others)",
    )
    r_drop: Annotated[float, Field(ge=0)] = Field(
        0.0, description="weight of R-Drop: two passes with other dropout must agree; 0: off"
    )
    optimizer: Literal["adam", "adamw"] = Field("adam", description="adamw decays weights apart")
    betas: tuple[Probability, Probability] = Field(
        (0.9, 0.98), strict=False, description="memory of Adam's two running means"
    )
    eps: Above = Field(1e-9, description="what Adam adds to its divisor")
    weight_decay: Annotated[float, Field(ge=0)] = Field(0.0, description="pull of weights to 0")
    schedule: Literal["noam", "inverse_sqrt", "cosine", "constant"] = Field(
        "noam",
        description="noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); "
        "inverse_sqrt: linear to learning_rate, then falling with step^-0.5; cosine: linear to "
        "learning_rate, then along a half cosine to 0 at the end of the run; constant",
    )
    learning_rate: Above = Field(
        1e-3,
        description="highest rate of inverse_sqrt and cosine, the rate of constant; noam ignores "
        "it",
    )
    noam_factor: Above = Field(1.0, description="factor of the noam schedule")
    warmup_steps: Count = Field(4000, description="steps over which the rate rises")
    clip_norm: Annotated[float, Field(ge=0)] = Field(
        1.0, description="longest gradient, longer ones are shortened to it; 0: off"
    )
    batch_kind: Literal["tokens", "sentences"] = Field(
        "tokens", description="what batch_size counts"
    )
    batch_size: Positive = Field(
        4096,
        description="sentences of a batch, or tokens of its longer side with padding counted",
    )
    accumulation: Positive = Field(1, description="batches whose gradients make one step")
    drop_last: bool = Field(False, description="leave out an epoch's last batch if incomplete")
    max_epochs: Count = Field(100, description="passes over the training text; 0: no limit")
    max_steps: Count = Field(0, description="steps of the optimizer; 0: no limit")
    max_minutes: Annotated[float, Field(ge=0)] = Field(
        0.0, description="minutes of training, validations counted; 0: no limit"
    )
    best_metric: Metric = Field(
        "bleu", description="the validation figure that says which weights are best"
    )
    patience: Count = Field(
        0, description="stop after this many validations without a better one; 0: never"
    )
    validate_every: Count = Field(0, description="steps between validations; 0: each epoch")
    checkpoint_every: Positive = Field(
        500, description="steps between checkpoints; more is lost when the machine stops"
    )
    average_checkpoints: Count = Field(
        0, description="how many epochs' weights are averaged at the end; 0 or 1: none"
    )
    ema_decay: Probability = Field(
        0.0, description="memory of a running mean of the weights; 0: none is kept"
    )
    precision: Literal["float32", "bf16"] = Field(
        "float32", description="numbers used in the forward pass; bf16 is for GPUs"
    )


class DecodingSettings(Section):
    """How the finished model searches for a translation, unless asked otherwise."""

    beam_size: Annotated[int, Field(ge=1, le=BEAM_SIZE_LIMIT)] = Field(
        5, description="hypotheses kept; 1 is greedy"
    )
    length_penalty: Annotated[float, Field(ge=0, le=LENGTH_PENALTY_LIMIT)] = Field(
        1.0, description="how far longer translations are favoured"
    )
    penalty_kind: Literal["power", "gnmt"] = Field(
        "power", description="power: length^p; gnmt: ((5 + length) / 6)^p"
    )
    max_length: Positive = Field(256, description="longest translation in tokens")


class ExportSettings(Section):
    """What the finished model folder holds."""

    weights_dtype: Literal["float32", "float16", "int8"] = Field(
        "float32", description="how the weights are stored"
    )
    limits: Annotated[OneLine, Field(max_length=LIMITS_LENGTH_LIMIT)] = Field(
        "", description="one line: what the model is for, and what not"
    )
