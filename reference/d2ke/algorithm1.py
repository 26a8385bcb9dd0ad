r"""Section 3: Algorithm 1, random features and the empirical risk minimized on them.

1. Draw R random objects omega_j from p(omega): :mod:`.random_objects`.
2. Map each x_i to phi_j(x_i) = exp(-gamma d(x_i, omega_j)) / sqrt(R): :func:`.feature_map`.
3. Minimize the empirical risk over linear functions of the features: :func:`fit`,

   .. math:: \min_{w, b} \; \frac1n \sum_{i=1}^n \ell(w' \phi(x_i) + b,\; y_i)
             + \frac\mu2 \|w\|^2

   as printed without b (``intercept=False``); with it, b is the last weight and not penalized.
4. The function is f_R(x) = w' phi(x): :func:`predict`. The factor 1 / sqrt(R) is in phi already.

===============  ==============================  =======================
loss             l(f, y)                         y
===============  ==============================  =======================
squared          (f - y)^2, no factor 1/2        any real number
logistic         log(1 + exp(-y f))              -1 or +1
squared_hinge    max(0, 1 - y f)^2               -1 or +1
hinge            max(0, 1 - y f)                 -1 or +1
===============  ==============================  =======================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import features, libraries, losses, minimizers
from gramcheck.reference.types import AnyArray, Array


def plain_fit(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str = "squared", intercept: bool = False
) -> Array:
    """Weights of Algorithm 1, step 3, from the solvers of libraries, one way a loss.

    The squared loss is a least-squares problem with sqrt(n mu / 2) I below the features. The
    logistic and squared hinge losses go to a trust-region Newton method. The hinge loss is a
    quadratic program in (w, b, xi): minimize (n mu / 2) ||w||^2 + sum xi subject to xi >= 0 and
    xi >= 1 - y (phi w + b).

    Whatever a solver says of itself, its result is refused for a margin loss where the duality gap
    of :func:`fit` is too large. Where mu is very small, :func:`fit` goes farther.

    Parameters and result are those of :func:`fit`. The hinge loss may leave the intercept an
    interval, of which this is any point.

    Raises
    ------
    ValueError
        As :func:`fit`; matrices beyond memory: n by n for the hinge loss, R by R for the others.
    ConvergenceError
        The solver did not come within a certified 1e-9 of the smallest objective, relative to it.
    """
    phi, y, mu, loss, intercept = _problem(phi, y, mu, loss, intercept)
    n, R = phi.shape
    check.memory(libraries.bytes_of(n, R + intercept, loss), phi=phi)
    features.warn_of_zeros(phi)
    design = np.column_stack([phi, np.ones((n, int(intercept)))])
    penalty = np.append(np.full(R, mu), np.zeros(int(intercept)))
    if loss == "squared":
        stacked = np.vstack([design, np.diag(np.sqrt(n * penalty / 2))])
        # lstsq drops what is small beside the ones; of one size, so that the shortest w stays it
        scale = np.append(np.full(R, np.abs(stacked[:, :R]).max()), np.ones(int(intercept)))
        targets = np.append(y, np.zeros(len(penalty)))
        return np.linalg.lstsq(stacked / scale, targets, rcond=None)[0] / scale
    A = y[:, None] * design
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is not certified
        weights, alpha, reached = libraries.solve(A, penalty, loss)
        b = float(weights[-1]) if intercept else 0.0
        gap = losses.duality_gap(phi, y, weights[:R], b, alpha, mu, loss, intercept)
    losses.certify(loss, gap, reached)
    return weights


def fit(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str = "squared", intercept: bool = False
) -> Array:
    """Weights of Algorithm 1, step 3.

    The squared loss has a closed form. For the others the result is certified: its objective is
    within a relative 1e-9 of the smallest, by a duality gap computed from the result alone, where
    phi is wide in a basis of its rows. Most results come much closer, the smooth ones to rounding.
    :func:`plain_fit` is the same problem as a library takes it.

    Parameters
    ----------
    phi : (n, R)
        Features, one row an object.
    y : (n,)
        Targets for the squared loss, labels -1 and +1 (both present) for the others;
        :func:`one_vs_rest` takes labels of any kind.
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
        ``mu`` not positive, an unknown loss, shapes that do not meet, other labels, numbers above
        1e100.
    ConvergenceError
        The certificate was not reached, because mu is below the rounding of the problem; the error
        carries the gap.

    Warns
    -----
    UnderflowWarning
        Every feature is 0, since gamma was too large for the distances.
    """
    phi, y, mu, loss, intercept = _problem(phi, y, mu, loss, intercept)
    features.warn_of_zeros(phi)
    return minimizers.minimize(phi, y[:, None], mu, loss, intercept)[0]


def predict(phi: ArrayLike, weights: ArrayLike) -> Array:
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
        Shapes that do not meet; numbers above 1e100.
    """
    phi = check.real("phi", phi, ndim=2)
    weights = check.real("weights", weights)
    R = phi.shape[1]
    if weights.ndim not in (1, 2) or weights.shape[-1] not in (R, R + 1):
        raise ValueError(
            f"weights must have {R} entries a row (or {R + 1} with an intercept) for the "
            f"{R} columns of phi, got shape {weights.shape}"
        )
    values: Array = phi @ weights[..., :R].T
    return values + weights[..., -1] if weights.shape[-1] > R else values


