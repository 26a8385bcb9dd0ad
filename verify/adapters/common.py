"""What several adapters need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

SPARSE = ("clarabel", "osqp", "scs")  # solvers that take matrices of no other kind


def of_squared_costs(distance: Callable[..., Any]) -> Callable[..., Any]:
    """A ``dtw`` that has squared costs alone, which it is asked for by their name."""

    def dtw(x: Any, y: Any, local_cost: str = "euclidean", **options: Any) -> Any:
        if local_cost != "sqeuclidean":
            raise NotImplementedError("local_cost")
        return distance(x, y, **options)

    return dtw


def rows(x: Any) -> Any:
    """A series or set as rows of channels; a vector is one channel."""
    return np.asarray(x, dtype=float).reshape(len(x), -1)


def as_rows(x: Any) -> Any:
    """The same in the type that it came in."""
    return np.asarray(x).reshape(len(x), -1)


def one_channel(x: Any) -> Any:
    """A series of one channel as a vector, in the type that it came in; of more is lacking."""
    if (series := as_rows(x)).shape[1] != 1:
        raise NotImplementedError("several channels")
    return series[:, 0]


def dense(V: Any) -> Any:
    """Rows of numbers, whether they were sparse or not."""
    return rows(V.toarray() if hasattr(V, "toarray") else V)


def places(labels: Any) -> Any:
    """Labels as their places among all, integers from 0."""
    return np.unique(np.asarray(labels), return_inverse=True)[1]


def modified_hausdorff_by(distances: Callable[..., Any]) -> Callable[..., Any]:
    """A ``modified_hausdorff`` from the distances of all points of two sets."""

    def modified_hausdorff(x: Any, y: Any) -> Any:
        D = np.asarray(distances(as_rows(x), as_rows(y)))
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())

    return modified_hausdorff


def gaussian_kernel_by(squared: Callable[..., Any]) -> Callable[..., Any]:
    """A ``gaussian_kernel`` from the squared distances of all points of two sets."""

    def gaussian_kernel(A: Any, B: Any = None, s: float = 1.0) -> Any:
        return np.exp(-s * np.asarray(squared(as_rows(A), as_rows(A if B is None else B))))

    return gaussian_kernel


def solve_dual_by(solver: str, **settings: Any) -> Callable[..., Any]:
    """``solve_dual`` by a solver that qpsolvers knows, of min (1/2) a'Pa + q'a with Ga <= h."""
    from qpsolvers import Problem, ProblemError, solve_problem
    from scipy.sparse import csc_matrix

    from gramcheck.verify.definitions.idealized import dual_program

    def solve_dual(
        X: Any, similar: Any, dissimilar: Any, C_S: Any, C_D: Any, nu: Any, M: Any = None
    ) -> Any:
        X, S, D = (np.asarray(each).tolist() for each in (X, similar, dissimilar))
        program = dual_program(X, S, D, C_S, C_D, nu, M if M is None else np.asarray(M).tolist())
        P, q, G, h = (np.array(part, dtype=float) for part in program)
        if solver in SPARSE:
            P, G = csc_matrix(P), csc_matrix(G)
        try:
            found = solve_problem(Problem(P, q, G, h), solver, **settings)
        except ProblemError as error:
            if "not positive definite" not in str(error):
                raise
            raise NotImplementedError("programs that are only semidefinite") from error
        if not found.found:
            raise RuntimeError(f"{solver} found no optimum")
        return np.split(found.x, [len(similar)])

    return solve_dual
