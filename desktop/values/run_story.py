"""A run as far as it has been told: what its events add up to. No Qt, no torch."""

import contextlib
from dataclasses import dataclass, field
from pathlib import Path

from training.progress import (
    Compared,
    Contrasted,
    CorpusRead,
    Evaluated,
    Event,
    Exported,
    Failed,
    Finished,
    Message,
    ModelBuilt,
    Paused,
    Reported,
    Resumed,
    Sampled,
    Snapshotted,
    Started,
    Stepped,
    Stopped,
    Validated,
    from_line,
)

EVENTS_FILE = "events.jsonl"


@dataclass(slots=True)
class RunStory:
    """All that a view may ask about a run; `fold` takes in one event after the other."""

    started: Started | None = None
    corpus: CorpusRead | None = None
    parameters: int = 0
    steps: list[Stepped] = field(default_factory=list)
    validations: list[Validated] = field(default_factory=list)
    samples_by_epoch: list[tuple[int, tuple[Sampled, ...]]] = field(default_factory=list)
    """What the model made of the fixed sentences at each validation, with the epoch."""
    snapshots: list[Snapshotted] = field(default_factory=list)
    said: list[Message] = field(default_factory=list)
    evaluated: list[Evaluated] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    contrasted: list[Contrasted] = field(default_factory=list)
    report: Path | None = None
    model: Path | None = None
    is_paused: bool = False
    last_word: Finished | Stopped | Failed | None = None

    @property
    def stepped(self) -> Stepped | None:
        """The newest word on how far the run is."""
        return self.steps[-1] if self.steps else None

    @property
    def best(self) -> Validated | None:
        """The newest validation that was better than all before."""
        return next((one for one in reversed(self.validations) if one.is_best), None)

    @property
    def events(self) -> list[Stepped | Validated]:
        """What curves are drawn from, in the order of the steps."""
        return sorted((*self.steps, *self.validations), key=lambda event: event.step)

    def fold(self, event: Event) -> None:
        """Take in what was told; a run that went back forgets what came after that place."""
        match event:
            case Started():
                self._begin(event)
            case CorpusRead():
                self.corpus = event
            case ModelBuilt():
                self.parameters = event.parameters
            case Stepped():
                self.steps.append(event)
            case Validated():
                self.validations.append(event)
                self.samples_by_epoch.append((event.epoch, ()))
            case Sampled() if self.samples_by_epoch:
                epoch, samples = self.samples_by_epoch[-1]
                self.samples_by_epoch[-1] = (epoch, (*samples, event))
            case Snapshotted():
                self.snapshots.append(event)
            case Message():
                self.said.append(event)
            case Evaluated():
                self.evaluated.append(event)
            case Compared():
                self.compared.append(event)
            case Contrasted():
                self.contrasted.append(event)
            case Reported():
                self.report = Path(event.path)
            case Exported():
                self.model = Path(event.path)
            case Paused() | Resumed():
                self.is_paused = isinstance(event, Paused)
            case Finished() | Stopped() | Failed():
                self.last_word = event
            case _:
                pass

    def _begin(self, event: Started) -> None:
        """A run goes on from its checkpoint: what was told of later steps is told anew."""
        self.started, self.last_word, self.is_paused = event, None, False
        last = event.resumed_at
        self.steps = [one for one in self.steps if one.step <= last]
        kept = sum(one.step <= last for one in self.validations)
        self.validations = self.validations[:kept]
        self.samples_by_epoch = self.samples_by_epoch[:kept]
        self.snapshots = [one for one in self.snapshots if one.step <= last]
        self.evaluated, self.compared, self.contrasted = [], [], []


def read_story(folder: Path) -> RunStory:
    """Read what a run of former times told; nothing if there is nothing that can be read."""
    story = RunStory()
    with contextlib.suppress(OSError):
        text = (folder / EVENTS_FILE).read_text(encoding="utf-8", errors="replace")
        for line in text.splitlines():
            event = from_line(line)
            if event is not None:
                story.fold(event)
    return story
