"""Section 5: the metrics in feature space that KCR is compared with, KMLCC and KLMCA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, equal
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.kcr.lmnn import THREE_CLASSES, fewer, gradient_close_to, metric
from gramcheck.verify.suite.kcr.problems import Array, gaussian

SECTION = "Section 5"
OPTIMAL = 1e-4  # relative, of convex programs


# KMLCC ------------------------------------------------------------------------------------------


@st.composite
def kernel_problems(draw: Any) -> tuple[Array, Any]:
    """A Gaussian kernel matrix and labels, two or more of each."""
    n = draw(st.integers(4, 6))
    X = np.random.default_rng(draw(strategies.seeds())).normal(size=(n, 2))
    y = np.array(draw(st.permutations(([0, 1] * 3)[:n])))
    return gaussian(X, draw(st.sampled_from([0.25, 1.0]))), y


KERNEL_PROBLEM = (
    gaussian(np.array([[0.0], [1.0], [2.5], [3.0], [3.5], [5.0]]), 0.5),
    np.array([0, 1, 0, 1, 1, 0]),
)
OF_THREE_CLASSES = gaussian(THREE_CLASSES[0], 0.25), THREE_CLASSES[1]


@check(
    "kcr/kmlcc",
    place=f"{SECTION}, KMLCC",
    needs=("kcr.kmlcc_objective", "kcr.kmlcc_gradient"),
    since="0.1",
)
@for_all(
    given=kernel_problems(),
    seed=strategies.seeds(),
    lam=st.sampled_from([0.0, 0.5]),
    unit=st.sampled_from([1.0, 1e3]),
    examples=[
        {"given": (KERNEL_PROBLEM[0], y), "seed": 1, "lam": lam, "unit": unit}
        for y in (KERNEL_PROBLEM[1], np.array([0, 1, 0, 1, 1, 2]))
        for lam, unit in ((0.0, 1.0), (0.5, 1.0), (0.0, 1e3))
    ],
)
def kmlcc_is_a_divergence_from_collapsed_classes(
    target: Any, given: tuple, seed: int, lam: float, unit: float
) -> Iterator[Outcome]:
    """sum_i KL(p0 || p_A) + lam tr(AK) and its gradient, term by term in 60 digits.

    A point alone in its class has no part. Of large metrics all exp(-d) of a point may underflow,
    while their shares do not.
    """
    K, y = given
    A = unit * metric(len(y), seed)
    lists = (A.tolist(), K.tolist(), y.tolist(), lam)
    expected = definitions.kmlcc_objective(*lists)
    got = target.kcr.kmlcc_objective(A, K, y, lam)
    yield close_to(expected, got, rtol=1e-9, atol=1e-50)  # below 1e-60, 60 digits are 0
    G = definitions.kmlcc_gradient(*lists)
    yield gradient_close_to(G, target.kcr.kmlcc_gradient(A, K, y, lam), 1e-9)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.1")
def kmlcc_reaches_the_optimum(target: Any, run: Any) -> Iterator[Outcome]:
    """Within 1e-4 of a lower bound from its own gradient, recomputed by loops.

    The penalty keeps the optimum bounded: classes that can be told apart collapse for lam = 0. A
    class of one has no others to be near.
    """
    for labels, lam in (([0, 1] * 4, 0.1), ([0, 1] * 4 + [0], 1.0), ([0, 1] * 4 + [2], 0.1)):
        n, y = len(labels), np.array(labels)
        X = run.rng.normal(size=(n, 2))
        K = gaussian(X, 1.0) + 0.1 * np.eye(n)
        result = target.kcr.kmlcc(K, y, lam=lam)
        A = np.asarray(result.matrix, dtype=float)
        A = (A + A.T) / 2
        yield positive_semidefinite(A)
        value = definitions.kmlcc_objective(A.tolist(), K.tolist(), y.tolist(), lam)
        yield close_to(value, result.objective, rtol=1e-8)
        bound = definitions.kmlcc_lower_bound(A, K, y.tolist(), lam)
        yield at_least(value * (1 - OPTIMAL), bound)
        yield equal(True, bool(result.converged))
        stopped = target.kcr.kmlcc(K, y, lam=lam, max_iterations=1)
        if stopped.converged:  # one step is enough where the penalty leaves no metric at all
            A = np.asarray(stopped.matrix, dtype=float)
            reached = definitions.kmlcc_objective(A.tolist(), K.tolist(), y.tolist(), lam)
            yield at_most(value, reached, rtol=2 * OPTIMAL)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def kmlcc_leaves_the_collapsed_metric(target: Any, run: Any) -> Iterator[Outcome]:
    """Started where a large penalty left none, it ends where it does without a start.

    There no factor of the metric has a slope, and several axes come in.
    """
    n = 9
    X, y = run.rng.normal(size=(n, 2)), np.arange(n) % 3
    K = gaussian(X, 1.0) + 0.1 * np.eye(n)
    none = target.kcr.kmlcc(K, y, lam=1e3)
    yield close_to(np.zeros((n, n)), none.matrix, atol=1e-6)
    for lam in (0.02, 0.1):
        value = float(target.kcr.kmlcc(K, y, lam=lam).objective)
        started = target.kcr.kmlcc(K, y, lam=lam, start=none)
        yield equal(True, bool(started.converged))
        yield close_to(value, started.objective, rtol=2 * OPTIMAL)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def residual_is_what_convexity_leaves(target: Any, run: Any) -> Iterator[Outcome]:
    """At most |<G, A>| - mu t, for the slope G of what was reached, and a hundredth and 1e-4 more.

    No metric B of a trace tr(BK) up to t gains more, since <G, B> >= mu tr(BK) for the smallest
    eigenvalue mu of K^(-1/2) G K^(-1/2), or 0 if that is positive. The trace t is twice tr(AK) and
    that of the isotropic metric with a mean squared distance of 1 to the mean.
    """
    n = 8
    X, y = run.rng.normal(size=(n, 2)), np.arange(n) % 2
    K = gaussian(X, 1.0) + 0.1 * np.eye(n)
    inverse = np.linalg.inv(np.linalg.cholesky(K))
    isotropic = n * (n - 1) / (np.trace(K) - K.sum() / n)
    for lam in (0.0, 0.1):
        result = target.kcr.kmlcc(K, y, lam=lam, max_iterations=3, tol=1e-12)
        A = np.asarray(result.matrix, dtype=float)
        lists = (A.tolist(), K.tolist(), y.tolist(), lam)
        G = np.array(definitions.kmlcc_gradient(*lists))
        mu = min(0.0, float(np.linalg.eigvalsh(inverse @ G @ inverse.T)[0]))
        gain = abs(float(np.vdot(G, A))) - mu * (2 * float(np.vdot(A, K)) + isotropic)
        value = definitions.kmlcc_objective(*lists)
        yield at_most(1.01 * gain + 1e-4 * value, result.residual * value)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.2")
def residual_ends_it_where_there_is_no_penalty(target: Any, run: Any) -> Iterator[Outcome]:
    """Classes that overlap in the plane, chosen so that the reference's lower bound stays at 0."""
    for seed in (2, 17):
        X, y = np.random.default_rng(seed).normal(size=(12, 2)), np.arange(12) % 2
        result = target.kcr.kmlcc(X @ X.T, y, lam=0.0, tol=1e-4)
        yield at_most(1e-4, float(result.residual))
        yield equal(True, bool(result.converged))


