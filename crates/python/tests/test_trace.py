"""Traces: the events of the command line, one at a time."""

from __future__ import annotations

import itertools
import json
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Program
from eight import Eight
from test_problem import Counting, counting

import heureka


@pytest.mark.parametrize("strategy", ["bfs", "dfs", "astar", "idastar", "ids", "beam:3", "bidirectional", "anytime"])
@pytest.mark.parametrize(("puzzle", "instance"), [("hanoi", "3 3"), ("tiles", "1 2 3 4 0 6 7 5 8")])
def test_same_events_as_the_command_line(
    program: Program, tmp_path: Path, puzzle: str, instance: str, strategy: str
) -> None:
    file = tmp_path / "trace.jsonl"
    program.run("solve", puzzle, instance, "-s", strategy, "--trace", str(file))
    expected = [json.loads(line) for line in file.read_text().splitlines()]
    trace = heureka.trace(puzzle, instance, strategy=strategy)
    assert list(trace) == expected
    assert trace.result is not None and trace.result.outcome == "solved"


def test_kinds() -> None:
    trace = heureka.trace("hanoi", "3 3", strategy="bfs", events=["expand"])
    events = list(trace)
    assert trace.result is not None
    assert len(events) == trace.result.expanded and {e["event"] for e in events} == {"expand"}
    with pytest.raises(heureka.HeurekaError, match="there is no event 'expanded'"):
        heureka.trace("hanoi", events=["expanded"])


def test_a_closed_trace_has_no_more_events() -> None:
    # The whole search would take hours and all memory.
    trace = heureka.trace("tiles", random="5x5", seed=1, strategy="bfs")
    assert [event["event"] for event in itertools.islice(trace, 3)] == ["expand", "generate", "generate"]
    assert trace.result is None
    trace.close()
    assert next(trace, None) is None and trace.result is None


def test_events_of_a_problem_have_its_objects() -> None:
    trace = heureka.trace(Counting(), strategy="bfs")
    first, second = itertools.islice(trace, 2)
    assert first == {"event": "expand", "node": 0, "g": 0, "h": 0, "state": 0}
    assert second == {
        "event": "generate", "node": 1, "parent": 0, "action": "+1", "g": 2, "h": 0, "state": 1,
    }
    rest = list(trace)
    assert rest[-1]["event"] == "solved" and rest[-1]["state"] == 10
    assert trace.result is not None and trace.result.path is not None
    assert trace.result.path[-1] == 10


def test_expanded_states_are_those_of_the_search() -> None:
    start = (1, 2, 3, 4, 0, 6, 7, 5, 8)
    expanded = [e["state"] for e in heureka.trace(Eight(start), events=["expand"])]
    assert expanded[0] == start and len(expanded) == heureka.solve(Eight(start)).expanded


def test_limits() -> None:
    trace = heureka.trace("tiles", "fifteen", strategy="bfs", expansions=10, events=["expand"])
    assert len(list(trace)) == 10
    assert trace.result is not None and trace.result.reason == "expansions"
    assert list(trace) == []


@pytest.mark.parametrize("how", ["close", "drop"])
def test_the_end_of_a_trace_ends_its_search(how: str) -> None:
    def successors(self: object, state: int) -> Any:
        return [("+1", 1, state + 1)]

    problem = counting(successors=successors, is_goal=lambda self, state: False)
    searched = weakref.ref(problem)
    trace = heureka.trace(problem)
    next(trace)
    del problem
    assert searched() is not None
    if how == "close":
        trace.close()
    else:
        del trace
    # Only a search that has ended lets go of the problem, at the next call of the package.
    for _ in range(600):
        heureka.solve("hanoi", "3 2")
        if searched() is None:
            return
        time.sleep(0.1)
    pytest.fail("the search goes on")


@pytest.mark.parametrize("start", [4, 0])
def test_actions_of_a_search_backward(start: int) -> None:
    problem = counting(
        start=start,
        goals=lambda self: [10],
        predecessors=lambda self, state: [s for s in range(10) if state in (s + 1, s * 2)],
    )
    trace = heureka.trace(problem, strategy="bidirectional", events=["expand", "generate"])
    states: dict[int, int] = {}
    steps: dict[str, Callable[[int], int]] = {"+1": lambda s: s + 1, "*2": lambda s: s * 2}
    for event in trace:
        states[event["node"]] = event["state"]
        if "action" in event and "parent" in event:
            one, other = states.get(event["parent"]), event["state"]
            apply = steps[event["action"]]
            assert one is None or apply(one) == other or apply(other) == one
    assert trace.result is not None and trace.result.optimality == "proved"
    assert trace.result.cost == heureka.solve(problem).cost
