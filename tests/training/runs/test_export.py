"""A model folder says all that is known of the model: scores, data, recipe, and where it ends."""

import errno
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.models.folder import read_model
from engine.models.manifest import (
    AlignmentHead,
    Calibration,
    DecodingDefaults,
    Familiarity,
    Manifest,
)
from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.translation import Cancelled
from tests.support.model_folders import tree
from tests.support.runs import PAIRS, VALIDATION, tiny_recipe, tiny_tokenizers
from tests.support.searching import decoder_of
from training.corpus.corpus import Corpus
from training.evaluation.scores import ForcedScores, Scores, TextScores, find_best
from training.evaluation.trained_model import TrainedModel
from training.loop.initialisation import build_model, count_parameters, transformer_config
from training.progress import Compared
from training.recipe import Recipe
from training.runs.export import (
    SURE_LOG_PROB,
    Measured,
    describe_device,
    measure_familiarity,
    model_card,
    write_model,
)

CORPUS = Corpus("made-up pairs", "none needed; made up", PAIRS, VALIDATION, ())


GREEDY = SearchSettings(beam_size=1, max_length=8)


def scores_of(bleu: float = 12.345678, loss: float = 2.0) -> Scores:
    return Scores(
        text=TextScores(
            bleu=bleu,
            bleu_signature="nrefs:1|case:mixed",
            bleu_tok_lc=13.0,
            bleu_tok_lc_signature="nrefs:1|case:lc",
            chrf=40.0,
            chrf_signature="nrefs:1|nc:6",
        ),
        forced=ForcedScores(loss=loss, teacher_forced_bleu=0.2),
        sentences_per_second=100.0,
        translations=(),
    )


def measured(**changes: Any) -> Measured:
    values: dict[str, Any] = {
        "scores": {"validation, greedy": scores_of(), "test, beam 5": scores_of(20.0)},
        "alignment": AlignmentHead(layer=0, head=1, shifted=True),
        "alignment_rule": "it agrees best with the moon",
        "familiarity": Familiarity(min_mean_log_prob=-2.5, max_pieces_per_word=1.5),
        "parameters": 1234567,
        "hours": 1.23456,
        "device": "cpu",
        "command": "translucent train reverse --threads=1",
    }
    return Measured(**{**values, **changes})


def write(
    folder: Path, *settings: str, **changes: Any
) -> tuple[Manifest, Recipe, TokenizerPair, Transformer]:
    recipe = tiny_recipe(*settings)
    tokenizers = tiny_tokenizers(recipe)
    torch.manual_seed(3)
    model = build_model(recipe, tokenizers)
    manifest = write_model(
        folder,
        recipe,
        CORPUS,
        tokenizers,
        model,
        transformer_config(recipe, tokenizers),
        measured(**changes),
    )
    return manifest, recipe, tokenizers, model


def test_the_folder_holds_the_model(tmp_path: Path) -> None:
    manifest, recipe, tokenizers, model = write(tmp_path / "модель")
    loaded = read_model(tmp_path / "модель")
    assert loaded.manifest == manifest
    ids = tokenizers.source.encode(PAIRS[0].source).ids
    assert loaded.tokenizers.source.encode(PAIRS[0].source).ids == ids
    assert loaded.tokenizers.is_joint
    src, tgt = torch.tensor([[2, *ids, 3]]), torch.tensor([[2, 5, 6]])
    assert torch.equal(loaded.model(src, tgt), model.eval()(src, tgt))
    assert count_parameters(loaded.model) == count_parameters(model)
    assert loaded.manifest.decoding.max_length == recipe.decoding.max_length


def test_the_manifest_says_what_the_recipe_said(tmp_path: Path) -> None:
    settings = (
        "training.seed=7",
        "tokenizer.joint=false",
        "model.tie=decoder",
        "tokenizer.bos_on_source=false",
        "decoding.beam_size=3",
        "decoding.length_penalty=0.6",
        "decoding.penalty_kind=gnmt",
        "export.weights_dtype=float16",
    )
    manifest, recipe, *_ = write(tmp_path / "m", *settings)
    assert manifest.name == "m"
    assert (manifest.source_language, manifest.target_language) == ("qaa", "qab")
    assert manifest.limits == recipe.export.limits != ""
    assert (manifest.tokenizer_kind, manifest.joint, manifest.case) == ("word", False, "cased")
    assert (manifest.source_bos, manifest.source_eos) == (False, True)
    assert manifest.decoding == DecodingDefaults(**recipe.decoding.model_dump())
    assert manifest.weights_dtype == "float16"
    training = manifest.trained
    assert (training.recipe, training.seed, training.hours) == ("reverse", 7, 1.23)
    assert training.hardware
    (text,) = training.corpora
    assert (text.name, text.licence, text.pairs) == (CORPUS.name, CORPUS.licence, len(PAIRS))
    assert manifest.alignment == AlignmentHead(layer=0, head=1, shifted=True)
    assert manifest.familiarity == Familiarity(min_mean_log_prob=-2.5, max_pieces_per_word=1.5)
    assert set(manifest.files) == {
        "weights.safetensors", "source.json", "target.json", "README.md"
    }  # fmt: skip


