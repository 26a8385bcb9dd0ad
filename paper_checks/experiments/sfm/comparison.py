"""One system of SFM's Figure 5 on one data set: a unit of work, stored as soon as it is done."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.protocol import (
    COSTS,
    FOLDS,
    REPEATS,
    Candidates,
    evaluate,
    folds_of,
    together,
)
from gramcheck.paper_checks.experiments.sfm.systems import (
    SYSTEMS,
    System,
    alignment_seconds,
    stored_bytes,
    timed,
)
from gramcheck.paper_checks.experiments.sfm.tasks import TASKS, Sample, sample_of
from gramcheck.paper_checks.wording import number

# a unit that needs more is not run, and says what it would need; 48 hours are the paper's limit
SECONDS = {"quick": 400.0, "full": 48 * 3600.0}
GIBIBYTES = {"quick": 1.5, "full": 16.0}


def run_system(run: Run, task: str, system: str, D: int, part: Any) -> dict[str, Any]:
    """One system with one D, or one part of its grid, on one data set.

    Beside what ``together`` gives: how many strings learn, are held out, are positive, and would be
    there; their lengths; CPU seconds of features or a kernel matrix, mean over beta and draws, and
    of all there was to do.
    """
    started = process_time()
    sample = sample_of(TASKS[task], run.data, run.scale, run.seed)
    method = SYSTEMS[system]
    too_much = _too_costly(run.scale, method, sample, D, part)
    if too_much:
        return {"left_out": too_much}
    seconds: list[float] = []

    def candidates(draw: int) -> Candidates:
        for parameters, matrix, cost in timed(method.matrices(sample, D, part, draw)):
            seconds.append(cost)
            yield parameters, matrix

    folds = folds_of(sample.y, run.seed, REPEATS[run.scale])
    size = FOLDS if method.is_random else len(folds)
    of_draws = [folds[begin : begin + size] for begin in range(0, len(folds), size)]
    records = [
        evaluate(candidates(draw), method.learner, sample.y, part_of, run.seed, COSTS[run.scale])
        for draw, part_of in enumerate(of_draws)
    ]
    return {
        **together(records),
        "n_train": len(folds[0][0]),
        "n_test": len(folds[0][1]),
        "positive": int(sample.y.sum()),
        "available": sample.available,
        "lengths": [int(sample.lengths.min()), int(sample.lengths.max())],
        "seconds": float(np.mean(seconds)),
        "seconds_of_all": process_time() - started,
    }


def _too_costly(scale: str, method: System, sample: Sample, D: int, part: Any) -> str:
    gibibytes = stored_bytes(method, sample, D) / 2**30
    if gibibytes > GIBIBYTES[scale]:
        return f"its matrix has {number(float(f'{gibibytes:.2g}'))} GiB"
    if method.name in ("GAK", "LAK"):
        seconds = alignment_seconds(method, sample, part)
        if seconds > SECONDS[scale]:
            return f"about {seconds / 3600:.2g} h, from the pairs of a few strings"
    return ""
