"""Bad input of the statements' functions, given by keyword: an error that names the argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.bad_input_statements import refused
from gramcheck.verify.suite.kcr.lemma_5 import spread
from gramcheck.verify.suite.kcr.problems import (
    THREE,
)

NAN, NEGATIVE = np.nan, (-1.0, np.nan)
RULE: dict[str, Any] = {"distances": THREE.distances, "y": THREE.y, "h": 2.0}
BAD_RULE = {
    "distances": (-THREE.distances, NAN * THREE.distances, THREE.distances[:3]),
    "h": (0.0, *NEGATIVE),
    "kernel": ("naiv",),
}
PENALIZED = RULE | {"penalty": 1.0, "lam": 1.0}
BAD_PENALTY = {"penalty": (NAN,), "lam": NEGATIVE}
FUNCTION: dict[str, Any] = {"coefficients": np.array([1.0, -1.0]), "K": np.eye(2)}
BAD_FUNCTION = {
    "coefficients": (np.array([1.0, NAN]),),
    "K": (NAN * np.eye(2), np.array([[1.0, 2.0], [0.0, 1.0]])),
}
REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    "regularized_error": (PENALIZED, BAD_RULE | BAD_PENALTY),
    "errors_5": (RULE, BAD_RULE),
    "objective_5": (PENALIZED, BAD_RULE | BAD_PENALTY),
    "objective_6": (
        FUNCTION
        | {"coefficients": np.array([[1.0, -1.0]]), "y": np.array([0, 1]), "h": 1.0, "lam": 1.0},
        BAD_FUNCTION
        | {
            "coefficients": (np.array([[1.0, NAN]]),),
            "h": (0.0, *NEGATIVE),
            "lam": NEGATIVE,
            "kernel": ("naiv",),
        },
    ),
    "objective_8": (PENALIZED, BAD_RULE | BAD_PENALTY | {"surrogate": ("logistic-base-e",)}),
    "coefficients_from_pairs": ({"b": np.eye(2)}, {"b": (NAN * np.eye(2), np.ones((2, 3)))}),
    "objective_10": (
        FUNCTION | {"theta": spread, "lam": 1.0},
        BAD_FUNCTION | {"theta": ("spread",), "lam": NEGATIVE},
    ),
    "lemma_5": (FUNCTION, BAD_FUNCTION),
    "gradient_projection": (
        {"K": np.eye(2), "y": np.array([0, 1]), "lam": 1.0, "max_iterations": 1}
        | {"alpha": 0.1, "beta": 0.1, "Sigma0": np.zeros((2, 2)), "h0": 1.0},
        {
            "alpha": (0.0, -0.1, NAN, [], lambda t: -1.0),
            "beta": (0.0, -0.1, NAN, [], lambda t: -1.0),
            # not symmetric, not in the cone, with rows that do not sum to 0
            "Sigma0": (
                np.array([[1.0, -1.0], [0.0, 0.0]]),
                np.array([[-1, 1], [1, -1.0]]),
                np.eye(2),
            ),
            "h0": (0.0, -1.0, NAN),
        },
    ),
}


@check(
    "kcr/bad-input",
    place="every function",
    needs=tuple(f"kcr.{name}" for name in REFUSED),
    since="0.1",
)
def statements_refuse_what_they_cannot_mean(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, wrong shapes, infeasible starts, unknown options: an error that names the argument."""
    yield from refused(target.kcr, REFUSED)
