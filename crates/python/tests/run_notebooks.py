"""Executes the notebooks and keeps their output:  python tests/run_notebooks.py"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[3] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path) -> Any:
    """Returns the notebook with the output of a fresh run."""
    notebook = nbformat.read(path, as_version=4)
    # Each cell ends within two minutes, or raises.
    NotebookClient(notebook, timeout=120, record_timing=False).execute()
    notebook.metadata.language_info = {"name": "python"}
    return notebook


if __name__ == "__main__":
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
