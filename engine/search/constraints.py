"""What a target must hold: sequences of tokens, and how far a hypothesis is with them."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Form = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Constraint:
    """Something a target must hold.

    `forms` are sequences of tokens, any of which meets it. `instead_of` holds tokens that the model
    writes where it is not constrained: a form is begun where it would write one of them, or, if
    there are none, anywhere.
    """

    forms: tuple[Form, ...]
    instead_of: frozenset[int] = frozenset()


class Progress(NamedTuple):
    """How far a hypothesis is."""

    unmet: tuple[int, ...]
    """Which constraints are not met."""
    form: Form
    """Its newest tokens, as far as they are the beginning of a form, or all of it.

    A form is met by the token after it, which must not go on with its last word.
    """
    before: int
    """The token before those."""


class Constraints:
    """What the targets of one sentence must hold; equal constraints are met one after the other.

    Args:
        required: The constraints; each has a form, and no form is empty.
        goes_on: Whether the second token goes on with the last word of the first.
    """

    def __init__(self, required: Sequence[Constraint], goes_on: Callable[[int, int], bool]) -> None:
        self._goes_on = cache(goes_on)
        self._required = required
        self._shortest = [min(map(len, one.forms)) for one in required]
        self._left: dict[Form, dict[int, int]] = {}
        """The beginnings of all forms: how many tokens each lacks, by constraint."""
        for index, constraint in enumerate(required):
            for form in constraint.forms:
                for end in range(1, len(form) + 1):
                    of_beginning = self._left.setdefault(form[:end], {})
                    left = len(form) - end
                    of_beginning[index] = min(left, of_beginning.get(index, left))

    def start(self, bos_id: int) -> Progress:
        """Return how far an empty hypothesis is."""
        return Progress(tuple(range(len(self._required))), (), bos_id)

    def after(self, progress: Progress, token: int) -> Progress:
        """Return how far a hypothesis is with one more token."""
        unmet, form, before = progress
        tokens = (*form, token)
        if self._is_beginning(unmet, tokens, before):
            return Progress(unmet, tokens, before)
        for end in range(len(form), 0, -1):
            met = self._met_by(unmet, form[:end])
            if met is not None and not self._goes_on(tokens[end - 1], tokens[end]):
                rest = tuple(index for index in unmet if index != met)
                found = Progress(rest, (), tokens[end - 1])
                for later in tokens[end:]:
                    found = self.after(found, later)
                return found
        for first in range(1, len(tokens)):
            if self._is_beginning(unmet, tokens[first:], tokens[first - 1]):
                return Progress(unmet, tokens[first:], tokens[first - 1])
        return Progress(unmet, (), token)

    def next_tokens(self, progress: Progress, likely: Set[int]) -> dict[int, bool]:
        """Return the tokens that bring a hypothesis nearer to its end.

        Args:
            progress: How far it is.
            likely: The tokens that the model would write next.

        Returns:
            For each whether it stands instead of what the model would write.
        """
        unmet, form, before = progress
        met = self._met_by(unmet, form) if form else None
        found: dict[int, bool] = {}
        for index in unmet if form else ():
            for other in self._required[index].forms:
                if len(other) > len(form) and other[: len(form)] == form:
                    found[other[len(form)]] = False
        if form and met is None:
            return found
        last = form[-1] if form else before
        for index in unmet:
            forms, instead_of = self._required[index].forms, self._required[index].instead_of
            if index != met and (not instead_of or not likely.isdisjoint(instead_of)):
                for other in forms:
                    if not self._goes_on(last, other[0]):
                        found.setdefault(other[0], bool(instead_of))
        return found

    def owed(self, progress: Progress) -> int:
        """Return how many tokens a hypothesis must still have at least."""
        unmet, form, _ = progress
        left = self._left.get(form, {})
        saved = (self._shortest[index] - left[index] for index in unmet if index in left)
        return sum(self._shortest[index] for index in unmet) - max(0, 0, *saved)

    def _is_beginning(self, unmet: tuple[int, ...], tokens: Form, before: int) -> bool:
        constraints = self._left.get(tokens, ())
        if not any(index in constraints for index in unmet):
            return False
        return len(tokens) > 1 or not self._goes_on(before, tokens[0])

    def _met_by(self, unmet: tuple[int, ...], form: Form) -> int | None:
        left = self._left[form]
        return next((index for index in unmet if left.get(index) == 0), None)
