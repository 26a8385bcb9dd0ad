r"""Sections 2 and 4: the bounds from the resubstitution error to the programs (8) and (9).

The rule (2) errs at X_i where Eq. (4) fails. Putting the sum over the other classes for their
maximum gives psi_i of Eq. (5); a convex function for its indicator gives Eq. (8); a second hinge
for the naive kernel gives the loss of Eq. (9). Each is an upper bound on the one before it.

========================  ======================================================================
``distances`` (n, n)      rho among the embedded training points: symmetric, zero on the diagonal
``y`` (n,)                their labels, at least two classes
``h``                     the bandwidth, positive
``tau_ij``                +1 where Y_i = Y_j, otherwise -1
``n_i^+``                 the size of the class of X_i, X_i counted
``psi_i^+``, ``psi_i^-``  votes at X_i of the points j of tau_ij = 1 without X_i, and tau_ij = -1
========================  ======================================================================
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.votes import RELATIVE
from gramcheck.reference.kcr.rule import (
    class_indicators,
    kernel_rule,
    resubstitution_error,
    rounding,
    smoothing_kernel,
)
from gramcheck.reference.types import Array, Booleans

_SURROGATES = ("hinge", "logistic", "logistic-base-2")


def label_signs(y: ArrayLike) -> Array:
    """Signs tau (n, n): +1 for two patterns of one class, -1 for two of different classes.

    Raises
    ------
    ValueError
        A single class, a matrix beyond memory.
    """
    y = check.labels("y", y)
    check.memory(9 * len(y) ** 2, y=len(y))
    return np.where(y[:, None] == y, 1.0, -1.0)


def same_class_counts(y: ArrayLike) -> Array:
    """n_i^+ (n,), the number of patterns of the class of X_i; X_i is one of them.

    Raises
    ------
    ValueError
        A single class.
    """
    _, members, counts = np.unique(check.labels("y", y), return_inverse=True, return_counts=True)
    return counts[members].astype(np.float64)


def regularized_error(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    penalty: float,
    lam: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> float:
    """Eq. (3): the resubstitution error (1/n) sum_i 1{g_n(X_i) != Y_i}, plus lam times the penalty.

    Parameters
    ----------
    distances, y, h, kernel, cauchy_exponent
        As in :func:`.resubstitution_error`; the rule is that of Eq. (2).
    penalty : float
        Omega[phi], nonnegative.
    lam : float
        The paper's lambda prime, nonnegative; in Eq. (5) lambda is n times as much.

    Raises
    ------
    ValueError
        As :func:`.resubstitution_error`; ``penalty`` or ``lam`` negative or NaN.
    """
    error = resubstitution_error(distances, y, h, kernel, cauchy_exponent=cauchy_exponent)
    return error + _weighted(penalty, lam)


def errors_5(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> Booleans:
    r"""psi_i of Eq. (5): where the other classes together outvote that of X_i without X_i.

    .. math:: \psi_i = 1\Big\{ \sum_{j \ne i} 1\{\tau_{ij} = 1\} K_{X_j}(X_i)
              < \sum_j 1\{\tau_{ij} = -1\} K_{X_j}(X_i) \Big\}

    Votes that differ by rounding only are equal, as in :func:`.kernel_rule`.

    Parameters
    ----------
    distances, y, h, kernel, cauchy_exponent
        As in :func:`margin`.

    Returns
    -------
    (n,) of bool

    Raises
    ------
    ValueError
        As :func:`margin`.
    """
    # of weights of one row only their quotients count: those that underflow are votes, too
    own, others = _votes_of_pairs(distances, y, h, kernel, cauchy_exponent, relative=True)
    return others - own > rounding(len(own)) * others


def objective_5(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    penalty: float,
    lam: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> float:
    """Eq. (5): the sum of the psi_i plus lam times the penalty Omega[phi].

    Parameters
    ----------
    distances, y, h, kernel, cauchy_exponent
        As in :func:`margin`.
    penalty, lam : float
        Omega[phi] and lambda, nonnegative.

    Raises
    ------
    ValueError
        As :func:`margin`; ``penalty`` or ``lam`` negative or NaN.
    """
    errors = errors_5(distances, y, h, kernel, cauchy_exponent)
    return float(errors.sum()) + _weighted(penalty, lam)


def margin(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    cauchy_exponent: float = 2.0,
) -> Array:
    """psi_i^- - psi_i^+ (n,): votes of the other classes less those of its own without X_i.

    It is positive where psi_i of Eq. (5) is 1, and it is the argument of the surrogate in Eq. (8).
    The weights of the votes are those of :func:`.smoothing_kernel`.

    Raises
    ------
    ValueError
        ``distances`` not symmetric or with a nonzero diagonal, ``h`` or ``cauchy_exponent`` not
        positive, an unknown kernel, one class.
    """
    own, others = _votes_of_pairs(distances, y, h, kernel, cauchy_exponent)
    return others - own


def objective_8(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str = "naive",
    surrogate: str = "hinge",
    cauchy_exponent: float = 2.0,
    *,
    penalty: float = 0.0,
    lam: float = 0.0,
) -> float:
    """Eq. (8): sum_i Psi(psi_i^- - psi_i^+) plus lam times the penalty.

    Parameters
    ----------
    distances, y, h, kernel, cauchy_exponent
        As in :func:`margin`.
    surrogate : {"hinge", "logistic", "logistic-base-2"}
        Psi(x) = [1 + x]_+, log(1 + e^x) with the natural logarithm as printed, which is below
        1{x > 0} on (0, log(e - 1)) (errata C13), or the same to the base 2, which never is.
    penalty, lam : float
        Omega[phi] and lambda, nonnegative.

    Raises
    ------
    ValueError
        As :func:`margin`; an unknown surrogate; ``penalty`` or ``lam`` negative or NaN.
    """
    check.choice("surrogate", surrogate, _SURROGATES)
    x = margin(distances, y, h, kernel, cauchy_exponent)
    if surrogate == "hinge":
        losses = np.maximum(0.0, 1 + x)
    else:
        losses = logistic_bound(x, math.e if surrogate == "logistic" else 2.0)
    return float(losses.sum()) + _weighted(penalty, lam)


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


def relaxations(distances: ArrayLike, y: ArrayLike, h: float) -> Relaxations:
    """Every step from the error of the naive rule to the double hinge of Eq. (9).

    Raises
    ------
    ValueError
        As :func:`margin`.
    """
    rho = check.symmetric_distances("distances", distances)
    y, h = check.labels("y", y, len(rho)), check.positive("h", h)
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
        double_hinge=np.maximum(0.0, row_losses(rho**2, h**2, y)),
    )


def row_losses(squared: Array, h2: float, y: ArrayLike) -> Array:
    """The argument of the outer hinge of (9) in each row, from squared distances (n, n)."""
    inner = np.maximum(0.0, 1 + label_signs(y) * (squared - h2))
    return 2 - same_class_counts(y) + inner.sum(axis=1)


def resubstitution_bound(distances: ArrayLike, y: ArrayLike, h: float) -> float:
    """The loss of Eq. (9) over n, which is above the resubstitution error, often above 1 (C7).

    Raises
    ------
    ValueError
        As :func:`margin`.
    """
    return float(relaxations(distances, y, h).double_hinge.mean())


def _votes_of_pairs(
    distances: ArrayLike,
    y: ArrayLike,
    h: float,
    kernel: str,
    cauchy_exponent: float,
    relative: bool = False,
) -> tuple[Array, Array]:
    """psi_i^+ and psi_i^- of each point; if ``relative``, up to one factor a row."""
    rho = check.symmetric_distances("distances", distances)
    tau = label_signs(check.labels("y", y, len(rho)))
    weights = smoothing_kernel(rho, h, kernel, cauchy_exponent)
    if relative and kernel in RELATIVE:
        n = len(rho)
        apart = ~np.eye(n, dtype=bool)
        near = RELATIVE[kernel](rho[apart].reshape(n, n - 1), float(h), float(cauchy_exponent))
        weights[apart] = near.ravel()
    np.fill_diagonal(weights, 0.0)
    return (weights * (tau > 0)).sum(axis=1), (weights * (tau < 0)).sum(axis=1)


def _weighted(penalty: float, lam: float) -> float:
    return check.nonnegative("lam", lam) * check.nonnegative("penalty", penalty)
