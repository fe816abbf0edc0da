"""What a problem of your own looks like, for type checkers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Protocol, TypeVar

S = TypeVar("S", bound=Hashable)


class Problem(Protocol[S]):
    """A search problem: a start, a goal test, and moves with costs.

    States are hashable, costs are whole numbers from 0. A problem may have more:

    - ``h(state)``: an estimate of the cost to a goal, a whole number; None where no goal is reachable.
    - ``claim``: what is known of ``h``: ``"consistent"``, ``"admissible"`` or ``"none"``, the default. A
      search proves no more than this allows; ``heureka.audit`` tests it.
    - ``predecessors(state)``, the states that have a move to a state, and ``goals()``: for bidirectional search.
    """

    @property
    def start(self) -> S:
        """The state in which every plan begins."""
        ...

    def is_goal(self, state: S, /) -> bool:
        """Returns whether a plan may end in a state."""
        ...

    def successors(self, state: S, /) -> Iterable[tuple[Any, int, S]]:
        """Returns the action, the cost and the next state of each move, always in the same order."""
        ...
