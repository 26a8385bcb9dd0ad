"""Sections 2.2 and 5: distances of strings, time series and sets of vectors, Eq. (2).

========================== ================== ================= =======
distance                   objects            length L of Alg 1 metric
========================== ================== ================= =======
:func:`levenshtein`        strings            letters           yes
:func:`dtw`                time series        points in time    no
:func:`modified_hausdorff` sets of vectors    vectors           no
========================== ================== ================= =======

:func:`cdist` computes whole matrices; the functions of one pair are its smallest case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.d2ke.engines import edit_distance, edit_distances, hausdorff, time_warping
from gramcheck.reference.types import Array, Integers

Distance = str | Callable[[Any, Any], float]
_Kernel = Callable[[Sequence[Any], Sequence[Any]], Array]

_LOCAL_COSTS = ("euclidean", "sqeuclidean")
_OPTIONS: dict[str, tuple[str, ...]] = {
    "levenshtein": (),
    "dtw": ("local_cost", "window"),
    "modified_hausdorff": (),
}
_LARGEST_WHOLE = 64  # collections above this size are halved to make use of symmetry
_LARGEST_OF_STRINGS = 256  # of which small parts leave bits unused
_WIDEST = 2**62  # of windows, any of which holds a whole table


def levenshtein(x: str, y: str) -> int:
    r"""Levenshtein distance of two strings, Section 5.

    The smallest number of letters to insert, delete or replace that turns x into y,
    :math:`D_{m,n}` of

    .. math::
        D_{i,0} = i, \quad D_{0,j} = j, \quad
        D_{i,j} = \min(D_{i-1,j} + 1,\; D_{i,j-1} + 1,\; D_{i-1,j-1} + [x_i \ne y_j]) .

    It is a metric, so that Propositions 1 and 2 and Claim 1 apply to it.

    Parameters
    ----------
    x, y : str
        A letter is one Unicode code point, even a lone surrogate; nothing is normalized or folded.
        Both may be empty.

    Returns
    -------
    int
        Number of operations, at most the length of the longer string.

    Raises
    ------
    TypeError
        ``x`` or ``y`` is no str.
    """
    return edit_distance.one_pair(check.string("x", x), check.string("y", y))


def dtw(
    x: ArrayLike, y: ArrayLike, local_cost: str = "euclidean", window: int | None = None
) -> float:
    r"""Dynamic time warping of two series, Section 5: the smallest sum of local costs on a path.

    .. math::
        D_{1,1} = c(x_1, y_1), \quad
        D_{i,j} = c(x_i, y_j) + \min(D_{i-1,j},\; D_{i,j-1},\; D_{i-1,j-1}), \quad
        \mathrm{dtw}(x, y) = D_{n,m} .

    The paper names neither the local cost nor a normalization; here no root is taken of the sum,
    and it is not divided by anything.

    It is not a metric, and Propositions 1 and 2 and Claim 1, which want one, do not cover it
    (erratum D3): (0, 1) and (0, 1, 1) are at distance 0, but at 1 and 2 from (0).

    Parameters
    ----------
    x, y : (n,) or (n, channels), (m,) or (m, channels)
        At least one point each, equally many channels; a vector is one channel.
    local_cost : "euclidean" or "sqeuclidean"
        The cost c(a, b) is the norm of the difference of two points, or its square.
    window : int or None
        Sakoe-Chiba band: paths keep to :math:`|i - j| \le \max(w, |n - m|)`; None for no band.

    Returns
    -------
    float
        In the units of the local cost.

    Raises
    ------
    TypeError
        ``x`` or ``y`` no numeric array, ``window`` no integer, ``local_cost`` no str.
    ValueError
        Empty, NaN or infinite values, unequal numbers of channels, ``window`` negative,
        ``local_cost`` unknown, coordinates above 1e100.
    """
    return _single("dtw", x, y, local_cost=local_cost, window=window)


def modified_hausdorff(x: ArrayLike, y: ArrayLike) -> float:
    r"""Modified Hausdorff distance of two sets of vectors, Section 2.2, Eq. (2) as corrected.

    .. math::
        \max\Bigl\{ \frac1M \sum_{i=1}^M \min_{1 \le j \le N} |x_i - y_j|,\;
                    \frac1N \sum_{j=1}^N \min_{1 \le i \le M} |x_i - y_j| \Bigr\}

    with M points in x, N in y and the Euclidean distance of points. Printed, Eq. (2) has M and N
    the wrong way round in its sums (erratum D1).

    It is not a metric (erratum D2): between {0, 1}, {0, 0.1, 1} and {0} the distances are
    0.5 > 1/30 + 11/30. Of sets with repeated points, {0, 1} and {0, 0, 1} are at distance 0, but at
    1/2 and 1/3 from {0}, so that the map of Proposition 1 is not even a function of the distances.

    Parameters
    ----------
    x, y : (M, dim) or (M,), (N, dim) or (N,)
        At least one point each, in equally many dimensions; a vector is points on a line.
        Repeated points count as often as they occur.

    Returns
    -------
    float
        In the units of the coordinates.

    Raises
    ------
    TypeError
        ``x`` or ``y`` no numeric array.
    ValueError
        Empty, NaN or infinite values, unequal dimensions, coordinates above 1e100.
    """
    return _single("modified_hausdorff", x, y)


def cdist(
    X: Sequence[Any], Y: Sequence[Any], distance: Distance, **options: Any
) -> Integers | Array:
    """Distances of all pairs of two collections, Algorithm 1, step 2.

    Parameters
    ----------
    X, Y : sequences of n and m objects
        Strings, series or sets as the distance wants them; anything for a callable. When Y is X
        itself, distances are computed once for each pair, and the result is symmetric. (A callable
        is asked for every pair in both orders.)
    distance : "levenshtein", "dtw", "modified_hausdorff", or a callable
        A callable d(x, y) gives a finite real number; negative ones pass here, kernels and features
        refuse them.
    **options
        Of the distance: ``local_cost`` and ``window`` of :func:`dtw`. A callable takes none here:
        what it needs it should hold itself (``functools.partial``).

    Returns
    -------
    (n, m)
        Of int64 for "levenshtein", of float64 otherwise.

    Raises
    ------
    TypeError
        ``X`` or ``Y`` no sequence, a bare string, or of objects of a wrong type; a callable returns
        no real number.
    ValueError
        ``X`` or ``Y`` empty, a wrong value in one of their objects, an unknown distance, an option
        that the distance does not have, a callable's NaN or infinite result.
    """
    return named_cdist(("X", "Y"), X, Y, distance, **options)


def named_cdist(
    names: tuple[str, str],
    X: Sequence[Any],
    Y: Sequence[Any],
    distance: Distance,
    /,  # an option of any name is refused by name
    **options: Any,
) -> Integers | Array:
    """The form of :func:`cdist` for callers whose collections have other names, for the errors."""
    of_x, of_y = names
    if callable(distance):
        _refuse_options("a callable distance", options, ())
        X, Y = check.collection(of_x, X), check.collection(of_y, Y)
        _refuse_beyond_memory(names, X, Y)
        return _called(names, X, Y, distance)
    name = check.choice("distance", distance, tuple(_OPTIONS))
    _refuse_options(f"distance {name!r}", options, _OPTIONS[name])
    if name == "levenshtein":
        words = check.strings(of_x, X)
        others = words if Y is X else check.strings(of_y, Y)
        _refuse_beyond_memory(names, words, others)
        return _whole(words, others, edit_distances.cross_distances, _LARGEST_OF_STRINGS)
    kernel = _kernel(name, **options)
    named = {of_x: X} if Y is X else {of_x: X, of_y: Y}
    sides = check.point_collections(**named)
    _refuse_beyond_memory(names, sides[0], sides[-1])
    return _whole(sides[0], sides[-1], kernel, _LARGEST_WHOLE)


def _refuse_beyond_memory(names: tuple[str, str], X: Sequence[Any], Y: Sequence[Any]) -> None:
    each = 14 if X is Y else 11  # bytes: a number, and on the way a small one, or a mirrored half
    check.memory_for(each, **dict(zip(names, (len(X), len(Y)), strict=True)))


def _refuse_options(of: str, options: dict[str, Any], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            takes = f"takes only {', '.join(known)}" if known else "takes no options"
            hint = check.hint(name, known)
            raise ValueError(f"unknown option {name!r}: {of} {takes}{hint}")


def _kernel(name: str, local_cost: str = "euclidean", window: int | None = None) -> _Kernel:
    """Whole-collection form of a distance between arrays, with its options checked."""
    if name == "modified_hausdorff":
        return hausdorff.cross_distances
    check.choice("local_cost", local_cost, _LOCAL_COSTS)
    if window is not None:
        window = min(check.integer("window", window, 0), _WIDEST)
    return lambda X, Y: time_warping.cross_distances(X, Y, local_cost, window)


def _single(name: str, x: ArrayLike, y: ArrayLike, **options: Any) -> float:
    """Distance of one pair of arrays."""
    kernel = _kernel(name, **options)
    first = check.points("x", x)
    second = check.points("y", y)
    if first.shape[1] != second.shape[1]:
        raise ValueError(f"y must have {first.shape[1]} channel(s) as x has, got {second.shape[1]}")
    return float(kernel([first], [second])[0, 0])


def _whole(
    X: Sequence[Any],
    Y: Sequence[Any],
    kernel: Callable[[Sequence[Any], Sequence[Any]], Any],
    largest: int,
) -> Any:
    """Distances of all pairs; of a collection with itself, those below the diagonal mirrored."""
    if X is not Y:
        return kernel(X, Y)
    if len(X) <= largest:
        distances = kernel(X, X)
        below = np.tril_indices(len(X), -1)
        distances[below] = distances.T[below]  # equal up to rounding before
        return distances
    half = len(X) // 2
    first, second = X[:half], X[half:]
    across = kernel(first, second)
    distances = np.empty((len(X), len(X)), dtype=across.dtype)
    distances[:half, half:], distances[half:, :half] = across, across.T
    distances[:half, :half] = _whole(first, first, kernel, largest)
    distances[half:, half:] = _whole(second, second, kernel, largest)
    return distances


def _called(
    names: tuple[str, str],
    X: Sequence[Any],
    Y: Sequence[Any],
    distance: Callable[[Any, Any], float],
) -> Array:
    """Distances by a function of one pair, each result checked."""
    of_x, of_y = names
    distances = np.empty((len(X), len(Y)))
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            distances[i, j] = check.finite(f"distance({of_x}[{i}], {of_y}[{j}])", distance(x, y))
    return distances
