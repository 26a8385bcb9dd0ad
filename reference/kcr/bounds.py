r"""From the resubstitution error to the programs (8) and (9), Sections 2 and 4, step by step.

========================  ======================================================================
``distances`` (n, n)      rho among the training points: symmetric, with a zero diagonal
``y`` (n,)                their labels, at least two classes
``h``                     the bandwidth, positive
``tau_ij``                +1 where Y_i = Y_j, otherwise -1
``n_i^+``                 the size of the class of X_i, X_i counted
========================  ======================================================================
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.kcr.programme import label_signs, objective_from_distances, row_losses
from gramcheck.reference.kcr.rule import class_indicators, kernel_rule, smoothing_kernel

Array = NDArray[np.float64]


class Relaxations(NamedTuple):
    """Upper bounds on the error at each training point, naive kernel; each above the one before.

    Attributes
    ----------
    errors : (n,)
        1 where the rule (2) misclassifies X_i, X_i voting too, ties to the smallest label.
    max_form : (n,)
        1 where another class has at least as many votes as that of X_i: Eq. (4) fails or is tied.
    sum_form : (n,)
        1{margin_i > 0}: the other classes together outvote that of X_i without X_i itself, the
        upper bound behind Eq. (5). The sum is above the maximum; leaving X_i out makes the tie
        an error.
    outer_hinge : (n,)
        [1 + margin_i]_+, the first relaxation of Section 4.1.
    double_hinge : (n,)
        [2 - n_i^+ + sum_j [1 + tau_ij (rho_ij^2 - h^2)]_+]_+, the second, as in Eq. (9); j = i
        counts in n_i^+ and in the sum.
    """

    errors: Array
    max_form: Array
    sum_form: Array
    outer_hinge: Array
    double_hinge: Array


def margin(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> Array:
    """Votes of the other classes minus those of its own without X_i, the argument of psi in (8).

    Positive where the conservative rule of Section 2 errs. The weights of votes are those of
    :func:`.smoothing_kernel`.

    Raises
    ------
    ValueError
        ``distances`` not symmetric or with a nonzero diagonal, ``h`` or ``cauchy_exponent`` not
        positive, an unknown kernel, one class.
    """
    rho = check.symmetric_distances("distances", distances)
    tau = label_signs(check.labels("y", y, len(rho)))
    weights = smoothing_kernel(rho, h, kernel, cauchy_exponent)
    np.fill_diagonal(weights, 0.0)
    return -(tau * weights).sum(axis=1)


def relaxations(distances: ArrayLike, y: ArrayLike, h: float) -> Relaxations:
    """Every step from the error of the naive rule to the double hinge of Eq. (9).

    Raises
    ------
    ValueError
        As :func:`margin`; distances or ``h`` whose squares are no numbers.
    """
    rho = check.symmetric_distances("distances", distances)
    y = check.labels("y", y, len(rho))
    argument = margin(rho, y, h)
    _, members = class_indicators(y)
    votes = smoothing_kernel(rho, h) @ members
    own = votes[members > 0]
    others = np.where(members > 0, -1.0, votes).max(axis=1)
    return Relaxations(
        errors=(kernel_rule(rho, y, h).labels != y).astype(np.float64),
        max_form=(others >= own).astype(np.float64),
        sum_form=(argument > 0).astype(np.float64),
        outer_hinge=np.maximum(0.0, 1 + argument),
        double_hinge=np.maximum(0.0, row_losses(*_squares(rho, h), y)),
    )


def resubstitution_bound(distances: ArrayLike, y: ArrayLike, h: float) -> float:
    """The loss of Eq. (9) over n: above the resubstitution error, often above 1 (errata C7).

    Raises
    ------
    ValueError
        As :func:`margin`; distances or ``h`` whose squares are no numbers.
    """
    rho = check.symmetric_distances("distances", distances)
    return objective_from_distances(*_squares(rho, h), y) / len(rho)


def logistic_bound(x: ArrayLike, base: float = 2.0) -> Array:
    """The smooth relaxation log(1 + e^x) of 1{x > 0}, Section 4.

    To the base 2 it is above 1{x > 0} everywhere. With natural logarithms (``base=math.e``), as
    the paper prints it, it is below 1 on (0, log(e - 1)) = (0, 0.541), which only whole numbers
    of votes avoid (errata C13).

    Parameters
    ----------
    x : array
        Any real numbers.
    base : float
        Of the logarithm, above 1.

    Raises
    ------
    ValueError
        ``base`` not above 1, NaN.
    """
    base = check.within("base", base, 1.0, math.inf)
    return np.logaddexp(0.0, check.real("x", x)) / math.log(base)


def objective_8(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    surrogate: str = "hinge",
    cauchy_exponent: float = 2.0,
) -> float:
    """The loss of Eq. (8), sum_i psi(margin_i), without the penalty.

    Parameters
    ----------
    distances, y, h, kernel, cauchy_exponent
        As in :func:`margin`.
    surrogate : {"hinge", "logistic"}
        psi(x) = [1 + x]_+, or :func:`logistic_bound` to the base 2.

    Raises
    ------
    ValueError
        As :func:`margin`; an unknown surrogate.
    """
    check.choice("surrogate", surrogate, ("hinge", "logistic"))
    x = margin(distances, y, h, kernel, cauchy_exponent)
    psi = np.maximum(0.0, 1 + x) if surrogate == "hinge" else logistic_bound(x)
    return float(psi.sum())


def _squares(rho: Array, h: float) -> tuple[Array, float]:
    """Distances and bandwidth squared; refused where these are no numbers."""
    h, farthest = check.positive("h", h), float(rho.max())
    for name, size in (("distances", farthest or 1.0), ("h", h)):
        if not 1e-150 <= size <= 1e150:
            raise ValueError(f"{name} must be between 1e-150 and 1e+150, got up to {size:g}")
    return rho**2, h**2
