"""Eqs. (3), (5)-(8) and (10), Lemma 5, and Algorithm 1 with the paper's own input, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.definitions.kcr import statements
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import agree
from gramcheck.verify.suite.d2ke.statements import refused
from gramcheck.verify.suite.kcr.embedding import HALVES, ONE, coefficients
from gramcheck.verify.suite.kcr.gradient_projection import well_conditioned
from gramcheck.verify.suite.kcr.problems import (
    ALWAYS,
    KERNELS,
    SMOOTHING,
    THREE,
    Array,
    Configuration,
    configurations,
    grams,
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
    # an eigenvector's sum is off by a rounding over its eigenvalue, which is no less than 1e-2
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


# Lemma 5 ----------------------------------------------------------------------------------------


def hinges(differences: Any) -> float:
    """Of each difference another one, so that neither signs nor places may be mistaken."""
    d = np.asarray(differences, dtype=float)
    i, j = np.indices(d.shape)
    return float(((1 + i + 3 * j) * np.maximum(0.0, 1 - d)).sum())


def spread(differences: Any) -> float:
    """The largest difference."""
    return float(np.max(np.asarray(differences, dtype=float)))


@st.composite
def functions(draw: Any) -> tuple[Array, Array]:
    """Coefficients (n,) of any sum, and a kernel matrix, which is often singular."""
    n = draw(st.integers(2, 5))
    c = draw(st.lists(HALVES, min_size=n, max_size=n))
    return np.array(c), draw(grams(n) | st.just(np.ones((n, n))))


FUNCTIONS = [
    (np.array([1.0, 2.0, -0.5]), np.diag([1.0, 2.0, 3.0]) + 1.0),
    (np.array([1.0, 2.0, -0.5]), np.ones((3, 3))),
    (np.array([3.0, 1.0, 1.0]), np.outer([1.0, 2.0, 4.0], [1.0, 2.0, 4.0])),
]
EACH = [{"given": given} for given in FUNCTIONS]


@check("kcr/eq-10", place="Appendix A, Eq. (10)", needs="kcr.objective_10", since="0.1")
@for_all(
    given=functions(),
    theta=st.sampled_from([hinges, spread]),
    lam=WEIGHT,
    examples=[{**each, "theta": hinges, "lam": 3.0} for each in EACH],
)
def differences_and_norm_make_the_objective(
    target: Any, given: tuple, theta: Callable[[Any], float], lam: float
) -> Outcome:
    """The function theta of the matrix of all f(x_i) - f(x_j), plus lam ||f||^2 = lam c'Kc."""
    c, K = given
    expected = definitions.objective_10(c.tolist(), K.tolist(), theta, lam)
    terms = hinges(-2 * np.abs(K @ c).max() * np.ones(K.shape)) + lam * (np.abs(c) @ K @ np.abs(c))
    return close_to(expected, target.kcr.objective_10(c, K, theta, lam), ulps=30, scale=1 + terms)


@check(
    "kcr/lemma-5",
    place="Appendix A, proof of Lemma 5",
    needs="kcr.coefficients_from_pairs",
    since="0.1",
)
@for_all(
    n=st.integers(1, 5),
    seed=strategies.seeds(),
    examples=[{"n": 3, "seed": 0}],
)
def coefficients_of_pairs_sum_to_zero(target: Any, n: int, seed: int) -> Iterator[Outcome]:
    """c_i = sum_j (b_ij - b_ji), so sum_i c_i K(., x_i) = sum_ij b_ij (K(., x_i) - K(., x_j))."""
    b = np.random.default_rng(seed).normal(size=(n, n))
    expected = [float(c) for c in definitions.coefficients_from_pairs(b.tolist())]
    got = target.kcr.coefficients_from_pairs(b)
    size = float(np.abs(b).sum())
    yield close_to(expected, got, ulps=4 * n, scale=size)
    yield close_to(0.0, float(np.sum(got)), ulps=4 * n**2, scale=size)


