"""The model that ships: it is whole, translates what it was made for, and knows its limits."""

from pathlib import Path

import pytest

from desktop import paths
from engine.decoding import SearchSettings
from engine.model_check import check
from engine.tokenizer import TokenizerPair
from engine.translation import NoticeKind, TranslationRequest
from engine.translator import Translator
from training.evaluation import evaluate
from training.pair_files import read_aligned

FOLDER = paths.folders().shipped_models / "en-de-multi30k"

CAPTIONS = {
    "Two dogs are playing in the snow.": {"hunde", "schnee"},
    "A man in a red shirt is riding a bicycle.": {"mann", "roten", "fahrrad"},
    "A little girl is eating an ice cream.": {"mädchen", "isst", "eis"},
    "Three children are sitting on a bench in the park.": {"drei", "kinder", "bank", "park"},
    "A woman plays the guitar on stage.": {"frau", "gitarre", "bühne"},
}


@pytest.fixture(scope="module")
def translator() -> Translator:
    return Translator.open(FOLDER, device="cpu")


def test_it_is_whole_and_small_enough_to_ship() -> None:
    manifest = check(FOLDER)
    assert manifest.name == FOLDER.name
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 20e6
    assert manifest.training.corpora
    assert {score.corpus for score in manifest.scores} == {"validation", "test"}


def test_its_card_names_data_licence_recipe_seed_and_scores() -> None:
    manifest = check(FOLDER)
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    for said in ("research and education", "multi30k-tiny", f"seed {manifest.training.seed}"):
        assert said in card
    signatures = {score.signature.replace("|", "\\|") for score in manifest.scores}
    assert all(signature in card for signature in signatures)


@pytest.mark.parametrize("caption", CAPTIONS)
def test_captions_are_translated_without_a_notice(translator: Translator, caption: str) -> None:
    translation = translator.translate(TranslationRequest(caption))
    words = {word.text.lower() for word in translation.sentences[0].target_words}
    assert CAPTIONS[caption] <= words
    assert translation.notices == ()


def test_words_are_linked_to_the_words_they_translate(translator: Translator) -> None:
    sentence = translator.translate(TranslationRequest("Two dogs are playing.")).sentences[0]
    best = {
        sentence.target_words[link.target].text: sentence.source_words[link.source].text
        for link in sorted(sentence.alignment, key=lambda link: link.weight)
    }
    assert best["Zwei"] == "Two"
    assert best["Hunde"] == "dogs"


@pytest.mark.parametrize(
    "text",
    [
        "The court dismissed the appeal as inadmissible under Article 12.",
        "مرحبا بالعالم",
        "def main(argv): return sys.exit(run(argv))",
    ],
)
def test_other_text_is_marked_as_unfamiliar(translator: Translator, text: str) -> None:
    kinds = {notice.kind for notice in translator.translate(TranslationRequest(text)).notices}
    assert NoticeKind.UNFAMILIAR in kinds


@pytest.mark.slow
def test_it_reaches_the_score_its_card_states(translator: Translator, shared_data: Path) -> None:
    raw = shared_data / "multi30k" / "data" / "task1" / "raw"
    pairs = read_aligned(raw / "test_2016_flickr.en.gz", raw / "test_2016_flickr.de.gz")
    manifest = translator.manifest
    scores = evaluate(
        translator.model,
        TokenizerPair(translator.source, translator.target),
        pairs,
        SearchSettings(beam_size=5, length_penalty=manifest.decoding.length_penalty),
        source_bos=manifest.source_bos,
        source_eos=manifest.source_eos,
        target_language="de",
    )
    assert scores.text.bleu >= 36.0
    stated = next(s for s in manifest.scores if (s.name, s.corpus) == ("bleu (beam 5)", "test"))
    assert scores.text.bleu == pytest.approx(stated.value, abs=0.3)
