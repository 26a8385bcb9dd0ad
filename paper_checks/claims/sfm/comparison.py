"""Section VII-C: the areas under the ROC curve of ten systems on one data set, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.experiments.sfm.protocol import (
    auc_difference,
    best_of,
    fold_aucs,
    folds_of,
)
from gramcheck.paper_checks.experiments.sfm.systems import FEATURE_MAPS, KERNELS, SYSTEMS
from gramcheck.paper_checks.experiments.sfm.tasks import Task
from gramcheck.paper_checks.findings import number
from gramcheck.paper_checks.ledger import Results, Table


class Comparison:
    """What came out for one data set: records by system and D, differences of AUC."""

    def __init__(self, results: Results, task: Task, seed: int) -> None:
        self.task = task
        self.records: dict[tuple[str, int], dict[str, Any]] = {}
        self.left_out: dict[tuple[str, int], str] = {}
        found: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
        for unit, record in results.items():
            name, system, D, _part = unit.split("/")
            if name == task.name:
                found.setdefault((system, int(D)), []).append(record)
        done = next(r for records in found.values() for r in records if "y" in r)
        self.y = np.array(done["y"])
        self.available, self.lengths = done["available"], done["lengths"]
        self.folds = folds_of(self.y, seed)
        self.dimensions = sorted({D for _, D in found if D})
        for key, records in found.items():
            reasons = [record["left_out"] for record in records if "left_out" in record]
            if reasons:
                self.left_out[key] = reasons[0]
            else:
                self.records[key] = {
                    **best_of(records, self.folds),
                    "seconds": sum(record["seconds"] for record in records),
                    "seconds_of_all": sum(record["seconds_of_all"] for record in records),
                }

    def key(self, system: str, D: int | None = None) -> tuple[str, int]:
        """Key of a system, at its largest D where none is named."""
        if system in KERNELS:
            return system, 0
        return system, D or max((d for s, d in self.records if s == system), default=0)

    def auc(self, key: tuple[str, int]) -> tuple[float, float]:
        """Mean AUC over folds, standard error."""
        return auc_difference(self.records[key]["scores"], None, self.y, self.folds)

    def difference(self, first: tuple[str, int], second: tuple[str, int]) -> tuple[float, float]:
        """AUC of the first less that of the second, standard error."""
        a, b = (self.records[key]["scores"] for key in (first, second))
        return auc_difference(a, b, self.y, self.folds)

    def differences(
        self, pairs: Sequence[tuple[tuple[str, int], tuple[str, int]]]
    ) -> tuple[list[float], list[float]]:
        """Differences and standard errors of the pairs that were both run."""
        done = [pair for pair in pairs if all(key in self.records for key in pair)]
        values = [self.difference(*pair) for pair in done]
        return [v for v, _ in values], [e for _, e in values]

    def sampled(self) -> str:
        """How many of the data set's strings take part, which, and of what length."""
        n, positive = len(self.y), int(self.y.sum())
        which = f"all {n}" if n == self.available else f"{n} of {self.available}"
        shortest, longest = self.lengths
        return (
            f"{which} strings, {positive} positive and {n - positive} not, "
            f"lengths {shortest} to {longest}"
        )

    def hours_of_all_strings(self) -> float:
        """CPU hours, at the least, that the feature maps would take on all of the strings.

        Features go with the number of strings; the machine that learns from them with no less.
        """
        spent = sum(r["seconds_of_all"] for (s, _), r in self.records.items() if s in FEATURE_MAPS)
        return spent / 3600 * self.available / len(self.y)


def tables_of(c: Comparison) -> list[Table]:
    """AUC of every system beside the exact kernel that the paper's features approximate."""
    exact, rows = c.key("EDMKernel"), []
    for name in SYSTEMS:
        for D in c.dimensions if name in FEATURE_MAPS else (0,):
            key, shown_D = (name, D), D or None
            if key in c.records:
                record = c.records[key]
                aucs = fold_aucs(record["scores"], c.y, c.folds)
                rows.append(
                    (
                        name,
                        shown_D,
                        "{:.3f} ± {:.3f}".format(*c.auc(key)),
                        ", ".join(f"{a:.3f}" for a in aucs),
                        ""
                        if key == exact
                        else "{:+.3f} ± {:.3f}".format(*c.difference(key, exact)),
                        f"{record['best_of_grid']:.3f}",
                        "; ".join(_setting(fold["parameters"]) for fold in record["folds"]),
                        f"{record['unfinished']} of {record['fits']}",
                        record["seconds"],
                    )
                )
            elif key in c.left_out:
                rows.append((name, shown_D, f"not run: {c.left_out[key]}", *("",) * 5, None))
    if not c.task.proteins:
        rows.append(("LAK", None, "not run: BLOSUM62 scores amino acids alone", *("",) * 5, None))
    columns = [
        "system",
        "D",
        "AUC ± standard error",
        "by fold",
        "minus EDMKernel",
        "chosen on test folds",
        "setting chosen in each fold",
        "fits not converged",
        "features or kernel, CPU s",
    ]
    return [Table(columns, rows, title=f"{c.task.name}: {c.sampled()}")]


def _setting(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {number(value)}" for name, value in parameters.items())


def pictures_of(c: Comparison) -> list[Figure]:
    """AUC over D with the exact kernel, and all systems beside each other."""
    maps = [m for m in FEATURE_MAPS if any(s == m for s, _ in c.records)]
    curves, bands = {}, {}
    for name in maps:
        points = [
            c.auc((name, D)) if (name, D) in c.records else (np.nan, np.nan) for D in c.dimensions
        ]
        values, errors = np.array(points).T
        curves[name], bands[name] = values, (values - errors, values + errors)
    shown = [s for s in SYSTEMS if c.key(s) in c.records]
    values = [c.auc(c.key(s)) for s in shown]
    all_systems = plots.bars(
        shown,
        {"AUC": [v for v, _ in values]},
        spread={"AUC": [e for _, e in values]},
        ylabel="area under the ROC curve",
        start=0.4,
        title=f"{c.task.name}, at the largest D; ± one standard error",
    )
    axes = all_systems.axes[0]
    axes.tick_params(axis="x", labelrotation=30)
    if legend := axes.get_legend():
        legend.remove()
    axes.axhline(0.5, color="#333333", linestyle="--", linewidth=1)
    over_D = plots.curves(
        c.dimensions,
        curves,
        xlabel="D",
        ylabel="area under the ROC curve",
        limit={"EDMKernel, exact": c.auc(c.key("EDMKernel"))[0]},
        bands={name: bands[name] for name in ("SFMEDM", "D2KE") if name in bands},
        logx=True,
        title=f"{c.task.name}; bands of one standard error",
    )
    over_D.axes[0].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return [over_D, all_systems]
