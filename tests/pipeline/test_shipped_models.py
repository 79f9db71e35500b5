"""The models that ship: whole, good at what they were made for, and aware of their limits."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from desktop.storage import paths
from desktop.wording.model_titles import TITLES
from engine.models.manifest import CARD_FILE
from engine.models.registry import ORDER_FILE, list_models, reverse_of
from engine.models.validation import check
from engine.pipeline.translator import Translator
from engine.translation import Formality, NoticeKind, SearchOptions, TranslationRequest
from training.corpus_formats.pair_files import read_aligned, read_tsv
from training.corpus_formats.sentence_pair import Pairs
from training.evaluation.trained_model import TrainedModel

SHELF = paths.folders().shipped_models
CAPTIONS = "multi30k/data/task1/raw/test_2016_flickr.{}.gz"
EVERYDAY = "everyday/dev.tsv"
GENERAL = "general/dev.tsv"
FOREIGN = ("مرحبا بالعالم", "Съешь же ещё этих мягких французских булок.")
LEGAL = "The court dismissed the appeal as inadmissible under Article 12."
CODE = "def main(argv): return sys.exit(run(argv))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """What is expected of a model."""

    largest: float
    """Bytes of its folder."""
    said: tuple[str, ...]
    """In its card."""
    reaches: dict[str, float]
    """Cased sacreBLEU of beam 5 on a text, at least."""
    sentences: dict[str, set[str]]
    """Words that a translation has, without their capitals; none of them raises a notice."""
    linked: tuple[str, dict[str, str]]
    """A sentence, and words of its translation with the source words that they are linked to."""
    unfamiliar: tuple[str, ...]
    """Texts that it says are far from what it knows."""


EN_DE_CAPTIONS = {
    "Two dogs are playing in the snow.": {"hunde", "schnee"},
    "A man in a red shirt is riding a bicycle.": {"mann", "roten", "fahrrad"},
    "A little girl is eating an ice cream.": {"mädchen", "isst", "eis"},
    "Three children are sitting on a bench in the park.": {"drei", "kinder", "bank", "park"},
    "A woman plays the guitar on stage.": {"frau", "gitarre", "bühne"},
}
TWO_DOGS = ("Two dogs are playing.", {"Zwei": "Two", "Hunde": "dogs"})

DE_EN_CAPTIONS = {
    "Zwei Hunde spielen im Schnee.": {"dogs", "snow"},
    "Ein Mann in einem roten Hemd fährt Fahrrad.": {"man", "red", "shirt"},
    "Ein kleines Mädchen isst ein Eis.": {"girl", "eating", "ice"},
    "Drei Kinder sitzen auf einer Bank im Park.": {"three", "children", "bench", "park"},
    "Eine Frau spielt auf der Bühne Gitarre.": {"woman", "guitar", "stage"},
}
ZWEI_HUNDE = ("Zwei Hunde spielen.", {"Two": "Zwei", "dogs": "Hunde"})

EN_DE_EVERYDAY = {
    "Hello, how are you?": {"hallo", "wie"},
    "My name is Anna and I live in Berlin.": {"anna", "berlin"},
    "Can you help me, please?": {"helfen", "bitte"},
    "Where is the nearest train station?": {"wo", "bahnhof"},
    "I would like a cup of coffee and a piece of cake.": {"tasse", "kaffee", "kuchen"},
    "I lost my keys yesterday.": {"gestern", "schlüssel", "verloren"},
    "She has been working here for three years.": {"drei", "jahren"},
    "How much does this cost?": {"viel", "kostet"},
}
DE_EN_EVERYDAY = {
    "Hallo, wie geht es dir?": {"how", "are", "you"},
    "Können Sie mir bitte helfen?": {"help", "please"},
    "Wo ist der nächste Bahnhof?": {"station"},
    "Ich hätte gern eine Tasse Kaffee und ein Stück Kuchen.": {"cup", "coffee", "cake"},
    "Ich habe gestern meine Schlüssel verloren.": {"lost", "keys", "yesterday"},
    "Sie arbeitet seit drei Jahren hier.": {"here", "three", "years"},
}
EN_DE_MORE = {
    "My phone is broken.": {"kaputt"},
    "Mr. Müller lives in Munich.": {"müller", "münchen"},
    "The train to Berlin leaves at nine o'clock.": {"zug", "berlin", "neun"},
    "The parliament voted against the new law on Tuesday.": {"gesetz", "dienstag"},
}
DE_EN_MORE = {
    "Mein Handy ist kaputt.": {"phone", "broken"},
    "Herr Müller wohnt in München.": {"müller", "munich"},
    "Der Zug nach Hamburg fährt um neun Uhr ab.": {"train", "hamburg", "nine"},
    "Die Regierung sprach am Dienstag über das neue Gesetz.": {"government", "law", "tuesday"},
}

MODELS = {
    "en-de-general": Shipped(
        largest=45e6,
        said=("research",),
        reaches={CAPTIONS: 39, EVERYDAY: 35, GENERAL: 29.5},
        sentences=EN_DE_EVERYDAY | EN_DE_MORE | EN_DE_CAPTIONS,
        linked=TWO_DOGS,
        unfamiliar=FOREIGN,
    ),
    "de-en-general": Shipped(
        largest=45e6,
        said=("research",),
        reaches={CAPTIONS: 43, EVERYDAY: 41, GENERAL: 36},
        sentences=DE_EN_EVERYDAY | DE_EN_MORE | DE_EN_CAPTIONS,
        linked=ZWEI_HUNDE,
        unfamiliar=FOREIGN,
    ),
    "en-de-multi30k": Shipped(
        largest=20e6,
        said=("research and education", "multi30k-tiny"),
        reaches={CAPTIONS: 39.3},
        sentences=EN_DE_CAPTIONS,
        linked=TWO_DOGS,
        unfamiliar=(*FOREIGN, LEGAL, CODE),
    ),
}


@cache
def translator(name: str) -> Translator:
    return Translator.open(SHELF / name, device="cpu")


def test_every_model_of_the_shelf_has_its_place_in_the_list_and_its_expectations() -> None:
    shipped = [entry for entry in list_models(paths.folders()) if entry.is_shipped]
    lines = (SHELF / ORDER_FILE).read_text(encoding="utf-8").splitlines()
    assert [f"{entry.name} {entry.title}" for entry in shipped] == lines
    assert {entry.name for entry in shipped} == MODELS.keys()


def test_every_title_is_translated_and_used() -> None:
    shipped = [entry for entry in list_models(paths.folders()) if entry.is_shipped]
    assert {entry.title for entry in shipped} == set(TITLES)


def test_the_program_begins_with_general_models_that_lead_to_each_other() -> None:
    there, back = list_models(replace(paths.folders(), models=SHELF / "none"))[:2]
    assert (there.title, back.title) == ("General", "General")
    assert reverse_of(there, [back]) == back
    assert reverse_of(back, [there]) == there


@pytest.mark.parametrize("name", MODELS)
def test_it_is_whole_and_small_enough_to_ship(name: str) -> None:
    manifest = check(SHELF / name)
    assert manifest.name == name
    assert sum(file.stat().st_size for file in (SHELF / name).iterdir()) <= MODELS[name].largest
    assert {"validation", "test"} <= {score.corpus for score in manifest.scores}
    assert manifest.calibration is not None
    assert manifest.familiarity is not None


@pytest.mark.parametrize("name", MODELS)
def test_its_card_names_data_licences_recipe_seed_and_scores(name: str) -> None:
    training = check(SHELF / name).trained
    card = (SHELF / name / CARD_FILE).read_text(encoding="utf-8")
    assert training.corpora
    licences = [corpus.licence for corpus in training.corpora]
    for said in (*MODELS[name].said, *licences, training.recipe, f"seed {training.seed}"):
        assert said in card
    signatures = {score.signature for score in check(SHELF / name).scores}
    assert all(signature.replace("|", "\\|") in card for signature in signatures)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [(name, sentence) for name, model in MODELS.items() for sentence in model.sentences],
)
def test_what_it_was_made_for_is_translated_without_a_notice(name: str, sentence: str) -> None:
    translation = translator(name).translate(TranslationRequest(sentence))
    words = {word.text.lower() for word in translation.sentences[0].target_words}
    assert MODELS[name].sentences[sentence] <= words
    assert translation.notices == ()


@pytest.mark.parametrize("name", MODELS)
def test_words_are_linked_to_the_words_they_translate(name: str) -> None:
    text, expected = MODELS[name].linked
    sentence = translator(name).translate(TranslationRequest(text)).sentences[0]
    best = {
        sentence.target_words[link.target].text: sentence.source_words[link.source].text
        for link in sorted(sentence.alignment, key=lambda link: link.weight)
    }
    assert expected.items() <= best.items()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wish", "said", "unsaid"),
    [
        (Formality.FORMAL, {"Sie", "Ihnen", "Ihr"}, {"du", "dir", "dein"}),
        (Formality.INFORMAL, {"du", "dir", "dein"}, {"Sie", "Ihnen", "Ihr"}),
    ],
    ids=["formal", "informal"],
)
def test_people_are_addressed_as_was_asked(
    wish: Formality, said: set[str], unsaid: set[str]
) -> None:
    model = translator("en-de-general")
    assert model.has_formality
    for text in ("Can you help me?", "Where do you live?", "Did you lose your keys?"):
        found = model.translate(TranslationRequest(text, SearchOptions(formality=wish))).sentences[
            0
        ]
        words = {word.text for word in found.target_words}
        assert words & said
        assert not words & unsaid


@pytest.mark.parametrize(
    ("name", "text"),
    [(name, text) for name, model in MODELS.items() for text in model.unfamiliar],
)
def test_other_text_is_marked_as_unfamiliar(name: str, text: str) -> None:
    kinds = {notice.kind for notice in translator(name).translate(TranslationRequest(text)).notices}
    assert kinds & {NoticeKind.UNFAMILIAR, NoticeKind.LANGUAGE, NoticeKind.KEPT}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, model in MODELS.items() for text in model.reaches]
)
def test_it_reaches_its_score(name: str, text: str, shared_data: Path) -> None:
    model = translator(name)
    manifest = model.manifest
    pairs = read_text(shared_data, text, (manifest.source_language, manifest.target_language))
    scores = TrainedModel.of_folder(SHELF / name).measure(pairs, beam_size=5)
    assert scores.text.bleu >= MODELS[name].reaches[text]
    if [corpus.name for corpus in manifest.trained.corpora] == ["multi30k"]:
        stated = {(score.name, score.corpus): score.value for score in manifest.scores}
        assert scores.text.bleu == pytest.approx(stated["bleu (beam 5)", "test"], abs=0.3)


def read_text(data: Path, name: str, way: tuple[str, str]) -> Pairs:
    """Read a text to measure on, in the direction of a model."""
    if name == CAPTIONS:
        source, target = (data / CAPTIONS.format(language) for language in way)
        return read_aligned(source, target)
    pairs = read_tsv(data / name)
    return pairs if way == ("en", "de") else pairs.swapped()
