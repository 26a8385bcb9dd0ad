"""Problems as large as those of Section 5, whose answers are known by construction.

Code that vectorizes, cuts into blocks or works in words takes other paths for many channels, long
series, large sets and large collections than for the small problems of the other modules. So sizes
are beyond what one block is likely to hold, the cache's some hundred kilobytes, and most are no
multiples of 4 or 8: whoever cuts objects into blocks, or takes as many side by side as a register
holds, has a last part that is not full.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from gramcheck.verify.compare import at_most, close_to, equal
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.spectrum import positive_semidefinite
from gramcheck.verify.suite.d2ke.problems import Array, all_strings, exact_cdist, number_series
from gramcheck.verify.suite.d2ke.training_sets import UNITS

ROUNDINGS = 40
PLACE = "Section 5, sizes as in Table 1"


@cache
def warped_pairs() -> list[tuple[Array, Array]]:
    """Random walks, and the same slowed down here and there, in noise; up to 16 channels."""
    pairs = []
    for n, m, channels in ((13, 17, 1), (30, 22, 5), (40, 45, 2), (14, 14, 16)):
        rng = np.random.default_rng([n, m, channels])
        x = rng.integers(-8, 9, size=(n, channels)).cumsum(axis=0) / 8
        when = np.sort(rng.integers(0, n, size=m))  # leaves the diagonal by much
        pairs.append((x, x[when] + rng.integers(-4, 5, size=(m, channels)) / 16))
    return pairs


@cache
def exact_dtw(k: int, local_cost: str, window: int | None) -> float:
    """The recursion on a warped pair, remembered: it does not depend on the target."""
    return definitions.dtw(*warped_pairs()[k], local_cost, window)


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1", diagnose=diagnoser("d2ke.dtw"))
def long_series_of_many_channels_follow_the_recursion(target: Any, run: Any) -> Iterator[Outcome]:
    """Up to 45 points and 16 channels; a hidden band or a special case for few channels shows."""
    for k, (x, y) in enumerate(warped_pairs()):
        for options in ({}, {"local_cost": "sqeuclidean"}, {"window": 3}):
            expected = exact_dtw(k, options.get("local_cost", "euclidean"), options.get("window"))
            yield close_to(expected, target.d2ke.dtw(x, y, **options), ulps=ROUNDINGS)
    # an event early in one series and late in the other: all costs on the path are 0
    for n, channels in ((13, 1), (100, 1), (60, 5)):
        early, late = np.zeros((n, channels)), np.zeros((n, channels))
        early[3:], late[-3:] = 5.0, 5.0
        yield equal(0.0, float(target.d2ke.dtw(early, late)))


@check("d2ke/dtw", place=PLACE, needs="d2ke.dtw", since="0.1")
def channels_that_repeat_one_multiply_the_distance(target: Any, run: Any) -> Iterator[Outcome]:
    """C copies of a channel: sqrt(C) times the distance, C times with squares; constants add 0."""
    x, y = np.array([0.0, 3.0, 1.0, 1.0, 7.0]), np.array([1.0, 0.0, 4.0, 6.0])
    for C in (4, 9, 16):
        for local_cost, factor in (("euclidean", np.sqrt(C)), ("sqeuclidean", C)):
            wide = [np.repeat(z[:, None], C, axis=1) for z in (x, y)]
            wide = [np.column_stack([z, np.full((len(z), 3), 2.5)]) for z in wide]
            expected = factor * definitions.dtw(x, y, local_cost)
            yield close_to(expected, target.d2ke.dtw(*wide, local_cost), ulps=ROUNDINGS)


@cache
def large_sets() -> list[tuple[Array, Array, float]]:
    """Pairs of sets with their distance; up to 40 points, up to 128 dimensions."""
    problems = []
    for n, m, dimension in ((40, 7, 3), (7, 40, 9), (5, 6, 128), (1, 33, 4), (12, 12, 2)):
        rng = np.random.default_rng([n, m, dimension])
        x, y = (rng.integers(-64, 65, size=(size, dimension)) / 64 for size in (n, m))
        problems.append((x, y, definitions.modified_hausdorff(x, y)))
    return problems


@check("d2ke/eq-2", place=PLACE, needs="d2ke.modified_hausdorff", since="0.1")
def large_sets_in_many_dimensions_follow_eq_2(target: Any, run: Any) -> Iterator[Outcome]:
    """Up to 40 points, up to 128 dimensions."""
    for x, y, expected in large_sets():
        yield close_to(expected, target.d2ke.modified_hausdorff(x, y), ulps=ROUNDINGS)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def large_collections_have_their_known_distances(target: Any, run: Any) -> Iterator[Outcome]:
    """105 objects by 70, and by themselves, at distances that a formula gives.

    Constant series a and b: max(n, m) |a - b|. Sets of one repeated point: |a - b|. Strings of
    one letter: edits by length. Four channels that are a and one that is 0 double every cost.
    """
    rng = np.random.default_rng(0)
    # eleven thousand pairs, 88 KB for each number that is held of a pair; 105 and 70 are 1 and 6
    # modulo 8
    a, n = rng.integers(-50, 51, 105), rng.integers(1, 6, 105)
    direction = np.array([1.0, 1.0, 0.0, 1.0, 1.0])  # of length 2
    far, longest = abs(np.subtract.outer(a, a)), np.maximum.outer(n, n)
    constant = [
        np.repeat(level * direction[None], size, axis=0) for level, size in zip(a, n, strict=True)
    ]
    letters = [("b" if level > 0 else "a") * int(size) for level, size in zip(a, n, strict=True)]
    same = np.equal.outer(a > 0, a > 0)
    edits = np.where(same, abs(np.subtract.outer(n, n)), longest)
    for distance, options, objects, expected in (
        ("dtw", {}, constant, 2.0 * far * longest),
        ("dtw", {"local_cost": "sqeuclidean"}, constant, 4.0 * far**2 * longest),
        ("modified_hausdorff", {}, constant, 2.0 * far),
        ("levenshtein", {}, letters, edits),
        (lambda x, y: float(abs(x - y)), {}, a.tolist(), 1.0 * far),
    ):
        for others in (objects[:70], objects):
            got = target.d2ke.cdist(objects, others, distance, **options)
            yield close_to(expected[:, : len(others)], got, ulps=ROUNDINGS)


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.3")
def pairs_of_large_collections_have_windows_of_their_own(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Sixty constant series by sixty, of any lengths up to 24, or of 9 and 24 by 2 and 20.

    Windows are widened to the difference of two lengths. However narrow they are, a path needs
    max(n, m) cells, and each costs |a - b|.
    """
    # 3600 pairs with up to 24 cells on a diagonal: 690 KB at a time, if they are not cut
    every = range(1, 25)
    for lengths in ((every, every), ([9, 24], [2, 20])):
        n, m = (run.rng.choice(side, 60) for side in lengths)
        a, b = run.rng.integers(-50, 51, size=(2, 60))
        X, Y = (
            [np.full((size, 1), float(level)) for size, level in zip(*side, strict=True)]
            for side in ((n, a), (m, b))
        )
        expected = np.maximum.outer(n, m) * 1.0 * abs(np.subtract.outer(a, b))
        for window in (0, 3):
            got = target.d2ke.cdist(X, Y, "dtw", window=window)
            yield close_to(expected, got, ulps=ROUNDINGS)


