"""What the tests of the claims of all papers share: the evidence of one claim."""

from copy import deepcopy
from functools import cache
from typing import Any

import pytest

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import plots
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.running.work import Work, execute
from gramcheck.paper_checks.values import decode


def quick_run(key: str, data: Any = None) -> Run:
    """Quick scale; no data unless some are given."""
    return Run("quick", 0, data or DataDirectory(None), key)


def units_of(id: str) -> dict[str, Any]:
    """Results of all units of a claim, a copy; two claims share what they have in common."""
    units = REGISTRY[id].units(quick_run(id))
    return {unit.key: deepcopy(_result(Work.of(unit))) for unit in units}


_RESULTS: dict[str, Any] = {}


def _result(work: Work) -> Any:
    if work.name not in _RESULTS:
        answer = execute(work, quick_run(work.name))
        assert "result" in answer, answer
        _RESULTS[work.name] = decode(answer["result"])
    return _RESULTS[work.name]


def evidence_of(id: str, results: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a worker of the machinery sends back for a claim."""
    claim = REGISTRY[id]
    kwargs = {} if claim.units is None else {"results": results or units_of(id)}
    answer = execute(Work(id, claim.function, kwargs, claim=True), quick_run(id))
    assert "result" in answer, answer
    return decode(answer["result"])


@cache
def undisturbed(id: str) -> dict[str, Any]:
    """The evidence with everything as it is, but for the suite, which has tests of its own.

    Pictures are not drawn.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plots, "render", lambda figure: "")
        without_suite(patch)
        return evidence_of(id)


def without_suite(patch: pytest.MonkeyPatch) -> None:
    """The claim's own evidence must notice what is wrong, not only the suite that it cites."""
    patch.setattr(Run, "verify", lambda run, claims, **options: is_true(True, "not asked"))


def verdict_of(id: str, data: Any = None) -> str:
    """The verdict as things are now, patched or not; pictures are not drawn."""
    claim = REGISTRY[id]
    kwargs = {} if claim.units is None else {"results": units_of(id)}
    return claim.function(quick_run(id, data), **kwargs).verdict.value
