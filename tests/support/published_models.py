"""Published models that nobody published, and a source that sends them when it is told to."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

from engine.catalogue.published_model import PublishedModel, PublishedScore

SIZE = 300_000_000


def published(source: str = "fr", target: str = "en", **fields: Any) -> PublishedModel:
    """Return a published model; languages are codes, several with blanks between them."""
    values: dict[str, Any] = {
        "name": f"opus-mt-{source}-{target}".replace(" ", "+"),
        "publisher": "Helsinki-NLP",
        "source_languages": tuple(source.split()),
        "target_languages": tuple(target.split()),
        "size_bytes": SIZE,
        "estimated_bytes": SIZE,
        "licence": "CC BY 4.0",
        "addresses": ("https://models.example.org/opus.zip",),
        "sha256": "",
        "score": PublishedScore("Tatoeba", 57.5),
        "released": date(2021, 2, 22),
    }
    return PublishedModel(**{**values, **fields})


class FakeSource:
    """Sends half of a file, then waits until it is let go; a stopped download goes on there."""

    def __init__(self) -> None:
        self.held = Event()
        """Until it is set, no download gets beyond its half."""
        self.errors: list[BaseException] = []
        """What the next downloads fail with."""
        self.received: dict[str, int] = {}
        self.installed: list[str] = []

    def fetch(
        self,
        model: PublishedModel,
        on_bytes: Callable[[int, int | None], None],
        should_stop: Callable[[], bool],
    ) -> Path | None:
        """Receive a half, and after a pause the other one."""
        self.received[model.name] = max(SIZE // 2, self.received.get(model.name, 0))
        on_bytes(self.received[model.name], SIZE)
        while not self.held.wait(0.01):
            if should_stop():
                return None
        if self.errors:
            raise self.errors.pop(0)
        return Path(f"{model.name}.zip")

    def install(self, model: PublishedModel, path: Path) -> str:
        """Install it under its name."""
        assert path.stem == model.name
        del self.received[model.name]
        self.installed.append(model.name)
        return model.name

    def discard(self, model: PublishedModel) -> None:
        """Delete what was received."""
        self.received.pop(model.name, None)

    def kept(self) -> Mapping[str, int]:
        """Return what was received."""
        return dict(self.received)
