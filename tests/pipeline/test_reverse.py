"""Recipe to model folder to translator: sentences never seen are written backwards."""

from pathlib import Path

import pytest

from engine.models.manifest import CARD_FILE
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from training.corpus.corpus import read_corpus
from training.corpus.layouts import reversed_pairs
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.progress import (
    Checkpointed,
    EpochEnded,
    Evaluated,
    Event,
    Finished,
    Started,
    Validated,
)
from training.recipe import load_recipe
from training.report.run_story import read_events
from training.runs.run_folder import create_run
from training.runs.runner import carry_out

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("reverse")]

RECIPE = load_recipe("reverse")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished run of the recipe as it is shipped."""
    folder = tmp_path_factory.mktemp("runs") / "reverse"
    run = create_run(folder, RECIPE, [], "cpu")
    assert carry_out(run, lambda _: None, Orders()) is Outcome.FINISHED
    return folder


@pytest.fixture(scope="module")
def translator(folder: Path) -> Translator:
    return Translator.open(folder / "model" / "qaa-qab-reverse", device="cpu")


def test_sentences_never_seen_are_reversed(translator: Translator) -> None:
    corpus = read_corpus(RECIPE.corpus, RECIPE.source_language, RECIPE.target_language)
    known = {pair.source for pair in (*corpus.train, *corpus.validation)}
    unseen = [pair for pair in reversed_pairs(400, seed=77) if pair.source not in known]
    assert len(unseen) > 200
    text = "\n".join(pair.source for pair in unseen)
    translated = translator.translate(TranslationRequest(text=text)).target.split("\n")
    assert len(translated) == len(unseen)
    right = sum(target == pair.target for target, pair in zip(translated, unseen, strict=True))
    assert right / len(unseen) >= 0.95


def test_words_are_linked_to_the_words_they_come_from(translator: Translator) -> None:
    right = total = 0
    for pair in reversed_pairs(50, seed=78):
        (sentence,) = translator.translate(TranslationRequest(text=pair.source)).sentences
        if sentence.target != pair.target:
            continue
        last = len(sentence.source_words) - 1
        for place in range(len(sentence.target_words)):
            links = [link for link in sentence.alignment if link.target == place]
            total += 1
            if links and max(links, key=lambda link: link.weight).source == last - place:
                right += 1
    assert total > 100
    assert right / total >= 0.8


def test_the_run_can_be_read_afterwards(folder: Path) -> None:
    events = read_events(folder)
    assert isinstance(events[0], Started)
    assert isinstance(events[-1], Finished)

    def steps(kind: type[Event]) -> list[int]:
        return [getattr(event, "step", 0) for event in events if isinstance(event, kind)]

    assert steps(Validated)[-1] == steps(Checkpointed)[-1] == RECIPE.training.max_steps
    losses = [event.loss for event in events if isinstance(event, Validated)]
    assert losses[-1] < losses[0] / 5
    epochs = [event for event in events if isinstance(event, EpochEnded)]
    assert [event.epoch for event in epochs] == list(range(1, len(epochs) + 1))
    scores = {event.corpus: event.metrics for event in events if isinstance(event, Evaluated)}
    assert scores["test, greedy"]["bleu"] > 90
    curves = {path.name for path in (folder / "curves").iterdir()}
    assert {"loss.png", "loss.svg", "perplexity.png", "learning_rate.svg"} <= curves


def test_the_model_says_where_it_comes_from(translator: Translator, folder: Path) -> None:
    manifest = translator.manifest
    assert manifest.trained.recipe == "reverse"
    assert manifest.trained.seed == RECIPE.training.seed
    assert manifest.trained.corpora[0].pairs == 6000
    assert manifest.alignment is not None
    card = (folder / "model" / manifest.name / CARD_FILE).read_text(encoding="utf-8")
    assert "not needed; made up by the program" in card
