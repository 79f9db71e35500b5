"""The catalogue: every row is valid, and people find what they look for."""

from urllib.parse import urlsplit

import pytest

from engine.catalogue.catalogue import find, find_pair, languages_meant, load_catalogue
from engine.languages.names import LANGUAGES, load_language_names
from engine.models.names import name_problem
from tests.support.published_models import published

HOSTS = {"object.pouta.csc.fi"}
CATALOGUE = load_catalogue()
NAMES = load_language_names()


def test_every_row_is_valid() -> None:
    assert len({model.name for model in CATALOGUE}) == len(CATALOGUE)
    addresses = [address for model in CATALOGUE for address in model.addresses]
    assert len(set(addresses)) == len(addresses)
    for model in CATALOGUE:
        assert name_problem(model.name) is None
        codes = {*model.source_languages, *model.target_languages}
        assert codes <= NAMES.keys(), model
        assert model.source_languages, model
        assert model.target_languages, model
        assert model.addresses, model
        for address in map(urlsplit, model.addresses):
            assert address.scheme == "https", model
            assert address.hostname in HOSTS, model
        assert model.licence, model
        assert model.publisher, model
        assert 10**7 < model.estimated_bytes < 2 * 10**9, model
        assert model.score is None or (0 < model.score.bleu < 100 and model.score.test_set), model


@pytest.mark.parametrize("code", sorted(LANGUAGES - {"en", "no"} | {"nb", "nn"}))
def test_frequent_languages_can_be_added(code: str) -> None:
    assert find_pair(CATALOGUE, code, "en")
    assert find_pair(CATALOGUE, "en", code)


def test_best_model_of_a_pair_comes_first() -> None:
    found = find_pair(CATALOGUE, "fr", "en")
    scores = [model.score.bleu for model in found if model.score and not model.is_multilingual]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert [model for model in CATALOGUE if model in found] == list(found)
    assert find_pair(CATALOGUE, "en", "es")[0].direction("en", "es")
    assert find_pair(CATALOGUE, "en", "en") == ()


@pytest.mark.parametrize(
    "text",
    ["french", "French German", "französisch", "FRANZOSISCH deutsch", "fr", "fr-de", "fr → de"],
)
def test_names_and_codes_find_a_model(text: str) -> None:
    found = [model.name for model in find(CATALOGUE, text, NAMES)]
    assert "opus-mt-fra-deu" in found


def test_direction_decides_the_order_of_what_is_found() -> None:
    for source, target in (("fr", "en"), ("en", "fr")):
        found = find(CATALOGUE, f"{source} {target}", NAMES)
        assert found[0].direction(source, target)
        assert any(model.direction(target, source) for model in found)


def test_name_that_begins_with_the_word_comes_before_one_that_ends_with_it() -> None:
    found = find(CATALOGUE, "swahili", NAMES)
    assert "sw" in (*found[0].source_languages, *found[0].target_languages)
    assert any(model.source_languages == ("swc",) for model in found)


def test_text_that_describes_nothing_finds_nothing() -> None:
    assert find(CATALOGUE, "", NAMES) == CATALOGUE
    assert find(CATALOGUE, "french klingon", NAMES) == ()


def test_code_of_a_language_means_no_other_language() -> None:
    for model in find(CATALOGUE, "es", NAMES):
        assert "es" in {*model.source_languages, *model.target_languages}


def test_language_without_a_script_stands_for_all_its_scripts() -> None:
    model = find_pair(CATALOGUE, "en", "zh")[0]
    assert model.direction("en", "zh") == ("en", "zh-Hans")
    assert published("en", "nn nb").direction("en", "no") == ("en", "nn")
    assert model.direction("en", "zh-Hant") == ("en", "zh-Hant")
    assert model.direction("en", "en") is None
    assert model in find(CATALOGUE, "en zh", NAMES)
    assert model in find(CATALOGUE, "english chinese", NAMES)


def test_words_of_a_search_mean_languages() -> None:
    assert list(languages_meant("icelandic niederl", NAMES)) == [{"is"}, {"nl"}]
    assert list(languages_meant("fr", NAMES)) == [{"fr"}]
    assert languages_meant("zh", NAMES)[0] >= {"zh-Hans", "zh-Hant"}
    assert list(languages_meant("big", NAMES)) == [frozenset()]
    assert not languages_meant("", NAMES)
