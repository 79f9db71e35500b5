"""Runs as they would tell themselves, short and without training anything."""

from collections.abc import Iterator

from training.progress import (
    Compared,
    Contrasted,
    CorpusRead,
    Evaluated,
    Event,
    Exported,
    Finished,
    ModelBuilt,
    Reported,
    Sampled,
    Snapshotted,
    Started,
    Stepped,
    Validated,
)
from training.report.run_story import RunStory

SOURCES = ("Two men.", "A dog runs.")


def sample(source: str, epoch: int) -> Sampled:
    """Return what is made of a source after an epoch: its words turned round, looked at in turn."""
    words = tuple(source.split())
    turned = tuple(word.upper() for word in reversed(words))
    weights = tuple(
        tuple(0.9 if row + column == len(words) - 1 else 0.1 for column in range(len(words)))
        for row in range(len(words))
    )
    return Sampled(
        source=source,
        target=" ".join((*turned, str(epoch))),
        reference=source.upper(),
        source_words=words,
        target_words=turned,
        weights=weights,
    )


def beginning(resumed_at: int = 0) -> list[Event]:
    """Return what comes before the first step."""
    return [
        Started(
            run="mine",
            recipe="good",
            source_language="en",
            target_language="de",
            device="cpu",
            resumed_at=resumed_at,
        ),
        CorpusRead(name="multi30k", train=28_983, validation=1014, test=1000),
        ModelBuilt(parameters=2_398_208),
    ]


def step(number: int, epoch: int = 0, progress: float = 0.1) -> Stepped:
    """Return a word on how far a run is."""
    return Stepped(
        step=number,
        epoch=epoch,
        progress=progress,
        loss=5.0 - progress,
        learning_rate=1e-3 * (1 - progress / 2),
        tokens_per_second=4834.2,
        eta_seconds=2280.0 * (1 - progress),
    )


def epoch_of(number: int, epochs: int) -> Iterator[Event]:
    """Return the events of an epoch, counted from 1: two steps, a validation and its samples."""
    for half in (1, 2):
        progress = (number - 1 + half / 2) / epochs
        yield step(number * 100 - 100 + half * 50, number - 1, progress)
    yield Validated(
        step=number * 100,
        epoch=number,
        loss=4.0 - number / epochs,
        perplexity=50.0 - number,
        bleu=10.0 + number,
        teacher_forced_bleu=0.1 + number / 100,
        is_best=True,
    )
    for source in SOURCES:
        yield sample(source, number)
    yield Snapshotted(epoch=number, step=number * 100, path=f"/runs/mine/epochs/{number}")


def ending() -> Iterator[Event]:
    """Return the events after the last epoch."""
    signatures = {"bleu": "nrefs:1|tok:13a", "chrf": "nrefs:1|nc:6"}
    for corpus in ("validation", "test"):
        for beam_size, way in ((1, "greedy"), (5, "beam 5")):
            metrics = {"bleu": 38.0 + beam_size / 5, "chrf": 62.5, "perplexity": 5.3}
            yield Evaluated(corpus=f"{corpus}, {way}", metrics=metrics, signatures=signatures)
    yield compared("test", 3.2, 0.001)
    yield Contrasted(source="Two men.", reference="Zwei Männer.", old="", new="Zwei Männer!")
    yield Reported(path="/runs/mine/report.html")
    yield Exported(path="/runs/mine/model/en-de-multi30k")
    yield Finished(step=300, seconds=2460.0)


def compared(corpus: str, difference: float, p_value: float, beam_size: int = 5) -> Compared:
    """Compare the new model with an old one."""
    return Compared(
        corpus=corpus,
        pairs=1000,
        beam_size=beam_size,
        new={"bleu": 39.3, "chrf": 63.0},
        old={"bleu": 39.3 - difference, "chrf": 61.0},
        old_name="shipped",
        difference=difference,
        low=difference - 0.8,
        high=difference + 0.8,
        p_value=p_value,
    )


def story_of(*events: Event) -> RunStory:
    """Return the story of these events."""
    story = RunStory()
    for event in events:
        story.add(event)
    return story


def learned(epochs: int = 3, of: int = 3) -> RunStory:
    """Return a run after so many epochs."""
    events = [event for number in range(1, epochs + 1) for event in epoch_of(number, of)]
    return story_of(*beginning(), *events)


def finished() -> RunStory:
    """Return a run that came to its end."""
    story = learned()
    for event in ending():
        story.add(event)
    return story
