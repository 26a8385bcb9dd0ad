"""Loops of our own, compiled by numba: what no library has, or has pair by pair only.

Each has one row of a pair's table at a time. What depends on the row above it is done first, many
cells in one instruction; what hands on from cell to cell goes two cells in one step, which halves
the wait. Sums over alignments are kept in range by powers of two: what is 2 ** 1900 times smaller
than the largest of a row is lost.
"""

import numpy as np
from numba import njit

LARGE, POWER = 2.0**900, 200  # sums beyond the one are multiplied by 2 ** -POWER
SMALL = 2.0**-POWER
MAGIC = 1.5 * 2.0**52  # added to a number, it leaves the nearest integer in the last bits
CONTRACTED = {"contract"}  # a product and a sum may be one instruction


def joined(side):
    """Sequences one behind the other, and where each begins and the last ends."""
    return np.concatenate(side), np.cumsum([0, *map(len, side)])


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


def warped(X, Y, window):
    """DTW in a window that is as wide on both sides, for series of any lengths."""
    (x, starts_x), (y, starts_y) = joined(X), joined(Y)
    result = np.empty((len(X), len(Y)))
    _warped(x, y, starts_x, starts_y, window, result)
    return result


@njit(fastmath=CONTRACTED)
def _exponentials(t, power):
    """exp(t) in place, t <= 0, at least 1e-304: a power of two, and 13 terms of what is left."""
    bits = power.view(np.int64)
    for j in range(len(t)):
        t[j] = max(t[j], -700.0)
        power[j] = t[j] * 1.4426950408889634 + MAGIC
        nearest = power[j] - MAGIC
        t[j] = (t[j] - nearest * 0.6931471803691238) - nearest * 1.9082149292705877e-10
    for j in range(len(t)):
        bits[j] = (bits[j] + 1023) << 52
    for j in range(len(t)):
        r = t[j]
        p = 1 / 479001600.0 * r + 1 / 39916800.0
        p = (p * r + 1 / 3628800.0) * r + 1 / 362880.0
        p = (p * r + 1 / 40320.0) * r + 1 / 5040.0
        p = (p * r + 1 / 720.0) * r + 1 / 120.0
        p = (p * r + 1 / 24.0) * r + 1 / 6.0
        p = (p * r + 0.5) * r + 1.0
        t[j] = (p * r + 1.0) * power[j]


@njit(fastmath=CONTRACTED, error_model="numpy")
def _global_row(kappa, row):
    """K(i, .) from K(i-1, .): kappa times the sum of the three neighbors."""
    corner, left = row[0], 0.0
    row[0] = 0.0
    m = len(kappa)
    for j in range(0, m - 1, 2):
        above, next_above = row[j + 1], row[j + 2]
        first, second = kappa[j] * (corner + above), kappa[j + 1] * (above + next_above)
        corner = next_above
        row[j + 1] = first + kappa[j] * left
        left = (second + kappa[j + 1] * first) + (kappa[j + 1] * kappa[j]) * left
        row[j + 2] = left
    if m % 2:
        row[m] = kappa[m - 1] * (corner + row[m]) + kappa[m - 1] * left
    return row[m]


@njit(fastmath=CONTRACTED, error_model="numpy")
def _global_sum(x, y, sigma, triangular, row, kappa, power):
    """log K of one pair, y by channels; the last three are memory for a row."""
    n, m = len(x), y.shape[1]
    if triangular and abs(n - m) >= triangular:
        return -np.inf
    row[:] = 0.0
    row[0], exponent = 1.0, 0
    for i in range(n):
        low, high = 0, m
        if triangular:
            low, high = max(0, i - triangular + 1), min(m, i + triangular)
        k = kappa[low:high]
        k[:] = 0.0
        for c in range(x.shape[1]):
            for j in range(len(k)):
                k[j] -= (x[i, c] - y[c, low + j]) ** 2 / (2 * sigma**2)
        _exponentials(k, power[low:high])
        if triangular:
            for j in range(len(k)):
                k[j] *= 1 - abs(i - low - j) / triangular
        for j in range(len(k)):
            k[j] = k[j] / (2 - k[j])
        if _global_row(k, row[low : high + 1]) > LARGE:
            row *= SMALL
            exponent += POWER
    return np.log(row[m]) + exponent * np.log(2.0)


