"""What a recipe says of its text: where it is from, how it is cleaned and cut. Torch-free."""

from typing import Annotated, Literal

from pydantic import Field

from engine.translatable import translatable
from training.recipe_section import Count, OneLine, Positive, Probability, Section

CorpusKind = Literal["multi30k", "pairs", "everyday", "toy", "reverse", "iwslt14"]
BUILT_IN: tuple[CorpusKind, ...] = ("everyday", "toy", "reverse")
"""The kinds of text that come with the program."""
TokenizerKind = Literal["bpe", "byte_level", "words", "blank", "sentencepiece"]


class CorpusSettings(Section):
    """Which text is learned from, and which pairs of it are left out."""

    kind: CorpusKind = Field(
        description=translatable(
            "RecipeSetting",
            "multi30k: the image captions; pairs: your own aligned text; everyday: the included "
            "everyday language; toy: 20 included pairs; reverse: made-up sentences to reverse; "
            "iwslt14: TED talks",
        )
    )
    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]*$", max_length=60)] = Field(
        "",
        description=translatable(
            "RecipeSetting", "name of the text within the model's name; empty: its kind"
        ),
    )
    licence: OneLine = Field(
        "",
        description=translatable(
            "RecipeSetting", "who owns the text and how it may be used, for the model card"
        ),
    )
    first_column: OneLine = Field(
        "",
        description=translatable(
            "RecipeSetting",
            "pairs only: language of a table's first column, such as en, if its first line "
            "names none; empty: the language to translate from",
        ),
    )
    repeats: tuple[Positive, ...] = Field(
        (),
        strict=False,
        description=translatable(
            "RecipeSetting",
            "pairs only: how often each of several texts appears in an epoch, in the order of "
            "--data; empty: there is one text",
        ),
    )
    weights: dict[OneLine, Annotated[float, Field(ge=0)]] = Field(
        {},
        description=translatable(
            "RecipeSetting",
            "pairs only: how often pairs of an origin appear in an epoch, as in {web = 0.5}; "
            "others once; 0: never. The column origin of a table says where a pair is from; "
            "without column names it is the third",
        ),
    )
    validation_limit: Count = Field(
        0,
        description=translatable(
            "RecipeSetting", "validate with at most this many pairs of each text; 0: all"
        ),
    )
    held_out_share: Annotated[float, Field(gt=0, le=0.25)] = Field(
        0.02,
        description=translatable(
            "RecipeSetting",
            "share of the pairs to set aside for validation, and as many for testing, where the "
            "text has none; at most 1,000 each",
        ),
    )
    min_pairs: Count = Field(
        0,
        description=translatable("RecipeSetting", "refuse text with fewer usable pairs than this"),
    )
    max_length: Positive = Field(
        256,
        description=translatable(
            "RecipeSetting", "longest training sentence in tokens, including <s> and </s>"
        ),
    )
    too_long: Literal["drop", "cut"] = Field(
        "drop",
        description=translatable("RecipeSetting", "drop or truncate overlong training pairs"),
    )
    max_words: Count = Field(
        0,
        description=translatable(
            "RecipeSetting", "drop training pairs with more words than this on a side; 0: keep all"
        ),
    )
    max_length_ratio: Annotated[float, Field(ge=0)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with one side this many times as long as the other; 0: keep all",
        ),
    )
    drop_duplicates: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "keep only the first of identical training pairs"
        ),
    )
    drop_held_out: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with a side that is in the validation or test text",
        ),
    )
    drop_copies: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "drop training pairs of more than three words whose sides are the same"
        ),
    )
    drop_wrong_script: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "drop training pairs with a side that is not in its language's script"
        ),
    )
    drop_near_duplicates: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "keep only the first of training pairs that differ only in case, digits and "
            "punctuation",
        ),
    )
    drop_wrong_language: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with a sentence of at least four words that is certainly in "
            "another language",
        ),
    )
    drop_markup: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with tags, entities or placeholders on one side only, or "
            "with nothing but an address",
        ),
    )
    drop_number_mismatch: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "drop training pairs whose sides have different numbers"
        ),
    )
    min_letters: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with a smaller share of letters than this on a side, not "
            "counting spaces; 0: keep all",
        ),
    )
    tag_synthetic: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "put a tag before training sources that were back-translated by a machine",
        ),
    )
    tag_formality: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "into German: put a tag before half of the training sources whose targets say "
            "du or Sie, so that users can choose",
        ),
    )


class AugmentationSettings(Section):
    """How training pairs are varied, differently in each epoch, the way people type."""

    lower_case: Probability = Field(
        0.0,
        description=translatable("RecipeSetting", "chance that a source is written in lower case"),
    )
    capitals: Probability = Field(
        0.0,
        description=translatable("RecipeSetting", "chance that both sides are written in capitals"),
    )
    no_final_mark: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting", "chance that both sides lose their final punctuation mark"
        ),
    )
    quotes: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "chance that a source's apostrophes and quotation marks become straight or curly, "
            "or that its apostrophes are left out",
        ),
    )
    typo: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "chance that two letters of a source are swapped, or that one is lost or doubled",
        ),
    )
    name: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "chance that a name spelled the same on both sides is replaced by another",
        ),
    )
    hints: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "English and German: chance that a source has hints from the dictionary, so that "
            "the model learns to follow a glossary",
        ),
    )


class TokenizerSettings(Section):
    """How text becomes tokens."""

    kind: TokenizerKind = Field(
        "bpe",
        description=translatable(
            "RecipeSetting",
            "bpe: subwords, case kept; byte_level: subwords over bytes; words: the "
            "language's word rules; blank: split at white space; sentencepiece: only that of an "
            "imported model",
        ),
    )
    joint: bool = Field(
        True, description=translatable("RecipeSetting", "one vocabulary for both languages")
    )
    vocab_size: Positive = Field(
        8000,
        description=translatable(
            "RecipeSetting", "size of a subword vocabulary, including special tokens"
        ),
    )
    min_frequency: Positive = Field(
        2,
        description=translatable(
            "RecipeSetting", "how often a word or a pair of subwords must occur to be learned"
        ),
    )
    lowercase: bool = Field(
        False,
        description=translatable("RecipeSetting", "words only: write everything in lower case"),
    )
    dropout: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "subwords only: chance of skipping a merge during training (BPE-dropout)",
        ),
    )
    bos_on_source: bool = Field(
        True, description=translatable("RecipeSetting", "source sentences begin with <s>")
    )
    eos_on_source: bool = Field(
        True, description=translatable("RecipeSetting", "source sentences end with </s>")
    )
