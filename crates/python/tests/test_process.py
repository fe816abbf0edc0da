"""The process: threads, the GIL, Ctrl-C and memory."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from eight import HARDEST, Eight, rules
from test_problem import counting

import heureka

TESTS = Path(__file__).parent


# After half a second of CPU time, which only the search uses, the program gets Ctrl-C.
CTRL_C = """
import heureka, signal
signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
signal.setitimer(signal.ITIMER_PROF, 0.5)
"""


def printed(code: str) -> str:
    """Runs a program, and returns what it prints."""
    arguments = [sys.executable, "-c", code]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=TESTS, timeout=120)
    return done.stdout + done.stderr


def interrupted(code: str) -> str:
    """Runs a program, sends it Ctrl-C while it works, and returns what it prints."""
    return printed(CTRL_C + code)


def test_ctrl_c_stops_with_what_was_found() -> None:
    out = interrupted(
        "try: heureka.solve('tiles', random='5x5', seed=1, strategy='idastar', heuristic='manhattan')\n"
        "except heureka.Interrupted as stop:\n"
        "    r = stop.result\n"
        "    print(r.outcome, r.reason, r.expanded > 1000, r.statistics['lower_bound'] > 10, stop)"
    )
    assert out.startswith("stopped interrupted True True Stopped, interrupted"), out


def test_ctrl_c_ends_a_program() -> None:
    out = interrupted("while True: heureka.solve('tiles', random='4x4', strategy='ids', time_limit=9)")
    assert "heureka.Interrupted: Stopped" in out, out


def test_ctrl_c_in_a_problem() -> None:
    out = interrupted(
        "class P:\n"
        "    start = 0\n"
        "    def is_goal(self, s): return False\n"
        "    def successors(self, s): return [('a', 1, s + 1)]\n"
        "try: heureka.solve(P())\n"
        "except heureka.Interrupted as stop: print(stop.result.outcome, stop.result.expanded > 1000)"
    )
    assert out == "stopped True\n", out


def test_ctrl_c_in_an_audit_claims_nothing() -> None:
    out = interrupted(
        "class P:\n"
        "    start = 0\n"
        "    claim = 'consistent'\n"
        "    def is_goal(self, s): return False\n"
        "    def successors(self, s): return [('a', 1, s + 1)]\n"
        "    def h(self, s): return 0\n"
        "try: heureka.audit(P())\n"
        "except heureka.Interrupted as stop:\n"
        "    found = stop.result.to_dicts()[0]\n"
        "    print(found['complete'], found['reason'], found['consistent'])"
    )
    assert out == "False interrupted None\n", out


def test_ctrl_c_in_a_study_keeps_its_records() -> None:
    out = interrupted(
        "try: heureka.study('tiles', ['1 2 3 4 5 6 7 0 8', 'fifteen'], strategies=['ids'])\n"
        "except heureka.Interrupted as stop: print(type(stop.result).__name__, len(stop.result) >= 1)"
    )
    assert out == "Study True\n", out


def test_ctrl_c_while_a_trace_waits() -> None:
    out = interrupted(
        "t = heureka.trace('tiles', random='5x5', seed=1, strategy='idastar', events=['solved'])\n"
        "try: next(t)\n"
        "except KeyboardInterrupt: print('stopped')"
    )
    assert out == "stopped\n", out


def test_ctrl_c_in_endless_moves() -> None:
    out = interrupted(
        "import itertools\n"
        "class P:\n"
        "    start = 0\n"
        "    def is_goal(self, s): return False\n"
        "    def successors(self, s): return itertools.repeat(('a', 1, 1))\n"
        "try: heureka.solve(P())\n"
        "except heureka.Interrupted as stop: print(stop.result.outcome)"
    )
    assert out == "stopped\n", out


@pytest.mark.parametrize("events", ["None", "['solved']"])
def test_open_traces_at_the_end_of_a_program(events: str) -> None:
    out = printed(
        "import heureka\n"
        "class P:\n"
        "    start = 0\n"
        "    def is_goal(self, s): return False\n"
        "    def successors(self, s): return [('a', 1, s + 1)]\n"
        f"traces = [heureka.trace(P(), events={events}) for _ in range(3)]\n"
        "print('end')"
    )
    assert out == "end\n", out


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_open_traces_after_a_fork() -> None:
    out = printed(
        "import heureka, os, sys\n"
        "class P:\n"
        "    start = 0\n"
        "    def is_goal(self, s): return False\n"
        "    def successors(self, s): return [('a', 1, s + 1)]\n"
        "trace = heureka.trace(P())\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try: next(trace)\n"
        "    except RuntimeError as error: print(error)\n"
        "    sys.exit(0)\n"
        "print(os.waitpid(child, 0)[1], next(trace)['event'])"
    )
    assert out == "the trace belongs to the process before the fork\n0 bound\n", out


def test_cycles_are_collected() -> None:
    class Cycle:
        start = 0
        rules: heureka.Rules | None = None
        result: heureka.Result | None = None

        def is_goal(self, state: int) -> bool:
            return state == 1

        def successors(self, state: int) -> list[tuple[object, int, int]]:
            return [(self, 1, 1)]

    one, other = Cycle(), Cycle()
    one.result = heureka.solve(one)
    other.rules = heureka.Rules((1,), (2,), [(other, 1, {0: 1}, {0: 2})])
    alive = [weakref.ref(one), weakref.ref(other)]
    del one, other
    gc.collect()
    assert [reference() for reference in alive] == [None, None]


def test_other_signals_raise_their_own_exception() -> None:
    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            heureka.solve("tiles", random="5x5", seed=1, strategy="ids")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_gil_is_free_during_a_search() -> None:
    done = threading.Event()
    counted = 0

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    heureka.solve("tiles", random="5x5", seed=1, strategy="ids", time_limit=0.5)
    during = counted - before
    done.set()
    thread.join()
    # With the GIL held, the other thread would not move.
    assert during > 1000


def test_threads_solve_at_once() -> None:
    boards = [heureka.Instance.random("tiles", "3x3", seed) for seed in range(24)]
    expected = [heureka.solve(board).cost for board in boards]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda board: heureka.solve(board).cost, boards)) == expected


def test_threads_share_an_instance_and_its_tables() -> None:
    instance = heureka.Instance("tiles", "eight")
    with ThreadPoolExecutor(8) as pool:
        costs = list(pool.map(lambda _: heureka.solve(instance, heuristic="pdb").cost, range(16)))
        estimates = list(pool.map(lambda _: instance.h(instance.start, "pdb"), range(16)))
    assert set(costs) == {31} and len(set(estimates)) == 1


def test_threads_solve_problems_in_python_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: heureka.solve(Eight(HARDEST)), range(8)))
    assert {result.cost for result in results} == {31}
    assert len({result.expanded for result in results}) == 1


def test_a_search_inside_a_search() -> None:
    class Nested:
        start = 3

        def is_goal(self, state: int) -> bool:
            return state == 0

        def successors(self, state: int) -> list[tuple[str, int, int]]:
            cost = heureka.solve("hanoi", f"3 {state}").cost
            assert cost is not None
            return [("down", cost, state - 1)]

    assert heureka.solve(Nested()).cost == 7 + 3 + 1


def test_two_readers_of_one_trace() -> None:
    trace = heureka.trace("hanoi", "3 5", strategy="bfs")
    seen: list[int] = []

    def read() -> None:
        seen.extend(event["node"] for event in trace)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(timeout=60)
    assert len(seen) == len(list(heureka.trace("hanoi", "3 5", strategy="bfs")))


def resident() -> int:
    """Returns the resident memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@pytest.mark.parametrize("kind", ["puzzle", "problem", "rules", "error", "exception", "trace"])
def test_memory_stays_flat(kind: str) -> None:
    def fail(*_: object) -> None:
        raise KeyError

    def once() -> None:
        if kind == "puzzle":
            heureka.solve("tiles", "1 2 3 4 0 6 7 5 8").to_dict()
        elif kind == "problem":
            heureka.solve(Eight((1, 2, 3, 4, 0, 6, 7, 5, 8)))
        elif kind == "rules":
            heureka.solve(rules((1, 2, 3, 4, 0, 6, 7, 5, 8)))
        elif kind == "error":
            with pytest.raises(heureka.HeurekaError):
                heureka.solve("tiles", "1 2")
        elif kind == "exception":
            with pytest.raises(KeyError):
                heureka.solve(counting(successors=fail))
        else:
            list(heureka.trace("hanoi", "3 2", strategy="bfs"))

    # A problem that leaks a state leaks some hundred bytes per call.
    calls = 10_000 if kind in ("puzzle", "rules", "problem") else 2_000
    for _ in range(calls // 5):
        once()
    before = resident()
    for _ in range(calls):
        once()
    assert resident() - before < 100 * calls
