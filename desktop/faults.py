"""The fault nobody foresaw, as the window may carry it across threads."""


class WorkerFault(Exception):  # noqa: N818 - `Error` is for what the user can act on
    """Something unexpected happened while the engine was at work; the log has its traceback."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"