@njit
def _global_sums(X, Y, starts_x, starts_y, sigma, triangular, same, result):
    memory = np.empty((3, np.max(starts_y[1:] - starts_y[:-1]) + 1))
    for a in range(len(starts_x) - 1):
        x = X[starts_x[a] : starts_x[a + 1]]
        for b in range(a if same else 0, len(starts_y) - 1):
            y = Y[:, starts_y[b] : starts_y[b + 1]]
            m = y.shape[1]
            row, kappa, power = memory[0, : m + 1], memory[1, :m], memory[2, :m]
            result[a, b] = _global_sum(x, y, sigma, triangular, row, kappa, power)
            if same:
                result[b, a] = result[a, b]


def global_alignment(X, Y, sigma, triangular=0):
    """GAK, normalized; of pairs of X alone each once."""
    (x, starts_x), (y, starts_y) = joined(X), joined(Y)
    y_by_channels, sizes = np.ascontiguousarray(y.T), (len(X), len(Y))

    def logarithms(y, starts_y, same, result):
        _global_sums(x, y, starts_x, starts_y, sigma, triangular, same, result)
        return result

    if Y is X:
        K = logarithms(y_by_channels, starts_y, True, np.empty(sizes))
        return np.exp(K - np.add.outer(np.diag(K), np.diag(K)) / 2)
    K = logarithms(y_by_channels, starts_y, False, np.empty(sizes))
    own = [
        _global_sum(s, np.ascontiguousarray(s.T), sigma, triangular, *np.empty((3, len(s) + 1)))
        for s in (*X, *Y)
    ]
    return np.exp(K - np.add.outer(own[: len(X)], own[len(X) :]) / 2)


@njit(fastmath=CONTRACTED)
def _local_sum(x, profile, opening, extending, memory):
    """log K of one pair: 1 and the sum of M, as every alignment but the empty ends in one match.

    ``profile`` has a row for each letter, exp(beta S) beside each of y. M, X and the sum that the
    next match continues are kept of a row, by j, the last from j + 1 on.
    """
    m = profile.shape[1]
    M, X, begun = memory[0, :m], memory[1, :m], memory[2, : m + 1]
    M[:] = X[:] = 0.0
    begun[:] = one = 1.0
    total, exponent = 0.0, 0
    for letter in x:
        scores = profile[letter]
        for j in range(m):
            X[j] = opening * M[j] + extending * X[j]
            M[j] = scores[j] * begun[j]
        total += M.sum()
        Y = 0.0
        begun[0] = one
        for j in range(0, m - 1, 2):
            first, second = M[j] + X[j], M[j + 1] + X[j + 1]
            begun[j + 1] = one + first + Y
            next_Y = opening * first + extending * Y
            begun[j + 2] = one + second + next_Y
            Y = (opening * second + (extending * opening) * first) + extending**2 * Y
        if m % 2:
            begun[m] = one + M[m - 1] + X[m - 1] + Y
        if total > LARGE:
            memory *= SMALL
            one *= SMALL
            total *= SMALL
            exponent += POWER
    return np.log(one + total) + exponent * np.log(2.0)


@njit
def _local_sums(X, Y, starts_x, starts_y, factors, opening, extending, same, result):
    memory = np.empty((3, np.max(starts_y[1:] - starts_y[:-1]) + 1))
    for b in range(len(starts_y) - 1):
        profile = np.ascontiguousarray(factors[:, Y[starts_y[b] : starts_y[b + 1]]])
        for a in range(b + 1 if same else len(starts_x) - 1):
            x = X[starts_x[a] : starts_x[a + 1]]
            result[a, b] = _local_sum(x, profile, opening, extending, memory)
            if same:
                result[b, a] = result[a, b]


def local_alignment(X, Y, letters, scores, beta=0.5, gap_open=11.0, gap_extend=1.0):
    """LAK as log K / beta; of pairs of X alone each once."""
    place = np.zeros(128, np.intp)
    place[list(map(ord, letters))] = np.arange(len(letters))
    (x, starts_x), (y, starts_y) = (
        joined([place[np.frombuffer(s.encode(), np.uint8)] for s in side]) for side in (X, Y)
    )
    opening, extending = np.exp(-beta * gap_open), np.exp(-beta * gap_extend)
    result = np.empty((len(X), len(Y)))
    factors = np.exp(beta * scores)
    _local_sums(x, y, starts_x, starts_y, factors, opening, extending, X is Y, result)
    return result / beta
