"""Attributes of a result that follow from others of it, or from the arguments of the call.

A result may leave them out. What it has says what they are all the same: a metric that is given as
``factor`` has the matrix factor factor'. So it is judged by its own, and borrowed from another
implementation is only what cannot be known.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from gramcheck.verify.sets import moreau
from gramcheck.verify.types import Array

_CANCELLED = 1e3  # summands by their sum, from where on that has lost digits which it may need
Own = Callable[[str], Any]  # an attribute of the result, derived where it must be
Formula = Callable[[Own, Mapping[str, Any]], Any]


class UnknownError(Exception):
    """Nothing that the result has says what the attribute is."""


def derive(function: str, given: Mapping[str, Any], result: Any, name: str) -> Any:
    """The attribute of a function's result as it follows from what the result has.

    Raises
    ------
    UnknownError
        It does not.
    """

    def own(attribute: str) -> Any:
        return getattr(result, attribute) if has(result, attribute) else follows(attribute)

    def follows(attribute: str) -> Any:
        for formula in FORMULAS.get(function, {}).get(attribute, ()):
            try:
                return formula(own, given)
            except UnknownError:
                continue
        raise UnknownError(attribute)

    return follows(name)


def has(result: Any, name: str) -> bool:
    """Whether there is such an attribute; a property is not asked for its value."""
    return inspect.getattr_static(result, name, result) is not result or hasattr(result, name)


def _as_given(*names: str) -> dict[str, tuple[Formula, ...]]:
    """Arguments of the call that a result repeats."""
    return {name: (_argument(name),) for name in names}


def _argument(name: str) -> Formula:
    return lambda own, given: given[name]


def _transpose(name: str) -> Formula:
    return lambda own, given: _floats(own(name)).T


def _square(name: str) -> Formula:
    """F F' of a factor F."""
    return lambda own, given: _floats(own(name)) @ _floats(own(name)).T


def _square_of_transform(own: Own, given: Mapping[str, Any]) -> Array:
    """AA' of the linear transform A, where there is one."""
    A = _floats(own("transform")())
    return A @ A.T


def _difference_of_squares(own: Own, given: Mapping[str, Any]) -> Array:
    return _square("positive")(own, given) - _square("negative")(own, given)


def _eq_11(own: Own, given: Mapping[str, Any]) -> Array:
    """AA' = - sum_S alpha z z' + sum_D alpha z z', clipped or not."""
    if given["psd"] == "constrained":
        raise UnknownError("the multiplier of the cone")
    X = _floats(given["X"])
    matrix = _sum_over_pairs(X.reshape(len(X), -1), own, given)
    return matrix if given["psd"] == "as-printed" else moreau(matrix)[0]


def _eq_11_of_rows(own: Own, given: Mapping[str, Any]) -> Array:
    """The coefficients B of Section 3.3: patterns are unit vectors there."""
    if given["psd"] != "as-printed":
        raise UnknownError("coefficients that are not printed")
    n = len(given["K"] if "K" in given else given["kernels"][0])
    return _sum_over_pairs(np.eye(n), own, given)


def _sum_over_pairs(X: Array, own: Own, given: Mapping[str, Any]) -> Array:
    pairs = np.vstack([np.asarray(given[name]) for name in ("similar", "dissimilar")])
    alphas = np.concatenate([-_floats(own("alpha_S")), _floats(own("alpha_D"))])
    Z = X[pairs[:, 0]] - X[pairs[:, 1]]
    matrix = (Z.T * alphas) @ Z
    if np.abs(alphas) @ np.square(Z).sum(axis=1) > _CANCELLED * np.abs(matrix).max(initial=0.0):
        raise UnknownError("digits, which cancel in the sum")
    return matrix


def _distances(name: str) -> Formula:
    """(a - b)' matrix (a - b) of rows a and b; what cannot be is the result's own to refuse."""

    def of_matrix(own: Own, given: Mapping[str, Any]) -> Callable[..., Array]:
        matrix = _floats(own(name))

        def squared_distances(A: Any, B: Any = None) -> Array:
            A, B = _floats(A), _floats(A if B is None else B)
            if any(rows.shape[1:] != matrix.shape[:1] for rows in (A, B)):
                raise UnknownError("rows of another width")
            if not (np.isfinite(A).all() and np.isfinite(B).all()):
                raise UnknownError("rows that are not finite")
            return np.array([np.einsum("bi,bi->b", (a - B) @ matrix, a - B) for a in A])

        return squared_distances

    return of_matrix


def _floats(values: Any) -> Array:
    return np.asarray(values, dtype=np.float64)


_PROBLEM = _as_given("similar", "dissimilar", "C_S", "C_D", "nu", "psd")
_OF_FACTOR = {"matrix": (_square("factor"),), "squared_distances": (_distances("matrix"),)}
_OF_SIGMA = {"squared_distances": (_distances("Sigma"),), **_as_given("y", "K")}
_OF_ROWS = _PROBLEM | {
    "matrix": (_difference_of_squares, _eq_11_of_rows),
    "squared_distances": (_distances("matrix"),),
}
FORMULAS: Mapping[str, Mapping[str, tuple[Formula, ...]]] = {
    "kcr.lmnn": _OF_FACTOR,
    "kcr.kmlcc": _OF_FACTOR,
    "kcr.klmca": _OF_FACTOR | {"Omega": (_transpose("factor"),)},
    "kcr.gradient_projection": _OF_SIGMA,
    "kcr.solve_by_splitting": _OF_SIGMA,
    "kcr.solve_exactly": _OF_SIGMA,
    "idealized.learn_metric": _PROBLEM
    | {
        "matrix": (_difference_of_squares, _eq_11, _square_of_transform),
        "squared_distances": (_distances("matrix"),),
    },
    "idealized.learn_metric_from_kernel": _OF_ROWS,
    "idealized.learn_metric_from_kernels": _OF_ROWS,
    "idealized.xing_metric": _as_given("t", "objective")
    | {
        "matrix": (_difference_of_squares, _square_of_transform),
        "squared_distances": (_distances("matrix"),),
    },
}
