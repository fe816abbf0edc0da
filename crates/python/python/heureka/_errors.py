"""The exceptions of the package."""

from __future__ import annotations

from typing import Any


class HeurekaError(ValueError):
    """Arguments are invalid: the message and the help of the command line."""

    #: What to do; empty if there is no advice.
    help: str

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(f"{message}\nhelp: {help}" if help else message)
        self.message = message
        self.help = help

    def __reduce__(self) -> tuple[type[HeurekaError], tuple[str, str]]:
        return type(self), (self.message, self.help)


class PlanError(HeurekaError):
    """A plan is rejected by the reference rules."""


class ProblemError(HeurekaError):
    """A problem of your own returns what no problem may return, such as a negative cost."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a search, an audit or a study; `result` is what it returns, as far as it got."""

    #: What was found; None if nothing was.
    result: Any

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result


# Tracebacks name them as people import them.
for _error in (HeurekaError, PlanError, ProblemError, Interrupted):
    _error.__module__ = "heureka"
