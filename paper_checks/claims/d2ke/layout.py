"""How Tables 1-3 are compared and laid out: the paper's cells beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.experiments.d2ke.tasks import PRINTED, SYSTEMS, TASKS, Task
from gramcheck.paper_checks.experiments.splits import runs_of, variance_factor
from gramcheck.paper_checks.findings import below, smallest_seen
from gramcheck.paper_checks.ledger import (
    Finding,
    Results,
    Spread,
    Table,
    at_least,
    holds,
)

MEASURED = (*SYSTEMS, "GDK_LED (train only)")
CONFIDENCE = 0.95  # two-sided, of each comparison
COARSE = 10.0  # points: what needs a larger difference to be seen is not judged


def accuracies(results: Results, task: str) -> dict[str, np.ndarray]:
    """Test accuracies in percent by system, split by split."""
    return {
        system: np.array([r["accuracy"] for r in runs_of(results, task, system)])
        for system in MEASURED
    }


def difference(results: Results, task: str, system: str, other: str) -> tuple[float, float]:
    """Accuracy of one system minus that of another: mean over paired splits, standard error."""
    measured = accuracies(results, task)
    points = measured[system] - measured[other]
    sizes = runs_of(results, task, system)[0]
    factor = variance_factor(len(points), sizes["n_train"], sizes["n_test"])
    return float(points.mean()), float(points.std(ddof=1) * np.sqrt(factor))


def not_to_be_compared(results: Results, task: str, other: str) -> str:
    """Why D2KE and another system cannot be compared; empty where they can."""
    for system in ("D2KE", other):
        if not all(r["converged"] for r in runs_of(results, task, system)):
            return f"{system} did not converge"
    _, error = difference(results, task, "D2KE", other)
    seen = error * smallest_seen(CONFIDENCE, len(runs_of(results, task, other)) - 1)
    return f"{seen:.0f} points would be needed" if seen > COARSE else ""


def not_below(results: Results, task: str, system: str, other: str) -> Finding:
    """Whether the splits leave it open that ``system`` is as accurate as ``other``."""
    return _compared(at_least, results, task, system, other)


def above(results: Results, task: str, system: str, other: str) -> Finding:
    """Whether ``system`` is more accurate than ``other`` in the mean; chance is shown beside it."""
    return _compared(below, results, task, other, system)


def _compared(
    rule: Callable[..., Finding], results: Results, task: str, system: str, other: str
) -> Finding:
    """The difference of two systems against 0."""
    mean, error = difference(results, task, system, other)
    return rule(
        mean,
        0.0,
        standard_error=error,
        degrees=len(runs_of(results, task, system)) - 1,
        confidence=CONFIDENCE,
        name=f"{task}: {system} minus {other}, points",
    )


def near(results: Results, task: str, system: str, points: float) -> Finding:
    """Whether the accuracy is the paper's to so many percentage points."""
    row = PRINTED[str(TASKS[task].printed)]
    printed = dict(zip(SYSTEMS, row, strict=True))[system][0]
    measured = float(accuracies(results, task)[system].mean())
    return holds(measured, printed, atol=points, name=f"{task}: {system}, %")


def tables_of(results: Results, task: Task) -> list[Table]:
    """What came out, beside the paper's row where it has one; and how it was found."""
    first = runs_of(results, task.name, "KNN")[0]
    title = f"{task.name}: {first['n_train']} training and {first['n_test']} test objects"
    printed = dict(zip(SYSTEMS, PRINTED[task.printed], strict=True)) if task.printed else {}
    outcome, search = [], []
    for system in MEASURED:
        runs = runs_of(results, task.name, system)
        gap = difference(results, task.name, system, "D2KE")
        cells = [
            Spread.of([r["accuracy"] for r in runs]),
            None if system == "D2KE" else "{:+.2f} ± {:.2f}".format(*gap),
            Spread.of([r["seconds"] for r in runs]),
        ]
        outcome.append((system, *cells, *(printed.get(system, (None, None)) if printed else ())))
        fits = sum(r["fits"] for r in runs) + len(runs)
        unfinished = sum(r["fits_unfinished"] + (not r["converged"]) for r in runs)
        search.append(
            (
                system,
                _most_frequent(runs),
                f"{sum(r['cost_at_edge_of_grid'] for r in runs)} of {len(runs)}",
                f"{unfinished} of {fits}",
                Spread.of([r["search_seconds"] for r in runs]),
            )
        )
    columns = ["system", "measured, %", "minus D2KE, points (± standard error)", "one pass, s"]
    paper = ["paper, %", "paper, s (12 threads)"] if printed else []
    return [
        Table(columns=[*columns, *paper], rows=outcome, title=title),
        Table(
            columns=[
                "system",
                "chosen most often",
                "C or k at the edge of its grid",
                "fits not converged",
                "search, s",
            ],
            rows=search,
            title=f"{task.name}: the search, on {first['n_search']} training objects",
        ),
    ]


def picture_of(results: Results, task: Task) -> Any:
    """Bars of the accuracies, the paper's beside ours."""
    measured = accuracies(results, task.name)
    values = {"measured": [np.mean(measured[s]) for s in SYSTEMS]}
    spread = {"measured": [np.std(measured[s], ddof=1) for s in SYSTEMS]}
    if task.printed:
        values = {"paper": [accuracy for accuracy, _ in PRINTED[task.printed]], **values}
    lowest = min(min(v) for v in values.values())
    return plots.bars(
        SYSTEMS,
        values,
        spread=spread,
        ylabel="test accuracy, %",
        start=max(0.0, 10 * np.floor(lowest / 10 - 0.5)),
        title=f"{task.name}, {len(measured['KNN'])} splits",
    )


def cells_of_the_paper(rows: Sequence[str]) -> Table:
    """Accuracy and seconds as printed, where there are no data to set beside them."""
    return Table(
        columns=("data set", *SYSTEMS),
        rows=[
            (name, *(f"{accuracy:.2f} % / {seconds:g} s" for accuracy, seconds in PRINTED[name]))
            for name in rows
        ],
        title="The paper's cells without public data",
    )


def _most_frequent(runs: Sequence[Mapping[str, Any]]) -> str:
    settings = Counter(", ".join(f"{k} = {v}" for k, v in r["parameters"].items()) for r in runs)
    return settings.most_common(1)[0][0]
