"""The functions of the package."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from . import _heureka
from ._heureka import Audit, Certificate, Instance, Result, Study, Trace
from ._problem import Problem, S

#: The memory limit of the command line by default.
MEMORY_LIMIT = "4GiB"

Subject = str | Instance | Problem[S]
Path = str | os.PathLike[str]


# The threads of traces may not call Python after its end.
atexit.register(_heureka.close_traces)


def _instance(
    problem: object,
    instance: str | None,
    file: Path | None,
    random: str | None,
    seed: int | None,
    parameters: Mapping[str, object] | None,
) -> Instance | None:
    """Returns the instance of a puzzle, or None for a problem of the user."""
    given = (instance, file, random, seed, parameters)
    if isinstance(problem, str):
        return Instance(
            problem,
            instance,
            file=file,
            random=random,
            seed=seed,
            parameters=None if parameters is None else dict(parameters),
        )
    if any(value is not None for value in given):
        raise TypeError("instance, file, random, seed and parameters need the name of a puzzle")
    return problem if isinstance(problem, Instance) else None


def puzzles() -> list[dict[str, Any]]:
    """Returns the puzzles: name, title, default strategy, heuristics and built-in instances."""
    found: list[dict[str, Any]] = _heureka.catalog()["puzzles"]
    return found


def strategies() -> list[dict[str, Any]]:
    """Returns the strategies: name, what each does, its argument and its options."""
    found: list[dict[str, Any]] = _heureka.catalog()["strategies"]
    return found


def describe(name: str) -> dict[str, Any]:
    """Describes a puzzle, a strategy or a heuristic, as ``heureka describe --json`` does, without ``schema``."""
    return _heureka.describe(name)


def solve(
    problem: Subject[S],
    instance: str | None = None,
    *,
    strategy: str | None = None,
    heuristic: str | None = None,
    file: Path | None = None,
    random: str | None = None,
    seed: int | None = None,
    parameters: Mapping[str, object] | None = None,
    time_limit: float | str | None = None,
    memory_limit: int | str | None = MEMORY_LIMIT,
    expansions: int | None = None,
    depth_limit: int | None = None,
    cost_limit: int | None = None,
    threads: int | None = None,
) -> Result:
    """Solves an instance of a puzzle, or a problem of your own.

    ``problem`` is the name of a puzzle, an `Instance`, or an object with ``start``, ``is_goal`` and
    ``successors`` (see `Problem`). ``instance`` is the name of a built-in instance, else a text, else a file;
    ``random`` is the size of a random one.

    Without a strategy and a heuristic, the fastest known setup is used. Limits are seconds and bytes, or texts
    such as ``"10s"`` and ``"1GiB"``. Ctrl-C raises `Interrupted`, whose ``result`` has what was found.

    >>> import heureka
    >>> heureka.solve("tiles", "8 6 7 2 5 4 3 0 1", strategy="astar", heuristic="manhattan").cost
    31
    """
    found = _instance(problem, instance, file, random, seed, parameters)
    limits = _heureka.Limits(time_limit, memory_limit, expansions, depth_limit, cost_limit, threads)
    if found is not None:
        return _heureka.solve_instance(found, strategy, heuristic, limits)
    _only_h(heuristic)
    return _heureka.solve_problem(problem, strategy, limits)


def trace(
    problem: Subject[S],
    instance: str | None = None,
    *,
    strategy: str | None = None,
    heuristic: str | None = None,
    file: Path | None = None,
    random: str | None = None,
    seed: int | None = None,
    parameters: Mapping[str, object] | None = None,
    time_limit: float | str | None = None,
    memory_limit: int | str | None = MEMORY_LIMIT,
    expansions: int | None = None,
    depth_limit: int | None = None,
    cost_limit: int | None = None,
    events: Iterable[str] | None = None,
) -> Trace:
    """Starts a search and returns an iterator over its events, while it runs.

    Events are dictionaries with the fields of ``heureka solve --trace``; ``events`` selects some kinds, such as
    ``["expand"]``. For a problem of your own, ``state`` and ``action`` are your objects. After the last event,
    ``result`` has the result.

    >>> import heureka
    >>> [event["g"] for event in heureka.trace("hanoi", "3 2", strategy="bfs", events=["solved"])]
    [3]
    """
    found = _instance(problem, instance, file, random, seed, parameters)
    limits = _heureka.Limits(time_limit, memory_limit, expansions, depth_limit, cost_limit, 1)
    kinds = None if events is None else list(events)
    if found is not None:
        return _heureka.trace_instance(found, strategy, heuristic, limits, kinds)
    _only_h(heuristic)
    return _heureka.trace_problem(problem, strategy, limits, kinds)


def audit(
    problem: Subject[S],
    instance: str | None = None,
    *,
    heuristic: str | None = None,
    file: Path | None = None,
    random: str | None = None,
    seed: int | None = None,
    parameters: Mapping[str, object] | None = None,
    time_limit: float | str | None = None,
    memory_limit: int | str | None = MEMORY_LIMIT,
    expansions: int | None = None,
    threads: int | None = None,
) -> Audit:
    """Checks on all reachable states what a heuristic claims; by default, all heuristics of the puzzle.

    By default, it runs on all cores, or on one for a problem of your own.

    >>> import heureka
    >>> heureka.audit("hanoi", "3 3", heuristic="tower").ok
    True
    """
    found = _instance(problem, instance, file, random, seed, parameters)
    limits = _heureka.Limits(time_limit, memory_limit, expansions, None, None, threads)
    if found is not None:
        return _heureka.audit_instance(found, None if heuristic is None else [heuristic], limits)
    _only_h(heuristic)
    return _heureka.audit_problem(problem, limits)


def _only_h(heuristic: str | None) -> None:
    if heuristic is not None:
        raise TypeError("a problem of your own has one heuristic, its method h: omit `heuristic`")


def check_certificate(certificate: Certificate | bytes | Path) -> dict[str, Any]:
    """Checks a certificate by the reference rules, without a search, and returns what it proves.

    Takes a `Certificate`, its bytes, or the path of its file. Raises `HeurekaError` if it is rejected.
    """
    if isinstance(certificate, Certificate):
        return certificate.check()
    if not isinstance(certificate, bytes):
        with open(certificate, "rb") as file:
            certificate = file.read()
    return _heureka.check_certificate(certificate)


T = TypeVar("T")


def _each(values: T | Iterable[T], kind: type[T]) -> list[T]:
    """Returns one value, or several, as a list."""
    return [values] if isinstance(values, kind) else list(values)  # type: ignore[arg-type]


def study(
    puzzle: str,
    instances: str | Iterable[str] = (),
    *,
    random: str | Iterable[str] = (),
    seeds: int | Iterable[int] = 1,
    strategies: str | Iterable[str] = ("best",),
    heuristics: str | Iterable[str] = (),
    parameters: Mapping[str, object] | None = None,
    repeats: int = 1,
    title: str | None = None,
    time_limit: float | str | None = "60s",
    memory_limit: int | str | None = "1GiB",
    expansions: int | None = None,
) -> Study:
    """Runs every setup on every instance of a puzzle, one after the other, in this process.

    ``instances`` are built-in names or texts; each size in ``random`` gives an instance for each of ``seeds``, which
    are numbers from 0. Each run has ``time_limit``, ``memory_limit`` and ``expansions`` of its own. A strategy
    may name its heuristic, as in ``"astar -H pdb"``; other informed strategies run with each of ``heuristics``.

    >>> import heureka
    >>> runs = heureka.study("hanoi", ["3 2", "3 3"], strategies=["bfs", "astar"])
    >>> [run["cost"] for run in runs.records()]
    [3, 3, 7, 7]
    """
    sizes, numbers = _each(random, str), _each(seeds, int)
    return _heureka.run_study(
        f"A study of {puzzle}" if title is None else title,
        puzzle,
        _each(instances, str),
        [(size, seed) for size in sizes for seed in numbers],
        None if parameters is None else dict(parameters),
        _each(strategies, str),
        _each(heuristics, str),
        repeats,
        _heureka.Limits(time_limit, memory_limit, expansions, None, None, 1),
    )


def read_study(*databases: Path) -> Study:
    """Reads the records of a study that ``heureka lab run`` made, from its databases."""
    return _heureka.read_study(list(databases))
