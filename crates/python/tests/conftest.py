"""What the tests share."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

# Tests keep no tables in the user's folder.
os.environ["HEUREKA_CACHE"] = ""

ROOT = Path(__file__).resolve().parents[3]


class Program:
    """The command line, to compare with."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.path, *arguments],
            capture_output=True,
            text=True,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
        )

    def json(self, *arguments: str) -> dict[str, Any]:
        """Returns the object that a command prints."""
        done = self.run(*arguments, "--json")
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def error(self, *arguments: str, cwd: Path | None = None) -> str:
        """Returns the error and the help that a command prints, without labels of the first."""
        done = self.run(*arguments, cwd=cwd)
        lines = [line for line in done.stderr.splitlines() if not line.startswith("note:")]
        assert done.returncode != 0 and lines[0].startswith("error: "), done
        return "\n".join(lines).removeprefix("error: ")


@pytest.fixture(scope="session")
def program() -> Program:
    """Returns the program that HEUREKA_PROGRAM names, or else the one that cargo has built."""
    named = os.environ.get("HEUREKA_PROGRAM")
    path = named or shutil.which(ROOT / "target/release/heureka")
    if path is None:
        pytest.skip("there is no program to compare with: run `cargo build --release`")
    return Program(path)


def without_times(record: dict[str, Any]) -> dict[str, Any]:
    """Returns a run record without what a clock measured."""
    return {key: value for key, value in record.items() if not key.endswith("seconds")}
