"""Wrong dynamic time warping and wrong modified Hausdorff distances."""

import math
from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from gramcheck.verify.types import Array
from tests.zoo import changed, faults, wrong


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


wrong_dtw = faults(becomes, "dtw", killed_by="d2ke/dtw")

wrong_dtw(
    "DTW with the square root of the sum",
    lambda right, *a, **o: math.sqrt(right.d2ke.dtw(*a, **o)),
    killed_by=("d2ke/dtw", "d2ke/cdist"),
)
wrong_dtw(
    "DTW with squared costs where none are asked for",
    warping(lambda x, y: euclidean(x, y) ** 2),
    killed_by=("d2ke/dtw", "d2ke/cdist", "d2ke/psd"),
)


@wrong(becomes, "dtw", killed_by=("d2ke/dtw", "d2ke/cdist", "d2ke/assumption-1"))
def dtw_normalized(right, x, y, *args, **options):
    """Divided by n + m."""
    return right.d2ke.dtw(x, y, *args, **options) / (len(x) + len(y))


wrong_dtw(
    "DTW with a band too narrow: infinite where it leaves no path",
    warping(widen=False),
    killed_by=("d2ke/dtw", "d2ke/cdist"),
)
wrong_dtw("DTW with an open begin: x is matched with the best part of y", warping(open_begin=True))
wrong_dtw("DTW with diagonal steps counted twice: the symmetric2 weights", warping(diagonal=2))
wrong_dtw("DTW with city block costs: the same for one channel only", warping(city_block))
wrong_dtw(
    "DTW of the first channel: forgets the other channels",
    lambda right, x, y, *a, **o: right.d2ke.dtw(rows(x)[:, :1], rows(y)[:, :1], *a, **o),
    killed_by=("d2ke/dtw", "d2ke/cdist"),
)
wrong_dtw("DTW with expanded squares: a series is not at distance 0 from itself", warping(expanded))


@wrong(becomes, "dtw", killed_by="d2ke/dtw")
def dtw_that_takes_a_vector_for_one_point(right, x, y, *args, **options):
    """A vector (n,) as one point with n channels."""
    return right.d2ke.dtw(np.atleast_2d(x), np.atleast_2d(y), *args, **options)


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


wrong_hausdorff = faults(modified_hausdorff_becomes, killed_by="d2ke/eq-2")

wrong_hausdorff(
    "modified Hausdorff with the smaller of both means",
    lambda a, b: min(a.mean(), b.mean()),
    killed_by=("d2ke/eq-2", "d2ke/cdist"),
)
wrong_hausdorff(
    "modified Hausdorff with the mean of both means", lambda a, b: (a.mean() + b.mean()) / 2
)
wrong_hausdorff("modified Hausdorff from x to y only", lambda a, b: a.mean())
wrong_hausdorff("modified Hausdorff with sums for means", lambda a, b: max(a.sum(), b.sum()))
wrong_hausdorff(
    "modified Hausdorff with each sum divided by the size of the other set",
    lambda a, b: max(a.sum() / len(b), b.sum() / len(a)),
)


@wrong(becomes, "modified_hausdorff", killed_by="d2ke/eq-2")
def modified_hausdorff_as_printed(x, y):
    """Eq. (2) to the letter: i runs to N over u, which has M elements; past its end is the last."""
    u, v = rows(x), rows(y)
    M, N = len(u), len(v)
    D = euclidean(u, v).take(range(N), axis=0, mode="clip").take(range(M), axis=1, mode="clip")
    return max(D.min(axis=1).mean(), D.min(axis=0).mean())


wrong_hausdorff(
    "modified Hausdorff of squared ground distances", lambda a, b: max((a**2).mean(), (b**2).mean())
)


@wrong(killed_by=("d2ke/eq-2", "d2ke/assumption-1", "d2ke/proposition-1"))
def modified_hausdorff_unmodified(right):
    """The classical Hausdorff distance, which is a metric."""
    right = modified_hausdorff_becomes(right, lambda a, b: max(a.max(), b.max()))

    def feature_map(X, omegas, gamma, distance, **options):
        D = right.d2ke.cdist(X, omegas, distance, **options)
        return np.exp(-gamma * D) / math.sqrt(len(omegas))

    return changed(right, feature_map=feature_map)


@wrong(becomes, "modified_hausdorff", killed_by=("d2ke/eq-2", "d2ke/assumption-1"))
def modified_hausdorff_without_repetitions(right, x, y):
    """Multisets taken for sets."""
    unique = (np.unique(rows(z), axis=0) for z in (x, y))
    return right.d2ke.modified_hausdorff(*unique)


wrong_hausdorff(
    "modified Hausdorff with expanded squares, which cancel far from the origin",
    lambda a, b: max(a.mean(), b.mean()),
    distances=expanded,
)
