"""Traces: the events of the command line, one at a time."""

from __future__ import annotations

import itertools
import json
import time
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


def test_the_search_stops_when_nobody_reads_on() -> None:
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


def test_a_forgotten_trace_of_a_problem_ends() -> None:
    calls: list[int] = []

    def successors(self: object, state: int) -> Any:
        calls.append(state)
        return [("+1", 1, state + 1)]

    trace = heureka.trace(counting(successors=successors, is_goal=lambda self, state: False))
    next(trace)
    del trace
    deadline = time.monotonic() + 10
    seen = -1
    while len(calls) > seen and time.monotonic() < deadline:
        seen = len(calls)
        time.sleep(0.3)
    assert len(calls) == seen
