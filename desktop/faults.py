"""The fault nobody foresaw, as the window may carry it across threads."""


class WorkerFault(Exception):
    """Something unexpected happened while the engine was at work; the log file has its traceback."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"
