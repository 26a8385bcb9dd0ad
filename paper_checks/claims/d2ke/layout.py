"""How the systems of Tables 1-3 are compared and laid out: the paper's cells beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.d2ke.printed import DIVISIONS, PRINTED, SYSTEMS
from gramcheck.paper_checks.experiments.d2ke.systems import LARGEST, SIZES, systems
from gramcheck.paper_checks.experiments.d2ke.tasks import Task
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Results, Spread, Table
from gramcheck.paper_checks.margins import Sentence
from gramcheck.reference.types import Array

Records = list[Mapping[str, Any]]  # of one system, split by split


def with_features(R: int) -> str:
    """The row of D2KE with so many features."""
    return f"D2KE, R = {R}"


PAPERS_ROW = with_features(SIZES[-1])  # the paper's largest R
EQUAL_R = with_features(LARGEST)  # what GDK_LED and RSM have at most
FALL = 20  # points from validation to test, of which a table warns


def records(results: Results, task: str) -> dict[str, Records]:
    """Results by row of the table, the same order of splits for all; D2KE has one for each R."""
    found: dict[str, Records] = {}
    for key in sorted(results):
        name, system, _ = key.split("/")
        if name == task:
            found.setdefault(system, []).append(results[key])
    ours = found.pop("D2KE")
    by_R = {EQUAL_R: ours} | {
        with_features(R): [{**r, **r["further"][place]} for r in ours]
        for place, R in enumerate(SIZES)
    }
    return by_R | found


class Said(NamedTuple):
    """One sentence about two rows on one data set; the other may be a cell of the paper."""

    task: str
    row: str
    other: str | float
    sentence: Sentence


def judged(results: Results, said: Iterable[Said]) -> list[Finding]:
    """All sentences of a claim by the one rule; of fits that did not converge none is decided."""
    comparisons = []
    for task, row, other, sentence in said:
        found = records(results, task)
        rows = [row, other] if isinstance(other, str) else [row]
        name = f"{task}: {row}, {other if isinstance(other, str) else f'{other:.2f} in the paper'}"
        failed = [r for r in rows if not all(record["converged"] for record in found[r])]
        comparisons.append(Comparison(name, _difference(found, row, other), sentence, failed))
    return judge(comparisons)


def _difference(found: Mapping[str, Records], row: str, other: str | float) -> Difference:
    """Accuracies of a row less those of another, or less a cell of the paper."""
    points, first = _accuracies(found[row]), found[row][0]
    n_train, n_test = first["n_train"], first["n_test"]
    if isinstance(other, str):
        return Difference.of(points, _accuracies(found[other]), n_train, n_test)
    return Difference.to_printed(100 - points, 100 - other, DIVISIONS, resolution=100 / n_test)


def _accuracies(runs: Records) -> Array:
    return np.array([record["accuracy"] for record in runs])


def tables_of(run: Run, results: Results, task: Task) -> list[Table]:
    """What came out, beside the paper's row where it has one; and how it was found."""
    found = records(results, task.name)
    first = found["KNN"][0]
    grids = task.full if run.scale == "full" or task.quick is None else task.quick
    settings = {
        name: len(system.search) * len(system.costs)
        for name, system in systems(grids, first["n_train"]).items()
    }
    printed = dict(zip(SYSTEMS, PRINTED[task.printed], strict=True)) if task.printed else {}
    printed |= {PAPERS_ROW: printed.pop("D2KE")} if printed else {}
    outcome = [
        [
            row,
            Spread.of([r["accuracy"] for r in runs]),
            None if row == PAPERS_ROW else Spread.of(_gaps(runs, found[PAPERS_ROW])),
            Spread.of([r["seconds"] for r in runs]),
            *(printed.get(row, (None, None)) if printed else ()),
        ]
        for row, runs in found.items()
    ]
    search = [
        [
            row,
            settings.get(row, settings["D2KE"]),
            _most_frequent(r["parameters"] for r in runs),
            _edges(runs),
            f"{sum(r['fits_unfinished'] + (not r['converged']) for r in runs)} of "
            f"{sum(r['fits'] + 1 for r in runs)}",
            f"{sum(map(_fell, runs))} of {len(runs)}",
            Spread.of([r["search_seconds"] for r in runs]),
        ]
        for row, runs in found.items()
    ]
    paper = ["paper, %", "paper, s (12 threads)"] if printed else []
    return [
        Table(
            ["system", "measured, %", f"minus {PAPERS_ROW}, points", "one pass, s", *paper],
            outcome,
            f"{task.name}: {first['n_train']} training and {first['n_test']} test objects",
        ),
        Table(
            [
                "system",
                "settings",
                "chosen most often",
                "ends chosen",
                "unfinished fits",
                f"{FALL} points below validation",
                "search, s",
            ],
            search,
            f"{task.name}: the search, on {first['n_search']} training objects",
        ),
    ]


def _gaps(runs: Records, others: Records) -> list[float]:
    return [r["accuracy"] - o["accuracy"] for r, o in zip(runs, others, strict=True)]


def _fell(record: Mapping[str, Any]) -> bool:
    """Whether the test went so much worse than the search that its objects may be at fault."""
    return bool(record["validation_accuracy"] - record["accuracy"] >= FALL)


def _edges(runs: Records) -> str:
    """How often each searched parameter was chosen at an end of its grid."""
    counts = Counter(name for r in runs for name in r["at_edge"])
    return ", ".join(f"{name}: {n} of {len(runs)}" for name, n in counts.items()) or "none"


def _most_frequent(parameters: Iterable[Mapping[str, Any]]) -> str:
    settings = Counter(", ".join(f"{k} = {v}" for k, v in p.items()) for p in parameters)
    return settings.most_common(1)[0][0]


def picture_of(results: Results, task: Task) -> Any:
    """Our accuracies with their spread, and the paper's."""
    found = records(results, task.name)
    rows = [PAPERS_ROW, *SYSTEMS[1:]]
    points = {row: [r["accuracy"] for r in found[row]] for row in rows}
    values = {"measured": [float(np.mean(points[row])) for row in rows]}
    spread = {"measured": [float(np.std(points[row], ddof=1)) for row in rows]}
    if task.printed:
        values = {"paper": [accuracy for accuracy, _ in PRINTED[task.printed]], **values}
    return plots.dots(
        rows,
        values,
        spread=spread,
        value="test accuracy, %",
        of="system",
        title=f"{task.name}, {len(points['KNN'])} splits",
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
