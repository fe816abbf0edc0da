"""The notebooks run, and their kept output is what they print."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from run_notebooks import NOTEBOOKS, executed


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["astar-in-one-lesson", "compare-heuristics"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_output_is_kept(path: Path) -> None:
    kept, fresh = nbformat.read(path, as_version=4), executed(path)
    for before, after in zip(kept.cells, fresh.cells, strict=True):
        # To keep new output: python crates/python/tests/run_notebooks.py
        assert before.get("outputs") == after.get("outputs"), before.source
    shown = [output for cell in fresh.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)
    assert not any(output.output_type == "error" for output in shown)
