"""Eqs. (3) and (5)-(8): the regularized error, its bound, and the embedding they are of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.definitions.kcr import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.embedding import ONE, coefficients
from gramcheck.verify.suite.kcr.problems import (
    ALWAYS,
    KERNELS,
    SMOOTHING,
    Array,
    Configuration,
    configurations,
    labels,
)

KERNEL = st.sampled_from(KERNELS)
WEIGHT = st.sampled_from([0.0, 0.125, 1.0, 3.0])  # lambda
PENALTY = st.integers(0, 20).map(lambda k: k / 4)
TIE = 1e-9  # votes of other kernels than the naive one are rounded: nearer to 0 no sign is certain


def error_range(margins: list[Any], kernel: str) -> tuple[int, int]:
    """How many of these margins are positive, at least and at most, when votes are rounded."""
    if kernel == "naive":
        count = sum(m > 0 for m in margins)
        return count, count
    return sum(m > TIE for m in margins), sum(m > -TIE for m in margins)


def counted(
    margins: list[Any], kernel: str, penalty: float, lam: float, got: Any
) -> Iterator[Outcome]:
    """Objectives (5) and (6): so many errors plus lam times the penalty."""
    low, high = error_range(margins, kernel)
    rest = lam * penalty
    slack = 1e-12 * (len(margins) + rest)
    yield at_least(low + rest - slack, got)
    yield at_most(high + rest + slack, got)


@check("kcr/eq-3", place="Section 2, Eq. (3)", needs="kcr.regularized_error", since="0.1")
@for_all(
    configuration=configurations(),
    kernel=KERNEL,
    penalty=PENALTY,
    lam=WEIGHT,
    examples=[
        {**example, "kernel": kernel, "penalty": 2.5, "lam": 3.0}
        for example in ALWAYS
        for kernel in ("naive", "cauchy")
    ],
)
def regularized_error_is_a_mean_and_a_penalty(
    target: Any, configuration: Configuration, kernel: str, penalty: float, lam: float
) -> Outcome:
    """The share of points that rule (2) gets wrong, plus lam times Omega, to a few roundings."""
    D, y, h = configuration
    expected = definitions.regularized_error(D.tolist(), y.tolist(), h, penalty, lam, kernel)
    got = target.kcr.regularized_error(D, y, h, penalty, lam, kernel)
    return close_to(expected, got, ulps=4, scale=1 + lam * penalty)


@check("kcr/eq-5", place="Section 2, Eq. (5)", needs="kcr.errors_5", since="0.1")
@for_all(
    configuration=configurations(),
    kernel=KERNEL,
    examples=[{**example, "kernel": kernel} for example in ALWAYS for kernel in KERNELS],
)
def errors_are_positive_margins(
    target: Any, configuration: Configuration, kernel: str
) -> Iterator[Outcome]:
    """psi_i is 1 where the own class has strictly fewer votes, its own point left out.

    Of other kernels than the naive one, points with margins below 1e-9 may be called either way.
    """
    D, y, h = configuration
    margins = definitions.margin(D.tolist(), y.tolist(), h, kernel)
    got = np.asarray(target.kcr.errors_5(D, y, h, kernel))
    shaped = got.shape == y.shape and got.dtype == bool
    yield is_true(shaped, f"got {got!r}, should be {len(y)} truth values")
    if shaped:
        expected = definitions.errors_5(D.tolist(), y.tolist(), h, kernel)
        sure = [k for k, m in enumerate(margins) if kernel == "naive" or abs(m) > TIE]
        yield equal([expected[k] for k in sure], [bool(got[k]) for k in sure])


@check("kcr/eq-5", place="Section 2, Eq. (5)", needs="kcr.objective_5", since="0.1")
@for_all(
    configuration=configurations(),
    kernel=KERNEL,
    penalty=PENALTY,
    lam=WEIGHT,
    examples=[
        {**example, "kernel": kernel, "penalty": 2.5, "lam": 3.0}
        for example in ALWAYS
        for kernel in KERNELS
    ],
)
def errors_are_summed_and_not_averaged(
    target: Any, configuration: Configuration, kernel: str, penalty: float, lam: float
) -> Iterator[Outcome]:
    """sum_i psi_i + lam Omega[phi], whose lam is n times that of Eq. (3)."""
    D, y, h = configuration
    margins = definitions.margin(D.tolist(), y.tolist(), h, kernel)
    got = target.kcr.objective_5(D, y, h, penalty, lam, kernel)
    yield from counted(margins, kernel, penalty, lam, got)


@st.composite
def embeddings(draw: Any) -> tuple[Array, Array, Any, float]:
    """Coefficients (d, n), a kernel matrix, labels and a radius, which is often a distance."""
    c, K = draw(coefficients())
    h = draw(st.sampled_from([0.25, 0.5, 1.0, 2.0, 4.0]))
    return c, K, draw(labels(len(K))), h


# the images 0, 2 and -2 are 2 or 4 apart
FAR_APART = (np.array([[0.0, 2.0, -2.0]]), np.eye(3), np.array([0, 1, 0]), 2.0)
EMBEDDINGS = [(*ONE[0]["given"], np.array([0, 1, 0]), 0.5), FAR_APART]


@check("kcr/eq-6", place="Section 3, Eq. (6)", needs="kcr.objective_6", since="0.1")
@for_all(
    given=embeddings(),
    kernel=KERNEL,
    lam=WEIGHT,
    examples=[
        {"given": given, "kernel": kernel, "lam": 0.125}
        for given in EMBEDDINGS
        for kernel in KERNELS
    ],
)
def objective_of_coefficients_is_that_of_the_functions(
    target: Any, given: tuple, kernel: str, lam: float
) -> Iterator[Outcome]:
    """Eq. (5) at the distances ||phi(X_i) - phi(X_j)||, the penalty sum_m c_m' K c_m.

    Coefficients and kernel values are short binary fractions, so that no distance is rounded.
    """
    c, K, y, h = given
    margins = definitions.margin_6(c.tolist(), K.tolist(), y.tolist(), h, kernel)
    penalty = float(definitions.squared_norm(c.tolist(), K.tolist()))
    got = target.kcr.objective_6(c, K, y, h, lam, kernel)
    yield from counted(margins, kernel, penalty, lam, got)


@check(
    "kcr/eq-7",
    place="Theorem 1, Eq. (7)",
    needs=("kcr.embed", "kcr.sigma_from_coefficients"),
    since="0.1",
)
@for_all(given=coefficients(), examples=ONE)
def embedding_is_a_sum_of_kernel_functions(target: Any, given: tuple) -> Iterator[Outcome]:
    """phi_m(x) = sum_i c_im K(x, X_i): rows of the identity show the c_m, each of which sums to 0.

    So rows of kernel values have those values times the c_m for pictures, up to their signs.
    """
    c, K = given
    Sigma = np.asarray(target.kcr.sigma_from_coefficients(c))
    size = float(np.abs(Sigma).max())
    d = int(np.linalg.matrix_rank(c))
    if d == 0:
        yield close_to(np.zeros((len(K), 1)), target.kcr.embed(Sigma, K, 1), atol=1e-12)
        return
    found = [np.asarray(target.kcr.embed(Sigma, rows, d)) for rows in (np.eye(len(K)), K)]
    # an eigenvector's sum is off by a rounding over its eigenvalue, which is no less than 1e-7
    yield close_to(np.zeros(d), found[0].sum(axis=0), atol=1e-10 * (1 + size))
    yield close_to(Sigma, found[0] @ found[0].T, atol=1e-12 * (1 + size))
    values = K @ found[0]
    allowed = 1e-10 * (1 + float((np.abs(values) ** 2).sum()))
    for m in range(d):
        one, other = values[:, m], found[1][:, m]
        yield close_to(np.outer(one, one), np.outer(other, other), atol=allowed)


@check(
    "kcr/eq-8",
    place="Section 4, Eq. (8); erratum C13",
    needs="kcr.objective_8",
    since="0.1",
)
@for_all(
    configuration=configurations(),
    chi=st.sampled_from(SMOOTHING),
    penalty=PENALTY,
    lam=WEIGHT,
    examples=[
        {**example, "chi": chi, "penalty": 2.5, "lam": 3.0}
        for example in ALWAYS
        for chi in SMOOTHING
    ],
)
def surrogates_are_those_that_are_named(
    target: Any, configuration: Configuration, chi: dict[str, Any], penalty: float, lam: float
) -> Iterator[Outcome]:
    """[1 + x]_+, log(1 + e^x) as printed, and the same to base 2; plus lam ||phi||^2.

    The printed one is no upper bound of 1{x > 0} on (0, log(e - 1)); the one to base 2 is.
    """
    D, y, h = configuration
    for surrogate in ("hinge", "logistic", "logistic-base-2"):
        options: dict[str, Any] = {"surrogate": surrogate, "penalty": penalty, "lam": lam}
        expected = statements.objective_8(D.tolist(), y.tolist(), h, **chi, **options)
        got = target.kcr.objective_8(D, y, h, **chi, **options)
        yield close_to(expected, got, atol=1e-12 * (len(y) ** 2 + lam * penalty))