# KLMCA ------------------------------------------------------------------------------------------


@check(
    "kcr/klmca",
    place=f"{SECTION}, KLMCA",
    needs=("kcr.klmca_objective", "kcr.klmca_gradient"),
    since="0.1",
)
@for_all(
    given=kernel_problems(),
    seed=strategies.seeds(),
    d=st.integers(1, 2),
    k=st.integers(1, 3),
    examples=[
        {"given": given, "seed": 1, "d": 2, "k": k}
        for given, k in ((KERNEL_PROBLEM, 1), (KERNEL_PROBLEM, 3), (OF_THREE_CLASSES, 3))
    ],
)
def klmca_has_a_gradient_in_both_inner_products(
    target: Any, given: tuple, seed: int, d: int, k: int
) -> Iterator[Outcome]:
    """Objective with the smooth hinge, Gamma of the RKHS and Gamma K, by loops over triples."""
    K, y = given
    k = fewer(k, y)
    rng = np.random.default_rng(seed)
    Omega = np.round(rng.normal(size=(d, len(y))) * 32) / 32
    lists = (Omega.tolist(), K.tolist(), y.tolist(), k, 0.75)
    expected = definitions.klmca_objective(*lists)
    yield close_to(expected, target.kcr.klmca_objective(Omega, K, y, k, 0.75), rtol=1e-9)
    for name in ("rkhs", "euclidean"):
        G = definitions.klmca_gradient(*lists, inner_product=name)
        got = target.kcr.klmca_gradient(Omega, K, y, k, 0.75, inner_product=name)
        yield gradient_close_to(G, got, 1e-9)


