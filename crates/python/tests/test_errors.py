"""Bad use raises exceptions with the texts of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Program

import heureka


@pytest.mark.parametrize(
    ("puzzle", "arguments", "flags"),
    [
        ("tile", {}, []),
        ("klotsky", {}, []),
        ("cut-off", {}, []),
        ("tiles", {"instance": "8 6 7"}, ["8 6 7"]),
        ("tiles", {"instance": "1 2 3 x"}, ["1 2 3 x"]),
        ("tiles", {"instance": "nowhere.txt"}, ["nowhere.txt"]),
        ("tiles", {"instance": "hanoi"}, ["hanoi"]),
        ("tiles", {"instance": "eihgt"}, ["eihgt"]),
        ("tiles", {"instance": "867254301"}, ["867254301"]),
        ("tiles", {"instance": "4x4"}, ["4x4"]),
        ("tiles", {"instance": "astar"}, ["astar"]),
        ("tiles", {"strategy": "astra"}, ["-s", "astra"]),
        ("tiles", {"strategy": "mcts"}, ["-s", "mcts"]),
        ("tiles", {"strategy": "dls"}, ["-s", "dls"]),
        ("tiles", {"heuristic": "manhatan"}, ["-H", "manhatan"]),
        ("tiles", {"random": "0x0", "seed": 1}, ["--random", "0x0", "--seed", "1"]),
        ("tiles", {"parameters": {"rows": 7}}, ["-p", "rows=7"]),
        ("tiles", {"parameters": {"size": 7}}, ["-p", "size=7"]),
        ("tiles", {"strategy": "idastar", "threads": 2, "heuristic": "euclidean"}, None),
        ("tiles", {"strategy": "bfs", "threads": 2}, ["-s", "bfs", "--threads", "2"]),
        ("hanoi", {"strategy": "idastar", "depth_limit": 3}, None),
        ("pegs", {"strategy": "astar:symmetry=maybe"}, ["-s", "astar:symmetry=maybe"]),
        ("tiles", {"strategy": "astar:ties=state"}, ["-s", "astar:ties=state"]),
        ("graph", {"strategy": "bfs:symmetry=yes"}, ["-s", "bfs:symmetry=yes"]),
    ],
)
def test_same_text_as_the_command_line(
    program: Program,
    puzzle: str,
    arguments: dict[str, Any],
    flags: list[str] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    if flags is None:
        flags = []
        for name, value in arguments.items():
            flags += [f"--{name.replace('_', '-')}", str(value)]
    with pytest.raises(heureka.HeurekaError) as caught:
        heureka.solve(puzzle, **arguments)
    assert str(caught.value) == program.error("solve", puzzle, *flags, cwd=tmp_path)
    assert isinstance(caught.value, ValueError)


def test_error_in_a_file(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("1 2 3\n4 x 6\n7 0 8\n")
    with pytest.raises(heureka.HeurekaError) as caught:
        heureka.solve("tiles", file="board.txt")
    assert str(caught.value) == program.error("solve", "tiles", "--file", "board.txt", cwd=tmp_path)
    assert caught.value.help.startswith("`heureka describe tiles`")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        heureka.solve("tiles", file=tmp_path / "missing.txt")
    assert caught.value.filename == str(tmp_path / "missing.txt")


@pytest.mark.parametrize(
    "call",
    [
        lambda: heureka.solve(7),  # type: ignore[arg-type]
        lambda: heureka.solve(None),  # type: ignore[arg-type]
        lambda: heureka.solve(object()),  # type: ignore[arg-type]
    ],
)
def test_neither_a_puzzle_nor_a_problem(call: Any) -> None:
    with pytest.raises(heureka.ProblemError, match="neither a puzzle nor a problem: it has no start"):
        call()


@pytest.mark.parametrize(
    "arguments",
    [
        {"instance": 5},
        {"strategy": 5},
        {"heuristic": b"manhattan"},
        {"expansions": "many"},
        {"expansions": 1.5},
        {"time_limit": [1]},
        {"depth_limit": "3"},
        {"threads": "two"},
        {"parameters": 3},
        {"parameters": {1: 2}},
        {"random": 3},
        {"file": 3},
        {"color": "red"},
    ],
)
def test_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        heureka.solve("tiles", **arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"expansions": -1},
        {"expansions": 2**64},
        {"depth_limit": 2**32},
        {"depth_limit": -1},
        {"cost_limit": -1},
        {"threads": -1},
        {"threads": 0},
        {"threads": 1025},
        {"seed": 5},
        {"random": "3x3", "seed": -1},
        {"time_limit": -1},
        {"time_limit": float("nan")},
        {"time_limit": float("inf")},
        {"time_limit": 1e300},
        {"time_limit": 10**400},
        {"time_limit": 10**5000},
        {"time_limit": "soon"},
        {"memory_limit": -5},
        {"memory_limit": "much"},
        {"instance": "eight", "random": "3x3"},
    ],
)
def test_values_out_of_range(arguments: dict[str, Any]) -> None:
    with pytest.raises(heureka.HeurekaError) as caught:
        heureka.solve("tiles", **arguments)
    assert any(name in caught.value.message for name in arguments) and caught.value.help


def test_arguments_of_puzzles_do_not_fit_instances() -> None:
    instance = heureka.Instance("tiles")
    with pytest.raises(TypeError, match="need the name of a puzzle"):
        heureka.solve(instance, "eight")


def test_results_cannot_be_changed_or_made() -> None:
    result = heureka.solve("hanoi", "3 2")
    with pytest.raises(AttributeError):
        result.cost = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        heureka.Result()
    with pytest.raises(TypeError):
        heureka.State()
