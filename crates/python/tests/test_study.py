"""Studies, audits of puzzles, and what notebooks show."""

from __future__ import annotations

from pathlib import Path

import pandas  # type: ignore[import-untyped]
import pytest
from conftest import Program, without_times

import heureka


def study() -> heureka.Study:
    return heureka.study(
        "tiles", ["easy", "1 2 3 4 0 6 7 5 8"], random="2x3", seeds=range(1, 4),
        strategies=["bfs", "astar"], heuristics=["manhattan", "linear-conflict"], title="Tiles",
    )


def test_records() -> None:
    found = study()
    assert (found.title, len(found)) == ("Tiles", 15)
    frame = pandas.DataFrame(found.records())
    assert len(frame) == 15 and set(frame["ending"]) == {"solved"}
    by_setup = frame.groupby("setup")["expanded"].sum()
    assert list(by_setup.index) == ["astar -H linear-conflict", "astar -H manhattan", "bfs"]
    assert by_setup["astar -H linear-conflict"] <= by_setup["astar -H manhattan"] < by_setup["bfs"]
    assert list(frame[frame["seed"] == 2]["cost"].unique()) == [heureka.solve("tiles", random="2x3", seed=2).cost]
    assert found.csv().count("\n") == 16


def test_without_times_everything_repeats() -> None:
    one, two = study(), study()
    assert one.csv(times=False) == two.csv(times=False)
    plots = one.plots(times=False)
    assert {name: p.svg for name, p in plots.items()} == {n: p.svg for n, p in two.plots(times=False).items()}
    assert any("expanded" in name for name in plots) and not any("time" in name for name in plots)
    assert all(plot._repr_svg_().startswith("<svg") for plot in plots.values())


def test_report() -> None:
    page = study().report()
    assert "<title>Tiles" in page.html and "<svg" in page.html
    assert study()._repr_html_().startswith("<iframe srcdoc=")


def test_records_of_the_command_line(program: Program, tmp_path: Path) -> None:
    text = "title = 'T'\nstrategies = ['bfs', 'astar']\n[[instances]]\npuzzle = 'hanoi'\ntexts = ['3 2', '3 3']\n"
    (tmp_path / "t.toml").write_text(text)
    program.run("lab", "run", str(tmp_path / "t.toml"), "--db", str(tmp_path / "t.db"))
    read = heureka.read_study(tmp_path / "t.db").records()
    ours = heureka.study("hanoi", ["3 2", "3 3"], strategies=["bfs", "astar"]).records()
    keys = ("instance", "setup", "ending", "cost", "length", "expanded", "generated", "duplicates")
    assert [[run[key] for key in keys] for run in read] == [[run[key] for key in keys] for run in ours]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategies": "astra"}, "there is no strategy 'astra'"),
        ({"strategies": "astar", "heuristics": "euclid"}, "hanoi has no heuristic 'euclid'"),
        ({"strategies": "bfs -H tower"}, "bfs uses no heuristic"),
        ({"instances": "3 x"}, "expected"),
        ({"instances": []}, "the study has no instances"),
        ({"strategies": []}, "the study has no strategies"),
        ({"repeats": 0}, "repeats=0 is out of range"),
        ({"random": "3 2", "seeds": -1}, "seeds=-1 is out of range"),
        ({"random": "none"}, "expected"),
        ({"strategies": "bidirectional:symmetry=yes", "instances": "3 2"}, "symmetry"),
    ],
)
def test_invalid_studies(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(heureka.HeurekaError, match=message):
        heureka.study("hanoi", **{"instances": ["3 2"], **arguments})  # type: ignore[arg-type]


def test_missing_database(tmp_path: Path) -> None:
    with pytest.raises(heureka.HeurekaError) as caught:
        heureka.read_study(tmp_path / "missing.db")
    assert "missing.db" in str(caught.value) and caught.value.help


def test_audits_are_those_of_the_command_line(program: Program) -> None:
    for puzzle, instance in [("hanoi", "3 3"), ("graph", "too-high")]:
        audit = heureka.audit(puzzle, instance)
        expected = program.json("audit", puzzle, instance)["heuristics"]
        assert audit.to_dicts() == expected
        assert audit.ok == (program.run("audit", puzzle, instance).returncode == 0)
    one = heureka.audit("graph", "too-high", heuristic="given")
    assert one.ok and "admissible: false, and not claimed" in repr(one)
    drawn = program.run("audit", "graph", "too-high", "-H", "given", "--svg", "-").stdout
    assert one.draw().svg == drawn


def test_seeds_of_solve_and_study_agree(program: Program) -> None:
    record = program.json("solve", "tiles", "--random", "3x3", "--seed", "5")
    assert without_times(heureka.solve("tiles", random="3x3", seed=5).to_dict()) == without_times(record)
