"""Compares Heureka from Python with plain Python and with simpleai, in one run.

    python bench.py           measure, and check answers and ratios
    python bench.py --quick   check the answers only

Times are CPU times of this thread, so that other processes disturb them little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import heureka

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from eight import GOAL, HARDEST, MOVES, Eight, State, plain_astar, rules

T = TypeVar("T")


def random_board(seed: int) -> State:
    text = heureka.Instance.random("tiles", "3x3", seed).text
    return tuple(int(tile) for tile in text.split())


BOARDS = [HARDEST, *(random_board(seed) for seed in range(1, 6))]


def measured(work: Callable[[], T], repeats: int) -> tuple[T, float]:
    """Returns the result and the shortest time of some repeats, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        begun = time.thread_time()
        result = work()
        best = min(best, time.thread_time() - begun)
    return result, best


def simpleai_astar(start: State) -> int:
    """Solves a board by the A* of simpleai, and returns the cost."""
    from simpleai.search import SearchProblem, astar  # type: ignore[import-untyped]

    problem = Eight(start)

    class Tiles(SearchProblem):  # type: ignore[misc]
        def actions(self, state: State) -> list[tuple[str, int]]:
            return MOVES[state.index(0)]

        def result(self, state: State, action: tuple[str, int]) -> State:
            board = list(state)
            blank, (_, tile) = state.index(0), action
            board[blank], board[tile] = board[tile], 0
            return tuple(board)

        def is_goal(self, state: State) -> bool:
            return state == GOAL

        def heuristic(self, state: State) -> int:
            return problem.h(state)

    found = astar(Tiles(start), graph_search=True)
    return int(found.cost)


def functions_alone(problem: Eight) -> float:
    """Returns the time of the calls that a search cannot avoid: those of the problem's own methods."""
    events = list(heureka.trace(problem, events=["expand", "generate"]))
    expanded = [event["state"] for event in events if event["event"] == "expand"]
    generated = [event["state"] for event in events if event["event"] == "generate"]

    def call() -> None:
        for state in expanded:
            problem.is_goal(state)
            problem.successors(state)
        for state in generated:
            problem.h(state)

    return measured(call, 3)[1]


def row(name: str, seconds: float, yardstick: float) -> None:
    print(f"  {name:<34}{seconds * 1e3:>10.2f} ms{yardstick / seconds:>9.1f} x")


def eight_puzzle(repeats: int) -> list[tuple[str, float, float]]:
    """Solves the boards in four ways, and returns ratios with what they must reach."""
    times = dict.fromkeys(["simpleai", "plain", "class", "functions", "rules"], 0.0)
    for start in BOARDS:
        problem, as_rules = Eight(start), rules(start)
        (plan, _), plain = measured(lambda: plain_astar(problem), repeats)
        ours, as_class = measured(lambda: heureka.solve(problem, strategy="astar"), repeats)
        fast, by_rules = measured(lambda: heureka.solve(as_rules, strategy="astar"), repeats)
        cost, others = measured(lambda: simpleai_astar(start), 1)
        assert ours.cost == fast.cost == cost == len(plan), (ours, fast, cost, len(plan))
        assert ours.optimality == fast.optimality == "proved"
        assert ours.plan == fast.plan and ours.expanded == fast.expanded
        for name, seconds in [
            ("simpleai", others),
            ("plain", plain),
            ("class", as_class),
            ("functions", functions_alone(problem)),
            ("rules", by_rules),
        ]:
            times[name] += seconds
    plain = times["plain"]
    print(f"A* on {len(BOARDS)} boards of the 8-puzzle, defined in Python; times as fast as plain Python")
    row("simpleai", times["simpleai"], plain)
    row("plain Python with heapq", plain, plain)
    row("heureka, problem as a class", times["class"], plain)
    row("  of that, the class's own methods", times["functions"], plain)
    row("heureka, problem as rules", times["rules"], plain)
    return [
        ("rules against plain Python", plain / times["rules"], 10),
        ("rules against simpleai", times["simpleai"] / times["rules"], 3),
        ("class against plain Python", plain / times["class"], 1),
        ("class against simpleai", times["simpleai"] / times["class"], 3),
    ]


def overhead(repeats: int) -> float:
    """Returns the time of `heureka.solve` around a search, which includes reading the instance, in seconds."""

    def call() -> Any:
        return heureka.solve("hanoi", "3 1")

    assert call().cost == 1
    best = float("inf")
    for _ in range(repeats):
        begun = time.perf_counter()
        seconds = call().seconds
        best = min(best, time.perf_counter() - begun - seconds)
    print(f"heureka.solve on a board of one move: {best * 1e6:.0f} µs more than its search")
    return best


def main() -> None:
    quick = "--quick" in sys.argv
    around = overhead(10 if quick else 2000)
    ratios = eight_puzzle(1 if quick else 5)
    if quick:
        return
    assert around < 1e-3, around
    for name, ratio, least in ratios:
        assert ratio >= least, f"{name}: {ratio:.1f} x, expected at least {least} x"


if __name__ == "__main__":
    main()
