r"""Minimizers of Algorithm 1 step 3, one a kind of loss; those of the margin losses are certified.

Ridge regression is a closed form.

====================  =============================================================
``phi`` (n, R)        the features
``y`` (n,)            targets, or labels -1 and +1
``w`` (R,), ``b``     the weights and the unpenalized intercept (0 when there is none)
``mu``                the weight of the penalty (mu / 2) ||w||^2
``alpha`` (n,)        dual variables, see :mod:`.losses`
====================  =============================================================
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from cvxopt import matrix, solvers
from scipy import linalg

from gramcheck.reference.d2ke.engines.losses import MARGIN_LOSSES, duality_gap, margins
from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.types import Array, Booleans

GAP_WANTED = 1e-9  # certified distance to the smallest objective, relative to the objective
_GAP_POSSIBLE = 1e-14  # where Newton's method stops by itself
_NEWTON_STEPS = 200
_PATIENCE = 4  # steps that change the objective by rounding only
_ROUNDING = 1e-15
_NARROW = 2  # rows a column, above which the hinge loss's systems are solved in the columns
_INTERIOR_POINT = {
    "show_progress": False,
    "abstol": 0.0,
    "reltol": 2e-10,
    "feastol": 1e-9,
    "refinement": 1,
    "maxiters": 50,
}
_CHOLESKY_CONDITION = 1e8  # up to here one refinement restores what squaring phi loses


def minimize(phi: Array, Y: Array, mu: float, loss: str, intercept: bool) -> Array:
    """One row of weights, the intercept last, for each column of targets or labels.

    A minimizer lies in the row space of phi, as a part orthogonal to it only adds to the penalty.
    A wide problem with a margin loss is therefore solved in an orthonormal basis of that space.
    """
    if loss == "squared":
        w, b = ridge(phi, Y, mu, intercept)
    elif phi.shape[1] > len(phi):
        basis, coordinates = np.linalg.qr(phi.T)
        w, b = margin_fits(coordinates.T, Y, mu, loss, intercept)
        w = w @ basis.T
    else:
        w, b = margin_fits(phi, Y, mu, loss, intercept)
    return np.column_stack([w, b]) if intercept else w


def ridge(phi: Array, targets: Array, mu: float, intercept: bool) -> tuple[Array, Array]:
    r"""Squared loss in closed form, for C columns of targets at once.

    The gradient of (1/n) ||phi w + b - y||^2 + (mu/2) ||w||^2 vanishes at

    .. math:: w = (\phi'\phi + \lambda I)^{-1} \phi' y = \phi' (\phi\phi' + \lambda I)^{-1} y,
              \qquad \lambda = n \mu / 2,

    with phi and y centered when there is an intercept, which is then mean(y) - w'mean(phi). The
    smaller of the two systems is solved by Cholesky's method with one step of refinement; where
    lambda is too small for that, the singular values of phi give w without squaring them, see
    :func:`_filtered`.

    Returns weights (C, R) and intercepts (C,).
    """
    n, R = phi.shape
    phi_mean = phi.mean(axis=0) if intercept else np.zeros(R)
    y_mean = targets.mean(axis=0) if intercept else np.zeros(targets.shape[1])
    phi, targets = phi - phi_mean, targets - y_mean
    lam = n * mu / 2
    gram = phi.T @ phi if R <= n else phi @ phi.T
    if gram.trace() > _CHOLESKY_CONDITION * lam:
        w = _filtered(phi, targets, lam)
    else:
        factor = linalg.cho_factor(gram + lam * np.eye(len(gram)))
        if R <= n:
            w = linalg.cho_solve(factor, phi.T @ targets)
            w += linalg.cho_solve(factor, phi.T @ (targets - phi @ w) - lam * w)
        else:
            a = linalg.cho_solve(factor, targets)
            a += linalg.cho_solve(factor, targets - phi @ (phi.T @ a) - lam * a)
            w = phi.T @ a
    return w.T, y_mean - phi_mean @ w


def _filtered(phi: Array, targets: Array, lam: float) -> Array:
    r"""Ridge weights (R, C) from :math:`\phi = \sum_k s_k u_k v_k'`: the filter s / (s^2 + lambda).

    A singular value that should be 0 comes out near eps times the largest, and where lambda is
    smaller still, its filter 1 / s turns rounding into weights. Such values are left out; only
    where they let the mean square fall by more than rounding they are real, of columns of very
    different size.
    """
    U, s, Vt = linalg.svd(phi, full_matrices=False)
    coordinates = U.T @ targets

    def solution(kept: Booleans) -> tuple[Array, Array]:
        factors = s[kept] / (s[kept] ** 2 + lam)
        w = Vt[kept].T @ (factors[:, None] * coordinates[kept])
        return w, np.square(targets - phi @ w).sum(axis=0)

    rounding = max(phi.shape) * np.finfo(float).eps
    w, squares = solution(s > rounding * s[0])
    full, least = solution(s > 0)
    doubt = rounding * linalg.norm(np.abs(phi) @ np.abs(full), axis=0)  # of the values phi w
    return np.where(squares - least > 4 * doubt * linalg.norm(targets, axis=0), full, w)


def margin_fits(phi: Array, Y: Array, mu: float, loss: str, intercept: bool) -> tuple[Array, Array]:
    """Weights (C, R) and intercepts (C,) for one of the margin losses, C columns of labels.

    Newton's method begins with the step from 0, where all points count (a start near separation,
    such as a quasi-Newton method finds for small mu, leaves too few of them and takes ten times the
    steps). For the squared hinge that step is ridge regression, one system for all columns.
    """
    if loss == "hinge":
        pairs = [hinge(phi, y, mu, intercept) for y in Y.T]
    else:
        starts = np.zeros((Y.shape[1], phi.shape[1] + intercept))
        if loss == "squared_hinge":
            with np.errstate(all="ignore"):  # a start that is none is not taken
                w, b = ridge(phi, Y, mu, intercept)
            starts = np.column_stack([w, b]) if intercept else w
        pairs = [newton(phi, y, mu, loss, intercept, u) for y, u in zip(Y.T, starts, strict=True)]
    return np.array([w for w, _ in pairs]), np.array([b for _, b in pairs])


def newton(
    phi: Array, y: Array, mu: float, loss: str, intercept: bool, start: Array
) -> tuple[Array, float]:
    """Logistic and squared hinge loss: Newton's method from ``start`` (w, b), or 0, to the end.

    The squared hinge has a generalized Hessian, that of the points with margin below 1. Steps are
    halved until the objective falls enough, so the iteration converges from anywhere. It goes on
    to the limit of rounding, and returns the iterate with the best certificate.

    Raises
    ------
    ConvergenceError
        No iterate has a duality gap below ``GAP_WANTED`` times its objective.
    """
    n, R = phi.shape
    terms = MARGIN_LOSSES[loss]
    design = y[:, None] * (np.column_stack([phi, np.ones(n)]) if intercept else phi)
    penalty = np.full(design.shape[1], mu)
    penalty[R:] = 0.0

    def value(u: Array) -> float:
        return float(terms.value(design @ u).mean() + penalty @ u**2 / 2)

    def gradient(u: Array) -> Array:
        return penalty * u - terms.dual(design @ u) @ design / n

    def gap(u: Array) -> float:
        w, b = _split(u, R)
        alpha = terms.dual(margins(phi, y, w, b))
        return duality_gap(phi, y, w, b, alpha, mu, loss, intercept)

    u = np.zeros(len(penalty))
    with np.errstate(all="ignore"):
        u = start if value(start) < value(u) else u
    best, best_gap, stalled = u, gap(u), 0
    for _ in range(_NEWTON_STEPS):
        if best_gap <= _GAP_POSSIBLE * value(best) or stalled == _PATIENCE:
            break
        g = gradient(u)
        curvature = terms.curvature(design @ u)
        counting = curvature > 0
        direction = newton_direction(g, design[counting], curvature[counting] / n, penalty)
        length = _step_length(value, u, direction, float(g @ direction))
        falls = value(u - length * direction) < (1 - _ROUNDING) * value(u)
        u = u - length * direction
        stalled = 0 if falls else stalled + 1
        reached = gap(u)
        if reached < best_gap:
            best, best_gap = u, reached
    _certify(loss, best_gap, value(best))
    return _split(best, R)


def newton_direction(g: Array, A: Array, h: Array, penalty: Array) -> Array:
    """Solve (A' h A + penalty) u = g, in the rows of A where these are fewer and no digits go.

    In the rows g / penalty and a product with A cancel, the more the smaller the penalty.
    """
    gram = None
    if 0 < len(A) < len(g) and h.min() > np.finfo(float).tiny:  # 1 / h stays within float64
        penalized = penalty > 0
        scaled = A[:, penalized] / np.sqrt(penalty[penalized])
        if np.square(scaled).sum(axis=1) @ h <= _CHOLESKY_CONDITION:
            gram = scaled @ scaled.T
    return _bordered_solver(A, penalty, h, gram)(g, np.zeros(len(A)))[0]


def hinge(phi: Array, y: Array, mu: float, intercept: bool) -> tuple[Array, float]:
    r"""Hinge loss: the quadratic program in w, b and the slacks xi, by interior points.

    .. math:: \min \; \sum_i \xi_i + \frac{n\mu}{2} \|w\|^2 \quad \text{subject to} \quad
              \xi_i \ge 0, \quad \xi_i \ge 1 - y_i (w'\phi_i + b)

    The multipliers of the second constraints are the alpha of the certificate, which is computed
    from the data again. The intercept minimizes the mean loss given w; where an interval does,
    its middle is taken.

    Raises
    ------
    ConvergenceError
        The duality gap is not below ``GAP_WANTED`` times the objective.
    """
    size = np.abs(phi).max() or 1.0  # so that the program's numbers are near 1
    w, alpha = _slack_program(y, phi / size, len(y) * mu / size**2, intercept)
    w = w / size
    b = _hinge_intercept(phi @ w, y) if intercept else 0.0
    reached = MARGIN_LOSSES["hinge"].value(margins(phi, y, w, b)).mean() + mu / 2 * w @ w
    _certify("hinge", duality_gap(phi, y, w, b, alpha, mu, "hinge", intercept), reached)
    return w, b


def _slack_program(y: Array, phi: Array, penalty: float, intercept: bool) -> tuple[Array, Array]:
    """Minimize sum(xi) + penalty ||w||^2 / 2 as in :func:`hinge`; returns w and alpha.

    The iterations are cvxopt's; ours are the products with P and with the constraints -xi <= 0
    and -A u - xi <= -1, where u = (w, b) and A has the rows y_i (phi_i, 1), and the linear systems.
    """
    n, R = phi.shape
    A = y[:, None] * (np.column_stack([phi, np.ones(n)]) if intercept else phi)
    r = A.shape[1]
    diagonal = np.append(np.full(R, penalty), np.zeros(r - R))
    gram = A[:, :R] @ A[:, :R].T / penalty if n <= _NARROW * r else None

    def quadratic(x, out, alpha=1.0, beta=0.0):
        product = np.concatenate([diagonal * _vector(x)[:r], np.zeros(n)])
        out[:] = matrix(alpha * product + beta * _vector(out))

    def constraints(x, out, trans="N", alpha=1.0, beta=0.0):
        v = _vector(x)
        if trans == "N":
            product = np.concatenate([-v[r:], -(A @ v[:r]) - v[r:]])
        else:
            product = np.concatenate([-(v[n:] @ A), -v[:n] - v[n:]])
        out[:] = matrix(alpha * product + beta * _vector(out))

    def kkt(W):
        # P x + G'z = bx, G x - W^2 z = bz, with W z wanted in place of z. Without xi and the
        # multipliers of xi >= 0 it is  diagonal u - A'z = bu,  A u + z / h = right
        e1, e2 = (_vector(W["di"]) ** 2).reshape(2, n)
        with np.errstate(all="ignore"):
            h = e1 * e2 / (e1 + e2)
            within_range = np.isfinite(h) & np.isfinite(1 / h)
        if not within_range.all():  # cvxopt ends with the iterate that it has
            raise ArithmeticError("the scaling of the interior point leaves float64")
        solve = _bordered_solver(A, diagonal, h, gram)

        def solve_kkt(x, _, z):
            bu, bxi = np.split(_vector(x), [r])
            b1, b2 = np.split(_vector(z), 2)
            u, z2 = solve(bu, b1 - b2 - bxi / e1)
            z1 = -bxi - z2
            x[:] = matrix(np.concatenate([u, -b1 - z1 / e1]))
            z[:] = matrix(np.concatenate([z1, z2]) / np.sqrt(np.concatenate([e1, e2])))

        return solve_kkt

    # Mehrotra's correction can cycle for very small penalties; without it the steps are shorter
    for correction in (True, False):
        solution = solvers.coneqp(
            quadratic,
            matrix(np.concatenate([np.zeros(r), np.ones(n)])),
            constraints,
            matrix(np.concatenate([np.zeros(n), -np.ones(n)])),
            kktsolver=kkt,
            options=_INTERIOR_POINT | {"use_correction": correction},
        )
        if solution["status"] == "optimal":
            break
    return _vector(solution["x"])[:R], np.clip(_vector(solution["z"])[n:], 0.0, 1.0)


def _bordered_solver(
    A: Array, diagonal: Array, h: Array, gram: Array | None
) -> Callable[[Array, Array], tuple[Array, Array]]:
    """Solver for diagonal u - A'z = f, A u + z / h = g; a zero in ``diagonal`` is the last, for b.

    Either z goes, leaving one system in u, or, given ``gram`` = A diagonal^-1 A' over the
    penalized columns, w goes, leaving one in z, bordered by b: better where A has about as many
    columns as rows, since there most h grow without bound and z is their product with a zero.
    """
    if gram is None:
        scaled = np.sqrt(h)[:, None] * A  # a product with its own transpose takes half the time
        solve_u = _positive_solver(scaled.T @ scaled + np.diag(diagonal))

        def solve(f: Array, g: Array) -> tuple[Array, Array]:
            u = solve_u(f + (h * g) @ A)
            return u, h * (g - A @ u)

        return solve

    penalized = diagonal > 0
    B, border, weights = A[:, penalized], A[:, ~penalized], diagonal[penalized]
    solve_z = _positive_solver(gram + np.diag(1 / h))
    columns = solve_z(border)

    def solve_bordered(f: Array, g: Array) -> tuple[Array, Array]:
        z = solve_z(g - B @ (f[penalized] / weights))
        # border'z = -f_b fixes b, if there is one
        b = np.linalg.solve(border.T @ columns, border.T @ z + f[~penalized])
        z = z - columns @ b
        return np.concatenate([(f[penalized] + z @ B) / weights, b]), z

    return solve_bordered


def _hinge_intercept(f: Array, y: Array) -> float:
    """Minimizer b of sum_i max(0, 1 - y_i (f_i + b)), the middle of the interval of minimizers.

    The slope is -n_plus at -inf and rises by 1 at each y_i - f_i, so it is 0 between the n_plus-th
    of them and the next.
    """
    kinks = np.sort(y - f)
    n_plus = np.count_nonzero(y > 0)
    return float(kinks[n_plus - 1] + kinks[n_plus]) / 2


def _step_length(
    value: Callable[[Array], float], u: Array, direction: Array, slope: float
) -> float:
    """Largest power of 1/2 at which the objective falls by Armijo's rule, to rounding."""
    start, length = value(u), 1.0
    rounding = _ROUNDING * start
    while value(u - length * direction) > start - 1e-4 * length * slope + rounding:
        length /= 2
    return length


def _positive_solver(H: Array) -> Callable[[Array], Array]:
    """The map g -> H^-1 g, H positive semidefinite; eigenvalues below rounding are raised to it."""
    try:
        factor = linalg.cho_factor(H)
        return lambda g: linalg.cho_solve(factor, g)
    except linalg.LinAlgError:
        eigenvalues, Q = linalg.eigh(H)
        eigenvalues = np.maximum(eigenvalues, len(H) * np.finfo(float).eps * eigenvalues[-1])
        inverse = (Q / eigenvalues) @ Q.T
        return lambda g: inverse @ g


def _vector(column: matrix) -> Array:
    """A copy of a cvxopt column."""
    return np.array(column).ravel()


def _split(u: Array, R: int) -> tuple[Array, float]:
    return u[:R], float(u[R]) if len(u) > R else 0.0


def _certify(loss: str, gap: float, reached: float) -> None:
    if not gap <= GAP_WANTED * reached:
        raise ConvergenceError(f"fit with the {loss} loss", gap, GAP_WANTED * reached)
