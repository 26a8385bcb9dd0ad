"""Section 4: how many features and objects suffice, and the estimation error, Eq. (11)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.analysis import FORMS, GAMMA, PART, PROPOSITION_2, VALUES, C, P
from gramcheck.verify.suite.d2ke.problems import exact_levenshtein
from gramcheck.verify.types import Array

DEGREES = "Section 4, before Eq. (11)"
DELTA = strategies.log_uniform(1e-9, 0.5)
LAMBDA = strategies.log_uniform(1e-4, 1e2)


# how many features -----------------------------------------------------------------------------


def smallest(R: Any, epsilon: float, delta: float, rest: tuple[Any, ...]) -> Iterator[Outcome]:
    """R is enough and R - 1 is not, up to a rounding of delta."""
    if not isinstance(R, int | np.integer) or R < 1:
        yield is_true(False, f"got={R!r}, should be a positive integer")
        return
    bounds = [definitions.uniform_convergence_bound(epsilon / 2, int(r), *rest) for r in (R, R - 1)]
    slack = 1e-12 * (1 + abs(math.log(delta)))
    yield at_most(delta * (1 + slack), bounds[0])
    if R > 1:
        yield at_least(delta * (1 - slack), bounds[1])


SIZES = {"part": PART, "delta": DELTA, "gamma": GAMMA, "p": P, "c": C}
SIZES_EXAMPLES = [
    {"part": 0.02, "delta": 0.05, **VALUES},
    {"part": 0.95, "delta": 0.5, "gamma": 0.26, "p": 1e-9, "c": 1.0},  # tight: R = 1
    {"part": 1e-5, "delta": 0.05, **VALUES},  # R is more than 32 bits hold
    {"part": 0.02, "delta": 0.05, **VALUES, "gamma": 0.01},  # printed, with t = 20 gamma: R = 108
]
BEYOND = 40  # in units of gamma an epsilon for which the printed cover has less than a point


@check(
    "d2ke/proposition-2-features",
    place=f"{PROPOSITION_2}, last sentence",
    needs="d2ke.n_features_needed",
    since="0.1",
)
@for_all(**SIZES, examples=SIZES_EXAMPLES)
def number_of_features_is_the_smallest(
    target: Any, part: float, delta: float, gamma: float, p: float, c: float
) -> Iterator[Outcome]:
    """The least integer R at which the bound with 2t = epsilon is at most delta; in every form.

    The printed form is for any t, and for t > 12 gamma its factor of the cover is below 1.
    """
    narrow = part * min(8 * gamma, 4.0)
    for form, epsilon in (*((form, narrow) for form in FORMS), ("printed", BEYOND * gamma)):
        R = target.d2ke.n_features_needed(epsilon, delta, gamma, p, c, form=form)
        yield from smallest(R, epsilon, delta, (gamma, p, c, form))


@check(
    "d2ke/corollary-1",
    place="Section 4, Corollary 1",
    needs="d2ke.corollary_1_features",
    since="0.1",
)
@for_all(
    **SIZES,
    M=strategies.log_uniform(0.1, 10),
    A=strategies.log_uniform(0.1, 10),
    examples=[{**SIZES_EXAMPLES[0], "M": 2.0, "A": 0.25}],
)
def corollary_1_is_proposition_2_at_epsilon_over_m_a(
    target: Any, part: float, delta: float, gamma: float, p: float, c: float, M: float, A: float
) -> Iterator[Outcome]:
    """M is the loss's Lipschitz constant, A a bound on ||alpha||_1 / n."""
    accuracy = part * min(8 * gamma, 4.0)
    epsilon = accuracy * M * A
    for form in FORMS:
        R = target.d2ke.corollary_1_features(epsilon, delta, gamma, p, c, M, A, form=form)
        yield from smallest(R, epsilon / (M * A), delta, (gamma, p, c, form))


@check(
    "d2ke/proposition-2-features",
    place=f"{PROPOSITION_2}, last sentence; Corollary 1; erratum D15",
    needs="d2ke.n_features_order",
    since="0.1",
)
@for_all(
    epsilon=strategies.log_uniform(1e-2, 1),
    delta=DELTA,
    gamma=GAMMA,
    p=P,
    c=C,
    M=st.sampled_from([0.5, 1.0, 4.0]),
    A=st.sampled_from([0.25, 1.0, 8.0]),
    examples=[
        {"epsilon": 0.1, "delta": 0.1, "gamma": 0.001, "p": 1.0, "c": 2.0, "M": 1.0, "A": 2.0}
    ],
)
def order_of_the_number_is_its_formula(
    target: Any,
    epsilon: float,
    delta: float,
    gamma: float,
    p: float,
    c: float,
    M: float,
    A: float,
) -> Iterator[Outcome]:
    """Printed, negative for small gamma; corrected, with log(c^(1/p) gamma / e) not below 0."""
    given = (epsilon, delta, gamma, p, c, M, A)
    logs = p * (abs(math.log(gamma / epsilon)) + abs(math.log(M * A))) + abs(math.log(c))
    scale = (M * A / epsilon) ** 2 * (1 + logs - math.log(delta))
    for form in ("printed", "corrected"):
        expected = definitions.n_features_order(*given, form=form)
        got = target.d2ke.n_features_order(*given, form=form)
        yield close_to(expected, got, ulps=60, scale=scale)


