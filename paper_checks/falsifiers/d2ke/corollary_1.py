"""Section 4, Corollary 1 and Claim 1: other numbers of features, other constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    in_the_paper,
    in_the_printed_form,
    instead,
    times,
)
from gramcheck.paper_checks.falsifiers.d2ke.proposition_2 import (
    without_the_confidence,
)


def ten_thousand_times_too_few(needed: Function) -> Function:
    """R divided by 10,000."""
    return lambda *arguments, **options: max(1, needed(*arguments, **options) // 10_000)


def with_the_square_of_the_norm(sizes: Function) -> Function:
    """C^2 for C^4."""
    return lambda epsilon, norm, *rest: sizes(epsilon, norm**0.5, *rest)


def that_are_bounded(_: Function) -> Function:
    """Slopes of the loss without the 1 / mu."""
    return lambda f, y, mu: y / (1 + np.exp(y * f))


def a_half(_: float) -> float:
    """An accuracy that one feature reaches."""
    return 0.5


def within_every_ball(_: Function) -> Function:
    """An alpha that the other kernel's ball admits too."""
    return lambda k, y, C: np.sign(y) * C + 0 * np.asarray(k)


def side_by_side(_: float) -> float:
    """Intervals that are as far apart as they are long."""
    return 1.0


def with_half_the_penalty(best: Function) -> Function:
    """Mu halved."""
    return lambda k, y, mu: best(k, y, np.divide(mu, 2))


def with_the_norm_multiplied(best: Function) -> Function:
    """As many coefficients as C times the norm of the features, where C over it is allowed."""
    return lambda k, y, C: best(k, y, np.multiply(C, k))


@instead
def opposite_for_two_features(fit: Function, phi: Any, *arguments: Any) -> Array:
    """Weights of the wrong sign."""
    weights: Array = fit(phi, *arguments)
    return -weights if phi.shape[1] == 2 else weights


@instead
def with_the_covering_number(sizes: Function, *arguments: Any) -> tuple[int, int]:
    """As many features as objects that are apart, 2, or more."""
    n, R = sizes(*arguments)
    return n, max(2, R)


def with_a_straight_end(losses: Any) -> Any:
    """The squared loss of Huber, whose slope ends at 8."""
    squared = losses["squared"]
    return losses | {
        "squared": lambda m: np.where(np.abs(m - 1) <= 4, squared(m), 8 * np.abs(m - 1) - 16)
    }


def with_the_square_of_the_hinge(losses: Any) -> Any:
    """The smooth hinge of LIBLINEAR."""
    return losses | {"hinge": lambda m: losses["hinge"](m) ** 2}


@instead
def without_the_penalty(norms: Function, *arguments: Any) -> tuple[Array, Array, Array]:
    """Slopes of every loss without the 1 / mu."""
    sizes, A, beyond = norms(*arguments)
    return sizes, A / np.sqrt(sizes), beyond


def as_that_of_the_others(_: int) -> int:
    """One penalty for all losses, with which the squared hinge is the squared loss."""
    return 1


def that_does_not_grow(reach: Function) -> Function:
    """A range of f that is the same for every n."""
    return lambda n: reach(100)


def with_twice_the_radius(best: Function) -> Function:
    """2C for C, or 2μ for μ."""
    return lambda K, y, radius: best(K, y, 2 * radius)


def half_an_interval(_: int) -> float:
    """Twice as many features as intervals, which leave few of these out."""
    return 0.5


_HERE = "paper_checks.claims.d2ke"
falsify(
    "d2ke/corollary-1",
    "d2ke/claim-1",
    wrong={"d2ke.corollary_1_features": ten_thousand_times_too_few},
)
for wrong in (in_the_printed_form, without_the_confidence):
    falsify("d2ke/corollary-1", wrong={"d2ke.n_features_order": wrong})
falsify("d2ke/corollary-1", "d2ke/claim-1", wrong={f"{_HERE}.corollary_1.EPSILON": a_half})
falsify("d2ke/claim-1", wrong={"d2ke.claim_1_sizes": with_the_square_of_the_norm})
falsify("d2ke/claim-1", wrong={f"{_HERE}.claim_1.APART": side_by_side})
falsify("d2ke/claim-1", wrong={"d2ke.feature_map": half})
falsify("d2ke/claim-1", "errata/D13", wrong={f"{_HERE}.claim_1.coefficients": that_are_bounded})
falsify(
    "d2ke/claim-1",
    wrong=in_the_paper("d2ke.claim_1_sizes", with_the_covering_number)
    | {f"{_HERE}.claim_1.PER_FEATURE": half_an_interval},
)
for wrong in (with_a_straight_end, with_the_square_of_the_hinge):
    falsify("errata/D13", wrong={f"{_HERE}.claim_1.LOSSES": wrong})
falsify("errata/D13", wrong={f"{_HERE}.claim_1.coefficient_norms": without_the_penalty})
falsify("errata/D13", wrong={f"{_HERE}.claim_1.WEAKER": as_that_of_the_others})
falsify("errata/D13", wrong={f"{_HERE}.claim_1.reach": that_does_not_grow})
for wrong in (times(20), times(0.05)):
    falsify("d2ke/corollary-1", wrong={f"{_HERE}.corollary_1.coefficients": wrong})
falsify("d2ke/corollary-1", wrong={"d2ke.fit": opposite_for_two_features})
falsify("errata/D12", wrong={f"{_HERE}.optimality.best_in_ball": within_every_ball})
for _of_two in ("_ball_of_two", "_penalty_of_two"):
    falsify("errata/D12", wrong={f"{_HERE}.optimality.{_of_two}": with_twice_the_radius})
falsify("errata/D12", wrong={f"{_HERE}.optimality.best_penalized": with_half_the_penalty})
falsify("errata/D12", wrong={f"{_HERE}.optimality.best_in_ball": with_the_norm_multiplied})
