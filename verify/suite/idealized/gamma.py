"""Sections 3.2.2 and 3.2.3 as functions: kinds of pairs by their multipliers, and two gammas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.idealized.conditions import PROPOSITION_2

GAMMA = "Section 3.2.3"
INTERIOR = 1e-4  # of the box: what counts as strictly inside
# Of the box: at its bounds, nearer to them than 1e-4, and inside.
SHARES = st.sampled_from([0.0, 5e-5, 2e-4, 0.25, 0.5, 0.9, 1 - 2e-4, 1 - 5e-5, 1.0])
MARGINS = st.integers(-6, 12).map(lambda n: n / 2)
CONSTANTS = st.sampled_from([0.5, 1.0, 3.0, 80.0])


def multipliers(shares: list[float], C: float) -> Any:
    """These shares of the box of (16)."""
    return np.array(shares) * C / len(shares)


@check(
    "idealized/proposition-2",
    place=PROPOSITION_2,
    needs="idealized.pairs_by_multiplier",
    since="0.1",
)
@for_all(
    shares_S=st.lists(SHARES, min_size=1, max_size=5),
    shares_D=st.lists(SHARES, min_size=1, max_size=5),
    C_S=CONSTANTS,
    C_D=CONSTANTS,
    tol=st.sampled_from([1e-4, 1e-6, 0.3]),
    examples=[
        {"shares_S": [0.0, 1.0], "shares_D": [0.5, 0.0, 1.0], "C_S": 3.0, "C_D": 0.5, "tol": 1e-4},
        # at tol of the box, and at all but tol, which is not above them
        {"shares_S": [0.25, 0.75], "shares_D": [0.75, 0.25], "C_S": 1.0, "C_D": 0.5, "tol": 0.25},
    ],
)
def kinds_of_pairs_follow_from_their_multipliers(
    target: Any, shares_S: list[float], shares_D: list[float], C_S: float, C_D: float, tol: float
) -> Any:
    """Support pairs: alpha above tol of the box C / N; error pairs: above all but tol of it."""
    given = multipliers(shares_S, C_S), multipliers(shares_D, C_D), C_S, C_D, tol
    expected = definitions.pairs_by_multiplier(*given)
    got = target.idealized.pairs_by_multiplier(*given)
    for part, want in zip(got, expected, strict=True):
        yield equal(want, np.asarray(part).tolist())


@check("idealized/gamma-value", place=GAMMA, needs="idealized.average_gamma", since="0.1")
@for_all(
    pairs=st.lists(st.tuples(MARGINS, SHARES), min_size=1, max_size=6),
    C_D=CONSTANTS,
    examples=[
        {"pairs": [(1.0, 0.0), (2.0, 0.5), (4.0, 0.25), (-3.0, 1.0)], "C_D": 80.0},
        {"pairs": [(1.0, 0.0), (-3.0, 1.0)], "C_D": 80.0},
        # inside, but not by 1e-4
        {"pairs": [(1.0, 5e-5), (2.0, 0.5), (6.0, 1 - 5e-5)], "C_D": 3.0},
    ],
)
def average_gamma_is_over_the_pairs_inside_the_box(
    target: Any, pairs: list[tuple[float, float]], C_D: float
) -> Outcome:
    """The mean of dt^2 - d^2 where alpha is inside by 1e-4 of the box; NaN if it is nowhere."""
    margins, shares = map(list, zip(*pairs, strict=True))
    alpha_D = multipliers(shares, C_D)
    expected = definitions.average_gamma(margins, alpha_D, C_D, INTERIOR)
    got = target.idealized.average_gamma(np.array(margins), alpha_D, C_D)
    if expected is None:
        text = f"got {got!r}, should be NaN: no pair is inside by 1e-4 of the box"
        return is_true(np.isnan(got), text)
    outcome = close_to(float(expected), got, ulps=10, scale=12.0)
    return replace(outcome, detail=f"{outcome.detail}, of the pairs inside by 1e-4 of the box")


@check("idealized/gamma-value", place=GAMMA, needs="idealized.best_gamma", since="0.1")
@for_all(
    margins=st.lists(MARGINS, min_size=1, max_size=8),
    nu=st.sampled_from([0.1, 0.25, 0.3, 0.5, 0.75, 0.9]),
    examples=[
        {"margins": [1.0, 4.0], "nu": 0.5},
        {"margins": [-4.0, -1.0], "nu": 0.5},
        {"margins": [9.0, 3.0, 5.0, 1.0], "nu": 0.75},
    ],
)
def best_gamma_minimizes_the_primal(target: Any, margins: list[float], nu: float) -> Outcome:
    """No gamma costs less: the cost is convex with corners at the margins.

    Where it is flat between two of them, their middle is the answer; below 0, which is not
    allowed, 0 is.
    """
    costs = {gamma: definitions.cost_of_gamma(margins, gamma, nu) for gamma in margins}
    best = [gamma for gamma, cost in costs.items() if cost <= min(costs.values()) + 1e-12]
    expected = max(0.0, (min(best) + max(best)) / 2)
    return close_to(expected, target.idealized.best_gamma(np.array(margins), nu), ulps=4)