@check(
    "kcr/lemma-5",
    place="Appendix A, Lemma 5",
    needs=("kcr.lemma_5", "kcr.objective_10"),
    since="0.1",
)
@for_all(given=functions(), examples=EACH)
def what_is_orthogonal_to_the_differences_is_taken_off(
    target: Any, given: tuple
) -> Iterator[Outcome]:
    """Zero-sum coefficients of the projection: the same differences, no greater norm.

    Coefficients are free where K is singular; f' is not, so its values and norm are compared. The
    kernel matrices are Gram matrices of quarters, whose nonzero eigenvalues are no less than 1e-3.
    """
    c, K = given
    got = np.asarray(target.kcr.lemma_5(c, K), dtype=float)
    size = (1 + float(np.abs(c).sum())) * (1 + float(np.abs(K).max()))
    yield close_to(0.0, float(got.sum()), atol=1e-9 * size)
    expected = np.array(definitions.lemma_5(c.tolist(), K.tolist()), dtype=float)
    yield close_to(K @ expected, K @ got, atol=1e-9 * size)
    yield close_to(float(expected @ K @ expected), float(got @ K @ got), atol=1e-9 * size**2)
    f, projected = K @ c, K @ got
    yield close_to(f[:, None] - f, projected[:, None] - projected, atol=1e-9 * size)
    yield at_most(float(c @ K @ c) + 1e-9 * size**2, float(got @ K @ got))
    for theta in (hinges, spread):
        before, after = (target.kcr.objective_10(each, K, theta, 1.0) for each in (c, got))
        yield agree(0.0, max(0.0, after - before), atol=1e-6 * size**2)


# Algorithm 1 ------------------------------------------------------------------------------------


@check(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1",
    needs="kcr.gradient_projection",
    since="0.1",
)
def steps_and_start_are_the_papers_own_input(target: Any, run: Any) -> Iterator[Outcome]:
    """From any feasible Sigma_0 and h~_0 > 0: alpha_t moves Sigma, beta_t moves h~, t = 0, 1, 2.

    Numbers, sequences and functions of t give the same steps, and P_N is the paper's alternating
    projection, here with three sweeps, unless another one is asked for.
    """
    each, n, T, sweeps = well_conditioned(run.rng, n=4), 4, 3, 3
    c = run.rng.normal(size=(2, n))
    c -= c.mean(axis=1, keepdims=True)
    Sigma0, h0 = c.T @ c, 1.3
    falling = [0.03 / (t + 1) for t in range(T)]
    growing = [0.02 * (t + 1) for t in range(T)]
    for (alpha, beta), (alphas, betas), count in (
        ((falling, growing), (falling, growing), T),
        ((lambda t: 0.03 / (t + 1), lambda t: 0.02 * (t + 1)), (falling, growing), 2),
        ((0.02, 0.3), ([0.02] * T, [0.3] * T), T),
        ((0.02, growing), ([0.02] * T, growing), 1),
    ):
        result = target.kcr.gradient_projection(
            each.K,
            each.y,
            each.lam,
            alpha=alpha,
            beta=beta,
            Sigma0=Sigma0,
            h0=h0,
            sweeps=sweeps,
            max_iterations=count,
            tol=0.0,
        )
        Sigma, h2 = definitions.algorithm_1(
            each.K.tolist(),
            each.y.tolist(),
            each.lam,
            alphas[:count],
            betas[:count],
            Sigma0.tolist(),
            h0,
            sweeps,
        )
        yield close_to(Sigma, result.Sigma, atol=1e-9 * float(np.abs(Sigma).max()))
        yield close_to(h2, result.h2, rtol=1e-9)


@check(
    "kcr/algorithm-1",
    place="Section 4.1, Algorithm 1; erratum C1",
    needs="kcr.gradient_projection",
    since="0.1",
)
def printed_projection_is_the_default(target: Any, run: Any) -> Iterator[Outcome]:
    """P_N are alternating projections, which end elsewhere than the exact one."""
    each = well_conditioned(run.rng, n=5)
    options = {"alpha": 0.5, "beta": 0.1, "sweeps": 4, "max_iterations": 1, "tol": 0.0}
    default, alternating, exact = (
        target.kcr.gradient_projection(each.K, each.y, each.lam, **options, **how).Sigma
        for how in ({}, {"projection": "alternating"}, {"projection": "exact"})
    )
    yield agree(alternating, default, ulps=0.5)
    apart = float(np.linalg.norm(np.asarray(exact) - np.asarray(alternating)))
    yield at_least(1e-4 * float(np.linalg.norm(exact)), apart)


# refusals ---------------------------------------------------------------------------------------

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
