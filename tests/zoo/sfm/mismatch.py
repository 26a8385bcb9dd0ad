"""Wrong mismatch kernels."""

import itertools
from math import comb, log

import numpy as np

from gramcheck.verify.definitions.sfm.cgk import hamming
from gramcheck.verify.definitions.sfm.mismatch import ball_intersection, kmers
from tests.zoo import changed, wrong


def mismatch_becomes(right, count, intersection=ball_intersection):
    """``count(pairs, k, d)`` of F_0, ..., F_d gives M_d."""

    def one(x, y, k, m, size):
        distances = [hamming(a, b) for a in kmers(x, k) for b in kmers(y, k)]
        # F_d: pairs, each as often as there are k - d places at which they agree
        F = [sum(comb(k - j, k - d) for j in distances if j <= d) for d in range(k + 1)]
        return sum(count(F, k, d) * intersection(size, k, m, d) for d in range(min(2 * m, k) + 1))

    def mismatch_kernel(X, Y, k, m, alphabet=None, *sampling):
        letters = sorted(set("".join([*X, *Y]))) if alphabet is None else alphabet
        return np.array([[one(x, y, k, m, len(letters)) for y in Y] for x in X], dtype=float)

    return changed(right, paper="sfm", mismatch_kernel=mismatch_kernel)


def corrected(F, k, d):
    return F[d] - sum(comb(k - j, d - j) * corrected(F, k, j) for j in range(d))


@wrong(killed_by="sfm/mismatch")
def mismatches_without_the_binomials(right):
    """M_d = F_d - M_0 - ... - M_{d-1}."""

    def count(F, k, d):
        return F[d] - sum(count(F, k, j) for j in range(d))

    return mismatch_becomes(right, count)


@wrong(mismatch_becomes, corrected, killed_by="sfm/mismatch")
def balls_of_spheres(s, k, m, d):
    """Only words at distance m exactly, not up to it."""
    return ball_intersection(s, k, m, d) - (ball_intersection(s, k, m - 1, d) if m else 0)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch")
def words_over_the_letters_that_occur(right, X, Y, k, m, alphabet=None, *sampling):
    """The alphabet that is given is ignored."""
    return right.sfm.mismatch_kernel(X, Y, k, m, None, *sampling)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch long_words_by_distances")
def long_words_by_eight_letters(right, X, Y, k, m, alphabet=None, *sampling):
    """Distances of the first eight letters, as where words are numbered in too few bits."""
    if k <= 8:
        return right.sfm.mismatch_kernel(X, Y, k, m, alphabet, *sampling)
    size = len(set("".join([*X, *Y])) if alphabet is None else alphabet)

    def value(x, y):
        pairs = itertools.product(kmers(x, k), kmers(y, k))
        return sum(ball_intersection(size, k, m, hamming(a[:8], b[:8])) for a, b in pairs)

    return np.array([[value(x, y) for y in Y] for x in X], dtype=float)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch")
def logarithm_of_the_counts(right, X, Y, k, m, alphabet=None, *sampling):
    """Damped as large counts often are: no longer a kernel."""
    return np.log1p(right.sfm.mismatch_kernel(X, Y, k, m, alphabet, *sampling)) / log(2)


def sampling_becomes(right, estimate):
    """``estimate(kernel, X, Y, k, m, alphabet, samples, tolerance, rng)`` where it is sampled."""
    kernel = right.sfm.mismatch_kernel

    def mismatch_kernel(X, Y, k, m, alphabet=None, samples=None, tolerance=0.5, rng=None):
        if samples is None:
            return kernel(X, Y, k, m, alphabet)
        return estimate(kernel, X, Y, k, m, alphabet, samples, tolerance, rng)

    return changed(right, paper="sfm", mismatch_kernel=mismatch_kernel)


@wrong(sampling_becomes, killed_by="sfm/mismatch")
def samples_one_too_few(kernel, X, Y, k, m, alphabet, samples, tolerance, rng):
    """So it estimates where as many sets as there are would be exact."""
    return kernel(X, Y, k, m, alphabet, samples - 1, tolerance, rng)


@wrong(sampling_becomes, killed_by="sfm/mismatch")
def samples_of_its_own_for_each_pair(kernel, X, Y, *arguments):
    """Each entry is a fair estimate, and the matrix is no kernel's: it is not symmetric."""
    return np.block([[kernel([x], [y], *arguments) for y in Y] for x in X])


@wrong(sampling_becomes, killed_by="sfm/mismatch")
def samples_to_the_last(kernel, X, Y, k, m, alphabet, samples, tolerance, rng):
    """The tolerance is never looked at."""
    return kernel(X, Y, k, m, alphabet, samples, 0.0, rng)


@wrong(killed_by="sfm/mismatch")
def samples_of_adjacent_positions(right):
    """Sets are drawn as k - d places in a row, not as any."""

    def one(x, y, k, m, size, samples, rng):
        pairs = [(a, b) for a in kmers(x, k) for b in kmers(y, k)]
        F = []
        for d in range(min(2 * m, k) + 1):
            starts = rng.integers(d + 1, size=samples)
            agreeing = [sum(a[i : i + k - d] == b[i : i + k - d] for a, b in pairs) for i in starts]
            F.append(comb(k, d) * np.mean(agreeing))
        return sum(corrected(F, k, d) * ball_intersection(size, k, m, d) for d in range(len(F)))

    def estimate(kernel, X, Y, k, m, alphabet, samples, tolerance, rng):
        return np.array([[one(x, y, k, m, len(alphabet), samples, rng) for y in Y] for x in X])

    return sampling_becomes(right, estimate)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch words_beyond_64_bits_are_told_apart")
def words_are_numbers_of_64_bits(right, X, Y, k, m, alphabet=None):
    """Two bits a letter: of longer words the first letters are shifted out."""
    lost = max(0, k - 32)
    shorter = ([s[lost:] for s in strings] for strings in (X, Y))
    return right.sfm.mismatch_kernel(*shorter, k - lost, m, alphabet)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch estimates_have_their_distribution")
def one_known_pair_ends_the_sampling(right, X, Y, k, m, alphabet, samples, tolerance, rng):
    """However little is known of the others."""
    some = tolerance if len(Y) == 1 or not tolerance else 1e9
    return right.sfm.mismatch_kernel(X, Y, k, m, alphabet, samples, some, rng)


@wrong("sfm.ball_intersections", killed_by="sfm/mismatch sizes_of_intersections_are_counted")
def one_letter_has_words_that_differ(right, k, m, size):
    """Over one letter as many numbers as over two, each 1."""
    return right.sfm.ball_intersections(k, m, size) if size > 1 else [1] * (min(2 * m, k) + 1)
