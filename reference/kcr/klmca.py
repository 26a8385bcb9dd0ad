r"""Section 5: KLMCA, large margin component analysis in feature space.

Torresani and Lee (2007): L = Omega Phi' maps feature space to R^d, so that k_x is mapped to
Omega k_x, and Omega (d, n) minimizes

.. math:: \epsilon(\Omega) = \sum_{i,\, j \in N_i} d_{ij} + c \sum_{i,\, j \in N_i} \;
          \sum_{l: Y_l \ne Y_i} h(1 + d_{ij} - d_{il}), \qquad
          d_{ij} = \| \Omega (k_i - k_j) \|^2,

with the modified hinge h of :func:`.smooth_hinge` at width 1, and the k
nearest neighbors N_i of the same class in feature space. With the Laplacian Lambda of the
derivatives for the d_ij, Gamma = 2 Omega K Lambda,

===============  =================================  ============================================
inner product    of two maps                        gradient
===============  =================================  ============================================
``"rkhs"``       tr(Omega_1 K Omega_2'), of L       Gamma, the published update
``"euclidean"``  tr(Omega_1 Omega_2')               Gamma K
===============  =================================  ============================================

**Optimality measure**: the program is not convex, and nothing says how far above the least
objective a result is. ``residual`` = ||gradient|| ||Omega|| / epsilon(0), both norms in the chosen
inner product: to first order no change of Omega by a small part of its length lowers the objective
by more than ``residual`` times that part, in units of the objective of the map to a single point.
It is 0 at every stationary point. Nothing in the objective keeps a rich K from collapsing each
class to a point: its infimum is then 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy as sp
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.kcr.engines.centered import center_kernel, moderate_kernel, unit
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.reference.kcr.engines.large_margin import Terms, Triples, pull_and_push, triples
from gramcheck.reference.kcr.engines.pairs import gram_distances, laplacian_product
from gramcheck.reference.types import Array

_UPDATES = ("rkhs", "euclidean")
_SUFFICIENT = 1e-4  # part of the first-order decrease that a step must reach
_HINGE = 1.0  # width of the modified hinge
_TINY = np.finfo(float).tiny


def klmca_objective(
    Omega: ArrayLike, K: ArrayLike, y: ArrayLike, k: int = 3, c: float = 1.0
) -> float:
    """The objective at any Omega (d, n).

    Raises
    ------
    ValueError
        As :func:`klmca`; ``Omega`` without n columns; numbers for which it overflows.
    """
    K, among, c = _checked(K, y, k, c)
    Omega = check.real("Omega", Omega, shape=(None, len(K)))
    return _finite_terms(Omega, K, among, c).value


def klmca_gradient(
    Omega: ArrayLike,
    K: ArrayLike,
    y: ArrayLike,
    k: int = 3,
    c: float = 1.0,
    inner_product: str = "rkhs",
) -> Array:
    """The gradient (d, n) at Omega: Gamma in the inner product of feature space, or Gamma K.

    Its inner product with a change of Omega, in the same inner product, is the derivative along
    that change.

    Raises
    ------
    ValueError
        As :func:`klmca_objective`; an unknown ``inner_product``.
    """
    K, among, c = _checked(K, y, k, c)
    Omega = check.real("Omega", Omega, shape=(None, len(K)))
    inner_product = check.choice("inner_product", inner_product, _UPDATES)
    return _gradient(Omega, K, _finite_terms(Omega, K, among, c).weights, inner_product)


@dataclass(frozen=True, eq=False)
class KLMCA(FactoredMetric):
    """A learned map k_x -> Omega k_x, and how near a stationary point it is.

    Attributes
    ----------
    factor : (n, d)
        The transpose of Omega.
    objective : float
    residual : float
        ||gradient|| ||Omega|| / epsilon(0), in the inner product of the update.
    iterations : int
    converged : bool
        The residual is at most the tolerance asked for.
    """

    objective: float
    residual: float
    iterations: int
    converged: bool

    @property
    def Omega(self) -> Array:
        """The map (d, n)."""
        return self.factor.T


def klmca(
    K: ArrayLike,
    y: ArrayLike,
    d: int = 2,
    k: int = 3,
    c: float = 1.0,
    update: str = "rkhs",
    max_iterations: int = 500,
    tol: float = 1e-4,
    start: KLMCA | None = None,
) -> KLMCA:
    """Descend from kernel principal components along the gradient of one inner product.

    Steps have the length of Barzilai and Borwein, halved until the objective falls enough: it
    never rises, and the first that makes neither it nor the gradient smaller ends the run. The
    components are those of K over a power of two near its largest entry: K in units that are a
    power of two times others has another Omega, and all else is the same.

    Parameters
    ----------
    K : (n, n)
        Kernel matrix of the training patterns.
    y : (n,)
        Labels, at least two classes.
    d : int
        Dimension of the image, between 1 and n.
    k : int
        Target neighbors of each pattern, below the size of every class.
    c : float
        Positive; weight of the hinges against the pull.
    update : {"rkhs", "euclidean"}
        The inner product.
    max_iterations : int
        When it comes first, the result says so, with its residual.
    tol : float
        Residual at which to stop.
    start : KLMCA, optional
        Result for the same ``K`` and another ``c``, to start from.

    Returns
    -------
    KLMCA

    Raises
    ------
    ValueError
        ``K`` not square, symmetric and positive semidefinite, shapes that do not meet, one class,
        a class of ``k`` or fewer patterns, NaN, parameters out of range, an unknown ``update``,
        a ``start`` so long that squares of what it leads to overflow.
    TypeError
        ``start`` of another kind.
    """
    if not isinstance(start, KLMCA | None):
        raise TypeError(f"start must be a KLMCA or None, got {check.shown(start)}")
    K, among, c = _checked(K, y, k, c)
    d = check.integer("d", d, 1, len(K))
    update = check.choice("update", update, _UPDATES)
    max_iterations = check.integer("max_iterations", max_iterations, 1)
    tol = check.positive("tol", tol)
    size = unit(K)
    K = K / size
    if start is None:
        Omega = _principal_components(K, d)
    else:
        Omega = size * check.real("start.Omega", start.Omega, shape=(d, len(K)))
    V, W, T = _coordinates(K, update)
    C = Omega @ V

    def terms(C: Array) -> Terms:
        with np.errstate(over="ignore", invalid="ignore"):  # too long a step is halved
            return _terms(W @ C.T, among, c)

    def slope(C: Array, found: Terms) -> Array:
        return 4 * laplacian_product(found.weights, W @ C.T).T @ W

    collapsed, at = terms(np.zeros_like(C)).value, terms(C)
    with np.errstate(over="ignore", invalid="ignore"):
        gradient = slope(C, at)
        squares = np.array([at.value, np.vdot(gradient, gradient), np.vdot(C, C)])
    check.without_overflow(squares, "K and start")
    length = _norm(C) / max(_norm(gradient), _TINY)
    iterations = 0
    while True:
        residual = _norm(gradient) * _norm(C) / collapsed
        if residual <= tol or iterations == max_iterations:
            break
        lower, found = _lowered(terms, C, gradient, at, length)
        steeper = slope(lower, found)
        if found.value >= at.value and _norm(steeper) >= _norm(gradient):
            break  # what is left to gain is below rounding
        iterations += 1
        step, change = lower - C, steeper - gradient
        curved = float(np.vdot(step, change))
        square = float(np.vdot(step, step))
        length = square / curved if curved > 0 else 2 * np.sqrt(square) / _norm(gradient)
        C, at, gradient = lower, found, steeper

    return KLMCA(T @ C.T / size, at.value, residual, iterations, bool(residual <= tol))


def _coordinates(K: Array, update: str) -> tuple[Array, Array, Array]:
    """V, W, T (n, r): C = Omega V are coordinates of a map in which the inner product is theirs.

    The rows of W C' are the images Omega k_x, and Omega = C T'. What of Omega lies in the null
    space of K, beside which r is the rank, maps nothing.
    """
    s, U = sp.linalg.eigh(K)
    kept = s > len(K) * np.finfo(float).eps * s[-1]
    s, U = s[kept], U[:, kept]
    lengths = np.sqrt(s) if update == "rkhs" else np.ones_like(s)
    return U * lengths, U * (s / lengths), U / lengths


def _lowered(
    terms: Callable[[Array], Terms], C: Array, gradient: Array, at: Terms, length: float
) -> tuple[Array, Terms]:
    """After a step, halved until the objective falls enough, which one that underflows does."""
    square = float(np.vdot(gradient, gradient))
    while True:
        lower = C - length * gradient
        found = terms(lower)
        if length == 0 or found.value <= at.value - _SUFFICIENT * length * square:
            return lower, found
        length /= 2


def _norm(A: Array) -> float:
    return float(np.linalg.norm(A))


@np.errstate(over="ignore", invalid="ignore")
def _finite_terms(Omega: Array, K: Array, among: Triples, c: float) -> Terms:
    """Its terms at any Omega, refused where they overflow."""
    terms = _terms((Omega @ K).T, among, c)
    check.without_overflow(terms.value, "Omega, K and c")
    return terms


def _terms(images: Array, among: Triples, c: float) -> Terms:
    # differences first: the objective may tend to 0, where inner products have no digits left
    return pull_and_push(
        sp.spatial.distance.cdist(images, images, "sqeuclidean"), among, c, 1.0, _HINGE
    )


def _gradient(Omega: Array, K: Array, weights: Array, inner_product: str) -> Array:
    """Gamma = 2 Omega K Lambda, or Gamma K; Lambda is twice the Laplacian of the symmetric part."""
    Gamma = 4 * laplacian_product(weights, K @ Omega.T).T
    return Gamma if inner_product == "rkhs" else Gamma @ K


def _principal_components(K: Array, d: int) -> Array:
    """Omega of kernel PCA: Omega k_i are the first d coordinates about the mean, up to a shift.

    Rows beyond the rank stay zero: the gradient, whose rows are combinations of Omega's, would
    never move them.
    """
    axes = center_kernel(K).strong().T[:, :d]
    return np.vstack([axes.T, np.zeros((d - axes.shape[1], len(K)))])


def _checked(K: ArrayLike, y: ArrayLike, k: int, c: float) -> tuple[Array, Triples, float]:
    K = moderate_kernel(K)
    y = check.labels("y", y, len(K))
    return K, triples(gram_distances(K), y, k), check.positive("c", c)
