"""Section 2: the sum in the place of the maximum, and the other bound of footnote 6."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import SMOOTHING_KERNELS, configurations
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import kcr
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import kcr as definitions

_COUNT = {"quick": 1000, "full": 50_000}


@claim(
    "kcr/eq-5",
    place="Section 2, Eq. (5)",
    checks=("vectors/errors_5", "vectors/objective_5", "vectors/margin"),
)
def conservative_rule(run: Run) -> Evidence:
    """ψ_i = 1 where the own class without X_i has fewer votes than all other classes together.

    It is at least the error at X_i, and more where a third class shares the votes (footnote 7);
    the objective is the sum of the ψ_i, plus λ times the penalty. Of as many votes ψ_i is 0. Votes
    are counted for the naive kernel, and added up by the definition for all kernels. (Until a
    review there was the naive one alone.)
    """
    below, strictly, points, unlike, off = 0, 0, 0, 0, []
    for D, y, h in configurations(_COUNT[run.scale], run.rng(), ties=True):
        psi, wrong = kcr.errors_5(D, y, h), kcr.kernel_rule(D, y, h).labels != y
        below += int((~psi & wrong).sum())
        strictly += int((psi & ~wrong).sum())
        points += len(y)
        votes = [[int(h >= d) for d in row] for row in D.tolist()]
        outvoted = [
            sum(v for j, v in enumerate(row) if y[j] == y[i] and j != i)
            < sum(v for j, v in enumerate(row) if y[j] != y[i])
            for i, row in enumerate(votes)
        ]
        unlike += int(np.sum(psi != outvoted))
        off.append(kcr.objective_5(D, y, h, penalty=2.0, lam=0.7) - sum(outvoted) - 0.7 * 2.0)
    weighed = 0
    for kernel in SMOOTHING_KERNELS:
        for D, y, h in configurations(40, run.rng(kernel), ties=kernel == "naive"):
            defined = definitions.errors_5(D.tolist(), y.tolist(), h, kernel)
            weighed += int(np.sum(kcr.errors_5(D, y, h, kernel) != defined))
            off.append(kcr.objective_5(D, y, h, 2.0, 0.7, kernel) - sum(defined) - 0.7 * 2.0)
    return Evidence(
        printed=[
            equals(unlike, 0, name=f"of {points} points: ψ unlike the votes, counted one by one"),
            equals(weighed, 0, name="each kernel: ψ unlike the votes, added up by definition"),
            equals(below, 0, name="points misclassified where ψ is 0"),
            at_least(strictly, 1, name="points classified right where ψ is 1"),
            holds(off, 0.0, atol=1e-12, name="(5) minus the count of the ψ_i and the penalty"),
        ]
    )


def log_sum_exp(votes: Array) -> Array:
    """The bound log Σ exp(a_i), along the last axis."""
    return np.logaddexp.reduce(votes, axis=-1)


@claim("kcr/footnote-6", place="Section 2, footnote 6", kind="statement")
def another_bound_on_the_maximum(run: Run) -> Evidence:
    """max{a_1, ..., a_m} ≤ log Σ exp(a_i), another upper bound than the sum.

    It exceeds the maximum by log m at most, which the sum does by more where many classes have
    votes; of few votes the sum is the nearer one, so neither bound replaces the other. The paper
    takes the sum, so that no function of a method computes the other one, and no check is about it.
    """
    above, beyond, nearer = [], [], {"sum": 0, "log-sum-exp": 0}
    for D, y, h in configurations(_COUNT[run.scale], run.rng(), ties=True):
        inside = (h >= D).astype(float)
        votes = np.column_stack([inside[:, y == label].sum(axis=1) for label in np.unique(y)])
        bound, largest = log_sum_exp(votes), votes.max(axis=1)
        above.append(float((bound - largest).min()))
        beyond.append(float((bound - largest).max()) - math.log(votes.shape[1]))
        nearer["log-sum-exp"] += int((bound < votes.sum(axis=1)).sum())
        nearer["sum"] += int((bound > votes.sum(axis=1)).sum())
    return Evidence(
        printed=[
            at_least(min(above), 0.0, name="log-sum-exp of the votes minus the most: the least"),
            at_most(max(beyond), 0.0, atol=1e-12, name="the same minus log m: the most"),
            at_least(min(nearer.values()), 1, name="points where each is the nearer of the two"),
        ],
        measured={f"points where the {name} is nearer": n for name, n in nearer.items()},
    )
