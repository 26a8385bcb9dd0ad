"""How Tables 2-4 are laid out and compared: the paper's cells beside ours."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.experiments.idealized import protocol
from gramcheck.paper_checks.experiments.idealized.kernels import KERNELS
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.runs import (
    CONFIDENCE,
    Difference,
    Setting,
    difference,
    records,
    spread,
    unfinished,
    values,
)
from gramcheck.paper_checks.experiments.idealized.tasks import LABELED, TASKS
from gramcheck.paper_checks.ledger import Finding, Results, Spread, Table, holds

LABELS = Setting("labels")
_D = {
    "classes": "D: pairs of different classes",
    "complement": "D: all pairs outside S",
    "labels": "all pairs, by class",
}
Printed = Mapping[tuple[str, str], tuple[float | None, ...]]


def errors_table(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> Table:
    """Errors in percent: the paper's, then ours."""
    columns = ["data, kernel", "paper: Euclidean", "measured"]
    columns += ["paper: learned", *FORMS, "paper: Xing et al.", "measured", "largest residual"]
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            euclidean, learned, xing = printed[task, kernel][:3]
            shown = {
                system: spread(results, setting, task, kernel, system)
                for system in ("Euclidean", *FORMS, "Xing")
            }
            rows.append(
                [
                    f"{task}, {kernel}",
                    euclidean,
                    shown["Euclidean"],
                    learned,
                    *(shown[form] for form in FORMS),
                    xing,
                    *_with_residual(shown["Xing"], *unfinished(results, setting, task, kernel)),
                ]
            )
    return Table(columns, rows, title=f"Errors in percent; {_D[setting.sides]}")


def _with_residual(measured: Spread | str | None, short: int, residual: float) -> tuple:
    """The error of Xing et al. and how optimal its metrics are; marked where one is not."""
    if math.isnan(residual):  # none was learned
        return measured, None
    return (f"{measured}; {short} not certified" if short else measured), residual


def search_table(results: Results, setting: Setting, tasks: Sequence[str]) -> Table:
    """What was chosen, and how much a choice by test error would have gained."""
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            for form in FORMS:
                found = records(results, setting, task, kernel, form)
                if not found:
                    continue
                chosen = Counter(map(_in_short, (r["parameters"] for r in found)))
                rows.append(
                    [
                        f"{task}, {kernel}, {form}",
                        chosen.most_common(1)[0][0],
                        spread(results, setting, task, kernel, form, "least"),
                        spread(results, setting, task, kernel, form, "negative_share"),
                        f"{sum(r['unsolved'] for r in found)} of "
                        f"{sum(len(r['errors']) for r in found)}",
                    ]
                )
    return Table(
        [
            "metric",
            "chosen most often",
            "least error over the grid, on the test patterns (an optimistic bound), %",
            "negative share of the spectrum",
            "settings not solved",
        ],
        rows,
        title=f"The search; {_D[setting.sides]}",
    )


def _in_short(parameters: Mapping[str, float]) -> str:
    ratio = parameters["C_S"] / parameters["C_D"]
    return f"C_D {parameters['C_D']:.0e}, C_S/C_D {ratio:g}, ν {parameters['nu']:g}"


def alignment_table(results: Results, tasks: Sequence[str]) -> Table:
    """Alignments before and after, on training and on test patterns: the paper's and ours."""
    rows = []
    for task in tasks:
        for kernel in KERNELS:
            paper = LABELED[task, kernel][3:]
            for part, stated in (("train", paper[:2]), ("test", paper[2:])):
                what = f"alignment_{part}"
                measured = [
                    spread(results, LABELS, task, kernel, system, what)
                    for system in ("Euclidean", *FORMS)
                ]
                rows.append([f"{task}, {kernel}, {part}", *stated, *measured])
    return Table(
        ["", "paper: before", "paper: after", "before", *(f"after, {form}" for form in FORMS)],
        rows,
        title="Alignments",
    )


def compared(
    results: Results,
    setting: Setting,
    tasks: Sequence[str],
    system: str,
    others: Sequence[str],
    kernels: Sequence[str] = KERNELS,
    judge: Callable[[Difference, str], Finding] = Difference.is_below,
) -> list[Finding]:
    """``system`` errs less than the others, or what ``judge`` says, each data set and kernel.

    No finding where one of two systems has no value.
    """
    found = []
    for task in tasks:
        for kernel in kernels:
            for other in others:
                gap = difference(results, setting, task, kernel, system, other)
                name = f"{task}, {kernel}: {system} minus {other}, points"
                found += [] if gap is None else [judge(gap, name)]
    return found


def errors_of(
    results: Results, setting: Setting, task: str, kernel: str, system: str
) -> NDArray[np.float64]:
    """Errors in percent of a system that finished on every repetition.

    Raises
    ------
    ValueError    it was not run, or did not finish on some
    """
    errors = values(results, setting, task, kernel, system)
    if errors is None:
        raise ValueError(f"{task}, {kernel}: {system} has no error on some repetitions, or on all")
    return errors


def euclidean_as_printed(
    results: Results, setting: Setting, tasks: Sequence[str], printed: Printed
) -> list[Finding]:
    """Whether the original linear kernel errs as the paper says, to 10 points and chance."""
    found = []
    for task in tasks:
        errors = Spread.of(errors_of(results, setting, task, "linear", "Euclidean"))
        stated = printed[task, "linear"][0]
        assert stated is not None  # the paper has the original kernel for all sets
        found.append(
            holds(
                errors.mean,
                stated,
                atol=10.0,
                standard_error=errors.standard_error,
                degrees=errors.n - 1,
                confidence=CONFIDENCE,
                name=f"{task}, linear: Euclidean, %",
            )
        )
    return found


def shared_note(tasks: Sequence[str]) -> str:
    """Choices that the paper leaves open."""
    each = " ".join(f"{task}: {TASKS[task].choices}." for task in tasks)
    general = " ".join((protocol.__doc__ or "").partition("\n\n")[2].split()).replace(" * ", " • ")
    return f"{each} {general} Spreads are standard deviations over repetitions."


def tables_of(
    results: Results, settings: Sequence[Setting], tasks: Sequence[str], printed: Printed
) -> list[Table]:
    """Errors and search for each setting."""
    return [
        table
        for setting in settings
        for table in (
            errors_table(results, setting, tasks, printed),
            search_table(results, setting, tasks),
        )
    ]