@check("kcr/klmca", place=f"{SECTION}, KLMCA", needs="kcr.klmca", since="0.1")
def klmca_ends_where_no_step_down_is_left(target: Any, run: Any) -> Iterator[Outcome]:
    """No step along the gradient by loops, however long, gains more than a hundredth.

    For a linear kernel in the plane, where no class can collapse to a point, so that descent ends
    soon, away from 0. Both updates, of two classes and of three; what is reported is the objective
    of Omega.
    """
    for n, k, update in ((10, 2, "rkhs"), (10, 2, "euclidean"), (12, 3, "rkhs")):
        X, y = run.rng.normal(size=(n, 2)), np.arange(n) % k
        K = X @ X.T
        data = K.tolist(), y.tolist(), k
        result = target.kcr.klmca(K, y, d=2, k=k, update=update)
        Omega = np.asarray(result.Omega, dtype=float)

        def value(Omega: Array, data: Any = data) -> float:
            return definitions.klmca_objective(Omega.tolist(), *data)

        here = value(Omega)
        yield close_to(here, result.objective, rtol=1e-8)
        G = np.array(definitions.klmca_gradient(Omega.tolist(), *data, inner_product=update))
        least = min(value(Omega - t * G) for t in 10.0 ** np.arange(-5, 1))
        yield at_least(0.99 * here, least)


@check(
    "kcr/learned-distances",
    place=f"{SECTION}; Corollary 3",
    needs=("kcr.kmlcc", "kcr.klmca", "kcr.lmnn"),
    since="0.1",
)
def learned_metrics_measure_new_points(target: Any, run: Any) -> Iterator[Outcome]:
    """(z - w)' M (z - w), or ||Omega (k_z - k_w)||^2, within one collection and between two.

    One of these may have a single member.
    """
    n = 8
    X, y = run.rng.normal(size=(n, 2)), np.arange(n) % 2
    K, new = gaussian(X, 1.0), gaussian(X, 1.0)[:3] * 0.5 + 0.1
    few = {"max_iterations": 5}
    metrics = [(target.kcr.lmnn(X, y, k=1, **few), "matrix", X, X[:3] + 0.5)]
    metrics += [(target.kcr.kmlcc(K, y, lam=0.1, **few), "matrix", K, new)]
    metrics += [(target.kcr.klmca(K, y, k=1, **few), "Omega", K, new)]
    for result, name, old, rows in metrics:
        M = np.asarray(getattr(result, name), dtype=float)
        M = M.T @ M if name == "Omega" else M
        for first, *second in ([old], [old, rows], [old, rows[:1]], [rows[:1], old]):
            gaps = first[:, None] - (second[0] if second else first)[None]
            want = np.einsum("ija,ab,ijb->ij", gaps, M, gaps)
            got = result.squared_distances(first, *second)
            yield close_to(want, got, atol=1e-10 * (1 + float(np.abs(M).sum())))


# both -------------------------------------------------------------------------------------------

UNITS = (1e-60, 1e-6, 1e6, 1e60)


@check("kcr/kmlcc", place=f"{SECTION}, KMLCC", needs="kcr.kmlcc", since="0.1")
def kmlcc_has_no_units(target: Any, run: Any) -> Iterator[Outcome]:
    """K and lambda times c: the same objective, with the penalty as certain as ever."""
    K, y = map(np.copy, KERNEL_PROBLEM)
    for lam in (0.1, 1.0):
        plain = target.kcr.kmlcc(K, y, lam, tol=OPTIMAL)
        for c in UNITS:
            scaled = target.kcr.kmlcc(c * K, y, c * lam, tol=OPTIMAL)
            yield close_to(plain.objective, scaled.objective, rtol=2 * OPTIMAL)
            yield equal(True, bool(scaled.converged))


@check(
    "kcr/klmca",
    place=f"{SECTION}, KLMCA",
    needs=("kcr.klmca", "kcr.klmca_objective"),
    since="0.1",
)
def klmca_has_no_units(target: Any, run: Any) -> Iterator[Outcome]:
    """K times c: Omega over c, so no kernel is so small that the map to a point is the end."""
    X = run.rng.normal(size=(10, 2))
    X *= 2 / np.linalg.norm(X, axis=1).max()
    y = np.arange(10) % 2
    collapsed = target.kcr.klmca_objective(np.zeros((2, 10)), X @ X.T, y, 2)
    for c in UNITS:
        result = target.kcr.klmca(c * X @ X.T, y, d=2, k=2)
        yield at_most(0.999 * collapsed, result.objective)
        again = target.kcr.klmca_objective(c * np.asarray(result.Omega), X @ X.T, y, 2)
        yield close_to(again, result.objective, rtol=1e-6)


@check("kcr/klmca", place=f"{SECTION}, KLMCA", needs="kcr.klmca", since="0.3")
def klmca_has_as_many_dimensions_as_asked(target: Any, run: Any) -> Iterator[Outcome]:
    """More than K has, too; the objective is that of all of them."""
    X, y = run.rng.normal(size=(8, 2)), np.arange(8) % 2
    for d in (1, 2, 5):
        result = target.kcr.klmca(X @ X.T, y, d=d, k=2)
        yield equal(((d, 8), (8, d)), (np.shape(result.Omega), np.shape(result.factor)))
        Omega = np.asarray(result.Omega, dtype=float).tolist()
        here = definitions.klmca_objective(Omega, (X @ X.T).tolist(), y.tolist(), 2)
        yield close_to(here, result.objective, rtol=1e-8)
