"""Bad input of the bounds: a clear error that names the argument, as in ``bad_input``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import raises
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import one_by_one
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.bad_input import PLACE
from gramcheck.verify.suite.d2ke.bad_input_learning import CLAIM, D

# a good value of every argument, in order, and bad ones: ValueError
POSITIVE = (0.0, -1.0, np.nan, np.inf)
COUNT = (0, -1)
OPEN = (0.0, 1.0, -0.5, np.nan)
NOT_NEGATIVE = (-1.0, np.nan, np.inf)
COMMON = {"gamma": (1.0, POSITIVE), "p": (2.0, POSITIVE), "c": (3.0, POSITIVE)}
BOUNDS: dict[str, dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "lipschitz_bound": {"gamma": (1.0, POSITIVE), "norm": (1.0, NOT_NEGATIVE)},
    "pointwise_bound": {"t": (0.1, POSITIVE), "R": (10, COUNT)},
    "uniform_convergence_bound": {"t": (0.1, (*POSITIVE, 6.0)), "R": (10, COUNT), **COMMON},
    "n_features_needed": {"epsilon": (0.1, POSITIVE), "delta": (0.1, OPEN), **COMMON},
    "corollary_1_features": {
        "epsilon": (0.1, POSITIVE),
        "delta": (0.1, OPEN),
        **COMMON,
        "loss_lipschitz": (1.0, POSITIVE),
        "coefficients": (1.0, POSITIVE),
    },
    "knn_risk_bound": {
        "k": (2, POSITIVE),
        "n": (10, COUNT),
        "sigma": (1.0, NOT_NEGATIVE),
        "lipschitz": (1.0, NOT_NEGATIVE),
        "p": (3.0, (*POSITIVE, 2.0)),
        "c": (1.0, (*POSITIVE, 0.5)),
    },
    "optimal_k": {
        "n": (10, COUNT),
        "sigma": (1.0, POSITIVE),
        "lipschitz": (1.0, POSITIVE),
        "p": (3.0, (*POSITIVE, 2.0)),
        "c": (1.0, (*POSITIVE, 0.5)),
    },
    "knn_rate_constant": {"p": (3.0, (*POSITIVE, 2.0)), "c": (1.0, (*POSITIVE, 0.9))},
    "knn_rate": {"n": (10, COUNT), "sigma": (1.0, NOT_NEGATIVE), "p": (3.0, (*POSITIVE, 2.0))},
    "estimation_error_bound": {
        "n": (10, COUNT),
        "delta": (0.1, OPEN),
        "norm": (1.0, NOT_NEGATIVE),
        "c": (1.0, POSITIVE),
    },
    "effective_degrees": {"lam": (1.0, POSITIVE)},
    "covering_number": {"delta": (1.0, NOT_NEGATIVE)},
}
FIRST = {"effective_degrees": {"eigenvalues": np.array([1.0, 0.5])}, "covering_number": {"D": D}}
REST = {"knn_rate": {"lipschitz": 1.0}}
BOUNDS_NEEDED = tuple(f"d2ke.{name}" for name in BOUNDS)


@check(CLAIM, place=PLACE, needs=BOUNDS_NEEDED, since="0.1")
def arguments_of_bounds_have_their_ranges(target: Any, run: Any) -> Iterator[Outcome]:
    """Each argument out of range, with all others in it: ValueError; no number: TypeError.

    The corrected form of Proposition 2 holds for t below 6 gamma, so t = 6 gamma is out of range;
    that of Theorem 1 has no constant at p = 2, and takes the c of Assumption 3, which is 1 or more.
    """
    for name, arguments in BOUNDS.items():
        good = FIRST.get(name, {}) | REST.get(name, {})
        good |= {argument: value for argument, (value, _) in arguments.items()}
        function = target.get(f"d2ke.{name}")
        for argument, (_, values) in arguments.items():
            for value in values:
                yield raises(ValueError, function, **good | {argument: value}, naming=argument)
            for value in ("1", None):
                yield raises(TypeError, function, **good | {argument: value}, naming=argument)


@check(CLAIM, place=PLACE, needs=("d2ke.effective_degrees", "d2ke.covering_number"), since="0.1")
def eigenvalues_and_spaces_are_what_they_should_be(target: Any, run: Any) -> Iterator[Outcome]:
    """A negative eigenvalue; distances that are not square, not symmetric or not 0 at 0."""
    degrees, cover = target.d2ke.effective_degrees, target.d2ke.covering_number
    bad: list[Any] = [[1.0, -0.5], [1.0, np.nan], [[1.0]]]
    yield from one_by_one(ValueError, "eigenvalues", lambda mu: degrees(mu, 1.0), bad)
    bad = [D[:2], np.triu(D), D + 1.0, -D, D * np.nan]
    yield from one_by_one(ValueError, "D", lambda matrix: cover(matrix, 1.0), bad)


FORMED = (
    "pointwise_bound",
    "uniform_convergence_bound",
    "n_features_needed",
    "knn_risk_bound",
    "optimal_k",
    "knn_rate_constant",
    "knn_rate",
)


@check(CLAIM, place=PLACE, needs=tuple(f"d2ke.{name}" for name in FORMED), since="0.1")
def forms_are_known(target: Any, run: Any) -> Iterator[Outcome]:
    """A misspelled form: ValueError that says what may have been meant."""
    for name in FORMED:
        function = target.get(f"d2ke.{name}")
        given = {argument: value for argument, (value, _) in BOUNDS[name].items()}
        good = REST.get(name, {}) | given
        for naming in ("form", "corrected"):
            yield raises(ValueError, function, **good, form="correct", naming=naming)
