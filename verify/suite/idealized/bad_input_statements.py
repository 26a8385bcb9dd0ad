"""Bad input of the statements' functions, given by keyword: an error that names the argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.bad_input_statements import refused
from gramcheck.verify.suite.idealized.problems import (
    INDEFINITE,
)

NAN, NEGATIVE = np.nan, (-1.0, np.nan)
DATA: dict[str, Any] = {
    "X": INDEFINITE.X,
    "similar": np.array(INDEFINITE.S),
    "dissimilar": np.array(INDEFINITE.D),
}
BAD_DATA = {
    "X": (NAN * INDEFINITE.X,),
    "similar": (np.array([[0, 3]]), np.array([[0, -1]]), np.array([0, 1])),
    "dissimilar": (np.array([[0, 3]]), np.array([[0, -1]]), np.array([0, 1])),
}
CONSTANTS: dict[str, Any] = {"C_S": 10.0, "C_D": 8.0, "nu": 0.5}
BAD_CONSTANTS = {"C_S": NEGATIVE, "C_D": NEGATIVE, "nu": (NAN,)}
METRIC: dict[str, Any] = {"metric": np.eye(2), "gamma": 1.0}
BAD_METRIC = {"metric": (NAN * np.eye(2), np.ones((2, 3))), "gamma": (NAN,)}
NUMBER = np.array([1.0])
SLACKS: dict[str, Any] = {"slack_S": NUMBER, "slack_D": NUMBER}
ALPHAS: dict[str, Any] = {"alpha_S": NUMBER, "alpha_D": NUMBER}
ETAS: dict[str, Any] = {"eta_S": NUMBER, "eta_D": NUMBER, "mu": 1.0}
BAD_SLACKS = dict.fromkeys(SLACKS, (NAN * NUMBER,))
BAD_ALPHAS = dict.fromkeys(ALPHAS, (NAN * NUMBER,))
BAD_ETAS = dict.fromkeys(("eta_S", "eta_D"), (NAN * NUMBER,)) | {"mu": (NAN,)}
LABELS: dict[str, Any] = {
    "squared": np.eye(2),
    "original": np.eye(2),
    "y": np.array([0, 1]),
    "gamma": 1.0,
}
TABLES = (NAN * np.eye(2), np.ones((2, 3)))
REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    "margins_from_labels": (LABELS, {"squared": TABLES, "original": TABLES, "gamma": (NAN,)}),
    "pair_margins": (DATA | METRIC, BAD_DATA | BAD_METRIC),
    "smallest_slacks": (DATA | METRIC, BAD_DATA | BAD_METRIC),
    "primal_objective": (METRIC | SLACKS | CONSTANTS, BAD_METRIC | BAD_SLACKS | BAD_CONSTANTS),
    "lagrangian": (
        DATA | METRIC | SLACKS | ALPHAS | ETAS | CONSTANTS,
        BAD_DATA | BAD_METRIC | BAD_SLACKS | BAD_ALPHAS | BAD_ETAS | BAD_CONSTANTS,
    ),
    "metric_from_multipliers": (DATA | ALPHAS, BAD_DATA | BAD_ALPHAS),
    "nu_from_multipliers": (
        {"alpha_D": NUMBER, "mu": 1.0, "C_D": 8.0},
        {"alpha_D": (NAN * NUMBER,), "mu": (NAN,), "C_D": (0.0, *NEGATIVE)},
    ),
    "mu_from_multipliers": (
        {"alpha_D": NUMBER, "C_D": 8.0, "nu": 0.5},
        {"alpha_D": (NAN * NUMBER,), "C_D": NEGATIVE, "nu": (NAN,)},
    ),
    "eta_from_multipliers": (
        ALPHAS | {"C_S": 10.0, "C_D": 8.0},
        BAD_ALPHAS | {"C_S": NEGATIVE, "C_D": NEGATIVE},
    ),
    "dual_program": (DATA | CONSTANTS, BAD_DATA | BAD_CONSTANTS),
    "solve_dual": (DATA | CONSTANTS, BAD_DATA | BAD_CONSTANTS | {"nu": (1.5, -0.5, NAN)}),
    "kkt_conditions": (
        DATA | METRIC | SLACKS | ALPHAS | ETAS,
        BAD_DATA | BAD_METRIC | BAD_SLACKS | BAD_ALPHAS | BAD_ETAS,
    ),
}


@check(
    "idealized/bad-input",
    place="every function",
    needs=tuple(f"idealized.{name}" for name in REFUSED),
    since="0.1",
)
def statements_refuse_what_they_cannot_mean(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, pairs of points that there are not, negative constants: an error that names which."""
    yield from refused(target.idealized, REFUSED)
