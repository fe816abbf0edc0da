"""Instances: enough to write your own search, and to check it."""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count
from pathlib import Path

import pytest
from conftest import Program

import heureka

PUZZLES = [puzzle["name"] for puzzle in heureka.puzzles()]
# Instances whose whole space a search in Python visits quickly.
SMALL = {
    "river": "3 3 2",
    "hanoi": "3 3",
    "tiles": "1 2 3 4 0 6 7 5 8",
    "grid": None,
    "graph": None,
    "pacman": None,
    "bricks": "level0",
    "pancakes": None,
    "sokoban": None,
}



def breadth_first(instance: heureka.Instance) -> tuple[list[str], list[heureka.State]]:
    """A search as a student writes it: the moves and the states of a shortest plan."""
    start = instance.start
    paths: dict[heureka.State, tuple[list[str], list[heureka.State]]] = {start: ([], [start])}
    frontier = deque([start])
    while frontier:
        state = frontier.popleft()
        moves, states = paths[state]
        if instance.is_goal(state):
            return moves, states
        for action, _, following in instance.successors(state):
            if following not in paths:
                paths[following] = ([*moves, action], [*states, following])
                frontier.append(following)
    raise AssertionError("no plan")


def astar(instance: heureka.Instance, heuristic: str) -> list[str]:
    """A* as a student writes it."""
    number = count()
    start = instance.start
    g = {start: 0}
    frontier: list[tuple[int, int, heureka.State, list[str]]] = [(0, next(number), start, [])]
    while frontier:
        _, _, state, moves = heapq.heappop(frontier)
        if instance.is_goal(state):
            return moves
        for action, cost, following in instance.successors(state):
            path_cost = g[state] + cost
            estimate = instance.h(following, heuristic)
            if estimate is not None and path_cost < g.get(following, 2**32):
                g[following] = path_cost
                entry = (path_cost + estimate, next(number), following, [*moves, action])
                heapq.heappush(frontier, entry)
    raise AssertionError("no plan")


@pytest.mark.parametrize("puzzle", SMALL)
def test_a_search_in_python(puzzle: str) -> None:
    instance = heureka.Instance(puzzle, SMALL[puzzle])
    moves, states = breadth_first(instance)
    ours = heureka.solve(instance, strategy="bfs")
    assert ours.length == len(moves) == len(states) - 1
    assert instance.check(moves) == instance.check(states)
    assert instance.check(ours) == ours.cost
    assert ours.path is not None and ours.path[0] == instance.start
    assert instance.is_goal(ours.path[-1]) and instance.check(ours.path) == ours.cost


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict", "zero"])
def test_astar_in_python(heuristic: str) -> None:
    instance = heureka.Instance.random("tiles", "2x3", 3)
    assert instance.check(astar(instance, heuristic)) == heureka.solve(instance).cost


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_puzzle(puzzle: str) -> None:
    instance = heureka.Instance(puzzle)
    assert instance.puzzle == puzzle
    assert heureka.Instance(puzzle, instance.text, parameters=dict(instance.parameters)).text == instance.text
    assert str(instance) == instance.text and repr(instance).startswith("heureka.Instance(")
    assert instance.heuristic == instance.heuristics[0]
    start = instance.start
    assert instance._repr_svg_() == instance.draw().svg
    assert instance.draw(start).svg.startswith("<svg") and start._repr_svg_().startswith("<svg")
    for action, cost, following in instance.successors(start):
        assert isinstance(action, str) and cost >= 0 and following.text == str(following)
    assert {following for _, _, following in instance.successors(start)} == {
        following for _, _, following in instance.successors(start)
    }


def test_states_are_values() -> None:
    instance, same = heureka.Instance("tiles", "eight"), heureka.Instance("tiles", "eight")
    other = heureka.Instance("tiles", "easy")
    assert instance.start == same.start and hash(instance.start) == hash(same.start)
    assert instance.start != other.start and instance.start != "text"
    assert instance.successors(same.start) == same.successors(instance.start)
    states = [following for _, _, following in instance.successors(instance.start)]
    assert sorted(states) == sorted(reversed(states))
    with pytest.raises(heureka.HeurekaError, match="belongs to another instance"):
        instance.successors(other.start)
    with pytest.raises(TypeError):
        instance.successors("1 2 3")  # type: ignore[arg-type]


def test_h_by_name() -> None:
    instance = heureka.Instance("tiles", "eight", heuristic="linear-conflict")
    assert instance.heuristic == "linear-conflict"
    manhattan, conflict = (instance.h(instance.start, name) for name in ("manhattan", "linear-conflict"))
    assert manhattan is not None and conflict is not None
    assert 0 < manhattan <= conflict <= 31 and conflict == instance.h(instance.start)
    assert instance.h(instance.start, "zero") == 0
    # Its tables are built at the first call.
    exact = instance.h(instance.start, "pdb")
    assert exact is not None and manhattan <= exact <= 31
    with pytest.raises(heureka.HeurekaError, match="no heuristic 'euclid'"):
        instance.h(instance.start, "euclid")


