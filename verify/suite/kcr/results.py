"""What results carry: the patterns that a rule was learned of, and a metric in its two forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.kcr.problems import gaussian, problem

EQ_9 = "Section 4.1, Eq. (9)"
SOLVERS = ("kcr.gradient_projection", "kcr.solve_by_splitting", "kcr.solve_exactly")


@check("kcr/prediction", place=EQ_9, needs=SOLVERS, since="0.3")
def rules_know_what_they_were_learned_of(target: Any, run: Any) -> Iterator[Outcome]:
    """Names of classes as they were given, and the kernel matrix."""
    each = problem(run.seed, 0)
    names = np.array(["z", "y", "x"])[each.y]
    few = {"max_iterations": 5}
    for solver, options in zip(SOLVERS, (few, few, {}), strict=True):
        result = getattr(target.kcr, solver.removeprefix("kcr."))(
            each.K, names, each.lam, **options
        )
        yield equal(names.tolist(), np.asarray(result.y).tolist())
        yield close_to(each.K, result.K, ulps=1)


@check("kcr/prediction", place=EQ_9, needs=(*SOLVERS, "kcr.lower_bound"), since="0.3")
def lower_bounds_follow_from_the_multipliers(target: Any, run: Any) -> Iterator[Outcome]:
    """From those alone, as they stand in a result, of whatever solver."""
    each = problem(run.seed, 0)
    few = {"max_iterations": 5}
    for solver, options in zip(SOLVERS, (few, few, {}), strict=True):
        result = getattr(target.kcr, solver.removeprefix("kcr."))(*each, **options)
        bound = target.kcr.lower_bound(result.multipliers, *each)
        yield close_to(bound, result.lower_bound, rtol=1e-9)


@check(
    "kcr/learned-distances",
    place="Section 5; Corollary 3",
    needs=("kcr.kmlcc", "kcr.klmca", "kcr.lmnn"),
    since="0.3",
)
def learned_matrices_are_squares_of_their_factors(target: Any, run: Any) -> Iterator[Outcome]:
    """FF', to 1e-12; Omega is F', and the columns of KMLCC sum to zero."""
    X, y = run.rng.normal(size=(8, 2)), np.arange(8) % 2
    K, few = gaussian(X, 1.0), {"max_iterations": 5}
    lmnn = target.kcr.lmnn(X, y, k=1, **few)
    kmlcc = target.kcr.kmlcc(K, y, lam=0.1, **few)
    klmca = target.kcr.klmca(K, y, d=2, k=1, **few)
    for result in (lmnn, kmlcc, klmca):
        F = np.asarray(result.factor, dtype=float)
        size = float(np.square(F).sum())
        yield close_to(F @ F.T, result.matrix, rtol=1e-12, scale=size)
    yield close_to(np.transpose(klmca.factor), klmca.Omega, ulps=1)
    F = np.asarray(kmlcc.factor, dtype=float)
    yield close_to(np.zeros(F.shape[1]), F.sum(axis=0), ulps=64, scale=float(np.abs(F).sum()))
