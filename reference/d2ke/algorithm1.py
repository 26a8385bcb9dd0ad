r"""Algorithm 1 of D2KE, steps 3 and 4: empirical risk minimization on random features.

Step 1 is :mod:`.random_objects`, step 2 :func:`.feature_map`.

.. math:: \min_{w, b} \; \frac1n \sum_{i=1}^n \ell(w' \phi(x_i) + b,\; y_i) + \frac\mu2 \|w\|^2

as printed without b (``intercept=False``); with it, b is the last weight and not penalized.

===============  ==============================  =======================
loss             l(f, y)                         y
===============  ==============================  =======================
squared          (f - y)^2, no factor 1/2        any real number
logistic         log(1 + exp(-y f))              -1 or +1
squared_hinge    max(0, 1 - y f)^2               -1 or +1
hinge            max(0, 1 - y f)                 -1 or +1
===============  ==============================  =======================

Step 4 multiplies by w once: phi_j has its 1 / sqrt(R) already.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gramcheck.reference import check
from gramcheck.reference.d2ke import solvers
from gramcheck.reference.d2ke.losses import MARGIN_LOSSES

LOSSES = ("squared", *MARGIN_LOSSES)


def fit(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str = "squared", intercept: bool = False
) -> NDArray[np.float64]:
    """Weights of Algorithm 1, step 3.

    The squared loss has a closed form. For the others the result is certified: its objective is
    within a relative 1e-9 of the smallest, by a duality gap computed from the result alone, where
    phi is wide in a basis of its rows. They usually come much closer, the smooth ones to rounding.

    Parameters
    ----------
    phi : (n, R)
        Features, one row an object.
    y : (n,)
        Targets for the squared loss, labels -1 and +1 (both present) for the others.
    mu : float
        Positive; the features of :func:`.feature_map` can be small, and mu counts
        relative to their squares.
    loss : "squared", "logistic", "squared_hinge" or "hinge"
    intercept : bool
        Whether to add an unpenalized constant. The hinge loss can leave it an interval, of which
        the middle is returned.

    Returns
    -------
    (R,) or, with an intercept, (R + 1,)

    Raises
    ------
    ValueError
        ``mu`` not positive or, divided by the square of the largest feature, beyond float64; an
        unknown loss, shapes that do not meet, other labels; weights beyond float64.
    ConvergenceError
        The certificate was not reached (mu below the rounding of the problem); it carries the gap.
    """
    phi = check.real("phi", phi, ndim=2)
    mu = check.positive("mu", mu)
    loss = check.choice("loss", loss, LOSSES)
    intercept = check.flag("intercept", intercept)
    y = _targets(y, len(phi), loss, classes=2)
    return _fit_columns(phi, y[:, None], mu, loss, intercept)[0]


def predict(phi: ArrayLike, weights: ArrayLike) -> NDArray[np.float64]:
    """Values f_R(x) = w' phi(x), Algorithm 1 step 4.

    Parameters
    ----------
    phi : (n, R)
    weights : (R,) or (C, R) for C functions; with R + 1 entries the last is the intercept

    Returns
    -------
    (n,) or (n, C)

    Raises
    ------
    ValueError
        Shapes that do not meet; values, or terms of them, beyond float64.
    """
    phi = check.real("phi", phi, ndim=2)
    weights = _weights(weights, phi.shape[1])
    with np.errstate(over="ignore", invalid="ignore"):
        values = phi @ weights[..., : phi.shape[1]].T
        values = values + weights[..., -1] if weights.shape[-1] > phi.shape[1] else values
    if not np.isfinite(values).all():
        raise ValueError("phi and weights must leave the values, and their terms, within float64")
    return values


def objective(phi: ArrayLike, y: ArrayLike, weights: ArrayLike, mu: float, loss: str) -> float:
    """What step 3 minimizes, at ``weights`` of shape (R,) or, with an intercept, (R + 1,).

    Raises
    ------
    ValueError
        As :func:`fit`, but labels of one class are accepted: the sum has a value for any subset.
        An objective beyond float64.
    """
    phi = check.real("phi", phi, ndim=2)
    weights = check.real("weights", weights, ndim=1)
    mu = check.positive("mu", mu)
    loss = check.choice("loss", loss, LOSSES)
    y, f = _targets(y, len(phi), loss, classes=1), predict(phi, weights)
    w = weights[: phi.shape[1]]
    with np.errstate(over="ignore", invalid="ignore"):
        losses = (f - y) ** 2 if loss == "squared" else MARGIN_LOSSES[loss].value(y * f)
        value = float(losses.mean() + mu / 2 * w @ w)
    if not math.isfinite(value):
        raise ValueError("weights must leave the objective, and its terms, within float64")
    return value


def one_vs_rest(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str = "squared", intercept: bool = False
) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """One function a class, fitted to +1 on the class and -1 on the rest.

    Parameters
    ----------
    phi : (n, R)
    y : (n,)
        Labels of any kind, at least two classes.
    mu, loss, intercept
        As in :func:`fit`.

    Returns
    -------
    classes : (C,)
        The labels, sorted.
    weights : (C, R) or (C, R + 1)
        Two classes have two rows too, the one minus the other.

    Raises
    ------
    ValueError, ConvergenceError
        As :func:`fit`.
    """
    phi = check.real("phi", phi, ndim=2)
    y = check.labels("y", y, len(phi))
    mu = check.positive("mu", mu)
    loss = check.choice("loss", loss, LOSSES)
    intercept = check.flag("intercept", intercept)
    classes = np.unique(y)
    signs = np.where(y[:, None] == classes, 1.0, -1.0)
    return classes, _fit_columns(phi, signs, mu, loss, intercept)


def predict_classes(phi: ArrayLike, classes: ArrayLike, weights: ArrayLike) -> NDArray[Any]:
    """The class whose function is largest at each row of ``phi``; a tie goes to the first.

    Parameters
    ----------
    phi : (n, R)
    classes, weights
        From :func:`one_vs_rest`.

    Returns
    -------
    (n,) of the labels
    """
    classes = check.labels("classes", classes)
    weights = check.real("weights", weights, ndim=2)
    if len(weights) != len(classes):
        raise ValueError(f"weights must have {len(classes)} rows, one a class, got {len(weights)}")
    return classes[predict(phi, weights).argmax(axis=1)]


def liblinear_C(n: int, mu: float) -> float:
    r"""LIBLINEAR's (and LIBSVM's) cost C that is the same problem as mu: C = 1 / (n mu).

    Proof. LIBLINEAR minimizes (1/2) ||w||^2 + C sum_i l_i. Step 3 divided by mu > 0, which moves
    no minimizer, is (1/2) ||w||^2 + (1 / (n mu)) sum_i l_i. This needs LIBLINEAR's bias off: it
    penalizes its bias as one more weight. Ridge regression in the form sum_i l_i + a ||w||^2 is
    step 3 times n, so a = n mu / 2.

    Raises
    ------
    ValueError
        ``n`` below 1, ``mu`` not positive.
    """
    quotient = 1 / (check.integer("n", n, 1) * Fraction(check.positive("mu", mu)))
    try:
        return float(quotient)
    except OverflowError:
        return math.inf


def _fit_columns(
    phi: NDArray[np.float64], Y: NDArray[np.float64], mu: float, loss: str, intercept: bool
) -> NDArray[np.float64]:
    """One row of weights for each column of targets.

    Solved for phi / s and mu / s^2, which is the same problem in s w, with a power of two s near
    the largest feature: squares of features then stay within float64, whatever their size.
    """
    size = float(np.abs(phi).max())
    exponent = math.frexp(size)[1]
    try:
        scaled = math.ldexp(mu, -2 * exponent)
    except OverflowError:
        scaled = math.inf
    # the solvers use n mu, over squares of features that are now 1/2 at least
    if not np.finfo(float).tiny <= scaled <= np.finfo(float).max / (4 * len(phi)):
        raise ValueError(
            f"mu must be within float64 relative to the squared features, got {mu!r} for features "
            f"up to {size!r}"
        )
    phi, mu = np.ldexp(phi, -exponent), scaled
    reach = 0
    if loss == "squared":  # linear in the targets, which are brought near 1 as well
        reach = math.frexp(float(np.abs(Y).max()))[1]
        w, b = solvers.ridge(phi, np.ldexp(Y, -reach), mu, intercept)
    else:
        # the minimizer lies in the row space of phi (a part orthogonal to it only adds to the
        # penalty), so a wide problem is solved in an orthonormal basis of that space
        features, basis = phi, None
        if phi.shape[1] > len(phi):
            basis, R = np.linalg.qr(phi.T)
            features = R.T
        w, b = solvers.margin_fits(features, Y, mu, loss, intercept)
        w = w if basis is None else w @ basis.T
    with np.errstate(over="ignore"):
        w, b = np.ldexp(w, reach - exponent), np.ldexp(b, reach)
    if not (np.isfinite(w).all() and np.isfinite(b).all()):
        raise ValueError(
            f"phi has features so small that weights overflow, up to {size!r} for targets up to "
            f"{float(np.abs(Y).max())!r}"
        )
    return np.column_stack([w, b]) if intercept else w


def _targets(y: ArrayLike, n: int, loss: str, classes: int) -> NDArray[np.float64]:
    if loss == "squared":
        return check.real("y", y, shape=(n,))
    return check.signs("y", y, n, classes)


def _weights(weights: ArrayLike, R: int) -> NDArray[np.float64]:
    array = check.real("weights", weights)
    if array.ndim not in (1, 2) or array.shape[-1] not in (R, R + 1):
        raise ValueError(
            f"weights must have {R} entries a row (or {R + 1} with an intercept) for the "
            f"{R} columns of phi, got shape {array.shape}"
        )
    return array
