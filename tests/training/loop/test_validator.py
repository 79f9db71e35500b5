"""A validation is what evaluation says of the model as it stands, and says which one is better."""

import math
from typing import get_args

import pytest

from engine.nn.transformer import Transformer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from tests.support.runs import PAIRS, VALIDATION, tiny_recipe, tiny_tokenizers
from training.evaluation.scores import evaluate
from training.loop.initialisation import build_model
from training.loop.validator import NUM_SAMPLES, Validation, Validator, search_settings
from training.model_settings import Metric
from training.progress import Sampled
from training.recipe import Recipe

BLEU = "training.best_metric=bleu"


def untrained(recipe: Recipe) -> tuple[Transformer, TokenizerPair]:
    tokenizers = tiny_tokenizers(recipe)
    return build_model(recipe, tokenizers), tokenizers


def test_figures_are_those_of_an_evaluation() -> None:
    recipe = tiny_recipe(BLEU)
    model, tokenizers = untrained(recipe)
    validation = Validator(recipe, tokenizers, VALIDATION)(model)
    expected = evaluate(
        model,
        tokenizers,
        VALIDATION,
        search_settings(recipe, beam_size=1),
        target_language=recipe.target_language,
    )
    assert validation.loss == pytest.approx(expected.forced.loss)
    assert validation.teacher_forced_bleu == expected.forced.teacher_forced_bleu
    assert validation.bleu == expected.text.bleu
    assert validation.loss > math.log(2)  # it knows nothing yet


@pytest.mark.parametrize("settings", [(), (BLEU,)], ids=str)
def test_some_translations_are_shown(settings: tuple[str, ...]) -> None:
    recipe = tiny_recipe(*settings)
    model, tokenizers = untrained(recipe)
    samples = Validator(recipe, tokenizers, PAIRS)(model).samples
    assert len(samples) == NUM_SAMPLES
    shown = [(sample.source, sample.reference) for sample in samples]
    assert shown == [tuple(pair) for pair in PAIRS[:NUM_SAMPLES]]
    assert len(Validator(recipe, tokenizers, PAIRS[:2])(model).samples) == 2


def test_translations_of_all_pairs_are_scored_only_where_they_decide() -> None:
    recipe = tiny_recipe()
    model, tokenizers = untrained(recipe)
    assert Validator(recipe, tokenizers, VALIDATION)(model).bleu is None


def test_the_model_is_in_eval_mode_meanwhile() -> None:
    recipe = tiny_recipe("model.dropout=0.5")
    model, tokenizers = untrained(recipe)
    validator = Validator(recipe, tokenizers, VALIDATION)
    first = validator(model.train())
    assert validator(model.train()).loss == first.loss


def test_sentences_longer_than_the_positions_are_cut_and_not_lost() -> None:
    recipe = tiny_recipe("model.max_positions=5", "corpus.max_length=5", "decoding.max_length=5")
    model, tokenizers = untrained(recipe)
    validator = Validator(recipe, tokenizers, VALIDATION)
    assert len(validator.examples) == len(VALIDATION)
    assert max(len(side) for example in validator.examples for side in example) == 5
    assert sum(len(batch.src) for batch in validator.batches) == len(VALIDATION)
    assert math.isfinite(validator(model).loss)


@pytest.mark.parametrize("metric", get_args(Metric))
def test_lower_loss_and_higher_bleu_are_better_and_equal_is_not(metric: Metric) -> None:
    def validation(figure: float) -> Validation:
        return Validation(
            loss=figure,
            bleu=figure,
            teacher_forced_bleu=figure,
            samples=(Sampled(source="a", target="b", reference="c"),),
        )

    high, low = (2.0, 1.0) if metric != "loss" else (1.0, 2.0)
    assert validation(high).is_better(metric, low)
    assert not validation(low).is_better(metric, high)
    assert not validation(high).is_better(metric, high)
    assert validation(low).is_better(metric, None)
    assert validation(low).figure(metric) == low


@pytest.mark.parametrize("metric", ["bleu", "teacher_forced_bleu"])
def test_a_figure_that_was_not_measured_cannot_decide(metric: Metric) -> None:
    with pytest.raises(ValueError, match=f"the validation has no {metric}"):
        Validation(loss=1.0).is_better(metric, 0.5)


def test_search_follows_the_recipe() -> None:
    recipe = tiny_recipe(
        "decoding.length_penalty=0.6", "decoding.penalty_kind=gnmt", "decoding.max_length=9"
    )
    settings = search_settings(recipe, beam_size=4)
    numbers = (settings.beam_size, settings.length_penalty, settings.penalty_kind)
    assert numbers == (4, 0.6, "gnmt")
    assert settings.max_length == 9


def test_each_text_has_a_loss_of_its_own() -> None:
    recipe = tiny_recipe("training.batch_size=4")
    model, tokenizers = untrained(recipe)
    parts = (("some", 0, 3), ("none", 3, 3), ("more", 3, len(PAIRS)))
    validation = Validator(recipe, tokenizers, PAIRS, parts)(model)
    alone = {
        name: Validator(recipe, tokenizers, PAIRS[start:stop])(model).loss
        for name, start, stop in (parts[0], parts[2])
    }
    assert validation.losses == pytest.approx(alone)
    assert len(set(alone.values())) == 2
    assert validation.loss == pytest.approx(Validator(recipe, tokenizers, PAIRS)(model).loss)
    assert not Validator(recipe, tokenizers, PAIRS, parts[:1])(model).losses