def objective(phi: ArrayLike, y: ArrayLike, weights: ArrayLike, mu: float, loss: str) -> float:
    """What Algorithm 1, step 3, minimizes.

    Parameters
    ----------
    phi, y, mu, loss
        As in :func:`fit`, but labels of one class are accepted: the mean has a value for any
        subset.
    weights : (R,) or, with an intercept, (R + 1,)

    Raises
    ------
    ValueError
        As :func:`fit`; an objective beyond float64.
    """
    phi = check.real("phi", phi, ndim=2)
    weights = check.real("weights", weights, ndim=1)
    mu = check.positive("mu", mu)
    y, f = losses.targets(y, len(phi), loss, classes=1), predict(phi, weights)
    w = weights[: phi.shape[1]]
    with np.errstate(over="ignore"):
        value = float(losses.pointwise(f, y, loss).mean() + mu / 2 * w @ w)
    return float(check.without_overflow(value, "weights", "an objective within float64"))


def one_vs_rest(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str = "squared", intercept: bool = False
) -> tuple[AnyArray, Array]:
    """Algorithm 1, step 3, once a class: a function fitted to +1 on it and -1 on the rest.

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
        Two classes have two rows too, the one the negative of the other.

    Raises
    ------
    ValueError, ConvergenceError
        As :func:`fit`.
    """
    phi = check.real("phi", phi, ndim=2)
    y = check.labels("y", y, len(phi))
    mu = check.positive("mu", mu)
    loss = check.choice("loss", loss, losses.LOSSES)
    intercept = check.flag("intercept", intercept)
    features.warn_of_zeros(phi)
    classes = np.unique(y)
    signs = np.where(y[:, None] == classes, 1.0, -1.0)
    return classes, minimizers.minimize(phi, signs, mu, loss, intercept)


def predict_classes(phi: ArrayLike, classes: ArrayLike, weights: ArrayLike) -> AnyArray:
    """The class whose function, Algorithm 1 step 4, is largest; a tie goes to the first.

    Parameters
    ----------
    phi : (n, R)
    classes, weights
        From :func:`one_vs_rest`.

    Returns
    -------
    (n,) of the labels

    Raises
    ------
    ValueError
        As :func:`predict`; not one row of weights for each class.
    """
    classes = check.labels("classes", classes)
    weights = check.real("weights", weights, ndim=2)
    if len(weights) != len(classes):
        raise ValueError(f"weights must have {len(classes)} rows, one a class, got {len(weights)}")
    return classes[predict(phi, weights).argmax(axis=1)]


def liblinear_C(n: int, mu: float) -> float:
    r"""The cost C of LIBLINEAR, Section 5, and of LIBSVM that is step 3 with mu: C = 1 / (n mu).

    Proof. LIBLINEAR minimizes (1/2) ||w||^2 + C sum_i l_i. Step 3 divided by mu > 0, which moves
    no minimizer, is (1/2) ||w||^2 + (1 / (n mu)) sum_i l_i. This needs LIBLINEAR's bias off: it
    penalizes its bias as one more weight. Ridge regression in the form sum_i l_i + a ||w||^2 is
    step 3 times n, so a = n mu / 2.

    Parameters
    ----------
    n : int
        Number of objects.
    mu : float
        Of :func:`fit`.

    Raises
    ------
    ValueError
        ``n`` below 1, ``mu`` not positive.
    """
    return 1 / (check.count("n", n) * check.positive("mu", mu))


def _problem(
    phi: ArrayLike, y: ArrayLike, mu: float, loss: str, intercept: bool
) -> tuple[Array, Array, float, str, bool]:
    """The arguments of a fit, checked."""
    phi = check.real("phi", phi, ndim=2)
    mu = check.positive("mu", mu)
    loss = check.choice("loss", loss, losses.LOSSES)
    intercept = check.flag("intercept", intercept)
    return phi, losses.targets(y, len(phi), loss, classes=2), mu, loss, intercept