def test_scores_stand_with_their_corpus_their_search_and_their_signature(tmp_path: Path) -> None:
    manifest, *_ = write(tmp_path / "m")
    scores = {(score.name, score.corpus): score for score in manifest.scores}
    found = scores["bleu (greedy)", "validation"]
    assert (found.value, found.signature) == (12.3457, "nrefs:1|case:mixed")
    assert scores["bleu (beam 5)", "test"].value == 20.0
    assert scores["chrf (beam 5)", "test"].signature == "nrefs:1|nc:6"
    assert scores["teacher_forced_bleu", "validation"].signature == ""
    assert len(scores) == len(manifest.scores)
    assert not any("second" in name for name, _ in scores)  # of the machine, not of the model


def test_a_score_that_is_no_number_is_left_out(tmp_path: Path) -> None:
    scores = {"test, greedy": scores_of(loss=math.inf)}
    manifest, *_ = write(tmp_path / "m", scores=scores)
    names = {score.name for score in manifest.scores}
    assert "bleu (greedy)" in names
    assert names.isdisjoint({"loss", "perplexity"})


def test_a_model_of_the_same_name_is_replaced(tmp_path: Path) -> None:
    write(tmp_path / "m", "training.seed=1")
    write(tmp_path / "m", "training.seed=2")
    assert read_model(tmp_path / "m").manifest.trained.seed == 2


