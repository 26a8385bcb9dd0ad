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
FEW = {"max_iterations": 5}
SOLVERS: dict[str, dict[str, Any]] = {  # each with options that make it quick
    "kcr.gradient_projection": FEW,
    "kcr.solve_by_splitting": FEW,
    "kcr.solve_exactly": {},
}


def solved(target: Any, *given: Any) -> Iterator[Any]:
    """The result of each solver."""
    for solver, options in SOLVERS.items():
        yield target.get(solver)(*given, **options)


@check("kcr/prediction", place=EQ_9, needs=tuple(SOLVERS), since="0.3")
def rules_know_what_they_were_learned_of(target: Any, run: Any) -> Iterator[Outcome]:
    """Names of classes as they were given, and the kernel matrix."""
    each = problem(run.seed, 0)
    names = np.array(["z", "y", "x"])[each.y]
    for result in solved(target, each.K, names, each.lam):
        yield equal(names.tolist(), np.asarray(result.y).tolist())
        yield close_to(each.K, result.K, ulps=1)


@check("kcr/prediction", place=EQ_9, needs=(*SOLVERS, "kcr.lower_bound"), since="0.3")
def lower_bounds_follow_from_the_multipliers(target: Any, run: Any) -> Iterator[Outcome]:
    """From those alone, as they stand in a result, of whatever solver."""
    each = problem(run.seed, 0)
    for result in solved(target, *each):
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
    K = gaussian(X, 1.0)
    lmnn = target.kcr.lmnn(X, y, k=1, **FEW)
    kmlcc = target.kcr.kmlcc(K, y, lam=0.1, **FEW)
    klmca = target.kcr.klmca(K, y, d=2, k=1, **FEW)
    for result in (lmnn, kmlcc, klmca):
        F = np.asarray(result.factor, dtype=float)
        size = float(np.square(F).sum())
        yield close_to(F @ F.T, result.matrix, rtol=1e-12, scale=size)
    yield close_to(np.transpose(klmca.factor), klmca.Omega, ulps=1)
    F = np.asarray(kmlcc.factor, dtype=float)
    yield close_to(np.zeros(F.shape[1]), F.sum(axis=0), ulps=64, scale=float(np.abs(F).sum()))
