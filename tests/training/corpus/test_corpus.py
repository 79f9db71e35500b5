"""Sentence pairs: every layout is found, text is cleaned and put together, splits share nothing."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import numbered, write_aligned, write_lines, write_tsv
from training.built_in_texts import HELD_OUT, count_everyday
from training.corpus.corpus import Corpus, read_corpus
from training.corpus.layouts import read_folder, reversed_pairs
from training.corpus.splits import TEST_FROM
from training.corpus_formats.packed_pairs import pack
from training.corpus_formats.pair_files import read_sentences
from training.corpus_formats.sentence_pair import BackTranslation, Pairs, SentencePair
from training.errors import CorpusError
from training.recipe import load_recipe
from training.text_settings import CorpusKind, CorpusSettings

EN_DE = ("en", "de")
OWN = CorpusSettings(kind="pairs")
STRICT = load_recipe("paper-base").corpus
MULTI30K = load_recipe("multi30k-word").corpus


# --- layouts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("inside", [".", "raw", "task1/raw", "data/task1/raw"])
@pytest.mark.parametrize("end", ["", ".gz"])
def test_multi30k_is_found_at_any_level(tmp_path: Path, inside: str, end: str) -> None:
    for name, count in (("train", 5), ("val", 3), ("test_2016_flickr", 2)):
        write_aligned(tmp_path / inside, name, numbered(count, name), end)
    corpus = read_corpus(MULTI30K, "en", "de", [tmp_path])
    assert corpus.train == numbered(5, "train")
    assert corpus.validation == numbered(3, "val")
    assert corpus.test == numbered(2, "test_2016_flickr")
    assert corpus.name == "multi30k"
    assert "Flickr30k" in corpus.licence


def test_the_direction_decides_the_files(tmp_path: Path) -> None:
    write_aligned(tmp_path, "train", numbered(5))
    forward, backward = (
        read_folder(tmp_path, direction).train for direction in (("en", "de"), ("de", "en"))
    )
    assert backward == tuple((target, source) for source, target in forward)
    with pytest.raises(CorpusError, match=r"train.fr cannot be used: there is no such file"):
        read_folder(tmp_path, ("en", "fr"))


def test_a_folder_may_hold_tsv_files(tmp_path: Path) -> None:
    write_tsv(tmp_path / "train.tsv.gz", numbered(9))
    write_tsv(tmp_path / "dev.tsv", numbered(2, "dev"))
    corpus = read_corpus(OWN, "en", "de", [tmp_path])
    assert (corpus.train, corpus.validation, corpus.test) == (numbered(9), numbered(2, "dev"), ())
    assert (corpus.name, corpus.licence) == (tmp_path.name, "")


def test_two_files_are_told_apart_by_their_names(tmp_path: Path) -> None:
    source, target = write_aligned(tmp_path, "mine", numbered(60), ".gz")
    first, second = (
        read_corpus(OWN, "en", "de", paths) for paths in ([source, target], [target, source])
    )
    assert {*first.train, *first.validation, *first.test} == set(numbered(60))
    assert (first.train, first.validation, first.test) == (
        second.train, second.validation, second.test
    )  # fmt: skip
    assert first.is_held_out


@pytest.mark.parametrize(
    ("settings", "names", "reason"),
    [
        (OWN, [], "give a folder, one file of pairs"),
        (OWN, ["a", "b", "c"], "give a folder, one file of pairs"),
        (OWN, ["absent.tsv"], "absent.tsv cannot be used: there is no such file"),
        (OWN, ["."], "neither train.en and train.de nor train.tsv"),
        (MULTI30K, [], "the corpus multi30k is read from one folder"),
        (MULTI30K, ["absent"], "absent cannot be used: there is no such folder"),
        (
            CorpusSettings(kind="toy"),
            ["a"],
            ("the corpus toy comes with the program; leave --data out"),
        ),
    ],
)
def test_what_cannot_be_a_corpus_is_refused(
    tmp_path: Path, settings: CorpusSettings, names: list[str], reason: str
) -> None:
    with pytest.raises(CorpusError, match=reason):
        read_corpus(settings, "en", "de", [tmp_path / name for name in names])


@pytest.mark.parametrize("kind", ["pairs", "multi30k", "iwslt14"])
def test_what_the_system_refuses_has_its_words(kind: CorpusKind) -> None:
    too_long = Path("long" * 200)
    with pytest.raises(CorpusError, match=r"it cannot be read \(File name too long\)"):
        read_corpus(CorpusSettings(kind=kind), "en", "de", [too_long])


# --- splits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [TEST_FROM - 1, TEST_FROM])
@pytest.mark.parametrize("names", [(), ("val",), ("test",)])
def test_what_a_corpus_lacks_is_split_off_its_training_text(
    tmp_path: Path, count: int, names: tuple[str, ...]
) -> None:
    write_tsv(tmp_path / "train.tsv", numbered(count))
    for name in names:
        write_tsv(tmp_path / f"{name}.tsv", numbered(5, name))
    corpus = read_corpus(OWN, "en", "de", [tmp_path])
    is_enough = count >= TEST_FROM
    assert len(corpus.validation) == (5 if "val" in names else 2)
    assert len(corpus.test) == (5 if "test" in names else 2 * is_enough)
    made = 2 * ("val" not in names) + 2 * (is_enough and "test" not in names)
    assert len(corpus.train) == count - made
    assert corpus.is_held_out == bool(made)


def test_what_measures_is_not_cleaned(tmp_path: Path) -> None:
    odd = (SentencePair("", "leer"), SentencePair("a", "b"), SentencePair("a", "b"))
    write_aligned(tmp_path, "train", (*numbered(9), SentencePair("a", "c")))
    write_aligned(tmp_path, "valid", odd)
    write_aligned(tmp_path, "test", odd)
    corpus = read_corpus(STRICT, "en", "de", [tmp_path])
    assert corpus.validation == corpus.test == odd
    assert (corpus.train, corpus.num_dropped) == (numbered(9), {"held_out": 1})


def test_text_with_fewer_pairs_than_the_recipe_asks_for_is_refused(tmp_path: Path) -> None:
    settings = load_recipe("fine-tune").corpus.model_copy(update={"drop_wrong_language": False})
    write_tsv(tmp_path / "enough.tsv", numbered(100))
    corpus = read_corpus(settings, "en", "de", [tmp_path / "enough.tsv"])
    sizes = [len(part) for part in (corpus.train, corpus.validation, corpus.test)]
    assert sizes == [80, 10, 10]
    write_tsv(tmp_path / "few.tsv", (*numbered(99), *numbered(1)))
    few = "99 usable sentence pairs, and at least 100 are needed; 1 were left out. Add more pairs"
    with pytest.raises(CorpusError, match=few):
        read_corpus(settings, "en", "de", [tmp_path / "few.tsv"])


@pytest.mark.parametrize("pairs", [(), (("", ""),), (("a", "b"),), (("a", "b"),) * 9])
def test_a_corpus_with_too_little_left_is_refused(tmp_path: Path, pairs: Pairs) -> None:
    path = write_tsv(tmp_path / "mine.tsv", pairs)
    with pytest.raises(
        CorpusError, match=r"mine.tsv .*: too few different sentence pairs are left"
    ):
        read_corpus(STRICT, "en", "de", [path])


def test_the_refusal_tells_what_was_dropped(tmp_path: Path) -> None:
    path = write_tsv(tmp_path / "mine.tsv", (SentencePair("a", "b"),) * 9)
    with pytest.raises(CorpusError, match=r"training 1, validation 0; dropped: duplicate 8\)"):
        read_corpus(STRICT, "en", "de", [path])


def times_of(corpus: Corpus) -> Counter[SentencePair]:
    """Count how often an epoch has each training pair, by weights that are whole numbers."""
    weights = np.ones(len(corpus.train)) if corpus.weights is None else corpus.weights
    times: Counter[SentencePair] = Counter()
    for pair, weight in zip(corpus.train, weights.tolist(), strict=True):
        times[pair] += int(weight)
    return times


# --- several texts ------------------------------------------------------------------------------

MIXED = CorpusSettings(
    kind="pairs", repeats=(1, 3), validation_limit=4, drop_held_out=True, drop_duplicates=True
)


def test_texts_are_put_together_each_as_often_as_the_recipe_says(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv.gz", numbered(400, "a"))
    for name in ("train", "val", "test"):
        write_aligned(tmp_path / "b", name, numbered(9, name))
    corpus = read_corpus(MIXED, "en", "de", [table, tmp_path / "b"])
    times = times_of(corpus)
    assert {times[pair] for pair in numbered(400, "a")} == {0, 1}
    assert {times[pair] for pair in numbered(9, "train")} == {3}
    assert len(corpus.train) == 400 - 8 - 8 + 9
    assert corpus.validation_parts == (("a", 0, 4), ("b", 4, 8))
    assert len(set(corpus.validation) & set(numbered(400, "a"))) == 4
    assert len(set(corpus.validation) & set(numbered(9, "val"))) == 4
    assert len(corpus.validation) == 8
    assert corpus.test[8:] == numbered(9, "test")
    assert corpus.is_held_out
    assert corpus.name == "a.tsv.gz, b"


def test_what_one_text_holds_out_is_learned_from_no_other(tmp_path: Path) -> None:
    pairs = numbered(400)
    paths = [write_tsv(tmp_path / name, pairs) for name in ("a.tsv", "b.tsv")]
    folder = tmp_path / "c"
    write_tsv(folder / "train.tsv", numbered(5, "c"))
    write_tsv(folder / "test.tsv", pairs[:50])
    settings = MIXED.model_copy(update={"repeats": (1, 1, 2)})
    corpus = read_corpus(settings, "en", "de", [*paths, folder])
    held_out = (*corpus.validation, *corpus.test)
    assert set(pairs[:50]) < set(held_out)
    for side in (0, 1):
        assert not {pair[side] for pair in corpus.train} & {pair[side] for pair in held_out}


def test_as_many_texts_are_given_as_the_recipe_repeats(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(9))
    with pytest.raises(CorpusError, match=r"combines 2 texts .*but 1 were given; give each"):
        read_corpus(MIXED, "en", "de", [table])


@pytest.mark.parametrize("is_named", [False, True])
def test_a_tables_first_column_may_be_of_either_language(tmp_path: Path, is_named: bool) -> None:
    names = (SentencePair("en", "de"),) if is_named else ()
    table = write_tsv(tmp_path / "a.tsv", (*names, *numbered(9)))
    write_tsv(tmp_path / "b" / "train.tsv", (*names, *numbered(9)))
    settings = OWN.model_copy(update={"first_column": "en"})
    for path in (table, tmp_path / "b"):
        forth, back = (read_corpus(settings, *way, [path]) for way in (EN_DE, ("de", "en")))
        assert {*forth.train, *forth.validation} == {*numbered(9)}
        assert {*back.train, *back.validation} == {(b, a) for a, b in numbered(9)}


def test_nothing_is_learned_from_what_is_excluded(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(60))
    tests = write_lines(tmp_path / "tests.tsv.gz", ["sentence 3\tganz anders\torigin", ""])
    lines = write_lines(tmp_path / "lines.txt", ["Satz 5", " sentence 7 "])
    corpus = read_corpus(OWN, "en", "de", [table], [tests, lines])
    assert corpus.num_dropped == {"excluded": 3}
    left = {*corpus.train, *corpus.validation}
    assert left == {*numbered(60)} - {numbered(60)[place] for place in (3, 5, 7)}


def test_a_text_has_the_name_and_the_licence_that_its_recipe_gives(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "a.tsv", numbered(9))
    settings = OWN.model_copy(update={"name": "mine", "licence": "CC0"})
    corpus = read_corpus(settings, "en", "de", [table])
    assert (corpus.name, corpus.licence) == ("mine", "CC0")


@pytest.mark.slow
@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_no_test_sentence_is_in_what_the_general_recipes_read(
    shared_data: Path, direction: tuple[str, str]
) -> None:
    general, multi30k = shared_data / "general" / "train.tsv.xz", shared_data / "multi30k"
    if not general.is_file():
        pytest.skip(f"no {general}")
    settings = load_recipe(f"general-{'-'.join(direction)}").corpus
    settings = settings.model_copy(update={"repeats": (1, 2)})  # without back-translations
    dev = shared_data / "everyday" / "dev.tsv"
    corpus = read_corpus(settings, *direction, [general, multi30k], [dev])
    learned = {text for pair in corpus.train for text in pair}
    assert not learned & read_sentences(dev, direction)
    captions = read_folder(multi30k, direction)
    assert len(captions.test) == 1000
    assert not learned & {text for pair in captions.test for text in pair}
    assert not learned & {text for pair in corpus.validation for text in pair}
    assert corpus.train[-1] in captions.train
    assert len(corpus.train) > 700_000


@pytest.mark.parametrize("direction", [EN_DE, ("de", "en")])
def test_no_test_sentence_is_in_what_the_captions_recipe_reads(
    shared_data: Path, tmp_path: Path, direction: tuple[str, str]
) -> None:
    multi30k = shared_data / "multi30k"
    captions = read_folder(multi30k, direction)
    other = ("Eine Birne.", "A pear.")
    kept_apart = [*captions.test[:2], *captions.validation[:2]]
    table = write_lines(
        tmp_path / "synthetic.tsv",
        [
            f"{direction[0]}\t{direction[1]}\tsynthetic",
            *(f"{other[0]}\t{pair.target}\t{direction[0]}" for pair in kept_apart),
            f"{other[0]}\t{other[1]}\t{direction[0]}",
        ],
    )
    corpus = read_corpus(load_recipe("captions").corpus, *direction, [multi30k, table])
    learned = {text for pair in corpus.train for text in pair}
    assert not learned & {text for pair in (*captions.test, *captions.validation) for text in pair}
    assert corpus.test == captions.test
    assert corpus.validation == captions.validation
    assert [pair for pair in corpus.train if isinstance(pair, BackTranslation)] == [other]
    times = times_of(corpus)
    assert times[SentencePair(*other)] == 1
    assert sum(times.values()) == 4 * 28_995 + 1


# --- where pairs are from -----------------------------------------------------------------------


def write_origins(folder: Path) -> Path:
    """Write a folder with a dev text, pairs of three origins, and what is told of two of them."""
    rows = [
        f"{pair.source}\t{pair.target}\t{origin}"
        for origin in ("web", "books", "talks")
        for pair in numbered(60, origin)
    ]
    write_lines(folder / "train.tsv.xz", rows)
    write_lines(folder / "dev.tsv", ["a dev sentence\tein Satz zum Prüfen\tweb"])
    write_lines(
        folder / "SOURCES.tsv",
        [
            "origin\tpairs\tfrom\tlicence\tremarks",
            "web\t60\texample.org\tCC BY 4.0\tgood",
            "talks\t60\tted.com\tCC BY-NC-ND 4.0",
        ],
    )
    return folder


@pytest.mark.parametrize("direction", [EN_DE, ("de", "en")])
def test_origins_are_weighed_left_out_and_counted(
    tmp_path: Path, direction: tuple[str, str]
) -> None:
    folder = write_origins(tmp_path / "large")
    captions = tmp_path / "captions"
    write_aligned(captions, "train", numbered(9, "a"))
    write_aligned(captions, "val", numbered(3, "b"))
    settings = CorpusSettings(
        kind="pairs",
        first_column="en",
        repeats=(1, 2),
        weights={"web": 2.5, "talks": 0, "captions": 3},
    )
    corpus = read_corpus(settings, *direction, [folder, captions])
    back = direction != EN_DE
    turned = {*(pack(numbered(60, "web")).swapped() if back else numbered(60, "web"))}
    assert corpus.weights is not None
    weight_of = dict(zip(corpus.train, corpus.weights.tolist(), strict=True))
    assert {weight_of[pair] for pair in turned & weight_of.keys()} == {2.5}
    assert sorted(set(weight_of.values())) == [1, 2.5, 6]
    assert corpus.num_dropped == {"unused_origin": 60}
    assert {one.name: (one.weight, one.licence) for one in corpus.origins} == {
        "web": (2.5, "CC BY 4.0"),
        "books": (1.0, ""),
        "captions": (6.0, ""),
    }
    assert sum(one.pairs for one in corpus.origins) == len(corpus.train)
    assert corpus.validation_parts == (("large", 0, 1), ("captions", 1, 4))
    assert corpus.validation[0] == (
        ("ein Satz zum Prüfen", "a dev sentence")
        if back
        else ("a dev sentence", "ein Satz zum Prüfen")
    )


def test_without_weights_every_pair_weighs_alike(tmp_path: Path) -> None:
    corpus = read_corpus(OWN, "en", "de", [write_origins(tmp_path)])
    assert corpus.weights is None
    assert {one.name for one in corpus.origins} == {"web", "books", "talks"}
    assert [one.name for one in corpus.origins if one.is_restricted] == ["talks"]


def test_an_origin_that_is_not_there_is_refused_with_what_may_be_meant(tmp_path: Path) -> None:
    settings = OWN.model_copy(update={"weights": {"wbe": 2.0, "books": 0.5}})
    with pytest.raises(
        CorpusError, match=r"origins that the text does not have \(corpus.weights\): wbe \(web\?"
    ):
        read_corpus(settings, "en", "de", [write_origins(tmp_path)])


def test_a_text_that_names_no_origins_is_read_and_told_of(tmp_path: Path) -> None:
    settings = OWN.model_copy(update={"weights": {"web": 2.0, "mine": 0.5}})
    corpus = read_corpus(settings, "en", "de", [write_tsv(tmp_path / "mine.tsv.gz", numbered(60))])
    assert corpus.unknown_origins == ("web",)
    assert corpus.weights is not None
    assert set(corpus.weights.tolist()) == {0.5}


@pytest.mark.slow
@pytest.mark.parametrize("direction", [EN_DE, ("de", "en")])
def test_general_text_is_read_with_captions_and_what_is_told_of_it(
    shared_data: Path, direction: tuple[str, str]
) -> None:
    general = shared_data / "general"
    if not general.is_dir():
        pytest.skip(f"no general in {shared_data}")
    settings = CorpusSettings(
        kind="pairs", first_column="en", repeats=(1, 2), weights={"kde_ui": 0.5}
    )
    corpus = read_corpus(settings, *direction, [general, shared_data / "multi30k"])
    (_, start, middle), (name, _, stop) = corpus.validation_parts
    assert (start, middle, name, stop) == (0, 2000, "multi30k", 3014)
    assert corpus.validation[0][direction.index("en")] == "Be more careful from now on."
    assert len(corpus.origins) > 140
    assert all(one.licence for one in corpus.origins)
    assert {"CC BY-NC 4.0 (XNLI)"} <= {one.licence for one in corpus.origins if one.is_restricted}
    assert corpus.weights is not None
    assert set(corpus.weights.tolist()) == {0.5, 1, 2}


# --- what ships and what is made up -------------------------------------------------------------


@pytest.mark.parametrize("direction", [("en", "de"), ("de", "en")])
def test_the_everyday_text_ships_and_is_measured_on_what_it_holds_out(
    direction: tuple[str, str],
) -> None:
    corpus = read_corpus(CorpusSettings(kind="everyday"), *direction)
    columns = slice(None) if direction == ("en", "de") else slice(None, None, -1)
    held_out = [line.split("\t") for line in HELD_OUT.read_text(encoding="utf-8").splitlines()]
    assert [list(pair) for pair in corpus.test] == [pair[columns] for pair in held_out]
    assert len(corpus.train) + len(corpus.validation) == count_everyday()
    assert not {*corpus.train} & ({*corpus.validation} | {*corpus.test})
    assert "CC0" in corpus.licence
    assert [origin.name for origin in corpus.origins] == ["everyday"]


def test_the_toy_pairs_ship_and_are_learned_and_measured_alike() -> None:
    corpus = read_corpus(CorpusSettings(kind="toy"), "en", "fr")
    assert len(set(corpus.train)) == 20
    assert corpus.train == corpus.validation == corpus.test
    assert SentencePair("dog is big", "chien est grand") in corpus.train
    turned = read_corpus(CorpusSettings(kind="toy"), "fr", "en")
    assert turned.train == tuple((target, source) for source, target in corpus.train)


@given(st.integers(0, 200), st.integers())
def test_reversed_pairs_are_different_and_reversed(count: int, seed: int) -> None:
    pairs = reversed_pairs(count, seed)
    assert len(set(pairs)) == count
    assert all(pair.target.split() == pair.source.split()[::-1] for pair in pairs)
    assert pairs == reversed_pairs(count, seed)


def test_the_reverse_task_repeats_itself_exactly_and_leaks_nothing() -> None:
    corpus = read_corpus(CorpusSettings(kind="reverse"), "qaa", "qab")
    assert corpus == read_corpus(CorpusSettings(kind="reverse"), "qaa", "qab")
    splits = (corpus.train, corpus.validation, corpus.test)
    assert all(splits)
    assert len(set().union(*splits)) == sum(map(len, splits))


def test_the_real_captions_are_read_whole(shared_data: Path) -> None:
    for direction in (("en", "de"), ("fr", "en")):
        corpus = read_corpus(MULTI30K, *direction, [shared_data / "multi30k"])
        sizes = (len(corpus.train), len(corpus.validation), len(corpus.test))
        assert (sizes, corpus.dropped) == ((29_000, 1014, 1000), {})


def test_of_the_real_captions_none_is_learned_and_measured(shared_data: Path) -> None:
    settings = load_recipe("multi30k-tiny").corpus
    corpus = read_corpus(settings, "en", "de", [shared_data / "multi30k"])
    held_out = (*corpus.validation, *corpus.test)
    for side in (0, 1):
        assert not {pair[side] for pair in corpus.train} & {pair[side] for pair in held_out}
    assert sum(corpus.num_dropped.values()) + len(corpus.train) == 29_000
