"""Wine with its columns as they are, and scaled: rows of our own beside those of Tables 2 and 4.

The protocol is that of the tables, with the linear kernel and pairs from labels, but for the
search, which is that of the quick scale at any scale: C_D alone, from 10^6 to 10^10 for the columns
as they are, from 10^2 to 10^6 for scaled ones, those of the other data. The columns are scaled to
[0, 1] by the training patterns, as those of KCR's Table 1 are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.evidence import Results, Unit
from gramcheck.paper_checks.experiments.idealized.protocol import (
    FORMS,
    baselines,
    divide,
    evaluate,
    grid,
)
from gramcheck.paper_checks.experiments.idealized.runs import REPETITIONS
from gramcheck.paper_checks.experiments.idealized.tasks import TASKS, Task
from gramcheck.reference.types import Array

SYSTEMS = ("Euclidean", *FORMS)


def scaled(train: Array, other: Array) -> tuple[Array, Array]:
    """Each column by its smallest and its largest value among the training patterns."""
    from sklearn.preprocessing import MinMaxScaler

    scaler = MinMaxScaler().fit(train)
    return scaler.transform(train), scaler.transform(other)


COLUMNS = {
    "as they are": TASKS["wine"],
    "scaled": replace(TASKS["wine"], prepare=scaled, C_D=Task.C_D),
}


def run_columns(run: Run, columns: str, repetition: int) -> dict[str, Any]:
    """Test errors in percent of 1-NN before learning, and under each form of the metric."""
    task, seed = COLUMNS[columns], 1000 * run.seed + repetition
    data = task.load(run.data, np.random.default_rng(seed))
    division = divide(task, data, "linear", "labels", seed, clusters=False)
    found = baselines(division, clusters=False, with_xing=False)
    found |= evaluate(division, FORMS, grid(task, "linear", "quick"), clusters=False)
    return {system: record["error"] for system, record in found.items()}


def units(run: Run) -> list[Unit]:
    """One unit for each repetition and each form of the columns."""
    return [
        Unit(f"wine/{columns}/{k}", run_columns, {"columns": columns, "repetition": k}, repeat=True)
        for k in range(REPETITIONS[run.scale])
        for columns in COLUMNS
    ]


def errors(results: Results, columns: str, system: str) -> Array:
    """Errors repetition by repetition."""
    repetitions = range(len(results) // len(COLUMNS))
    return np.array([results[f"wine/{columns}/{k}"][system] for k in repetitions])
