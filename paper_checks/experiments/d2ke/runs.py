"""One system of D2KE's Tables 1-3 on one split of one data set: a unit of work.

It stands apart from the claims, so that their texts and verdicts can change while hours of finished
units stay.
"""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.d2ke.divisions import divide
from gramcheck.paper_checks.experiments.d2ke.protocol import evaluate
from gramcheck.paper_checks.experiments.d2ke.systems import systems
from gramcheck.paper_checks.experiments.d2ke.tasks import TASKS

FOLDS = {"quick": 2, "full": 10}  # appendix B: 10


def run_system(run: Run, task: str, split: int, system: str) -> dict[str, Any]:
    """One system on one random split of one data set."""
    chosen = TASKS[task]
    objects, labels = chosen.load(run.data)
    test_size = chosen.test_size or round(0.3 * len(labels))
    divided = divide(
        objects,
        labels,
        chosen.distance,
        chosen.options,
        chosen.draw,
        seed=1000 * run.seed + split,
        test_size=test_size,
        scaling=chosen.scaling,
        scratch=run.scratch,
    )
    grids = chosen.full if run.scale == "full" else chosen.quick
    if grids is None:
        raise ValueError(f"{task} has no {run.scale} run")
    chosen_system = systems(grids, len(divided.learn))[system]
    return evaluate(chosen_system, divided, FOLDS[run.scale], chosen.search_size)
