"""The languages of a model are found where its files name them."""

import pytest

from engine.interchange.model_languages import languages_in_name, named_languages, target_tokens


@pytest.mark.parametrize(
    ("name", "sources", "targets"),
    [
        ("opus-mt-en-de", "en", "de"),
        ("opus-mt-tc-big-fin-zho", "fi", "zh"),
        ("opus-mt-en-de-finetuned-mails", "en", "de"),
        ("eng-to-deu", "en", "de"),
        ("opus-mt-en-ROMANCE", "en", ""),
        ("opus-mt-gmq-en", "", "en"),
        ("opus-mt-mul-en", "", "en"),
        ("opus-mt-fi_nb_no-SAMI", "fi nb no", ""),
        ("opus-mt-tc-bible-big-deu_eng_fra-mul", "de en fr", ""),
        ("fr+es-en", "fr es", "en"),
        ("opus-mt-en-zh_CN", "en", "zh-CN"),
        ("opus-2020-02-26", "", ""),
        ("model", "", ""),
    ],
)
def test_a_name_tells_sources_and_targets(name: str, sources: str, targets: str) -> None:
    assert languages_in_name(name) == (tuple(sources.split()), tuple(targets.split()))


def test_a_list_with_a_group_names_no_languages() -> None:
    assert named_languages("en+gem") == ()


def test_the_first_token_of_a_language_asks_for_it() -> None:
    tokens = ["</s>", ">>cmn_Hans<<", ">>zho_Hans<<", ">>mul<<", "a", ">>", ">>deu<<"]
    assert target_tokens(tokens) == {"zh-Hans": ">>cmn_Hans<<", "de": ">>deu<<"}