@pytest.mark.parametrize("name", ["weights.safetensors", "README.md", "manifest.json"])
def test_a_full_disk_leaves_the_former_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write(tmp_path / "m", "training.seed=1")
    before = tree(tmp_path)
    really_write = Path.write_bytes

    def write_bytes(path: Path, data: Any) -> int:
        if path.name == name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return really_write(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(OSError, match="No space left") as caught:
        write(tmp_path / "m", "training.seed=2")
    assert caught.value.errno == errno.ENOSPC
    assert tree(tmp_path) == before


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
def test_the_card_is_there_whatever_the_weights(tmp_path: Path, dtype: str) -> None:
    write(tmp_path / "m", f"export.weights_dtype={dtype}")
    card = (tmp_path / "m" / "README.md").read_text(encoding="utf-8")
    for part in (
        "# m\n",
        "1,234,567 parameters",
        "made-up pairs: 40 pairs. none needed; made up",
        "Recipe `reverse`, seed 42, 1.23 hours",
        "To repeat the training: `translucent train reverse --threads=1`.",
        "| bleu (beam 5) | test | 20 | nrefs:1|case:mixed |".replace("|case", "\\|case"),
        "layer 1, head 2, at the position that reads the word",
        "Reverses sentences of made-up words; it translates nothing.",
    ):
        assert part in card


def test_the_card_reads_well_where_little_is_known(tmp_path: Path) -> None:
    head = AlignmentHead(layer=0, head=None, shifted=False)
    manifest, *_ = write(tmp_path / "m", "export.limits=", alignment=head, scores={})
    card = " ".join(model_card(manifest, Measured(parameters=10, device="cpu", command="")).split())
    assert "layer 1, the mean of all heads, at the position that writes the word" in card
    assert "Not stated by the recipe." in card
    assert "interval" not in card


def test_the_card_says_by_which_rule_words_are_linked_or_that_none_are(tmp_path: Path) -> None:
    manifest, *_ = write(tmp_path / "m")
    card = " ".join(model_card(manifest, measured()).split())
    assert "This map was chosen because it agrees best with the moon." in card
    manifest, *_ = write(tmp_path / "m", alignment=None)
    card = model_card(manifest, measured())
    assert "No attention map was chosen to align words." in card
    assert "moon" not in card


def test_the_card_says_how_honest_the_probabilities_are(tmp_path: Path) -> None:
    calibration = Calibration(temperature=1.5, words=12345, ece_before=0.0612, ece_after=0.0274)
    manifest, *_ = write(tmp_path / "m", calibration=calibration)
    assert manifest.calibration == calibration
    card = " ".join(model_card(manifest, measured()).split())
    assert "## Confidence The probability shown for a word says how often" in card
    for figure in ("0.061 for", "0.027 at temperature 1.5", "12,345 words"):
        assert figure in card
    manifest, *_ = write(tmp_path / "m")
    assert "they were not calibrated" in model_card(manifest, measured())


def compared(corpus: str, difference: float, p_value: float, old_name: str = "a|b") -> Compared:
    return Compared(
        corpus=corpus,
        pairs=1000,
        beam_size=5,
        new={"bleu": 30.0 + difference},
        old={"bleu": 30.0},
        old_name=old_name,
        difference=difference,
        low=difference - 1,
        high=difference + 1,
        p_value=p_value,
    )


def test_the_card_warns_where_the_model_is_worse_than_the_one_it_replaces(tmp_path: Path) -> None:
    manifest, *_ = write(tmp_path / "m")
    both = (compared("test", 2.0, 0.001), compared("chat", -3.0, 0.01), compared("x", -1.0, 0.3))
    card = model_card(manifest, measured(comparisons=both))
    assert "## Compared with the model it would replace, a\\|b" in card
    assert "| test, 1,000 pairs, beam 5 | 32.00 | 30.00 | +2.00 | +1.00 to +3.00 | 0.001 |" in card
    assert "On the text “chat” the new model is worse than a|b: BLEU 27.0 instead of 30.0" in card
    assert card.count("is worse than") == 1


@pytest.mark.parametrize(("count", "said"), [(1, "1 thread"), (3, "3 threads")])
def test_the_hardware_of_a_cpu_is_named_with_its_threads(
    monkeypatch: pytest.MonkeyPatch, count: int, said: str
) -> None:
    monkeypatch.setattr(torch, "get_num_threads", lambda: count)
    assert describe_device("cpu").endswith(f"processor, {said}")


# --- where familiar text ends ---


def trained_of(model: Transformer, tokenizers: TokenizerPair) -> TrainedModel:
    return TrainedModel(
        name="tiny", model=model.eval(), tokenizers=tokenizers, target_language="de", search=GREEDY
    )


@pytest.mark.parametrize(
    ("bias", "expected"),
    [(0.0, -math.log(16)), (3.0, -math.log(1 + 15 * math.exp(-3))), (10.0, SURE_LOG_PROB)],
)
def test_the_limit_of_certainty_is_what_the_model_reaches_on_validation_text(
    bias: float, expected: float
) -> None:
    recipe = tiny_recipe()
    tokenizers = tiny_tokenizers(recipe)
    model = build_model(recipe, tokenizers)
    with torch.no_grad():
        model.output.weight.zero_()  # all 16 words are as likely
        model.output.bias[model.eos_id] = bias  # or the end is likelier, or certain
    limits = measure_familiarity(trained_of(model, tokenizers), ["ba"])
    assert expected - 0.002 < limits.min_mean_log_prob <= expected


def test_of_ten_validation_sentences_the_one_the_model_is_least_sure_of_is_unfamiliar() -> None:
    recipe = tiny_recipe()
    tokenizers = tiny_tokenizers(recipe)
    trained = trained_of(build_model(recipe, tokenizers), tokenizers)
    sources = list(dict.fromkeys(pair.source for pair in PAIRS))
    sources = sources[: len(sources) // 10 * 10]
    found = find_best(decoder_of(trained.model), tokenizers, sources, GREEDY)
    means = sorted(sum(best.log_probs) / len(best.log_probs) for _, best in found)
    limit = measure_familiarity(trained, sources).min_mean_log_prob
    assert len(set(means)) > 10
    assert sum(mean < limit for mean in means) == pytest.approx(len(means) / 10, abs=1)


@pytest.mark.parametrize("kind", ["blank", "bpe"])
def test_the_limit_of_pieces_lets_nearly_all_validation_text_pass(kind: str) -> None:
    recipe = tiny_recipe(f"tokenizer.kind={kind}", "tokenizer.vocab_size=300")
    tokenizers = tiny_tokenizers(recipe)
    trained = trained_of(build_model(recipe, tokenizers), tokenizers)

    def limit(texts: Sequence[str]) -> float:
        return measure_familiarity(trained, texts).max_pieces_per_word

    sources = [pair.source for pair in VALIDATION]
    assert limit(sources) == 1.0
    assert limit([*["ba fa"] * 199, "unheard-of"]) < 1.5
    assert (limit(["unheard of words"]) > 3) == (kind == "bpe")


def test_the_measurement_stops_when_asked_to() -> None:
    recipe = tiny_recipe()
    tokenizers = tiny_tokenizers(recipe)
    trained = trained_of(build_model(recipe, tokenizers), tokenizers)
    with pytest.raises(Cancelled):
        measure_familiarity(trained, ["ba"], lambda: True)
