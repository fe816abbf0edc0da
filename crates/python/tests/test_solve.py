"""Results equal those of the command line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from conftest import Program, without_times

import heureka

PUZZLES = [puzzle["name"] for puzzle in heureka.puzzles()]
# Strategies with an argument need one.
STRATEGIES = [
    strategy["name"] + (":8" if strategy["name"] == "dls" else "")
    for strategy in heureka.strategies()
]
SMALL = {
    "river": "3 3 2",
    "hanoi": "3 3",
    "tiles": "1 2 3 4 5 6 0 7 8",
}


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_first_instance_of_every_puzzle(program: Program, puzzle: str) -> None:
    limits = {"time_limit": None, "expansions": 20_000}
    expected = program.json("solve", puzzle, "--expansions", "20000")
    found = heureka.solve(puzzle, **limits).to_dict()  # type: ignore[arg-type]
    assert without_times(found) == without_times(expected)
    assert list(found)[:2] == ["schema", "seed"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy(program: Program, strategy: str) -> None:
    arguments = ("solve", "hanoi", "3 3", "-s", strategy)
    found = heureka.solve("hanoi", "3 3", strategy=strategy)
    assert without_times(found.to_dict()) == without_times(program.json(*arguments))


@pytest.mark.parametrize("puzzle", SMALL)
def test_heuristics(program: Program, puzzle: str) -> None:
    instance = heureka.Instance(puzzle, SMALL[puzzle])
    for heuristic in instance.heuristics:
        found = heureka.solve(instance, strategy="astar", heuristic=heuristic)
        arguments = ("solve", puzzle, SMALL[puzzle], "-s", "astar", "-H", heuristic)
        assert without_times(found.to_dict()) == without_times(program.json(*arguments))


def test_the_example_of_the_documentation() -> None:
    result = heureka.solve(
        "tiles", "8 6 7 2 5 4 3 0 1", strategy="astar", heuristic="manhattan", time_limit=10
    )
    assert (result.outcome, result.cost, result.length) == ("solved", 31, 31)
    assert (result.optimality, result.within, result.reason) == ("proved", None, None)
    assert (result.strategy, result.heuristic) == ("astar", "manhattan")
    assert result.plan is not None and len(result.plan) == 31
    assert result.expanded == result.statistics["expanded"] > 0
    assert result.generated == result.statistics["generated"] > result.expanded
    assert result.seconds == result.statistics["seconds"]
    assert str(result) == "Solved at cost 31 in 31 moves, proved optimal: no plan is cheaper."
    assert repr(result) == f"<heureka.Result: {result}>"


def test_random_instances_repeat() -> None:
    first = heureka.solve("tiles", random="3x3", seed=7)
    assert first.to_dict()["seed"] == 7
    assert first.to_dict()["instance"] == heureka.Instance.random("tiles", "3x3", 7).text
    drawn = heureka.solve("tiles", random="3x3")
    again = heureka.solve("tiles", random="3x3", seed=drawn.to_dict()["seed"])
    assert again.plan == drawn.plan


def test_parameters(program: Program) -> None:
    found = heureka.solve("tiles", "1 2 3 0 4 5", parameters={"rows": 2})
    expected = program.json("solve", "tiles", "1 2 3 0 4 5", "-p", "rows=2")
    assert without_times(found.to_dict()) == without_times(expected)


def test_files_and_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board.txt").write_text("1 2 3\n4 5 6\n7 0 8\n")
    assert heureka.solve("tiles", file=tmp_path / "board.txt").cost == 1
    monkeypatch.chdir(tmp_path)
    assert heureka.solve("tiles", "board.txt").cost == 1
    assert heureka.solve("8-puzzle").cost == heureka.solve("tiles", "eight").cost == 31
    with pytest.raises(FileNotFoundError):
        heureka.solve("tiles", file="missing.txt")


def test_unsolvable() -> None:
    result = heureka.solve("tiles", "1 2 3 4 5 6 8 7 0")
    assert (result.outcome, result.plan, result.path, result.cost) == ("unsolvable", None, None, None)
    assert result.reason is not None and "parity" in result.reason


@pytest.mark.parametrize(
    ("limits", "outcome", "reason"),
    [
        ({"expansions": 9}, "stopped", "expansions"),
        ({"time_limit": 0}, "stopped", "time"),
        ({"time_limit": "0s"}, "stopped", "time"),
        ({"memory_limit": 1000}, "stopped", "memory"),
        ({"memory_limit": "1KiB"}, "stopped", "memory"),
        ({"depth_limit": 3}, "not-found", "depth"),
        ({"cost_limit": 3}, "not-found", "cost"),
    ],
)
def test_limits(limits: dict[str, object], outcome: str, reason: str) -> None:
    result = heureka.solve("hanoi", "4 9", strategy="bfs", **limits)  # type: ignore[arg-type]
    assert (result.outcome, result.reason, result.plan) == (outcome, reason, None)


def test_threads() -> None:
    result = heureka.solve("tiles", "fifteen", strategy="idastar", heuristic="manhattan", threads=2)
    assert result.optimality == "proved"
    one = heureka.solve("tiles", "fifteen", strategy="idastar", heuristic="manhattan")
    assert result.cost == one.cost


def test_drawings(program: Program, tmp_path: Path) -> None:
    result = heureka.solve("hanoi", "3 3")
    drawn = program.run("solve", "hanoi", "3 3", "--svg", "-").stdout
    assert result.draw().svg == drawn
    html = result._repr_html_()
    assert drawn in html and "proved optimal" in html
    result.draw().save(tmp_path / "plan.svg")
    assert (tmp_path / "plan.svg").read_text() == drawn
    page = result.page()
    assert page.html.startswith("<!doctype html>") or page.html.startswith("<!DOCTYPE html>")
    assert page._repr_html_().startswith("<iframe srcdoc=")


def test_a_route_on_a_map_is_one_picture() -> None:
    result = heureka.solve("grid")
    assert result.draw().svg.count("<svg") == 1


def test_large_instances_are_solved_but_not_drawn() -> None:
    result = heureka.solve("counters", random="300x300", seed=1)
    assert result.outcome == "solved"
    assert "<svg" not in result._repr_html_()
    with pytest.raises(heureka.HeurekaError, match="too large to draw"):
        result.draw()


def test_catalog(program: Program) -> None:
    listed = program.json("list")
    assert heureka.puzzles() == listed["puzzles"]
    assert heureka.strategies() == listed["strategies"]


@pytest.mark.parametrize("name", ["hanoi", "astar", "manhattan", "15-puzzle"])
def test_describe(program: Program, name: str) -> None:
    expected = program.json("describe", name)
    del expected["schema"]
    assert heureka.describe(name) == expected


def test_version(program: Program) -> None:
    assert program.run("--version").stdout.split() == ["heureka", heureka.__version__]


def test_errors_survive_a_pickle() -> None:
    error = heureka.HeurekaError("what", "do this")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.help) == ("what\nhelp: do this", "do this")