@check("d2ke/claim-1", place="Section 4, Claim 1", needs="d2ke.claim_1_sizes", since="0.1")
@for_all(
    epsilon=strategies.log_uniform(1e-3, 1),
    norm=strategies.log_uniform(0.1, 100),
    p=P,
    c1=strategies.log_uniform(1e-2, 1e2),
    c2=strategies.log_uniform(1e-2, 1e2),
    examples=[{"epsilon": 0.3, "norm": 2.0, "p": 3.0, "c1": 5.0, "c2": 7.0}],
)
def sizes_are_the_smallest_integers(
    target: Any, epsilon: float, norm: float, p: float, c1: float, c2: float
) -> Iterator[Outcome]:
    """At least c1 C^4 / epsilon^2 objects and c2 p / epsilon^2 features, up to a rounding."""
    got = target.d2ke.claim_1_sizes(epsilon, norm, p, c1, c2)
    for wanted, size in zip((c1 * norm**4 / epsilon**2, c2 * p / epsilon**2), got, strict=True):
        yield equal(float(size), float(round(size)))
        yield at_least(wanted * (1 - 1e-12), size)
        yield at_most(wanted * (1 + 1e-12) + 1, size)


# the estimation error --------------------------------------------------------------------------


@check("d2ke/eq-11", place="Section 4, Eq. (11)", needs="d2ke.estimation_error_bound", since="0.1")
@for_all(
    n=st.integers(1, 10**6),
    delta=DELTA,
    norm=strategies.log_uniform(1e-2, 1e2),
    c=C,
    lam=strategies.log_uniform(1e-6, 1e2),
    examples=[{"n": 100, "delta": 0.05, "norm": 3.0, "c": 2.0, "lam": 0.25}],
)
def estimation_error_is_its_formula(
    target: Any, n: int, delta: float, norm: float, c: float, lam: float
) -> Iterator[Outcome]:
    """C (log 1/delta)^2 C^2 lambda, and with lambda = 1 / sqrt(n) when none is given."""
    given = (n, delta, norm, c)
    bound = target.d2ke.estimation_error_bound
    yield close_to(definitions.estimation_error_bound(*given), bound(*given), ulps=30)
    yield close_to(definitions.estimation_error_bound(*given, lam), bound(*given, lam=lam), ulps=30)


EIGENVALUES = st.lists(st.sampled_from([0.0, 1e-9, 0.01, 0.1, 0.25, 1.0]), min_size=1, max_size=6)


@check("d2ke/eq-11", place=DEGREES, needs="d2ke.effective_degrees", since="0.1")
@for_all(
    eigenvalues=EIGENVALUES,
    lam=strategies.log_uniform(1e-6, 1e2),
    examples=[
        {"eigenvalues": [1.0, 0.25, 0.0], "lam": 0.5},
        {"eigenvalues": [1e100, 1.0], "lam": 1e-100},
    ],
)
def effective_degrees_are_their_formula(
    target: Any, eigenvalues: list[float], lam: float
) -> Iterator[Outcome]:
    """D_lambda = sum_j 1 / (1 + lambda / mu_j), a zero eigenvalue adding nothing."""
    got = target.d2ke.effective_degrees(np.array(eigenvalues), lam)
    yield close_to(definitions.effective_degrees(eigenvalues, lam), got, ulps=16)
    yield at_most(sum(eigenvalues) / lam * (1 + 1e-14), got)


@check(
    "d2ke/eq-11",
    place=f"{DEGREES}; erratum D22",
    needs="d2ke.effective_degrees_bound",
    since="0.3",
)
def degrees_are_bounded_by_the_trace_over_lambda(target: Any, run: Any) -> Iterator[Outcome]:
    """tr(K / n) / lambda, which is at most 1 / lambda for a kernel of features up to 1."""
    bound = target.d2ke.effective_degrees_bound
    for lam in (1e-12, 1e-4, 0.1, 3.0, 100.0):
        expected = [1 / lam, 0.25 / lam, 1.5 / lam]
        yield close_to(expected, [bound(lam), bound(lam, 0.25), bound(lam, 1.5)], ulps=4)


SAMPLES: dict[str, Any] = {"X": strategies.string_collections(max_length=4),
                           "omegas": strategies.string_collections(max_length=4)}  # fmt: skip
