"""Which requests of a program ended: each must end exactly once."""

from collections import Counter

from PySide6.QtCore import QObject, Slot

from desktop.app import Program


class Ledger(QObject):
    """Which requests a program made, and how often each has ended; on the GUI thread."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.asked: list[object] = []
        self._known: list[object] = []
        """All of them, and those that others asked for, kept alive: no two have the same id."""
        self.ended: Counter[int] = Counter()
        for session in (program.translating.session, program.translating.inspection, program.files):
            session.work_requested.connect(self._on_requested)
        program.worker.answered.connect(self._on_ended)
        program.worker.failed.connect(self._on_ended)
        program.worker.cancelled.connect(self._on_ended)

    @property
    def is_balanced(self) -> bool:
        """Whether everything that was asked for has ended."""
        return all(self.ended[id(request)] for request in self.asked)

    @Slot(object)
    def _on_requested(self, request: object) -> None:
        self.asked.append(request)
        self._known.append(request)

    @Slot(object)
    @Slot(object, object)
    def _on_ended(self, request: object, _answer: object = None) -> None:
        self._known.append(request)
        self.ended[id(request)] += 1