@cache
def mixed_collections() -> dict[str, tuple[list[Any], list[Any], Array]]:
    """Collections of objects of mixed sizes, and the matrix of the definition."""
    rng = np.random.default_rng(1)
    arrays = [rng.integers(-8, 9, size=(n, 4)) / 8 for n in rng.integers(1, 9, 32)]
    strings = ["".join(rng.choice(list("acgt"), n).tolist()) for n in rng.integers(0, 20, 32)]
    collections: dict[str, list[Any]] = {
        "dtw": arrays,
        "modified_hausdorff": arrays,
        "levenshtein": strings,
    }
    return {
        name: (objects[:20], objects[20:], exact_cdist(objects[:20], objects[20:], name))
        for name, objects in collections.items()
    }


@check("d2ke/cdist", place=PLACE, needs="d2ke.cdist", since="0.1")
def collections_of_mixed_sizes_follow_the_definition(target: Any, run: Any) -> Iterator[Outcome]:
    """Twenty objects by twelve of any sizes, four channels or dimensions."""
    for distance, (X, Y, expected) in mixed_collections().items():
        yield close_to(expected, target.d2ke.cdist(X, Y, distance), ulps=ROUNDINGS)
        yield close_to(expected.T, target.d2ke.cdist(Y, X, distance), ulps=ROUNDINGS)


