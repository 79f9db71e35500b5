"""Names and codes are kept by the shipped models, or a notice says that they are not."""

import pytest

from engine.pipeline.translator import Translator
from tests.support.carried import Outcome, judge, read_carried
from tests.support.everyday_inputs import DIRECTIONS, general_models

SILENT = {("en", "de"): 0.035, ("de", "en"): 0.055}
"""The share of sentences that may lose a name without a notice (docs/models.md)."""


@pytest.mark.slow
@pytest.mark.parametrize("way", DIRECTIONS, ids="-".join)
def test_hardly_a_name_is_lost_in_silence(way: tuple[str, str]) -> None:
    assert len([*read_carried(*way)]) >= 300
    models = [entry for key, entry in general_models().items() if key == way]
    if not models:
        pytest.skip("no general model of this direction ships")
    judged = judge(Translator.open(models[0].path, device="cpu", threads=1))
    silent = [one for one in judged if one.outcome is Outcome.SILENT]
    assert len(silent) <= SILENT[way] * len(judged), silent
