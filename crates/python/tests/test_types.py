"""The stubs are complete, and everything here type-checks."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import heureka._api

FOLDER = Path(__file__).resolve().parents[1]


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_package_and_tests_are_typed() -> None:
    run("mypy", "python/heureka", "tests", "bench.py")


def test_stubs_are_those_of_the_module() -> None:
    run("mypy.stubtest", "heureka", "--allowlist", "tests/stubtest.txt")


def test_the_package_is_marked_as_typed() -> None:
    assert (Path(heureka.__file__).parent / "py.typed").exists()


def test_examples_of_the_documentation() -> None:
    for module in (heureka, heureka._api):
        tried = doctest.testmod(module)
        assert tried.attempted > 0 and tried.failed == 0


def test_examples_of_the_guide() -> None:
    guide = FOLDER.parents[1] / "docs" / "python.md"
    # A fence ends the output of the example before it.
    text = "\n".join(line for line in guide.read_text().splitlines() if not line.startswith("```"))
    examples = doctest.DocTestParser().get_doctest(text, {}, guide.name, str(guide), 0)
    tried = doctest.DocTestRunner().run(examples)
    assert tried.attempted > 20 and tried.failed == 0


def test_everything_is_documented() -> None:
    for name in heureka.__all__:
        thing = getattr(heureka, name)
        assert isinstance(thing, str) or (thing.__doc__ or "").strip(), name
        if isinstance(thing, type) and thing.__module__ == "heureka":
            for member, value in vars(thing).items():
                assert member.startswith("_") or value.__doc__, f"{name}.{member}"
