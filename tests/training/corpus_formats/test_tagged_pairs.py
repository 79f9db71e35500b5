"""Pairs that a machine wrote a side of: how they are told apart, and what the model sees of it."""

from pathlib import Path

import pytest

from engine.tokenizers.subword import SYNTHETIC_TAG, TAGS, Flavour
from engine.tokenizers.tokenizer import SubwordTokenizer, load_tokenizer
from tests.support.tokenizers import SENTENCES, toy_subwords
from training.corpus.corpus import read_corpus
from training.corpus.splits import Splits, hold_out
from training.corpus_formats.pair_files import read_tsv
from training.corpus_formats.sentence_pair import (
    BackTranslation,
    Direction,
    SentencePair,
    SyntheticPair,
)
from training.errors import CorpusError, RecipeError
from training.examples.augmentation import augment
from training.examples.examples import ExampleMaker, pair_tokenizers
from training.recipe import Recipe, load_recipe
from training.text_settings import AugmentationSettings, CorpusSettings

HUMAN = SentencePair("A dog is here.", "Ein Hund ist hier.")
BACK = BackTranslation("A little girl.", "Ein Mann.")
DISTILLED = SyntheticPair("Two men.", "Zwei Männer.")


def recipe(*settings: str) -> Recipe:
    return load_recipe("good").override(["corpus.tag_synthetic=true", *settings])


@pytest.mark.parametrize("flavour", ["bpe", "byte_level"])
def test_a_tag_is_a_token_that_no_text_holds(flavour: Flavour) -> None:
    plain = toy_subwords(flavour)
    tagged = plain.with_tags(TAGS)
    assert (plain.tags, tagged.tags) == ((), TAGS)
    for place, tag in enumerate(TAGS):
        tag_id = tagged.tag_id(tag)
        assert tag_id == plain.vocab_size + place
        for text in (*SENTENCES, tag, f"a {tag} b{tag}"):
            assert tagged.encode(text) == plain.encode(text)
            assert tag_id not in tagged.encode(text).ids
            assert tagged.encode_ids([text]) == [list(tagged.encode(text).ids)]
        assert tagged.token(tag_id) == tag
        ids = plain.encode("Mann").ids
        assert tagged.decode((tag_id, *ids)).text == plain.decode(ids).text
    again = load_tokenizer(tagged.to_json())
    assert isinstance(again, SubwordTokenizer)
    assert again.tags == tagged.tags


@pytest.mark.parametrize("dropout", [0.0, 0.1])
def test_only_what_was_translated_back_is_tagged(dropout: float) -> None:
    one = toy_subwords("bpe").with_tags([SYNTHETIC_TAG])
    tokenizers = pair_tokenizers(recipe(), one, one)
    settings = f"tokenizer.dropout={dropout}"
    tagged = ExampleMaker(recipe(settings), tokenizers, [HUMAN, BACK, DISTILLED])(1)
    off = recipe(settings, "corpus.tag_synthetic=false")
    plain = ExampleMaker(off, tokenizers, [HUMAN, BACK, DISTILLED])(1)
    bos = one.special.bos
    assert tagged[1].src[:2] == (bos, one.tag_id(SYNTHETIC_TAG))
    assert (bos, *tagged[1].src[2:]) == plain[1].src
    assert [tagged[0], tagged[2]] == [plain[0], plain[2]]
    assert [example.tgt for example in tagged] == [example.tgt for example in plain]


def test_what_is_rewritten_stays_what_it_is() -> None:
    settings = AugmentationSettings(capitals=0.99)
    pairs = [HUMAN, BACK, DISTILLED] * 20
    rewritten = augment(pairs, settings, 1, 1)
    assert rewritten
    assert all(type(pair) is type(pairs[place]) for place, pair in rewritten.items())


def test_nothing_is_measured_on_what_a_machine_wrote() -> None:
    human = [SentencePair(f"s{i}", f"t{i}") for i in range(100)]
    synthetic = [BackTranslation(f"b{i}", f"c{i}") for i in range(900)]
    splits = hold_out(Splits((*synthetic, *human)), 0.02, tests=True)
    assert splits.validation
    assert splits.test
    assert {*splits.validation, *splits.test} < {*human}


def test_a_table_says_of_each_pair_who_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("de\ten\tsynthetic\na\tb\ten\nc\td\tde\ne\tf\t\ng\th\n", encoding="utf-8")
    kinds = [type(pair) for pair in read_tsv(path, ("en", "de"))]
    assert kinds == [BackTranslation, SyntheticPair, SentencePair, SentencePair]
    turned = [type(pair) for pair in read_tsv(path, ("de", "en"))]
    assert turned == [SyntheticPair, BackTranslation, SentencePair, SentencePair]
    path.write_text("de\ten\tsynthetic\na\tb\tfr\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"line 2 .* says 'fr', which is not one of en, de"):
        read_tsv(path, ("en", "de"))


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
@pytest.mark.parametrize("first_column", ["", "en", "de"])
def test_a_corpus_knows_who_wrote_it_whichever_column_is_first(
    tmp_path: Path, direction: Direction, first_column: str
) -> None:
    path = tmp_path / "pairs.tsv"
    human = "".join(f"s{number}\tt{number}\t\n" for number in range(30))
    path.write_text(f"de\ten\tsynthetic\na\tb\ten\nc\td\tde\n{human}", encoding="utf-8")
    corpus = read_corpus(
        CorpusSettings(kind="pairs", first_column=first_column), *direction, [path]
    )
    kinds = {pair for pair in corpus.train if isinstance(pair, SyntheticPair)}
    back, distilled = (("b", "a"), ("d", "c")) if direction[0] == "en" else (("c", "d"), ("a", "b"))
    assert {pair: type(pair) for pair in kinds} == {back: BackTranslation, distilled: SyntheticPair}
    assert corpus.validation
    assert {type(pair) for pair in (*corpus.validation, *corpus.test)} == {SentencePair}


def test_words_have_no_tag() -> None:
    with pytest.raises(RecipeError, match=r"corpus\.tag_synthetic: the tokenizer words has no tag"):
        load_recipe("multi30k-word").override(["corpus.tag_synthetic=true"])
