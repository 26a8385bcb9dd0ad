"""Repetitions of the idealized kernels' Tables 2-4 as units of work, and their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paper_checks.context import Run
from paper_checks.evidence import Results, Unit
from paper_checks.experiments.idealized_kernels import FEW_FEATURES, KERNELS
from paper_checks.experiments.idealized_protocol import FORMS, baselines, divide, evaluate, grid
from paper_checks.experiments.idealized_tasks import TASKS, Task
from paper_checks.experiments.splits import variance_factor
from paper_checks.findings import Finding, Spread, at_most

REPETITIONS = {"quick": 3, "full": 50}
METHODS = {"baselines": ("Euclidean", "Xing"), "QP": FORMS[:2], "cone": FORMS[2:]}
CONFIDENCE = 0.95  # two-sided, of each comparison


@dataclass(frozen=True)
class Setting:
    """A table: where its pairs come from, and whether patterns are clustered or classified."""

    sides: str
    clusters: bool = False

    def key(self, task: str, kernel: str) -> str:
        """Begin the names of the units of a row."""
        return f"{task}/{kernel}/{self.sides}/{'cluster' if self.clusters else 'classify'}"


def run_repetition(
    run: Run, task: str, kernel: str, sides: str, clusters: bool, method: str, repetition: int
) -> dict[str, Any]:
    """One method in one repetition; all methods see the same patterns and pairs."""
    chosen, seed = TASKS[task], 1000 * run.seed + repetition
    data = chosen.load(run.data, np.random.default_rng([seed, *task.encode()]))
    division = divide(chosen, data, kernel, sides, seed, clusters)
    if method == "baselines":
        return baselines(division, clusters, chosen.xing and kernel == "linear")
    return evaluate(division, METHODS[method], grid(chosen, kernel, run.scale), clusters)


def units(settings: Sequence[Setting], tasks: Sequence[str]) -> Callable[[Run], list[Unit]]:
    """One unit for each row, method and repetition."""

    def listed(run: Run) -> list[Unit]:
        return [
            Unit(
                f"{each.key(task, kernel)}/{method}/{repetition}",
                run_repetition,
                {
                    "task": task,
                    "kernel": kernel,
                    "sides": each.sides,
                    "clusters": each.clusters,
                    "method": method,
                    "repetition": repetition,
                },
            )
            for each in settings
            for task in tasks
            for kernel in KERNELS
            for method in METHODS
            if not left_out(run.scale, TASKS[task], kernel, each, method)
            for repetition in range(REPETITIONS[run.scale])
        ]

    return listed


def left_out(scale: str, task: Task, kernel: str, setting: Setting, method: str) -> bool:
    """Whether only the full scale runs it: what is long, or least in question.

    At quick scale the semidefinite program is solved for the linear kernel where features are few,
    and with labels for the microarrays and soybean; D = everything outside S has the linear kernel
    and leaves out wine.
    """
    if scale == "full" or method == "baselines":
        return False
    if setting.sides == "complement":
        return kernel == "rbf" or method == "cone" or task.name == "wine"
    few = kernel == "linear" and task.dimension <= FEW_FEATURES
    return method == "cone" and not few and (setting.sides != "labels" or not task.data)


def records(results: Results, setting: Setting, task: str, kernel: str, system: str) -> list[dict]:
    """What one system achieved, repetition by repetition; empty where it was not run."""
    prefix = f"{setting.key(task, kernel)}/"
    method = next(name for name, systems in METHODS.items() if system in systems)
    found = sorted(
        (int(key.rpartition("/")[2]), result[system])
        for key, result in results.items()
        if key.startswith(f"{prefix}{method}/") and system in result
    )
    return [record for _, record in found]


def values(
    results: Results, setting: Setting, task: str, kernel: str, system: str, what: str = "error"
) -> np.ndarray | None:
    """One number of a system, repetition by repetition; None unless all repetitions have it."""
    found = [r[what] for r in records(results, setting, task, kernel, system)]
    return None if not found or any(v is None for v in found) else np.array(found, dtype=float)


def spread(
    results: Results, setting: Setting, task: str, kernel: str, system: str, what: str = "error"
) -> Spread | str | None:
    """Mean and deviation; a word where an optimum does not exist; None where nothing was run."""
    found = values(results, setting, task, kernel, system, what)
    if found is not None:
        return Spread.of(found)
    missing = records(results, setting, task, kernel, system)
    if missing:
        without = sum(r[what] is None for r in missing)
        return f"unbounded in {without} of {len(missing)}"
    return None


def difference(
    results: Results, setting: Setting, task: str, kernel: str, system: str, other: str
) -> tuple[float, float] | None:
    """Error of one system minus that of another: mean over repetitions, its standard error.

    Splits of one data set overlap (`splits.variance_factor`). Toy data are new in each repetition;
    in clustering nothing is held out: the variance over J.
    """
    one, two = (values(results, setting, task, kernel, s) for s in (system, other))
    if one is None or two is None:
        return None
    gap = one - two
    n_test = 0 if setting.clusters or task == "toy" else TASKS[task].n_test
    factor = variance_factor(len(gap), TASKS[task].n_train, n_test)
    return float(gap.mean()), float(gap.std(ddof=1) * np.sqrt(factor))


def not_above(
    results: Results, setting: Setting, task: str, kernel: str, system: str, other: str
) -> list[Finding]:
    """Whether the repetitions leave it open that ``system`` errs no more than ``other``.

    No finding where one of the two has no value.
    """
    found = difference(results, setting, task, kernel, system, other)
    if found is None:
        return []
    return [
        at_most(
            found[0],
            0.0,
            standard_error=found[1],
            confidence=CONFIDENCE,
            name=f"{task}, {kernel}: {system} minus {other}, points",
        )
    ]
