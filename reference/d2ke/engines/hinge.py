"""The hinge loss of Algorithm 1, step 3: by proximal points or by interior points."""

from __future__ import annotations

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines.interior_point import slack_program
from gramcheck.reference.d2ke.engines.losses import (
    MARGIN_LOSSES,
    MarginLoss,
    balanced,
    certify,
    duality_gap,
    margins,
    signed,
)
from gramcheck.reference.d2ke.engines.newton import descent, penalties, small
from gramcheck.reference.types import Array

_FAR = 50  # largest margin at the start up to which few points decide
_SMOOTH, _SMOOTHER = 0.03, 0.3  # width of the bend in the first round, and from one to the next
_ROUNDS = 10
_GAP_SOUGHT = 2e-10  # relative to the objective, as of the interior points


def hinge(phi: Array, y: Array, mu: float, intercept: bool) -> Array:
    """Hinge loss: proximal points where few points leave their margins, else interior points.

    Both give w and the alpha of the certificate, which is computed from the data again. The
    intercept minimizes the mean loss given w; where an interval does, its middle is taken.

    Raises
    ------
    ConvergenceError
        The duality gap is not below 1e-9 times the objective.
    """
    largest = np.abs(phi).max()  # by which the program's numbers are brought near 1
    size = largest if largest >= check.SMALLEST else 1.0  # smaller ones are as good as 0
    scaled = phi / size
    with np.errstate(all="ignore"):  # a small penalty may be too small for them
        found = proximal_points(scaled, y, mu / size**2, intercept)
    w, alpha = found or slack_program(y, scaled, len(y) * mu / size**2, intercept)
    w = w / size
    b = hinge_intercept(phi @ w, y) if intercept else 0.0
    reached = MARGIN_LOSSES["hinge"].value(margins(phi, y, w, b)).mean() + mu / 2 * w @ w
    certify("hinge", duality_gap(phi, y, w, b, alpha, mu, "hinge", intercept), reached)
    return np.append(w, b) if intercept else w


def proximal_points(phi: Array, y: Array, mu: float, intercept: bool) -> tuple[Array, Array] | None:
    r"""W and alpha by the method of multipliers; None where it would take longer than others do.

    With a penalty so large that no point leaves its margin every alpha is 1, and w is known. From
    there each round takes the smooth loss of :func:`_bent`, whose alpha is near the last one, for
    the hinge. Newton's steps for it solve systems of the few points in its bend, and its minimizer
    has the next alpha.
    """
    R, A = phi.shape[1], signed(phi, y, intercept)
    penalty, alpha, width = penalties(A, R, mu), np.ones(len(y)), _SMOOTH
    if intercept:
        alpha = balanced(alpha, y)
    u = alpha @ A / (len(y) * mu)
    if intercept:
        u[R] = hinge_intercept(phi @ u[:R], y)
    if not (A @ u).max() <= _FAR:
        return None

    def sought(u: Array) -> float:
        hinge_loss = MARGIN_LOSSES["hinge"].value(A @ u).mean()  # the bent one may be below 0
        return _GAP_SOUGHT * float(hinge_loss + penalty @ u**2 / 2)

    for _ in range(_ROUNDS):
        terms = _bent(alpha, width)
        steps = (s.weights for s in descent(A, penalty, terms, u)
                 if small(s.gradient[:R], mu, sought(s.weights) / 10))  # fmt: skip
        end = next(steps, None)
        if end is None:
            return None
        u, alpha = end, terms.dual(A @ end)
        b = float(u[R]) if intercept else 0.0
        if duality_gap(phi, y, u[:R], b, alpha, mu, "hinge", intercept) <= sought(u):
            return u[:R], alpha
        width *= _SMOOTHER
    return None


def _bent(center: Array, width: float) -> MarginLoss:
    r"""The hinge max(0, 1 - m) with a bend.

    .. math:: \max_{0 \le \alpha \le 1} \; \alpha (1 - m)
              - \frac{\text{width}}{2} (\alpha - \text{center})^2
    """

    def dual(m: Array) -> Array:
        return np.clip(center + (1 - m) / width, 0.0, 1.0)

    def value(m: Array) -> Array:
        alpha = dual(m)
        return alpha * (1 - m) - width / 2 * (alpha - center) ** 2

    def curvature(m: Array) -> Array:
        alpha = dual(m)
        return np.where((alpha > 0) & (alpha < 1), 1 / width, 0.0)

    def conjugate(alpha: Array) -> Array:
        return width / 2 * (alpha - center) ** 2 - alpha

    return MarginLoss(value, dual, curvature, conjugate)


def hinge_intercept(f: Array, y: Array) -> float:
    """Minimizer b of sum_i max(0, 1 - y_i (f_i + b)), the middle of the interval of minimizers.

    The slope is -n_plus at -inf and rises by 1 at each y_i - f_i, so it is 0 between the n_plus-th
    of them and the next.
    """
    kinks = np.sort(y - f)
    n_plus = np.count_nonzero(y > 0)
    return float(kinks[n_plus - 1] + kinks[n_plus]) / 2