@check(
    "d2ke/psd",
    place="Section 3, after Eq. (7)",
    needs="d2ke.kernel",
    since="0.1",
)
def kernels_of_large_collections_are_positive_semidefinite(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """More than a hundred objects of each kind; series of five channels, sets in five dimensions.

    exp(-gamma d) is indefinite on the series and on the strings.
    """
    tilted = np.array([[1.0, 0.0, -1.0, 1.0, 1.0]])
    series = [x[:, None] * tilted for x in number_series("012", 4)]
    for distance, objects in (
        ("dtw", series),
        ("modified_hausdorff", series),
        ("levenshtein", list(all_strings("ab", 6))),
    ):
        for gamma in (0.05, 0.5):
            K = target.d2ke.kernel(objects, objects, objects[::2], gamma, distance)
            yield positive_semidefinite(K)


@check(
    "d2ke/algorithm-1-fit",
    place="Section 3, Algorithm 1, step 3",
    needs="d2ke.fit",
    since="0.2",
)
def features_of_very_different_size_all_count(target: Any, run: Any) -> Iterator[Outcome]:
    """2^-60 beside 1, and a penalty far below its square: both targets are met, in any unit."""
    phi, y, mu = np.diag([1.0, 2.0**-60]), np.array([1.0, 2.0]), 2.0**-160
    expected = np.array(definitions.fit(phi.tolist(), y.tolist(), mu))
    for a, b in UNITS:
        got = np.asarray(target.d2ke.fit(a * phi, b * y, a**2 * mu))
        yield close_to(expected, got * a / b, ulps=ROUNDINGS)


@check(
    "d2ke/algorithm-1-fit",
    place="Section 3, Algorithm 1, step 3",
    needs="d2ke.fit",
    since="0.2",
)
def rows_of_very_different_size_are_separated_or_refused(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Three points on a line, for which w = 1 and an intercept cost next to nothing.

    Their squares have no common unit in float64, so a solver may end in an error. What it returns
    has an objective of at most 1e-4: it separates the points, and nearly with the margin.
    """
    y = np.array([1.0, -1.0, 1.0])
    for x, mu in (([1e60, -1.0, 1.0], 1e-80), ([1e-100, -1e80, 1.0], 1e-20)):
        for loss in ("hinge", "squared_hinge"):
            try:
                fitted = target.d2ke.fit(np.array(x)[:, None], y, mu, loss=loss, intercept=True)
            except (ArithmeticError, RuntimeError, ValueError):
                objective = 0.0  # nothing is claimed
            else:
                w, b = np.asarray(fitted, dtype=float)
                missed = np.maximum(0.0, 1 - y * (np.array(x) * w + b))
                losses = missed if loss == "hinge" else missed**2
                objective = float(losses.mean() + mu / 2 * w**2)
            yield at_most(1e-4, objective)


@check(
    "d2ke/algorithm-1-classes",
    place="Section 3, Algorithm 1, step 3",
    needs="d2ke.one_vs_rest",
    since="0.2",
)
def classes_are_fitted_where_features_lack_rank(target: Any, run: Any) -> Iterator[Outcome]:
    """Two features, equal or opposite, and a penalty below their rounding, in any unit.

    There are three classes, each fitted as if it were alone.
    """
    y, mu = list("abca"), 2.0**-80
    signs = [[1.0 if each == label else -1.0 for each in y] for label in "abc"]
    for second, (a, _) in product((0.1, -0.1), UNITS):
        phi = np.outer([1.0, 2.0, -1.0, 3.0], [0.1, second])
        expected = [definitions.fit(phi.tolist(), values, mu) for values in signs]
        got = np.asarray(target.d2ke.one_vs_rest(a * phi, y, a**2 * mu)[1])
        yield close_to(expected, a * got, rtol=1e-12)
