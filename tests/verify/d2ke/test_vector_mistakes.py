"""Flags of the vectors of D2KE catch the mistakes they are there for."""

import math
import unicodedata

import numpy as np
import pytest

from gramcheck.verify import vectors
from gramcheck.verify.definitions import d2ke


def transposing(x, y):
    """One edit for two swapped neighbors."""
    table = {(i, j): max(i, j) for i in range(len(x) + 1) for j in range(len(y) + 1) if i * j == 0}
    for i, j in ((i, j) for i in range(1, len(x) + 1) for j in range(1, len(y) + 1)):
        table[i, j] = min(
            table[i - 1, j] + 1,
            table[i, j - 1] + 1,
            table[i - 1, j - 1] + (x[i - 1] != y[j - 1]),
        )
        if i > 1 and j > 1 and x[i - 2 : i] == y[j - 2 : j][::-1]:
            table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(x), len(y)]


def utf16(text):
    return [text.encode("utf-16-le")[i : i + 2] for i in range(0, len(text.encode("utf-16-le")), 2)]


def normalized(text):
    return unicodedata.normalize("NFC", text)


def not_widened(x, y, window=None, **options):
    if window is not None and abs(len(x) - len(y)) > window:
        return math.inf
    return d2ke.dtw(x, y, window=window, **options)


def swapped_sizes(x, y):
    near_x = sum(min(d2ke.modified_hausdorff([p], [q]) for q in y) for p in x)
    near_y = sum(min(d2ke.modified_hausdorff([p], [q]) for p in x) for q in y)
    return max(near_x / len(y), near_y / len(x))


def mean_of_the_parts(x, y):
    near_x = sum(min(d2ke.modified_hausdorff([p], [q]) for q in y) for p in x) / len(x)
    near_y = sum(min(d2ke.modified_hausdorff([p], [q]) for p in x) for q in y) / len(y)
    return (near_x + near_y) / 2


def without_duplicates(x, y):
    return d2ke.modified_hausdorff(np.unique(x, axis=0), np.unique(y, axis=0))


def expanded_squares(x, y):
    square = lambda p, q: p @ p - 2 * (p @ q) + q @ q  # noqa: E731
    d = np.sqrt([[abs(square(p, q)) for q in np.atleast_2d(y)] for p in np.atleast_2d(x)])
    return max(d.min(1).mean(), d.min(0).mean())


def naive_softmin(values, weights, gamma):
    with np.errstate(divide="ignore"):
        return -np.log(np.sum(weights * np.exp(-gamma * values))) / gamma


def greedy_cover(D, delta):
    D, left, size = np.asarray(D), set(range(len(D))), 0
    while left:
        best = max(range(len(D)), key=lambda c: sum(D[x, c] <= delta for x in left))
        left -= {x for x in left if D[x, best] <= delta}
        size += 1
    return size


def penalized_intercept(phi, y, weights, mu, loss):
    extra = len(weights) > phi.shape[1]
    value = d2ke.objective(phi, y, weights, mu, loss)
    return value + (mu / 2 * weights[-1] ** 2 if extra else 0)


def rises_alone(values, D):
    """Falls have no slope."""
    pairs = [(i, j) for i in range(len(D)) for j in range(i + 1, len(D))]
    return max((values[j] - values[i]) / D[i][j] for i, j in pairs)


@pytest.mark.parametrize(
    ("flag", "function", "wrong"),
    [
        ("transposition", "levenshtein", transposing),
        ("astral", "levenshtein", lambda x, y: d2ke.levenshtein(utf16(x), utf16(y))),
        (
            "combining_marks",
            "levenshtein",
            lambda x, y: d2ke.levenshtein(normalized(x), normalized(y)),
        ),
        ("no_folding", "levenshtein", lambda x, y: d2ke.levenshtein(x.lower(), y.lower())),
        (
            "nul_character",
            "levenshtein",
            lambda x, y: d2ke.levenshtein(x.split("\0")[0], y.split("\0")[0]),
        ),
        ("word_boundary", "levenshtein", lambda x, y: d2ke.levenshtein(x[:128], y[:128])),
        ("carry", "levenshtein", lambda x, y: d2ke.levenshtein(x[:64], y[:64])),
        ("narrow_window", "dtw", not_widened),
        ("window", "dtw", lambda x, y, window=None, **o: d2ke.dtw(x, y, **o)),
        ("convention", "dtw", lambda x, y, **o: d2ke.dtw(x, y, **o) ** 0.5),
        ("convention", "dtw", lambda x, y, **o: d2ke.dtw(x, y, "sqeuclidean")),
        ("channels", "dtw", lambda x, y, **o: d2ke.dtw(x.ravel(), y.ravel(), **o)),
        ("as_printed_fails", "modified_hausdorff", swapped_sizes),
        ("asymmetric_parts", "modified_hausdorff", mean_of_the_parts),
        ("duplicate_points", "modified_hausdorff", without_duplicates),
        ("cancellation", "modified_hausdorff", expanded_squares),
        ("underflow", "softmin", naive_softmin),
        ("closed_ball", "covering_number", lambda D, delta: d2ke.covering_number(D, delta * 0.999)),
        ("greedy_fails", "covering_number", greedy_cover),
        ("intercept", "objective", penalized_intercept),
        ("as_printed", "pointwise_bound", lambda t, R, form: d2ke.pointwise_bound(t, R)),
        ("parameter_range", "dsk_nd", lambda D, beta=2: d2ke.dsk_nd(D)),
        ("convention", "lipschitz_constant", rises_alone),
        ("weights", "empirical_risk", lambda weights, **o: d2ke.empirical_risk(**o)),
        ("scaling", "empirical_risk", lambda y, **o: d2ke.empirical_risk(y=y, **o) * len(y)),
        (
            "as_printed",
            "covering_deviation_bound",
            lambda form, **o: d2ke.covering_deviation_bound(form="corrected", **o),
        ),
        ("scaling", "perturbation_bound", lambda form, **o: 6 * o["gamma"] * o["epsilon"]),
        ("scaling", "deviation_bound", lambda c, **o: d2ke.deviation_bound(c=1, **o)),
    ],
)
def test_each_flag_catches_the_mistake_it_is_there_for(flag, function, wrong):
    answered = [v for v in vectors.load("d2ke") if v.result != "invalid"]
    flagged = [v for v in answered if flag in v.flags and v.function == function]
    assert any(not vectors.judge(vector, wrong).passed for vector in flagged)
