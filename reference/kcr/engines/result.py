"""The one result of all solvers of the program (9), with its certificate."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.centered import Point, Problem, unit
from gramcheck.reference.kcr.engines.certificate import dual_bound, relative_gap
from gramcheck.reference.kcr.projections import project
from gramcheck.reference.kcr.representer import squared_distances
from gramcheck.reference.kcr.rule import KernelVotes, kernel_rule
from gramcheck.reference.types import AnyArray, Array

_SAME = 1e-8  # of its largest entry, the change of K that a start may have missed


@dataclass(frozen=True, eq=False)
class KernelRule:
    """A kernel classification rule with a learned metric, the naive kernel of Eq. (2).

    Attributes
    ----------
    Sigma : (n, n)
        The metric between rows of kernel values: positive semidefinite.
    h2 : float
        h~, the squared bandwidth: a training point votes where rho <= sqrt(h2).
    objective : float
        That of (9), computed from Sigma and h2 as they stand here.
    lower_bound : float
        No feasible point has a smaller objective, as :func:`.lower_bound` has it, which takes it
        from ``multipliers`` alone.
    gap : float
        (objective - lower_bound) / objective, at least 0: a certified bound on the relative
        distance from the optimum.
    iterations : int
    converged : bool
        Whether the gap is within the tolerance that was asked for.
    y : (n,)
        The labels of the training patterns.
    K : (n, n)
        The kernel among them.
    multipliers : (n, n)
        The dual candidate.
    """

    Sigma: Array = field(repr=False)
    h2: float
    objective: float
    lower_bound: float
    gap: float
    iterations: int
    converged: bool
    y: AnyArray = field(repr=False)
    K: Array = field(repr=False)
    multipliers: Array = field(repr=False)

    def squared_distances(self, A: ArrayLike, B: ArrayLike | None = None) -> Array:
        """rho^2 (a, b) between points given by kernel values against the training patterns.

        Parameters
        ----------
        A : (a, n)
        B : (b, n), optional
            Other points; those of ``A`` when None.

        Raises
        ------
        ValueError
            Rows of another width, NaN, numbers so large that distances overflow.
        """
        A = check.real("A", A, shape=(None, len(self.y)))
        B = A if B is None else check.real("B", B, shape=(None, len(self.y)))
        # of a small kernel Sigma may be above the range of numbers, but not its distances
        size = unit(self.Sigma)
        with np.errstate(over="ignore"):
            squared = size * squared_distances(self.Sigma / size, A, B)
        return check.without_overflow(squared, "A, B and the metric", "finite distances")

    def vote(self, A: ArrayLike, empty: str = "nearest", ties: str = "smallest") -> KernelVotes:
        """Classify points, and report empty balls and ties.

        Parameters
        ----------
        A : (a, n)
            Their kernel values against the training patterns.
        empty, ties
            As in :func:`.kernel_rule`.

        Raises
        ------
        ValueError
            Rows of another width, NaN, an unknown name.
        """
        rho = np.sqrt(self.squared_distances(A, self.K))
        return kernel_rule(rho, self.y, np.sqrt(self.h2), empty=empty, ties=ties)

    def predict(self, A: ArrayLike, empty: str = "nearest", ties: str = "smallest") -> AnyArray:
        """The labels of :meth:`vote`, with its arguments and errors."""
        return self.vote(A, empty, ties).labels


def certified(problem: Problem, point: Point, tol: float) -> KernelRule:
    """A result with its objective, bound and gap computed from what it holds."""
    reached = problem.objective(point.Sigma, point.h2)
    bound = dual_bound(point.multipliers, problem)
    gap = relative_gap(reached, bound)
    return KernelRule(
        Sigma=point.Sigma,
        h2=float(point.h2),
        objective=reached,
        lower_bound=bound,
        gap=gap,
        iterations=point.iterations,
        converged=bool(gap <= tol),
        y=problem.y,
        K=problem.K,
        multipliers=point.multipliers,
    )


def started(start: KernelRule | None, problem: Problem) -> Point | None:
    """The nearest feasible point to start from; refused if it is for another kernel.

    Sigma has the units of K. That of alternating projections does not sum to 0.
    """
    if start is None:
        return None
    if not isinstance(start, KernelRule):
        raise TypeError(f"start must be a KernelRule, got {check.shown(start)}")
    if len(start.y) != len(problem.y):
        raise ValueError(f"start must have {len(problem.y)} patterns as K has, got {len(start.y)}")
    apart, largest = np.abs(start.K - problem.K).max(), np.abs(problem.K).max()
    if apart > _SAME * largest:
        raise ValueError(
            f"start must be a result for the same K, got one for another: entries differ by up to "
            f"{apart:.3g}, the largest of K being {largest:.3g}"
        )
    size = float(np.abs(start.Sigma).max()) or 1.0
    Sigma = size * project(start.Sigma / size)
    return Point(Sigma, max(start.h2, problem.eps), start.multipliers, 0)
