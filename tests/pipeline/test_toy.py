"""Recipe to model folder to translator: the twenty toy pairs are known by heart, every one."""

import pytest

from engine.models.tensor_layout import stored_tensors
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from training.built_in_texts import TOY_PAIRS
from training.corpus_formats.pair_files import read_tsv
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.recipe import load_recipe
from training.runs.run_folder import create_run
from training.runs.runner import carry_out

pytestmark = pytest.mark.slow

SPLIT, INDEPENDENT = "toy-en-fr", "toy-en-fr-independent"
PAIRS = read_tsv(TOY_PAIRS)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (SPLIT, INDEPENDENT)
    ],
)
def translator(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Translator:
    """Return the model that the recipe as it is shipped makes."""
    folder = tmp_path_factory.mktemp(request.param) / "run"
    run = create_run(folder, load_recipe(request.param), [], "cpu")
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    return Translator.open(folder / "model" / "en-fr-toy", device="cpu")


def test_all_twenty_pairs_are_learned(translator: Translator) -> None:
    assert len(PAIRS) == 20
    found = {
        pair.source: translator.translate(TranslationRequest(text=pair.source)).target
        for pair in PAIRS
    }
    assert found == dict(PAIRS)
    assert found["I love you"] == "Je t’aime"


def test_they_are_known_in_one_text_too(translator: Translator) -> None:
    text = "\n".join(pair.source for pair in PAIRS)
    translation = translator.translate(TranslationRequest(text=text))
    assert translation.target == "\n".join(pair.target for pair in PAIRS)
    assert translation.notices == ()


def test_the_model_is_as_small_as_its_source_says(translator: Translator) -> None:
    config = translator.manifest.config
    assert (config.d_model, config.d_ff) == (10, 40)
    assert (config.num_encoder_layers, config.num_decoder_layers) == (1, 1)
    heads = {"independent": 20, "split": 10}
    stored = stored_tensors(config, translator.manifest.weights_dtype)
    _, shape = stored["encoder_layers.0.self_attention.query.weight"]
    assert shape == (heads[config.attention], 10)
