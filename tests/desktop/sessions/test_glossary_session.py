from pathlib import Path

import pytest

from desktop.sessions.glossary_session import GlossarySession
from desktop.storage.glossary_file import GlossaryFile
from engine.errors import GlossaryError
from engine.glossary.glossary import Glossary, GlossaryEntry

EN_DE = ("en", "de")
BANK = GlossaryEntry("bank", "Bank")
CONTRACT = GlossaryEntry("contract", "Vertrag")


class Bench:
    """A session on a file, and what it told."""

    def __init__(self, path: Path) -> None:
        self.session = GlossarySession(GlossaryFile(path))
        self.applied: list[Glossary] = []
        self.errors: list[GlossaryError] = []
        self.session.applied.connect(self.applied.append)
        self.session.failed.connect(self.errors.append)
        self.session.begin()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "glossary.json"


@pytest.fixture
def bench(path: Path) -> Bench:
    return Bench(path)


def test_the_glossary_of_the_models_direction_is_followed_while_it_is_on(bench: Bench) -> None:
    session = bench.session
    session.put(EN_DE, [CONTRACT, BANK])
    assert bench.applied == []
    session.set_direction("en-GB", "de")
    assert bench.applied.pop() == Glossary((BANK, CONTRACT))
    session.set_on(False)
    assert bench.applied.pop() == Glossary()
    session.set_on(True)
    session.set_direction("de", "en")
    assert bench.applied.pop() == Glossary()
    assert session.directions() == [("de", "en"), EN_DE]


def test_every_change_is_there_at_the_next_start(bench: Bench, path: Path) -> None:
    bench.session.put(EN_DE, [CONTRACT, BANK])
    bench.session.remove(EN_DE, ["bank"])
    bench.session.set_on(False)
    again = Bench(path).session
    assert again.entries(EN_DE) == (CONTRACT,)
    assert not again.is_on


def test_changes_are_taken_back_one_by_one(bench: Bench) -> None:
    session = bench.session
    session.put(EN_DE, [CONTRACT])
    session.put(EN_DE, [GlossaryEntry("agreement", "Vertrag")], instead_of="contract")
    session.put(EN_DE, [GlossaryEntry("agreement", "Vertrag")])  # changes nothing
    session.remove(EN_DE, ["agreement"])
    seen = []
    while session.can_undo:
        session.undo()
        seen.append([entry.source for entry in session.entries(EN_DE)])
    assert seen == [["agreement"], ["contract"], []]


def test_a_damaged_file_is_told_and_a_new_one_begun(path: Path) -> None:
    path.write_text("{", encoding="utf-8")
    bench = Bench(path)
    assert "was damaged and is kept as" in str(bench.errors[0])
    bench.session.put(EN_DE, [BANK])
    assert Bench(path).session.entries(EN_DE) == (BANK,)


def test_what_could_not_be_read_is_not_written_over(path: Path) -> None:
    path.mkdir()
    bench = Bench(path)
    bench.session.put(EN_DE, [BANK])
    assert bench.session.entries(EN_DE) == (BANK,)
    assert [type(error) for error in bench.errors] == [GlossaryError]
