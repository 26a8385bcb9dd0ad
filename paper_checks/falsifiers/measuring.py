"""Results of units for falsifiers: measured in this process, also with something wrong in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, NotRun
from gramcheck.paper_checks.evidence import Results, Unit
from gramcheck.paper_checks.running.work import Work, execute
from gramcheck.paper_checks.values import decode


def measured(units: Sequence[Unit], run: Run) -> dict[str, Any]:
    """Results of units by their keys.

    Raises
    ------
    NotRun    the run leaves one out, or misses its data
    RuntimeError    one raised
    """
    results = {}
    for unit in units:
        work = Work.of(unit)
        answer = execute(work, replace(run, key=work.name))
        if "left_out" in answer:
            raise NotRun(answer["left_out"])
        if "result" not in answer:
            raise RuntimeError(f"{run.key}, unit {unit.key}: {answer}")
        results[unit.key] = decode(answer["result"])
    return results


def measured_anew(units: Callable[[Run], Sequence[Unit]]) -> Callable[[Results], Results]:
    """What a quick run without data measures while something wrong is in its place.

    The results that a claim is given were measured, or kept, with nothing wrong; so a falsifier
    of what units call names this beside it, as the change of the results.
    """

    def measured_anew(_: Results) -> Results:
        run = Run("quick", 0, DataDirectory(None), "measured anew")
        return measured(units(run), run)

    return measured_anew
