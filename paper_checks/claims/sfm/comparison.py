"""Section VII-C: the areas under the ROC curve of ten systems on one data set, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.comparisons import Comparison, Difference, undecided
from gramcheck.paper_checks.experiments.sfm.protocol import best_of
from gramcheck.paper_checks.experiments.sfm.systems import FEATURE_MAPS, KERNELS, SYSTEMS
from gramcheck.paper_checks.experiments.sfm.tasks import Task
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Results, Table
from gramcheck.paper_checks.margins import Sentence
from gramcheck.paper_checks.wording import Spread, number
from gramcheck.reference.types import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Key = tuple[str, int]  # system and D, which is 0 for kernels


class Compared:
    """What came out for one data set: records by system and D; AUC in percent, split by split."""

    def __init__(self, results: Results, task: Task) -> None:
        self.task = task
        self.records: dict[Key, dict[str, Any]] = {}
        self.left_out: dict[Key, str] = {}
        found: dict[Key, list[Mapping[str, Any]]] = {}
        for unit, record in results.items():
            name, system, D, _part = unit.split("/")
            if name == task.name:
                found.setdefault((system, int(D)), []).append(record)
        self.strings = next(r for records in found.values() for r in records if "n_test" in r)
        self.dimensions = sorted({D for _, D in found if D})
        for key, records in found.items():
            reasons = [record["left_out"] for record in records if "left_out" in record]
            if reasons:
                self.left_out[key] = reasons[0]
            else:
                self.records[key] = {
                    **best_of(records),
                    "seconds": sum(record["seconds"] for record in records),
                    "seconds_of_all": sum(record["seconds_of_all"] for record in records),
                }

    def key(self, system: str, D: int | None = None) -> Key:
        """Key of a system, at its largest D where none is named."""
        if system in KERNELS:
            return system, 0
        return system, D or max((d for s, d in self.records if s == system), default=0)

    def auc(self, key: Key) -> Array:
        """AUC in percent, one a split."""
        return 100 * np.array([fold["auc"] for fold in self.records[key]["folds"]])

    def difference(self, first: Key, second: Key) -> Difference:
        """AUC of the first less that of the second, in percentage points."""
        sizes = self.strings["n_train"], self.strings["n_test"]
        return Difference.of(self.auc(first), self.auc(second), *sizes)

    def compared(self, first: Key, second: Key, sentence: Sentence) -> Comparison | Finding:
        """The sentence about the two; undecided where one was not run."""
        (a, d), (b, e) = first, second
        name = (
            f"{self.task.name}: {a}{f', D = {d},' if d else ''} and {b}{f', D = {e}' if e else ''}"
        )
        for key in (first, second):
            if key not in self.records:
                return undecided(name, f"{key[0]} not run: {self.left_out.get(key, 'no result')}")
        difference = self.difference(first, second)
        failed = [key[0] for key in (first, second) if not self._converged(key)]
        return Comparison(f"{name}, AUC", difference, sentence, failed)

    def _converged(self, key: Key) -> bool:
        """Whether all chosen fits did."""
        return all(fold["converged"] for fold in self.records[key]["folds"])

    def at_an_edge(self, key: Key) -> int:
        """Splits whose chosen setting is the first or the last one of its grid, or of C's."""
        grid = SYSTEMS[key[0]].grid
        return sum(
            fold["at_edge"]
            or {name: fold["parameters"][name] for name in grid[0]} in (grid[0], grid[-1])
            for fold in self.records[key]["folds"]
        )

    def sampled(self) -> str:
        """How many of the data set's strings take part, which, and of what length."""
        n, positive = self.strings["n_train"] + self.strings["n_test"], self.strings["positive"]
        available = self.strings["available"]
        which = f"all {n}" if n == available else f"{n} of {available}"
        shortest, longest = self.strings["lengths"]
        return (
            f"{which} strings, {positive} positive and {n - positive} not, "
            f"lengths {shortest} to {longest}"
        )


def table_of(c: Compared) -> Table:
    """AUC of every system beside the exact kernel that the paper's features approximate."""
    exact = c.key("EDMKernel")
    rows: list[tuple[Any, ...]] = []
    for name in SYSTEMS:
        for D in c.dimensions if name in FEATURE_MAPS else (0,):
            key, shown_D = (name, D), D or None
            if key in c.records:
                record = c.records[key]
                apart = None if key == exact else Spread.of(c.difference(key, exact).values)
                rows.append(
                    (
                        name,
                        shown_D,
                        Spread.of(c.auc(key)),
                        apart,
                        100 * record["best_of_grid"],
                        "; ".join(_setting(fold["parameters"]) for fold in record["folds"]),
                        f"{c.at_an_edge(key)} of {len(record['folds'])}",
                        f"{record['unfinished']} of {record['fits']}",
                        record["seconds"],
                    )
                )
            elif key in c.left_out:
                rows.append((name, shown_D, f"not run: {c.left_out[key]}", *(None,) * 6))
    if not c.task.proteins:
        rows.append(("LAK", None, "not run: BLOSUM62 scores amino acids alone", *(None,) * 6))
    columns = [
        "system",
        "D",
        "AUC, %, over splits",
        "minus EDMKernel",
        "chosen on test folds",
        "setting chosen in each split",
        "at an edge of a grid",
        "fits not converged",
        "features or kernel, CPU s",
    ]
    return Table(columns, rows, title=f"{c.task.name}: {c.sampled()}")


def _setting(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {number(value)}" for name, value in parameters.items())


def pictures_of(c: Compared) -> list[Figure]:
    """AUC over D with the exact kernel, and all systems beside each other."""

    def summary(key: Key) -> tuple[float, float]:
        values = c.auc(key) if key in c.records else np.array([np.nan, np.nan])
        return float(values.mean()), float(values.std(ddof=1))

    curves, bands = {}, {}
    for name in (m for m in FEATURE_MAPS if any(s == m for s, _ in c.records)):
        values, errors = np.array([summary((name, D)) for D in c.dimensions]).T
        curves[name], bands[name] = values, (values - errors, values + errors)
    shown = [s for s in SYSTEMS if c.key(s) in c.records]
    values, errors = np.array([summary(c.key(s)) for s in shown]).T
    all_systems = plots.dots(
        shown,
        {"AUC": values},
        spread={"AUC": errors},
        value="area under the ROC curve, %",
        of="system",
        limit=50,
        title=f"{c.task.name}, at the largest D; ± one deviation of a split",
    )
    over_D = plots.curves(
        c.dimensions,
        curves,
        xlabel="D",
        ylabel="area under the ROC curve, %",
        limit={"EDMKernel, exact": summary(c.key("EDMKernel"))[0]},
        bands={name: bands[name] for name in ("SFMEDM", "D2KE") if name in bands},
        logx=True,
        title=f"{c.task.name}; bands of one deviation of a split",
    )
    return [over_D, all_systems]
