"""Wrong alignment kernels."""

from math import exp

import numpy as np

from gramcheck.verify.definitions.sfm.blosum62 import BLOSUM62
from tests.zoo import changed, faults, wrong

LONGEST = 60  # the loops below are slow; faults show before


def tapered(i, j, triangular):
    return max(0.0, 1 - abs(i - j) / triangular) if triangular else 1.0


def gak_becomes(right, kappa, steps=((1, 0), (0, 1), (1, 1))):
    """The recursion with another local kernel ``kappa(squared distance, i, j, sigma, T)``."""

    def one(x, y, sigma, triangular):
        if isinstance(x, str):
            squared = [[0.0 if a == b else 2.0 for b in y] for a in x]
        else:
            squared = [[(a - b) ** 2 for b in y] for a in np.asarray(x).ravel()]
        K = {(-1, -1): 1.0}
        for i in range(len(x)):
            for j in range(len(y)):
                before = sum(K.get((i - a, j - b), 0.0) for a, b in steps)
                K[i, j] = kappa(squared[i][j], i, j, sigma, triangular) * before
        return K[len(x) - 1, len(y) - 1]

    def global_alignment_kernel(X, Y, sigma, triangular=0, form="normalized"):
        if max(len(x) for x in (*X, *Y)) > LONGEST:
            return right.sfm.global_alignment_kernel(X, Y, sigma, triangular, form)
        K = np.array([[one(x, y, sigma, triangular) for y in Y] for x in X])
        if form == "raw":
            return K
        own = [np.array([one(x, x, sigma, triangular) for x in Z]) for Z in (X, Y)]
        return K / np.sqrt(np.outer(*own))

    return changed(right, paper="sfm", global_alignment_kernel=global_alignment_kernel)


def gaussian(squared, sigma):
    return exp(-squared / (2 * sigma**2))


@wrong(gak_becomes, killed_by="sfm/gak")
def gaussian_without_the_map(squared, i, j, sigma, T):
    """K itself in place of k / (2 - k)."""
    return gaussian(squared, sigma) * tapered(i, j, T)


@wrong(gak_becomes, killed_by="sfm/gak")
def hard_triangular_band(squared, i, j, sigma, T):
    """The weight divided in whole numbers: 1 inside of the band, 0 outside."""
    k = gaussian(squared, sigma) * (tapered(i, j, T) > 0)
    return k / (2 - k)


@wrong(gak_becomes, killed_by="sfm/gak")
def taper_behind_the_map(squared, i, j, sigma, T):
    """Multiplies kappa instead of k."""
    k = gaussian(squared, sigma)
    return k / (2 - k) * tapered(i, j, T)


@wrong(gak_becomes, killed_by="sfm/gak")
def width_without_the_two(squared, i, j, sigma, T):
    """exp(-|x - y|^2 / sigma^2)."""
    k = exp(-squared / sigma**2) * tapered(i, j, T)
    return k / (2 - k)


@wrong("sfm.global_alignment_kernel", killed_by="sfm/gak")
def overflows_on_long_series(right, X, Y, sigma, triangular=0, form="normalized"):
    """Products, not sums of logarithms."""
    got = right.sfm.global_alignment_kernel(X, Y, sigma, triangular, form)
    with np.errstate(over="ignore", divide="ignore"):
        return np.log(np.exp(got)) if form == "log" else got


@wrong("sfm.global_alignment_kernel", killed_by="sfm/gak ways_that_are_ahead_late_are_not_lost")
def rows_are_scaled_by_their_largest_cell(right, X, Y, sigma, triangular=0, form="normalized"):
    """Products whose rows are divided by their largest cells, of which the logarithms are kept."""
    if form != "log" or triangular or max(len(x) for x in (*X, *Y)) > 400:
        return right.sfm.global_alignment_kernel(X, Y, sigma, triangular, form)

    def one(x, y):
        before, logarithm = np.append(1.0, np.zeros(len(y))), 0.0
        for a in x:
            row = np.zeros(len(y) + 1)
            for j, b in enumerate(y, 1):
                squared = 2.0 * (a != b) if isinstance(a, str) else float(np.square(a - b).sum())
                k = gaussian(squared, sigma)
                row[j] = k / (2 - k) * (before[j - 1] + before[j] + row[j - 1])
            largest = row.max() or 1.0
            before, logarithm = row / largest, logarithm + np.log(largest)
        with np.errstate(divide="ignore"):
            return logarithm + np.log(before[-1])

    return np.array([[one(x, y) for y in Y] for x in X])


