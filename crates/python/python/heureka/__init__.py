"""Heuristic search: puzzles, A* and its relatives, problems of your own, proofs and studies.

>>> import heureka
>>> result = heureka.solve("tiles", "8 6 7 2 5 4 3 0 1")
>>> result.cost, result.optimality
(31, 'proved')
"""

from ._api import (
    audit,
    check_certificate,
    describe,
    puzzles,
    read_study,
    solve,
    strategies,
    study,
    trace,
)
from ._errors import HeurekaError, Interrupted, PlanError, ProblemError
from ._heureka import (
    Audit,
    Certificate,
    Instance,
    Page,
    Picture,
    Result,
    Rules,
    State,
    Study,
    Trace,
    __version__,
)
from ._problem import Problem

__all__ = [
    "Audit",
    "Certificate",
    "HeurekaError",
    "Instance",
    "Interrupted",
    "Page",
    "Picture",
    "PlanError",
    "Problem",
    "ProblemError",
    "Result",
    "Rules",
    "State",
    "Study",
    "Trace",
    "__version__",
    "audit",
    "check_certificate",
    "describe",
    "puzzles",
    "read_study",
    "solve",
    "strategies",
    "study",
    "trace",
]
