"""What a recipe says of its text: where it is from, how it is cleaned and cut. Torch-free."""

from typing import Annotated, Literal

from pydantic import Field

from engine.translatable import translatable
from training.recipe_section import Count, OneLine, Positive, Probability, Section

CorpusKind = Literal["multi30k", "pairs", "toy", "reverse", "iwslt14"]
TokenizerKind = Literal["bpe", "byte_level", "words", "blank"]


class CorpusSettings(Section):
    """Which text is learned from, and which pairs of it are left out."""

    kind: CorpusKind = Field(
        description=translatable(
            "RecipeSetting",
            "multi30k: the image captions; pairs: your own aligned text; toy: 20 shipped "
            "pairs; reverse: made-up sentences to be reversed; iwslt14: TED talks",
        )
    )
    name: Annotated[str, Field(pattern=r"^[a-z0-9_-]*$", max_length=60)] = Field(
        "",
        description=translatable(
            "RecipeSetting", "what the text is called in the model's name; empty: its kind"
        ),
    )
    licence: OneLine = Field(
        "",
        description=translatable(
            "RecipeSetting", "whose the text is and what may be done with it, for the model's card"
        ),
    )
    first_column: OneLine = Field(
        "",
        description=translatable(
            "RecipeSetting",
            "pairs only: language of a table's first column, as in en, where its first "
            "line names none; empty: the one translated from",
        ),
    )
    repeats: tuple[Positive, ...] = Field(
        (),
        strict=False,
        description=translatable(
            "RecipeSetting",
            "pairs only: how often an epoch has each of several texts, in the order of "
            "--data; empty: there is one text",
        ),
    )
    weights: dict[OneLine, Annotated[float, Field(ge=0)]] = Field(
        {},
        description=translatable(
            "RecipeSetting",
            "pairs only: how often an epoch has the pairs of an origin, as in "
            "{web = 0.5}; others once; 0: never. The column origin of a table says where a pair is "
            "from, and without names of columns the third",
        ),
    )
    validation_limit: Count = Field(
        0,
        description=translatable(
            "RecipeSetting", "validate with at most this many pairs of each text; 0: all"
        ),
    )
    max_length: Positive = Field(
        256,
        description=translatable(
            "RecipeSetting", "longest training sentence in tokens, <s> and </s> counted"
        ),
    )
    too_long: Literal["drop", "cut"] = Field(
        "drop", description=translatable("RecipeSetting", "what becomes of longer training pairs")
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
            "drop training pairs one side of which is this many times as long as the "
            "other; 0: keep all",
        ),
    )
    drop_duplicates: bool = Field(
        False,
        description=translatable("RecipeSetting", "keep only the first of equal training pairs"),
    )
    drop_held_out: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "drop training pairs a side of which is in the validation or test text"
        ),
    )
    drop_copies: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "drop training pairs of more than three words that are equal both sides",
        ),
    )
    drop_wrong_script: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "drop training pairs a side of which is not in its language's script"
        ),
    )
    drop_near_duplicates: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "keep only the first of training pairs that differ in case, digits and "
            "punctuation alone",
        ),
    )
    drop_wrong_language: bool = Field(
        False,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with a sentence of at least four words that is surely in "
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
            "RecipeSetting", "drop training pairs with other numbers on the two sides"
        ),
    )
    min_letters: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "drop training pairs with a smaller share of letters than this on a side, "
            "spaces not counted; 0: keep all",
        ),
    )
    tag_synthetic: bool = Field(
        False,
        description=translatable(
            "RecipeSetting", "put a tag before training sources that a machine translated back"
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
    """How training pairs are rewritten, anew each epoch, as people type."""

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
            "chance that a source's apostrophes and quotation marks are made straight, "
            "made curly, or its apostrophes left out",
        ),
    )
    typo: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting",
            "chance that two letters of a source change places, or one is lost or doubled",
        ),
    )
    name: Probability = Field(
        0.0,
        description=translatable(
            "RecipeSetting", "chance that a name that both sides spell alike is another one"
        ),
    )


class TokenizerSettings(Section):
    """How text becomes tokens."""

    kind: TokenizerKind = Field(
        description=translatable(
            "RecipeSetting",
            "bpe: subwords, case kept; byte_level: subwords over bytes; words: the "
            "language's word rules; blank: split at white space",
        )
    )
    joint: bool = Field(
        True, description=translatable("RecipeSetting", "one vocabulary for both languages")
    )
    vocab_size: Positive = Field(
        8000,
        description=translatable(
            "RecipeSetting", "entries of a subword vocabulary, special tokens counted"
        ),
    )
    min_frequency: Positive = Field(
        2,
        description=translatable(
            "RecipeSetting", "how often a word or a pair of subwords must be seen to be learned"
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
            "subwords only: chance to leave out a merge while training (BPE-dropout)",
        ),
    )
    bos_on_source: bool = Field(
        True, description=translatable("RecipeSetting", "source sentences begin with <s>")
    )
    eos_on_source: bool = Field(
        True, description=translatable("RecipeSetting", "source sentences end with </s>")
    )
