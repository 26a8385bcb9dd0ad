"""Other people's programs, each in its strongest form for a whole matrix; one thread."""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from dtaidistance import dtw, dtw_ndim
from numba import njit
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from scipy import sparse


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


@njit
def _warped(X, Y, starts_x, starts_y, window, result):
    """Row by row of each pair's table, within |i - j| <= max(window, |n - m|)."""
    for a in range(len(starts_x) - 1):
        x = X[starts_x[a] : starts_x[a + 1]]
        for b in range(len(starts_y) - 1):
            y = Y[starts_y[b] : starts_y[b + 1]]
            n, m = len(x), len(y)
            band = max(window, abs(n - m))
            last, row = np.full(m + 1, np.inf), np.full(m + 1, np.inf)
            last[0] = 0.0
            for i in range(n):
                low, high = max(0, i - band), min(m, i + band + 1)
                left = row[low] = np.inf
                for j in range(low, high):
                    cost = 0.0
                    for c in range(x.shape[1]):
                        cost += (x[i, c] - y[j, c]) ** 2
                    left = cost + min(min(last[j], last[j + 1]), left)
                    row[j + 1] = left
                last, row = row, last
            result[a, b] = last[m]


def warped_in_numba(X, Y, window):
    """DTW in a window that is as wide on both sides, for series of any lengths."""
    (x, starts_x), (y, starts_y) = (
        (np.concatenate(side), np.cumsum([0, *map(len, side)])) for side in (X, Y)
    )
    result = np.empty((len(X), len(Y)))
    _warped(x, y, starts_x, starts_y, window, result)
    return result


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


def mismatch_by_features(strings, letters, k):
    """Counts of k-mers, times the sparse matrix of words one substitution apart, times itself."""
    base = len(letters)
    place = np.zeros(128, np.int64)
    place[[ord(c) for c in letters]] = np.arange(base)
    powers = base ** np.arange(k)
    words = np.arange(base**k)
    neighbors = [words]
    for p in powers:
        digit = words // p % base
        neighbors += [words + ((digit + step) % base - digit) * p for step in range(1, base)]
    rows = np.tile(words, len(neighbors))
    near = sparse.csr_array((np.ones(len(rows)), (rows, np.concatenate(neighbors))))
    codes = [place[np.frombuffer(s.encode(), np.uint8)] for s in strings]
    kmers = [np.lib.stride_tricks.sliding_window_view(c, k) @ powers for c in codes]
    owner = np.repeat(np.arange(len(strings)), [len(w) for w in kmers])
    entries = (np.ones(len(owner)), (owner, np.concatenate(kmers)))
    counts = sparse.csr_array(entries, shape=(len(strings), base**k))
    features = (counts @ near).toarray()
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
    if not (compiler := shutil.which("g++") or shutil.which("clang++")):
        return None
    with tempfile.TemporaryDirectory() as directory:
        library = Path(directory) / "esp.so"
        options = ("-O3", "-std=c++17", "-shared", "-fPIC", "-o", library)
        subprocess.run([compiler, *options, Path(__file__).with_name("esp.cpp")], check=True)
        esp = getattr(ctypes.CDLL(str(library)), table.replace(" ", "_"))
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