def test_searches_use_the_heuristic_of_the_instance() -> None:
    instance = heureka.Instance("tiles", "1 2 3 4 0 6 7 5 8", heuristic="misplaced")
    assert heureka.solve(instance).heuristic == "misplaced"
    assert heureka.solve(instance, heuristic="manhattan").heuristic == "manhattan"
    assert heureka.solve(instance, strategy="best").heuristic == "misplaced"
    assert instance.certify().heuristic == "misplaced"


def test_a_result_without_a_plan() -> None:
    instance = heureka.Instance("tiles", "fifteen")
    with pytest.raises(heureka.HeurekaError, match="the result has no plan"):
        instance.check(heureka.solve(instance, expansions=1, strategy="bfs"))


def test_dead_ends_have_no_estimate() -> None:
    instance = heureka.Instance("graph", "start A; goal G; A -> B 1; A -> G 3; h B inf")
    estimates = [instance.h(state, "given") for _, _, state in instance.successors(instance.start)]
    assert None in estimates


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (["sideways"], "'sideways' is not a move of tiles\nhelp: write one move per word, such as "),
        (["up", "up"], "illegal: up"),
        ([], "the moves are legal but do not end in a goal"),
        (["left"], "the moves are legal but do not end in a goal"),
    ],
)
def test_rejected_plans(plan: list[str], message: str) -> None:
    with pytest.raises(heureka.PlanError) as caught:
        heureka.Instance("tiles", "1 2 3 4 5 6 0 7 8").check(plan)
    assert message in str(caught.value)


def test_rejected_paths() -> None:
    instance = heureka.Instance("tiles", "1 2 3 4 5 6 0 7 8")
    path = heureka.solve(instance).path
    assert path is not None
    for wrong in (path[1:], path[:-1], path[::-1], [path[0], path[-1]]):
        with pytest.raises(heureka.PlanError, match="not a path from the start to a goal"):
            instance.check(wrong)
    with pytest.raises(heureka.HeurekaError, match="expected a list of moves"):
        instance.check("left left")
    with pytest.raises(TypeError):
        instance.check([1, 2])  # type: ignore[arg-type]


def test_names_of_moves_in_bricks_that_change_places() -> None:
    # Bricks of one shape are interchangeable for a search, so that a plan of names from `successors` may
    # differ from the names that people follow.
    instance = heureka.Instance("bricks", "klotski")
    plan, state = [], instance.start
    result = heureka.solve(instance)
    assert result.path is not None
    for following in result.path[1:]:
        plan.append(next(name for name, _, found in instance.successors(state) if found == following))
        state = following
    assert instance.check(plan) == instance.check(result) == result.cost


def test_certificates() -> None:
    certificate = heureka.Instance("hanoi", "3 3").certify()
    assert (certificate.cost, certificate.heuristic, len(certificate.plan)) == (7, "tower", 7)
    checked = certificate.check()
    assert (checked["cost"], checked["states"]) == (7, certificate.records)
    assert heureka.check_certificate(certificate) == heureka.check_certificate(bytes(certificate))
    unsolvable = heureka.Instance("graph", "start A; goal G; A -> B; G -> B").certify(strategy="ucs")
    assert unsolvable.cost is None and unsolvable.heuristic is None
    assert unsolvable.check()["outcome"] == "unsolvable"


def test_certificates_of_the_command_line(program: Program, tmp_path: Path) -> None:
    certificate = heureka.Instance("river", "3 3 2").certify(strategy="ucs")
    certificate.save(tmp_path / "python.cert")
    assert program.run("certify", "--check", str(tmp_path / "python.cert")).returncode == 0
    written = tmp_path / "program.cert"
    program.run("certify", "river", "3 3 2", "-s", "ucs", "--out", str(written))
    assert written.read_bytes() == bytes(certificate)
    assert heureka.check_certificate(written)["cost"] == certificate.cost


def test_false_certificates() -> None:
    data = bytes(heureka.Instance("hanoi", "3 3").certify())
    with pytest.raises(heureka.HeurekaError, match="rejected: "):
        heureka.check_certificate(data.replace(b"claim cost 7", b"claim cost 6"))
    for junk in (b"", b"junk", data[:40], data.replace(b"hanoi", b"nowhere")):
        with pytest.raises(heureka.HeurekaError):
            heureka.check_certificate(junk)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "bfs"}, "use astar or ucs"),
        ({"heuristic": "nothing"}, "no heuristic 'nothing'"),
        ({"strategy": "ucs", "heuristic": "nothing"}, "no heuristic 'nothing'"),
        ({"expansions": -1}, "expansions=-1 is out of range"),
        ({"expansions": 3}, "nothing is proved, so there is no certificate: "),
    ],
)
def test_no_certificate(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(heureka.HeurekaError, match=message):
        heureka.Instance("hanoi", "4 6").certify(**arguments)  # type: ignore[arg-type]