SAMPLE = {"X": ["", "a", "ab"], "omegas": ["a", "bb", "ba"]}
SINGULAR = {"X": ["b", "a", "ab", "b", "a"], "omegas": ["a", "bb"]}


def kernel_of(X: list[str], omegas: list[str]) -> Array:
    """D2KE's kernel of Levenshtein's distance for gamma = 0.3, symmetric to the last digit."""
    D = np.array([[exact_levenshtein(x, omega) for omega in omegas] for x in X])
    K = np.exp(-0.3 * (D[:, None] + D[None])).mean(axis=2)
    return (K + K.T) / 2


@check("d2ke/eq-11", place=f"{DEGREES}; erratum D22", needs="d2ke.kernel_eigenvalues", since="0.3")
@for_all(**SAMPLES, examples=[SAMPLE, SINGULAR])
def eigenvalues_of_a_sample_are_those_of_k_over_n(
    target: Any, X: list[str], omegas: list[str]
) -> Iterator[Outcome]:
    """Largest first, whatever their unit."""
    K, n = kernel_of(X, omegas), len(X)
    for unit in (1.0, 2.0**40):
        expected = unit * np.linalg.eigvalsh(K / n)[::-1]
        yield close_to(expected, target.d2ke.kernel_eigenvalues(unit * K), atol=unit * 1e-14 * n)


@check("d2ke/eq-11", place=f"{DEGREES}; erratum D22", needs="d2ke.effective_degrees", since="0.1")
@for_all(**SAMPLES, lam=LAMBDA, examples=[{**SAMPLE, "lam": 0.1}, {**SINGULAR, "lam": 1.0}])
def effective_degrees_of_a_sample_are_a_trace_below_one_over_lambda(
    target: Any, X: list[str], omegas: list[str], lam: float
) -> Iterator[Outcome]:
    """Tr K (K + n lambda I)^-1 for the eigenvalues of K / n; at most tr(K / n) / lambda."""
    K, n = kernel_of(X, omegas), len(X)
    rounding = 1e-14 * n
    trace = float(np.trace(np.linalg.solve(K + n * lam * np.eye(n), K)))
    eigenvalues = np.maximum(np.linalg.eigvalsh(K / n), 0.0)
    got = target.d2ke.effective_degrees(eigenvalues, lam)
    yield close_to(trace, got, atol=rounding * n / lam)
    yield at_most(float(np.trace(K)) / n / lam * (1 + 1e-12) + rounding, got)


@check(
    "d2ke/eq-11",
    place=f"{DEGREES}: lambda >= D_lambda / n",
    needs="d2ke.smallest_lambda",
    since="0.1",
)
@for_all(
    eigenvalues=EIGENVALUES,
    n=st.integers(1, 10**6),
    examples=[
        {"eigenvalues": [1.0, 0.25, 0.0], "n": 10},
        {"eigenvalues": [0.0, 0.0], "n": 3},
    ],
)
def smallest_lambda_is_its_own_degrees_over_n(
    target: Any, eigenvalues: list[float], n: int
) -> Iterator[Outcome]:
    """D_lambda falls with lambda, so the least lambda with n lambda >= D_lambda attains it."""
    lam = target.d2ke.smallest_lambda(np.array(eigenvalues), n)
    if not any(eigenvalues):
        yield equal(0.0, float(lam))
        return
    yield at_most(math.sqrt(sum(eigenvalues) / n) * (1 + 1e-9), lam)
    positive = float(lam) if lam > 0 else math.nan
    degrees = definitions.effective_degrees(eigenvalues, positive) if lam > 0 else math.inf
    yield close_to(1.0, degrees / (n * positive), rtol=1e-9)


@check(
    "d2ke/variance",
    place="Section 4, Eq. (12)",
    needs="d2ke.random_feature_variance",
    since="0.1",
)
@for_all(
    omegas=strategies.string_collections(max_length=4),
    gamma=strategies.log_uniform(1e-2, 10),
    R=st.integers(1, 100),
    examples=[{"omegas": ["a", "bb", ""], "gamma": 0.5, "R": 4}],
)
def variance_is_the_second_moment_less_the_squared_mean(
    target: Any, omegas: list[str], gamma: float, R: int
) -> Iterator[Outcome]:
    """(k_2gamma - k_gamma^2) / R is E (summand - mean)^2 / R, as summed up over Omega."""
    detours = [exact_levenshtein("ab", w) + exact_levenshtein(w, "b") for w in omegas]
    for summands in (np.exp(-gamma * np.array(detours)), np.ones(1), np.zeros(1)):
        mean = summands.mean(keepdims=True)
        expected = ((summands - mean) ** 2).mean(keepdims=True) / R
        got = target.d2ke.random_feature_variance((summands**2).mean(keepdims=True), mean, R)
        yield close_to(expected, got, atol=1e-14 / R)
