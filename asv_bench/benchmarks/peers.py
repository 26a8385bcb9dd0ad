"""Other people's programs, each in its strongest form for a whole matrix; one thread."""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from dtaidistance import dtw, dtw_ndim
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


def hausdorff_by_one_product(X, Y, distances):
    """All points against all points at once, then minima and means set by set."""
    points_x, points_y = np.concatenate(X), np.concatenate(Y)
    starts_x, starts_y = (np.cumsum([0, *map(len, side)])[:-1] for side in (X, Y))
    sizes_x, sizes_y = (np.array([len(s) for s in side]) for side in (X, Y))
    D = distances(points_x, points_y)
    to_y = np.minimum.reduceat(D, starts_y, axis=1)
    to_x = np.minimum.reduceat(D, starts_x, axis=0)
    forward = np.add.reduceat(to_y, starts_x, axis=0) / sizes_x[:, None]
    back = np.add.reduceat(to_x, starts_y, axis=1) / sizes_y
    return np.maximum(forward, back)


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
