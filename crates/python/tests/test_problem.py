"""Your own problems, as classes and as rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from eight import GOAL, HARDEST, Eight, plain_astar, rules

import heureka

STRATEGIES = [
    strategy["name"] + (":31" if strategy["name"] == "dls" else "")
    for strategy in heureka.strategies()
]
EASY = (1, 2, 3, 4, 0, 6, 7, 5, 8)


class Counting:
    """From 0 to 10 by adding one and by doubling."""

    start = 0

    def is_goal(self, state: int) -> bool:
        return state == 10

    def successors(self, state: int) -> Iterator[tuple[str, int, int]]:
        if state < 10:
            yield "+1", 2, state + 1
            yield "*2", 3, state * 2


def counting(**methods: Any) -> Any:
    """Returns the problem with other methods."""
    return type("Other", (Counting,), methods)()


def test_uniform_cost_is_the_default_without_h() -> None:
    result = heureka.solve(Counting())
    assert (result.outcome, result.cost, result.optimality) == ("solved", 12, "proved")
    assert (result.plan, result.path) == (["+1", "+1", "*2", "+1", "*2"], [0, 1, 2, 4, 5, 10])
    assert (result.strategy, result.heuristic, result.instance) == ("ucs", None, None)
    record = result.to_dict()
    assert (record["puzzle"], record["instance"], record["plan"]) == ("Counting", "0", result.plan)
    assert "<code>" in result._repr_html_()
    with pytest.raises(heureka.HeurekaError, match="only results of puzzles"):
        result.draw()


def test_the_hardest_eight_puzzle() -> None:
    plan, expanded = plain_astar(Eight(HARDEST))
    for problem in (Eight(HARDEST), rules(HARDEST)):
        result = heureka.solve(problem)
        assert (result.cost, result.optimality) == (31, "proved")
        assert result.strategy == "astar" and result.heuristic == "h"
        assert result.cost == len(plan) and abs(result.expanded - expanded) < 100
        assert result.plan is not None
        text = " ".join(map(str, HARDEST))
        assert heureka.Instance("tiles", text).check(result.plan) == 31


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_as_in_the_built_in_puzzle(strategy: str) -> None:
    class Reversible(Eight):
        def goals(self) -> list[tuple[int, ...]]:
            return [GOAL]

        def predecessors(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
            return [before for _, _, before in self.successors(state)]

    ours = heureka.solve("tiles", " ".join(map(str, EASY)), strategy=strategy, heuristic="manhattan")
    for problem in (Reversible(EASY), rules(EASY)):
        result = heureka.solve(problem, strategy=strategy)
        assert result.outcome == ours.outcome
        assert (result.optimality is None) == (ours.optimality is None)
        if ours.optimality == "proved":
            assert result.cost == ours.cost
        if result.plan is not None:
            assert heureka.Instance("tiles", " ".join(map(str, EASY))).check(result.plan) == result.cost


def test_counts_are_those_of_the_built_in_puzzle() -> None:
    # The order of moves is the same, and so are plan and counts.
    start = (2, 5, 3, 1, 0, 6, 4, 7, 8)
    text = " ".join(map(str, start))
    for strategy in ("bfs", "dfs", "ucs", "greedy", "wastar:2", "beam:5", "astar:ties=low-g"):
        ours = heureka.solve("tiles", text, strategy=strategy, heuristic="manhattan")
        for problem in (Eight(start), rules(start)):
            result = heureka.solve(problem, strategy=strategy)
            assert (result.plan, result.expanded) == (ours.plan, ours.expanded)
            assert result.statistics["duplicates"] == ours.statistics["duplicates"]


def test_each_state_is_expanded_once() -> None:
    calls: list[int] = []

    def successors(self: Counting, state: int) -> Iterator[tuple[str, int, int]]:
        calls.append(state)
        return Counting.successors(self, state)

    result = heureka.solve(counting(successors=successors), strategy="ids")
    assert result.cost is not None and len(calls) == len(set(calls))


def test_start_is_no_method() -> None:
    assert heureka.solve(counting(start=property(lambda self: 9))).cost == 2
    with pytest.raises(heureka.ProblemError, match="start of Other is a method"):
        heureka.solve(counting(start=lambda self: 9))


def test_any_hashable_state_and_any_action() -> None:
    class Point:
        def __init__(self, x: int) -> None:
            self.x = x

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Point) and self.x == other.x

        def __hash__(self) -> int:
            return self.x % 2

    class Line:
        start = Point(0)

        def is_goal(self, state: Point) -> bool:
            return state.x == 20

        def successors(self, state: Point) -> list[tuple[dict[str, int], int, Point]]:
            return [({"step": step}, 1, Point(state.x + step)) for step in (1, -1) if abs(state.x) < 30]

    result = heureka.solve(Line())
    assert result.plan == [{"step": 1}] * 20
    assert result.path is not None and [point.x for point in result.path] == list(range(21))


def test_claims() -> None:
    too_high = counting(h=lambda self, state: 100, claim="consistent")
    audit = heureka.audit(too_high)
    assert not audit.ok
    found = audit.to_dicts()[0]
    assert (found["admissible"], found["overestimate"]["state"]) == (False, "0")
    assert heureka.solve(counting(h=lambda self, state: 0)).optimality == "not-claimed"
    assert heureka.solve(counting(h=lambda self, state: 0, claim="admissible")).optimality == "proved"
    assert heureka.audit(Eight((1, 2, 3, 4, 5, 6, 7, 0, 8)), expansions=1000).ok
    with pytest.raises(heureka.ProblemError, match="claim is 'sure'"):
        heureka.solve(counting(claim="sure"))


def test_audit_of_rules() -> None:
    small = heureka.Rules((2, 1, 0), (0, 1, 2), [("swap", 1, {0: "a", 1: "b"}, {0: "b", 1: "a"}),
                                                ("turn", 1, {0: "a", 1: "b", 2: "c"}, {0: "b", 1: "c", 2: "a"})])
    audit = heureka.audit(small)
    assert audit.ok and audit.to_dicts()[0]["states"] == 6
    assert "h: admissible" in repr(audit) and audit._repr_svg_().startswith("<svg")
    assert "<html" in audit.page().html


def test_dead_ends() -> None:
    for dead in (None, math.inf):
        result = heureka.solve(counting(h=lambda self, state: 0 if state == 0 else dead), strategy="astar")
        assert (result.outcome, result.reason) == ("not-found", "dead-end")


def test_limits_and_unsolvable() -> None:
    assert heureka.solve(counting(is_goal=lambda self, state: False)).outcome == "unsolvable"
    endless = counting(successors=lambda self, state: [("+1", 1, state + 1)], is_goal=lambda self, state: False)
    assert heureka.solve(endless, expansions=50).reason == "expansions"
    assert heureka.solve(endless, time_limit=0.05).reason == "time"
    assert heureka.solve(endless, memory_limit="100KiB").reason == "memory"
    assert heureka.solve(endless, depth_limit=5).reason == "depth"
    assert heureka.solve(endless, cost_limit=5).reason == "cost"


class Boom(Exception):
    """An exception of the user."""


def boom(*_: object) -> Any:
    raise Boom("here")


def late_boom(self: object, state: int) -> Iterator[tuple[str, int, int]]:
    yield "+1", 1, state + 1
    raise Boom("here")


@pytest.mark.parametrize(
    "methods",
    [
        {"successors": boom},
        {"successors": late_boom},
        {"is_goal": boom},
        {"h": boom},
        {"start": property(boom)},
        {"goals": boom, "predecessors": boom},
    ],
)
@pytest.mark.parametrize("call", [heureka.solve, heureka.audit, heureka.trace])
def test_exceptions_surface_unchanged(methods: dict[str, Any], call: Callable[..., Any]) -> None:
    problem = counting(**methods)
    backward = "goals" in methods
    if backward and call is heureka.audit:
        pytest.skip("an audit searches forward only")
    arguments = {"strategy": "bidirectional"} if backward else {}
    with pytest.raises(Boom, match="here"):
        result = call(problem, **arguments)
        if call is heureka.trace:
            list(result)


@pytest.mark.parametrize("strategy", ["ids", "idastar", "dls:9", "anytime", "beam:2", "bidirectional"])
def test_exceptions_in_every_kind_of_search(strategy: str) -> None:
    def successors(self: object, state: int) -> Iterator[tuple[str, int, int]]:
        if state == 1:
            raise Boom("one")
        return Counting().successors(state)

    methods = {"goals": lambda self: [10], "predecessors": lambda self, state: [state - 1] if state else []}
    with pytest.raises(Boom, match="one"):
        heureka.solve(counting(successors=successors, h=lambda self, state: 10 - state, **methods), strategy=strategy)


@pytest.mark.parametrize("member", ["start", "h", "claim"])
def test_attribute_errors_of_properties_surface(member: str) -> None:
    with pytest.raises(AttributeError, match="nothing"):
        heureka.solve(counting(**{member: property(lambda self: self.nothing)}))


def test_no_more_python_runs_after_an_exception() -> None:
    calls = []

    def successors(self: object, state: int) -> list[tuple[str, int, int]]:
        calls.append(state)
        if state == 3:
            raise Boom("three")
        return [("+1", 1, state + 1), ("+2", 1, state + 2)]

    with pytest.raises(Boom):
        heureka.solve(counting(successors=successors, is_goal=lambda self, state: False))
    assert calls[-1] == 3


def unequal(self: object, other: object) -> bool:
    raise Boom("eq")


def test_exceptions_of_states() -> None:
    class Bad:
        def __hash__(self) -> int:
            return 1

        __eq__ = unequal

    with pytest.raises(Boom, match="eq"):
        heureka.solve(counting(start=Bad(), successors=lambda self, state: [("a", 1, Bad())]))
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        heureka.solve(counting(start=[]))
    with pytest.raises(TypeError, match="unhashable type: 'dict'"):
        heureka.solve(counting(successors=lambda self, state: [("a", 1, {})]))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (("a", -1, 1), "the cost -1 of the action 'a' is not a whole number"),
        (("a", 1.5, 1), "scale the costs to whole numbers"),
        (("a", -1, 1), "costs that are not negative"),
        (("a", "1", 1), "the cost '1' of the action 'a'"),
        (("a", None, 1), "give an int"),
        (("a", 2**32, 1), "is not a whole number from 0 to 4294967294"),
        (("a", 2**32, 1), "divide all costs by a common factor"),
        (("a", 2**100, 1), "is not a whole number from 0 to 4294967294"),
        (("a", 2**32 - 2, 1), "costs are too large"),
        (("a", 1), "successors(state) returned ('a', 1)"),
        (5, "successors(state) returned 5"),
        ("abcd", "successors(state) returned 'abcd'"),
        (None, "yield (action, cost, state) for each move"),
    ],
)
def test_invalid_moves(move: Any, message: str) -> None:
    with pytest.raises(heureka.ProblemError) as caught:
        heureka.solve(counting(successors=lambda self, state: [move]))
    assert message in str(caught.value)


@pytest.mark.parametrize("h", [-1, 0.5, "1", 2**32, 2**100, [], math.nan])
def test_invalid_estimates(h: Any) -> None:
    with pytest.raises(heureka.ProblemError, match="h.state. returned .*, not a whole number"):
        heureka.solve(counting(h=lambda self, state: h))


def test_successors_that_are_no_list() -> None:
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        heureka.solve(counting(successors=lambda self, state: 7))
    with pytest.raises(TypeError, match="positional argument"):
        heureka.solve(counting(successors=lambda self: []))


def test_predecessors_must_lead_back() -> None:
    problem = counting(goals=lambda self: [10], predecessors=lambda self, state: [state - 3])
    with pytest.raises(heureka.ProblemError, match="none of its moves leads to the state"):
        heureka.solve(problem, strategy="bidirectional")
    with pytest.raises(heureka.HeurekaError, match="needs reversible moves"):
        heureka.solve(Counting(), strategy="bidirectional")


def test_goals_must_be_goals() -> None:
    problem = counting(goals=lambda self: [9], predecessors=lambda self, state: [state - 1])
    with pytest.raises(heureka.ProblemError, match="goals.. returned 9, but is_goal rejects it"):
        heureka.solve(problem, strategy="bidirectional")


def test_arguments_that_do_not_fit_problems() -> None:
    with pytest.raises(TypeError, match="one heuristic"):
        heureka.solve(Counting(), heuristic="manhattan")
    with pytest.raises(TypeError, match="name of a puzzle"):
        heureka.solve(Counting(), "eight")
    with pytest.raises(heureka.HeurekaError, match="one thread"):
        heureka.solve(Counting(), threads=2)
    with pytest.raises(heureka.HeurekaError, match="one thread"):
        heureka.audit(Counting(), threads=2)
    with pytest.raises(heureka.HeurekaError, match="there is no strategy 'astra'"):
        heureka.solve(Counting(), strategy="astra")


def test_rules_are_problems_too() -> None:
    problem, eight = rules(HARDEST), Eight(HARDEST)
    assert problem.start == eight.start and problem.is_goal(GOAL) and not problem.is_goal(HARDEST)
    state: tuple[int, ...] = HARDEST
    for _ in range(20):
        ours, theirs = problem.successors(state), eight.successors(state)
        assert ours == theirs and problem.h(state) == eight.h(state)
        state = ours[-1][2]
    assert heureka.solve(problem, strategy="bidirectional").cost == 31


def test_rules_compare_and_copy() -> None:
    # Two equal numbers may merge into one; any number may be at the end.
    merge = ("merge", 2, {0: "a", 1: "a"}, {1: 0})
    swap = ("swap", 1, {1: "a", 2: "b"}, {1: "b", 2: "a"})
    result = heureka.solve(heureka.Rules((5, 7, 5), (5, 0, None), [merge, swap]))
    assert (result.cost, result.plan, result.path) == (3, ["swap", "merge"], [(5, 7, 5), (5, 5, 7), (5, 0, 7)])
    # The goal is not one state, so there is no search backward.
    with pytest.raises(heureka.HeurekaError, match="needs reversible moves"):
        heureka.solve(heureka.Rules((5, 7, 5), (5, 0, None), [swap]), strategy="bidirectional")


@pytest.mark.parametrize("strategy", ["ucs", "idastar", "dfs", "bfs", "ids", "beam:5", "anytime", "bidirectional"])
def test_costs_that_may_add_up_to_too_much(strategy: str) -> None:
    def swaps(cost: int) -> list[tuple[int, int, dict[int, int | str], dict[int, int | str]]]:
        return [(i, cost, {i: "a", i + 1: "b"}, {i: "b", i + 1: "a"}) for i in range(2)]

    assert heureka.solve(heureka.Rules((3, 2, 1), (1, 2, 3), swaps(2**28)), strategy=strategy).cost == 3 * 2**28
    with pytest.raises(heureka.ProblemError, match="costs are too large"):
        heureka.solve(heureka.Rules((3, 2, 1), (1, 2, 3), swaps(2**31)), strategy=strategy)


def test_large_costs_off_the_plan() -> None:
    def successors(self: object, state: int) -> list[tuple[str, int, int]]:
        return [("+1", 2**24, state + 1), ("far", 2**32 - 2, -state - 1)] if 0 <= state < 100 else []

    # No path that the plan is compared with is miscounted, although dear moves exist.
    result = heureka.solve(counting(successors=successors))
    assert (result.cost, result.optimality) == (10 * 2**24, "proved")
    for most, cost in ((2**31 - 1, 2**32 - 2), (2**31, None)):
        moves = {0: [("a", most, 1)], 1: [("b", most, 10)], 10: []}
        problem = counting(successors=lambda self, state, moves=moves: moves[state])
        if cost is None:
            with pytest.raises(heureka.ProblemError, match="add up to 4294967295 or more"):
                heureka.solve(problem)
        else:
            assert heureka.solve(problem).cost == cost


def test_wide_rules() -> None:
    width = 64
    shift = [("right", 1, {i: 1, i + 1: 0}, {i: 0, i + 1: 1}) for i in range(width - 1)]
    start = (1,) + (0,) * (width - 1)
    assert heureka.solve(heureka.Rules(start, start[::-1], shift)).cost == width - 1
    events = list(heureka.trace(heureka.Rules(start, start[::-1], shift), events=["solved"]))
    assert events[0]["state"] == start[::-1] and events[0]["action"] == "right"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (((), (), []), heureka.ProblemError),
        (((1,) * 65, (1,) * 65, []), heureka.ProblemError),
        (((1, 2), (1,), []), heureka.ProblemError),
        (((1, 300), (1, 2), []), heureka.HeurekaError),
        (((1, 2), (1, -2), []), heureka.HeurekaError),
        (((1, 2), (2, 1), [("a", 1, {-1: 1}, {})]), heureka.HeurekaError),
        (((1, 2), (2, 1), [("a", 2**32 - 1, {}, {})]), heureka.ProblemError),
        ((("a", "b"), (1, 2), []), TypeError),
        (((1, 2), (2, 1), [("a", 1, {5: 1}, {})]), heureka.HeurekaError),
        (((1, 2), (2, 1), [("a", 1, {}, {0: "x"})]), heureka.ProblemError),
        (((1, 2), (2, 1), [("a", 1, {0: 1.5}, {})]), heureka.ProblemError),
        (((1, 2), (2, 1), [("a", -1, {}, {})]), heureka.ProblemError),
        (((1, 2), (2, 1), [("a", 1)]), heureka.ProblemError),
        (((1, 2), (2, 1), 5), TypeError),
    ],
)
def test_invalid_rules(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        heureka.Rules(*arguments)


def test_numbers_of_rules_out_of_range() -> None:
    with pytest.raises(heureka.HeurekaError) as caught:
        heureka.Rules((1, 300), (1, 2), [])
    assert str(caught.value) == "start[1]=300 is out of range\nhelp: give a whole number from 0 to 255"
    with pytest.raises(heureka.HeurekaError, match=r"h\[1\]\[0\]=-3 is out of range"):
        heureka.Rules((1, 2), (2, 1), [], h=[[0], [-3]])
    with pytest.raises(heureka.HeurekaError, match=r"state\[0\]=256 is out of range"):
        heureka.Rules((1, 2), (2, 1), []).is_goal((256, 1))
