"""Wrong dynamic time warping and wrong modified Hausdorff distances."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, wrong


def rows(x) -> Array:
    """Points as rows; a vector is one column."""
    x = np.asarray(x, dtype=np.float64)
    return x[:, None] if x.ndim == 1 else x


def becomes(right: Target, name: str, d: Callable[..., float]) -> Target:
    """The fault in the function of one pair and in that of whole collections."""

    def cdist(X, Y, distance, **options):
        if distance != name:
            return right.d2ke.cdist(X, Y, distance, **options)
        return np.array([[d(x, y, **options) for y in Y] for x in X])

    return changed(right, cdist=cdist, **{name: d})


def euclidean(x: Array, y: Array) -> Array:
    return np.sqrt(((x[:, None] - y[None]) ** 2).sum(axis=2))


def expanded(x: Array, y: Array) -> Array:
    """The same without a difference of points, as a matrix product; it cancels."""
    squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
    return np.sqrt(np.maximum(squares, 0))


def city_block(x: Array, y: Array) -> Array:
    return np.abs(x[:, None] - y[None]).sum(axis=2)


def warping(
    costs: Callable[[Array, Array], Array] = euclidean,
    widen: bool = True,
    open_begin: bool = False,
    diagonal: int = 1,
    default_window: int | None = None,
) -> Callable[..., float]:
    """Dynamic time warping with other costs, bands or beginnings."""

    def dtw(x, y, local_cost="euclidean", window=default_window) -> float:
        x, y = rows(x), rows(y)
        C = costs(x, y) ** (2 if local_cost == "sqeuclidean" else 1)
        n, m = C.shape
        width = n + m if window is None else max(window, abs(n - m) if widen else 0)
        D = np.full((n + 1, m + 1), np.inf)
        D[0, 0] = 0
        if open_begin:
            D[0] = 0
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                if abs(i - j) <= width:
                    c, weight = C[i - 1, j - 1], diagonal if (i, j) != (1, 1) else 1
                    D[i, j] = min(D[i - 1, j] + c, D[i, j - 1] + c, D[i - 1, j - 1] + weight * c)
        return float(D[n, m])

    return dtw


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist"))
def dtw_with_a_root(right):
    """The square root of the sum."""
    return becomes(right, "dtw", lambda x, y, **o: math.sqrt(right.d2ke.dtw(x, y, **o)))


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist", "d2ke/psd"))
def dtw_with_squared_costs(right):
    """Squared local costs when none are asked for."""
    return becomes(right, "dtw", warping(lambda x, y: euclidean(x, y) ** 2))


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist", "d2ke/assumption-1"))
def dtw_normalized(right):
    """Divided by n + m."""

    def dtw(x, y, *args, **options):
        return right.d2ke.dtw(x, y, *args, **options) / (len(x) + len(y))

    return becomes(right, "dtw", dtw)


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist"))
def dtw_with_a_band_too_narrow(right):
    """|i - j| <= w whatever the lengths: infinite where no path is left."""
    return becomes(right, "dtw", warping(widen=False))


@wrong(killed_by="d2ke/dtw")
def dtw_with_an_open_begin(right):
    """Boundary row of zeros: x is matched with the best part of y."""
    return becomes(right, "dtw", warping(open_begin=True))


@wrong(killed_by="d2ke/dtw")
def dtw_with_diagonal_steps_counted_twice(right):
    """The symmetric2 weights."""
    return becomes(right, "dtw", warping(diagonal=2))


@wrong(killed_by="d2ke/dtw")
def dtw_with_city_block_costs(right):
    """The same for one channel only."""
    return becomes(right, "dtw", warping(city_block))


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist"))
def dtw_of_the_first_channel(right):
    """Forgets the other channels."""
    return becomes(
        right, "dtw", lambda x, y, *a, **o: right.d2ke.dtw(rows(x)[:, :1], rows(y)[:, :1], *a, **o)
    )


@wrong(killed_by="d2ke/dtw")
def dtw_with_expanded_squares(right):
    """|a|^2 + |b|^2 - 2 ab, so a series is not at distance 0 from itself."""
    return becomes(right, "dtw", warping(expanded))


@wrong(killed_by="d2ke/dtw")
def dtw_that_takes_a_vector_for_one_point(right):
    """A vector (n,) as one point with n channels."""

    def dtw(x, y, *args, **options):
        return right.d2ke.dtw(np.atleast_2d(x), np.atleast_2d(y), *args, **options)

    return becomes(right, "dtw", dtw)


@wrong(killed_by=("d2ke/dtw", "d2ke/cdist"))
def dtw_with_a_hidden_window(right):
    """One pair at a time has a band unless told otherwise; collections have none."""
    return changed(right, dtw=warping(default_window=1))


def nearest(x, y, distances: Callable[[Array, Array], Array] = euclidean) -> tuple[Array, Array]:
    D = distances(rows(x), rows(y))
    return D.min(axis=1), D.min(axis=0)


def modified_hausdorff_becomes(right: Target, combine: Callable, **options) -> Target:
    return becomes(
        right, "modified_hausdorff", lambda x, y: float(combine(*nearest(x, y, **options)))
    )


@wrong(killed_by=("d2ke/eq-2", "d2ke/cdist"))
def modified_hausdorff_with_the_smaller_direction(right):
    """The minimum of the two means instead of the maximum."""
    return modified_hausdorff_becomes(right, lambda a, b: min(a.mean(), b.mean()))


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_with_the_mean_of_directions(right):
    """The mean of the two means."""
    return modified_hausdorff_becomes(right, lambda a, b: (a.mean() + b.mean()) / 2)


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_one_way(right):
    """From x to y only."""
    return modified_hausdorff_becomes(right, lambda a, b: a.mean())


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_with_sums(right):
    """Sums instead of means."""
    return modified_hausdorff_becomes(right, lambda a, b: max(a.sum(), b.sum()))


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_with_swapped_normalizers(right):
    """Each sum divided by the size of the other set."""
    return modified_hausdorff_becomes(right, lambda a, b: max(a.sum() / len(b), b.sum() / len(a)))


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_as_printed(right):
    """Eq. (2) to the letter: i runs to N over u, which has M elements."""

    def d(x, y):
        u, v = rows(x), rows(y)
        D, M, N = euclidean(u, v), len(u), len(v)
        one = sum(min(D[i, j] for j in range(M)) for i in range(N)) / N
        other = sum(min(D[i, j] for i in range(N)) for j in range(M)) / M
        return max(one, other)

    return becomes(right, "modified_hausdorff", d)


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_of_squares(right):
    """Squared ground distances."""
    return modified_hausdorff_becomes(right, lambda a, b: max((a**2).mean(), (b**2).mean()))


@wrong(killed_by=("d2ke/eq-2", "d2ke/assumption-1", "d2ke/proposition-1"))
def modified_hausdorff_unmodified(right):
    """The classical Hausdorff distance, which is a metric."""

    def combine(a, b):
        return max(a.max(), b.max())

    right = modified_hausdorff_becomes(right, combine)

    def feature_map(X, omegas, gamma, distance, **options):
        D = right.d2ke.cdist(X, omegas, distance, **options)
        return np.exp(-gamma * D) / math.sqrt(len(omegas))

    return changed(right, feature_map=feature_map)


@wrong(killed_by=("d2ke/eq-2", "d2ke/assumption-1"))
def modified_hausdorff_without_repetitions(right):
    """Multisets taken for sets."""

    def d(x, y):
        unique = (np.unique(rows(z), axis=0) for z in (x, y))
        return right.d2ke.modified_hausdorff(*unique)

    return becomes(right, "modified_hausdorff", d)


@wrong(killed_by="d2ke/eq-2")
def modified_hausdorff_with_expanded_squares(right):
    """|a|^2 + |b|^2 - 2 ab, which cancels far from the origin."""
    return modified_hausdorff_becomes(
        right, lambda a, b: max(a.mean(), b.mean()), distances=expanded
    )
