"""Table 4 in three forms on every data set: whether it needs the cone to be dropped."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.idealized.layout import (
    LABELS,
    compared,
    errors_of,
    shared_note,
    tables_of,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.runs import (
    FIXED,
    Difference,
    fixed_errors,
    fixed_units,
    units,
    values,
)
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED, TASKS
from gramcheck.paper_checks.ledger import (
    Evidence,
    Finding,
    Results,
    Spread,
    Table,
    Unit,
    Verdict,
    at_least,
    at_most,
    claim,
    is_true,
)

FIRST_TRIAL, EQUAL_WEIGHTS = FIXED


def with_all_data(run: Run) -> list[Unit]:
    """Wine with fixed constants, and the units of Table 4 of every data set that is there."""
    there = [name for name, task in TASKS.items() if not run.data.missing(task.data)]
    return [*fixed_units(run), *units([LABELS], there)(run)]


def errs_less(results: Results, constants: str, form: str, other: str) -> Finding:
    """Whether one form of the metric errs less than another one, where both were solved."""
    gaps = fixed_errors(results, constants, form) - fixed_errors(results, constants, other)
    gaps = gaps[np.isfinite(gaps)]
    if not len(gaps):
        return is_true(False, "no split", name=f"wine, {constants}: {form} and {other}, solved")
    gap = Difference.of(gaps, TASKS["wine"], held_out=True)
    return gap.is_below(f"wine, {constants}: {form} minus {other}, {len(gaps)} splits, points")


def solved(results: Results, constants: str, form: str) -> Spread | None:
    """Errors in the splits where the metric was found; the table says how many they are."""
    errors = fixed_errors(results, constants, form)
    found = errors[np.isfinite(errors)]
    return Spread.of(found) if len(found) else None


def table_of_fixed(results: Results) -> Table:
    """Errors on wine where nothing is searched."""
    rows = [
        [constants, *(solved(results, constants, form) for form in FORMS)] for constants in FIXED
    ]
    title = (
        "Errors in percent: wine, linear, labels, C_D = 1e8, nothing searched; n counts the splits "
        "whose program was solved to a gap of 1e-7"
    )
    return Table(["constants", *FORMS], rows, title=title)


@claim(
    "idealized/table-4-cone",
    place="Section 4.2, Table 4, all data sets",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=with_all_data,
)
def only_without_the_cone(run: Run, results: Results) -> Evidence:
    """Only the program that drops the cone comes near Table 4: with it wine errs 18 % or more.

    A finding of a first trial, not the paper's, and an accident of its constants. With C_S = 10 C_D
    and ν = 0.3 it is so; with C_S = C_D and ν = 0.5 the order is reversed, and the metric with the
    cone errs by the printed 10.13 % or less. So it does where the constants are searched. The table
    has all three forms on every data set that is there.
    """
    searched = Spread.of(errors_of(results, LABELS, "wine", "linear", "constrained"))
    found = {constants: solved(results, constants, "constrained") for constants in FIXED}
    fixed = {constants: math.nan if s is None else s.mean for constants, s in found.items()}
    there = [
        name for name in TASKS if values(results, LABELS, name, "linear", FORMS[0]) is not None
    ]
    return Evidence(
        printed=[
            at_least(error, 18.0, name=f"wine, {constants}: constrained, %")
            for constants, error in fixed.items()
        ],
        corrected=[
            at_least(fixed[FIRST_TRIAL], 18.0, name=f"wine, {FIRST_TRIAL}: constrained, %"),
            errs_less(results, FIRST_TRIAL, "as-printed", "constrained"),
            at_most(fixed[EQUAL_WEIGHTS], 15.13, name=f"wine, {EQUAL_WEIGHTS}: constrained, %"),
            errs_less(results, EQUAL_WEIGHTS, "constrained", "as-printed"),
            at_most(searched.mean, 15.13, name="wine, searched: constrained, %, 10.13 + 5"),
            *compared(results, LABELS, ["wine"], "constrained", ["as-printed", "clip"], ["linear"]),
        ],
        table=[table_of_fixed(results), *tables_of(results, [LABELS], there, LABELED)],
        note=shared_note(there),
    )
