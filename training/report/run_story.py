"""The story of a run: the sum of its events. Torch-free: the window reads it too.

A run that is resumed goes on from a checkpoint, and tells once more what came after it. It is here
that the first telling is forgotten, for everyone who reads a run: the window, the list of runs, the
curves, the report.
"""

from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path

from training.event_lines import from_line
from training.progress import (
    Compared,
    Contrasted,
    CorpusRead,
    Evaluated,
    Event,
    Exported,
    Failed,
    Finished,
    Likened,
    Message,
    ModelBuilt,
    Reported,
    Sampled,
    Snapshotted,
    Started,
    Stepped,
    Stopped,
    Validated,
)

EVENTS_FILE = "events.jsonl"


@dataclass(frozen=True, slots=True)
class Course:
    """What curves are drawn from, in the order it was told; it stays when the story grows."""

    steps: tuple[Stepped, ...]
    validations: tuple[Validated, ...]
    best: Validated | None


@dataclass(slots=True)
class RunStory:
    """All that may be asked about a run; `add` takes in one event after the other."""

    started: Started | None = None
    corpus: CorpusRead | None = None
    parameters: int = 0
    steps: list[Stepped] = field(default_factory=list)
    validations: list[Validated] = field(default_factory=list)
    samples_by_epoch: list[tuple[int, tuple[Sampled, ...]]] = field(default_factory=list)
    """The translations of the fixed sentences at each validation, with the epoch."""
    snapshots: list[Snapshotted] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    """Those before a resume too: the user has read them."""
    evaluated: list[Evaluated] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    contrasted: list[Contrasted] = field(default_factory=list)
    likened: Likened | None = None
    report: Path | None = None
    model: Path | None = None
    last_word: Finished | Stopped | Failed | None = None
    """How its newest process ended; None if it is running or was killed."""

    @property
    def stepped(self) -> Stepped | None:
        """The newest report on the run's progress."""
        return self.steps[-1] if self.steps else None

    @property
    def step(self) -> int:
        """The last step that is known to be done."""
        resumed_at = self.started.resumed_at if self.started else 0
        return max(resumed_at, self.stepped.step if self.stepped else 0)

    @property
    def best(self) -> Validated | None:
        """The newest validation that was better than all before.

        None at the beginning of a run that improves a model: so far only that was measured.
        """
        if [one.step for one in self.validations] == [0]:
            return None
        return next((one for one in reversed(self.validations) if one.is_best), None)

    @property
    def course(self) -> Course:
        """What its curves are drawn from by now."""
        return Course(tuple(self.steps), tuple(self.validations), self.best)

    def add(self, event: Event) -> None:
        """Add an event."""
        match event:
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
            case Started():
                self.started, self.last_word = event, None
                self._go_back_to(event.resumed_at)
            case CorpusRead():
                self.corpus = event
            case ModelBuilt():
                self.parameters = event.parameters
            case Message():
                self.messages.append(event)
            case Evaluated():
                self.evaluated.append(event)
            case Compared():
                self.compared.append(event)
            case Contrasted():
                self.contrasted.append(event)
            case Likened():
                self.likened = event
            case Reported():
                self.report = Path(event.path)
            case Exported():
                self.model = Path(event.path)
            case Finished() | Stopped() | Failed():
                self.last_word = event
            case _:
                pass

    def _go_back_to(self, step: int) -> None:
        """Forget the events of later steps, and the end of the run."""
        self.steps = [one for one in self.steps if one.step <= step]
        kept = [one.step <= step for one in self.validations]
        self.validations = list(compress(self.validations, kept))
        self.samples_by_epoch = list(compress(self.samples_by_epoch, kept))
        self.snapshots = [one for one in self.snapshots if one.step <= step]
        self.evaluated, self.compared, self.contrasted = [], [], []
        self.likened = None


def read_story(folder: Path) -> RunStory:
    """Return what the run in a folder told so far; an empty story if nothing can be read."""
    story = RunStory()
    for event in read_events(folder):
        story.add(event)
    return story


def read_events(folder: Path) -> list[Event]:
    """Return what a run told so far, without lines that are broken or unknown."""
    try:
        with (folder / EVENTS_FILE).open(encoding="utf-8", errors="replace") as lines:
            return [event for event in map(from_line, lines) if event is not None]
    except OSError:
        return []
