"""Bad input of the statements' functions, given by keyword: an error that names the argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gramcheck.verify.compare import raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import EITHER
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.covering import LINE


def refused(
    paper: Any, cases: Mapping[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]]
) -> Iterator[Outcome]:
    """Each function, called by keywords, names the one argument that is bad.

    ``cases`` has for each function good arguments, and bad values for some of them.
    """
    for name, (good, bad) in cases.items():
        for argument, values in bad.items():
            for value in values:
                given = good | {argument: value}
                yield raises(EITHER, getattr(paper, name), naming=argument, **given)


NAN = np.nan
POSITIVE = (0.0, -1.0, NAN)
ONES = np.ones(3)
BALL: dict[str, Any] = {"K": np.eye(3), "y": np.array([1.0, -1.0, 1.0]), "C": 1.0}
BAD_WEIGHTS = (ONES, np.array([1.5, -0.5, 0.0]), NAN * ONES)
REFUSED: dict[str, tuple[dict[str, Any], dict[str, tuple[Any, ...]]]] = {
    "lipschitz_constant": (
        {"values": ONES, "D": LINE},
        {"values": (NAN * ONES, np.eye(3)), "D": (NAN * LINE, -LINE, LINE[:2])},
    ),
    "empirical_risk": (
        {"values": ONES, "y": BALL["y"], "loss": "hinge"},
        {"values": (NAN * ONES,), "y": (2 * ONES,), "loss": ("hing",), "weights": BAD_WEIGHTS},
    ),
    "risk_minimizer": (
        BALL,
        {
            "K": (NAN * np.eye(3), np.eye(3)[:2]),
            "C": (-1.0, NAN),
            "loss": ("sqared",),
            "weights": BAD_WEIGHTS,
        },
    ),
    "covering_deviation_bound": (
        {"t": 0.1, "R": 10, "size": 3},
        {"t": POSITIVE, "R": (0, -1), "size": (0, -1), "form": ("prnted",)},
    ),
    "perturbation_bound": (
        {"gamma": 1.0, "epsilon": 0.5},
        {"gamma": POSITIVE, "epsilon": (-1.0, NAN), "form": ("prnted",)},
    ),
    "deviation_bound": (
        {"t": 0.1, "R": 10, "gamma": 1.0, "p": 2.0, "epsilon": 0.5, "c": 3.0, "form": "corrected"},
        {
            "t": POSITIVE,
            "R": (0, -1),
            "gamma": POSITIVE,
            "p": POSITIVE,
            "epsilon": POSITIVE,
            "c": (*POSITIVE, None),  # the corrected form has no bound without Assumption 3's c
            "form": ("corected",),
        },
    ),
}


@check(
    "d2ke/bad-input",
    place="every function",
    needs=tuple(f"d2ke.{name}" for name in REFUSED),
    since="0.1",
)
def statements_refuse_what_they_cannot_mean(target: Any, run: Any) -> Iterator[Outcome]:
    """NaN, wrong shapes, negative numbers, unknown options: an error that names the argument."""
    yield from refused(target.d2ke, REFUSED)
