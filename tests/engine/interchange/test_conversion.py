"""A foreign model becomes a whole model folder, which says where the model is from."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import ModelFolderExistsError
from engine.interchange.conversion import ForeignModel, save_foreign
from engine.models.folder import read_model
from engine.models.manifest import (
    CARD_FILE,
    DecodingDefaults,
    ImportedFrom,
    Score,
    WeightsDtype,
)
from engine.models.saving import pack_weights
from engine.models.stored_model import unpack_weights
from tests.support.models import pieces_config, tiny_transformer
from tests.support.tokenizers import toy_pieces

ORIGIN = ImportedFrom(
    format="huggingface",
    name="opus-mt-en-ROMANCE",
    publisher="Helsinki-NLP",
    licence="CC BY 4.0",
    address="https://example.org/opus-mt-en-ROMANCE",
)


def foreign(**changes: Any) -> ForeignModel:
    config = pieces_config(toy_pieces())
    model = tiny_transformer(dtype=torch.float32, **config.to_dict())
    values: dict[str, Any] = {
        "config": config,
        "weights": model.state_dict(),
        "source": toy_pieces(),
        "target": toy_pieces(),
        "source_language": "en",
        "target_language": "fr",
        "target_tokens": {"fr": ">>fra<<", "es": ">>spa<<"},
        "decoding": DecodingDefaults(beam_size=6, max_length=64),
        "imported_from": ORIGIN,
    }
    return ForeignModel(**{**values, **changes})


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8"])
def test_the_folder_holds_the_model(tmp_path: Path, dtype: WeightsDtype) -> None:
    model = foreign()
    written = save_foreign(model, tmp_path / "m", "m", dtype)
    loaded = read_model(tmp_path / "m")
    assert loaded.manifest == written
    assert loaded.manifest.imported_from == ORIGIN
    assert loaded.manifest.decoding == model.decoding
    assert loaded.manifest.directions == (("en", "fr"), ("en", "es"))
    stored = unpack_weights(pack_weights(model.weights, dtype))
    for name, values in loaded.model.state_dict().items():
        assert np.array_equal(values, stored[name]), name


def test_a_model_with_one_tokenizer_has_one_tokenizer_file(tmp_path: Path) -> None:
    assert save_foreign(foreign(target=None), tmp_path / "m", "m").joint
    assert read_model(tmp_path / "m").tokenizers.is_joint


def test_the_card_says_what_is_known(tmp_path: Path) -> None:
    score = Score(name="bleu", value=41.25, corpus="newstest2014.en.fr")
    save_foreign(foreign(scores=(score,), card="Cite the authors.\n"), tmp_path / "m", "m")
    card = (tmp_path / "m" / CARD_FILE).read_text(encoding="utf-8")
    for known in (ORIGIN.name, ORIGIN.publisher, ORIGIN.licence, ORIGIN.address, "fr, es"):
        assert known in card
    assert "| bleu | newstest2014.en.fr | 41.25 |" in card
    assert card.endswith("Cite the authors.\n")


def test_the_card_says_what_is_not_known(tmp_path: Path) -> None:
    origin = ImportedFrom(format="marian", name="model.npz")
    save_foreign(foreign(imported_from=origin), tmp_path / "m", "m")
    card = (tmp_path / "m" / CARD_FILE).read_text(encoding="utf-8")
    assert "do not name a publisher and licence" in card
    assert "## Scores" not in card


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    with pytest.raises(ModelFolderExistsError):
        save_foreign(foreign(), tmp_path / "m", "m")
