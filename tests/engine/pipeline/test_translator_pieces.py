"""Models of SentencePiece tokenizers, and of several languages: the token that asks for one."""

from pathlib import Path

import pytest

from engine.errors import ModelFolderDamagedError
from engine.models.folder import read_model
from engine.pipeline.translator import Translator
from engine.translation import Formality
from tests.support.model_folders import change_manifest
from tests.support.tokenizers import TARGET_TOKENS
from tests.support.translators import (
    TEXT,
    assert_words,
    save_pieces_model,
    translate,
)

SOURCE = "Two young men are outside."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_pieces_model(folder, source_languages=("en", "sv"))
    return folder


@pytest.mark.parametrize("source", ["en", "sv"])
@pytest.mark.parametrize("target", TARGET_TOKENS)
def test_the_model_reads_which_language_to_write(folder: Path, source: str, target: str) -> None:
    translator = Translator.open(folder, device="cpu", direction=(source, target))
    manifest, tokenizer = translator.manifest, translator.tokenizers.source
    assert (manifest.source_language, manifest.target_language) == (source, target)
    row = (tokenizer.tag_id(TARGET_TOKENS[target]), *tokenizer.encode(SOURCE).ids, 0)
    pipeline = translator._pipeline
    sources = pipeline.stack([pipeline.preprocess(SOURCE, ())], Formality.AUTOMATIC)
    assert tuple(sources.ids[0].tolist()) == row
    shown = translator.inspector.attention(SOURCE, tokenizer.encode("men").ids)
    assert shown.source_tokens == tuple(map(tokenizer.token, row))
    assert shown.source_word_ids[0] == -1


def test_without_a_wish_a_model_writes_its_own_language(folder: Path) -> None:
    plain = translate(Translator.open(folder, device="cpu"), TEXT)
    named = translate(Translator.open(folder, device="cpu", direction=("en", "de")), TEXT)
    assert plain.sentences == named.sentences
    with pytest.raises(ValueError, match="does not translate from de to en"):
        Translator.open(folder, device="cpu", direction=("de", "en"))


def test_the_token_is_no_word_of_the_source(folder: Path) -> None:
    translator = Translator.open(folder, device="cpu", direction=("en", "fr"))
    shown = translator.inspector.attention(SOURCE, translator.tokenizers.target.encode("Men.").ids)
    assert [word.text for word in shown.source_words] == [
        "Two",
        "young",
        "men",
        "are",
        "outside",
        ".",
    ]
    assert shown.source == SOURCE
    linked = {link.source for link in translate(translator, SOURCE).sentences[0].alignment}
    assert linked <= set(range(len(shown.source_words)))


def test_the_token_takes_room(tmp_path: Path) -> None:
    save_pieces_model(tmp_path / "m")
    translator = Translator.open(tmp_path / "m", device="cpu")
    most = translator.model.max_positions - 2  # the token, eos
    for count, fits in ((most, True), (most + 1, False)):
        sentence = "a " * count
        reading = translator._pipeline.preprocess(sentence, ())
        assert len(reading.encoding.ids) == count
        assert translator._pipeline.searches.fits(reading) is fits


@pytest.mark.parametrize("byte_fallback", [False, True])
def test_what_the_vocabulary_lacks_goes_past_the_model(tmp_path: Path, byte_fallback: bool) -> None:
    save_pieces_model(tmp_path / "m", byte_fallback=byte_fallback)
    translator = Translator.open(tmp_path / "m", device="cpu")
    found = translate(translator, "Two men are in Łódź. " + TEXT)
    for word in ("Łódź", "👩‍🚒", "中文"):
        assert word in found.target
    for sentence in found.sentences:
        assert_words(sentence.source_words, found.source, sentence.source, sentence.source_start)
        assert_words(sentence.target_words, found.target, sentence.target, sentence.target_start)


def test_a_token_that_the_vocabulary_lacks_is_named(tmp_path: Path) -> None:
    save_pieces_model(tmp_path / "m")
    change_manifest(tmp_path / "m", {"target_tokens.it": ">>ita<<"})
    with pytest.raises(
        ModelFolderDamagedError, match="lacks >>ita<<, which asks for the language it"
    ):
        read_model(tmp_path / "m")