def lak_becomes(right, scores=BLOSUM62, x_from_y=False, linear=False, free=True, flip=False):
    """Saigo et al.'s recursion with a fault in it."""

    def one(x, y, beta, opening, extension):
        opened = exp(-beta * (extension if linear else opening))
        extended = exp(-beta * extension)
        M, X, Y = (np.zeros((len(x) + 1, len(y) + 1)) for _ in range(3))
        for i in range(1, len(x) + 1):
            for j in range(1, len(y) + 1):
                before = (
                    float(free or i + j == 2) + X[i - 1, j - 1] + Y[i - 1, j - 1] + M[i - 1, j - 1]
                )
                M[i, j] = exp(beta * scores[x[i - 1], y[j - 1]]) * before
                into_x = M[i - 1, j] + (Y[i - 1, j] if x_from_y else 0)
                X[i, j] = opened * into_x + extended * X[i - 1, j]
                into_y = M[i, j - 1] + (0 if flip else X[i, j - 1])
                Y[i, j] = opened * into_y + extended * Y[i, j - 1]
        return 1 + float(M.sum())

    def local_alignment_kernel(
        X, Y, beta=0.5, gap_open=11.0, gap_extend=1.0, scores=None, form="scaled_log"
    ):
        K = np.array([[one(x, y, beta, gap_open, gap_extend) for y in Y] for x in X])
        if form == "normalized":
            own = [[one(x, x, beta, gap_open, gap_extend) for x in Z] for Z in (X, Y)]
            return K / np.sqrt(np.outer(*own))
        return {"raw": K, "log": np.log(K), "scaled_log": np.log(K) / beta}[form]

    return changed(right, paper="sfm", local_alignment_kernel=local_alignment_kernel)


wrong_lak = faults(lak_becomes, killed_by="sfm/lak")

wrong_lak("gaps follow each other in both orders: such alignments count twice", x_from_y=True)
wrong_lak("gaps never follow each other: the recursion of Y knows nothing of X", flip=True)
wrong_lak("no free ends: alignments begin with the first letters", free=False)
wrong_lak("linear gaps: opening a gap costs as much as extending it", linear=True)
wrong_lak(
    "one score of BLOSUM62 wrong: S(W, R) in one place only", scores={**BLOSUM62, ("W", "R"): -2}
)


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak")
def log_kernel_without_its_factor(right, X, Y, beta=0.5, *args, form="scaled_log", **options):
    """log K where (1/b) log K was asked for."""
    got = right.sfm.local_alignment_kernel(X, Y, beta, *args, form=form, **options)
    return got * beta if form == "scaled_log" else got


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak alignments_begin_anew_after_a_large_sum")
def rows_forget_that_alignments_begin(
    right, X, Y, beta=0.5, gap_open=11.0, gap_extend=1.0, scores=None, form="scaled_log"
):
    """Each row is scaled by a power of two, and what was 1 stays 0 once that is out of range."""

    def one(x, y):
        M, into_x, into_y, begun = np.full((4, len(x) + 1, len(y) + 1), -np.inf)
        begun[0], begun[:, 0] = 0.0, 0.0
        for i, a in enumerate(x, 1):
            begin = 0.0
            for j, b in enumerate(y, 1):
                M[i, j] = beta * BLOSUM62[a, b] + begun[i - 1, j - 1]
                opened, extended = -beta * gap_open, -beta * gap_extend
                into_x[i, j] = np.logaddexp(M[i - 1, j] + opened, into_x[i - 1, j] + extended)
                ended = np.logaddexp(M[i, j - 1], into_x[i, j - 1])
                into_y[i, j] = np.logaddexp(ended + opened, into_y[i, j - 1] + extended)
                parts = begin, M[i, j], into_x[i, j], into_y[i, j]
                begun[i, j] = np.logaddexp.reduce(parts)
                begin = -np.inf if begun[i, j] > 744 else begin
        return np.logaddexp.reduce(np.append(0.0, M))

    if scores is not None or form != "log" or len(X) > 1:
        return right.sfm.local_alignment_kernel(X, Y, beta, gap_open, gap_extend, scores, form)
    return np.array([[one(x, y) for y in Y] for x in X])


@wrong("sfm.shift_spectrum", killed_by="sfm/lak")
def spectrum_is_clipped(K):
    """Negative eigenvalues become zero, which changes every entry."""
    values, vectors = np.linalg.eigh(K)
    return (vectors * np.maximum(values, 0)) @ vectors.T
