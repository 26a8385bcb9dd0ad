"""Other people's programs, each in its strongest form for a whole matrix; one thread.

Loops of our own in numba are in :mod:`.loops`, programs for solvers in :mod:`.programs`.
"""

import ctypes
from contextlib import suppress

import metric_learn
import numpy as np
import sklearn.utils
from dtaidistance import dtw, dtw_ndim
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import SVC, LinearSVC

from gramcheck.reference.d2ke import liblinear_C

from . import compiled
from .side_by_side import seconds


def fastest(*forms):
    """The form that takes the least time here; one that does not converge is none."""
    times = {}
    for form in forms:
        with suppress(ConvergenceWarning):
            form()
            times[form] = min(seconds(form) for _ in range(3))
    return min(times, key=times.__getitem__)


def renamed(check):
    """A check of scikit-learn as metric-learn calls it, whose argument was renamed in 1.6."""
    return lambda *arguments, force_all_finite=True, **others: check(
        *arguments, ensure_all_finite=force_all_finite, **others
    )


for name in ("check_array", "check_X_y"):  # those of scikit-learn, however often this runs
    setattr(metric_learn._util, name, renamed(getattr(sklearn.utils, name)))


def large_margin(X, y):
    """LMNN's matrix, from the identity on; with its own steps of 1e-7 it hardly moves."""
    model = metric_learn.LMNN(init="identity", n_neighbors=3, learn_rate=1e-2)
    return model.fit(X, y).get_mahalanobis_matrix()


def dissimilar_apart(X, similar, dissimilar):
    """The full matrix of Xing et al., which it calls MMC."""
    kinds = np.repeat([1, -1], [len(similar), len(dissimilar)])
    model = metric_learn.MMC(init="identity", preprocessor=X)
    return model.fit(np.concatenate([similar, dissimilar]), kinds).get_mahalanobis_matrix()


def rapidfuzz_matrix(X, Y):
    return cdist(X, Y, scorer=Levenshtein.distance, dtype=np.int32, workers=1)


def dtaidistance_matrix(X, Y, window=None):
    """Its matrix in C: the root of the sum of squared differences."""
    both = [np.ascontiguousarray(series) for series in (*X, *Y)]
    block = ((0, len(X)), (len(X), len(X) + len(Y)))
    options = {"block": block, "parallel": False, "compact": True}
    if window is not None:
        options["window"] = window + 1  # it counts the diagonal
    if both[0].shape[1] > 1:
        compact = dtw_ndim.distance_matrix_fast(both, **options)
    else:
        flat = [series[:, 0].copy() for series in both]
        compact = dtw.distance_matrix_fast(flat, only_triu=False, **options)
    return np.reshape(compact, (len(X), len(Y)))


def hausdorff_set_by_set(X, Y, squares):
    """Each set of X against all points of Y, ``squares(X, points)``: minima, roots, means."""
    points = np.concatenate(Y)
    sizes = np.array([len(s) for s in Y])
    starts = np.cumsum(sizes) - sizes
    result = np.empty((len(X), len(Y)))
    for row, x, S in zip(result, X, squares(X, points), strict=True):
        to_y = np.sqrt(np.minimum.reduceat(S, starts, axis=1))
        back = np.add.reduceat(np.sqrt(S.min(axis=0)), starts) / sizes
        np.maximum(to_y.sum(axis=0) / len(x), back, out=row)
    return result


def squares_by_product(X, points):
    """|x|^2 - 2 <x, y> + |y|^2 as one product, that of the points made once."""
    right = np.vstack([points.T, np.ones(len(points)), np.square(points).sum(axis=1)])
    for x in X:
        left = np.column_stack([-2 * x, np.square(x).sum(axis=1), np.ones(len(x))])
        S = left @ right
        yield np.maximum(S, 0, out=S)


def kmer_numbers(strings, letters, k):
    """All k-mers of all strings as numbers to the base of the alphabet, and whose they are."""
    place = np.zeros(128, np.int64)
    place[[ord(c) for c in letters]] = np.arange(len(letters))
    codes = place[np.frombuffer("".join(strings).encode(), np.uint8)]
    numbers = np.lib.stride_tricks.sliding_window_view(codes, k) @ len(letters) ** np.arange(k)
    lengths = np.array([len(s) for s in strings])
    owner = np.repeat(np.arange(len(strings)), lengths)[: len(numbers)]
    inside = np.arange(len(numbers)) + k <= np.cumsum(lengths)[owner]  # and not over two strings
    return numbers[inside], owner[inside]


def mismatch_by_sums(strings, letters, k):
    """One mismatch: a table of counts with an axis a letter, and its sums along each axis."""
    numbers, owner = kmer_numbers(strings, letters, k)
    size = len(letters) ** k
    counts = np.bincount(owner * size + numbers, minlength=len(strings) * size).astype(float)
    T = counts.reshape(-1, *[len(letters)] * k)
    features = (1 - k) * T
    for axis in range(1, k + 1):
        features += T.sum(axis=axis, keepdims=True)
    features = features.reshape(len(strings), size)
    return features @ features.T


def stored_features(V, W):
    """Features with a stored matrix (columns, keys), read row by row."""
    s = V @ W
    out = np.empty((s.shape[0], 2 * s.shape[1]))
    out[:, ::2], out[:, 1::2] = np.sin(s), np.cos(s)
    out *= np.sqrt(2 / out.shape[1])
    return out


def esp_in_cpp(strings, letters, table):
    """``esp.cpp`` on these strings, None without a compiler: columns, nonzeros and two sums."""
    if not (library := compiled.esp()):
        return None
    esp = getattr(library, table.replace(" ", "_"))
    place = np.zeros(128, np.uint32)
    place[[ord(c) for c in sorted(letters)]] = np.arange(len(letters))

    def summary():
        text = place[np.frombuffer("".join(strings).encode(), np.uint8)]
        lengths = np.array([len(s) for s in strings], np.uint64)
        sums = np.zeros(4, np.uint64)
        at = [ctypes.c_void_p(array.ctypes.data) for array in (text, lengths, sums)]
        sizes = [ctypes.c_uint64(len(values)) for values in (strings, letters)]
        esp(*at[:2], *sizes, at[2])
        return sums

    return summary


def linear_models(loss, n, mu):
    """Scikit-learn's for the loss at this penalty, all that may be its fastest."""
    C = liblinear_C(n, mu)
    if loss == "squared":
        return [Ridge(alpha=n * mu / 2, fit_intercept=False)]
    if loss == "hinge, intercept":
        return [SVC(C=C, kernel="linear", tol=1e-6, cache_size=500)]
    common = {"C": C, "fit_intercept": False, "tol": 1e-8}
    if loss == "logistic":
        solvers = ("newton-cg", "lbfgs")
        return [LogisticRegression(solver=s, max_iter=10_000, **common) for s in solvers]
    duals = (True,) if loss == "hinge" else (False, True)
    return [LinearSVC(loss=loss, dual=dual, max_iter=3000, **common) for dual in duals]
