"""Text in tables that people open in a spreadsheet, which would calculate a cell such as =1+1.

Tables that programs read, as training text and JSON are, hold their texts unchanged.
"""

import re

_MARK = "'"
"""What spreadsheets take for the sign of a text."""

# Some take the wide forms for signs too, and look past a tab or a line end.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_MARKED = re.compile(rf"{_MARK}{_FORMULA.pattern}")


def to_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula."""
    return _MARK + text if _FORMULA.match(text) else text


def from_cell(cell: str) -> str:
    """Return the text of a cell: what `to_cell` was given."""
    return cell[1:] if _MARKED.match(cell) else cell
