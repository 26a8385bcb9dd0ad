"""Alignment and mismatch kernels of all pairs, beside a plain program for each pair."""

import itertools
import math
from abc import ABC, abstractmethod
from collections import Counter

import numpy as np

from gramcheck.reference.d2ke import random_strings
from gramcheck.reference.sfm import (
    blosum62,
    global_alignment_kernel,
    local_alignment_kernel,
    mismatch_kernel,
)
from gramcheck.reference.sfm.lak import AMINO_ACIDS as SCORED

from .side_by_side import ratio

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"


class Beside(ABC):
    """Time, memory, ratio to the plain program, largest relative difference from it."""

    letters, length, n, few = AMINO_ACIDS, 60, 60, 8

    def setup(self):
        rng = np.random.default_rng(1)
        length = (self.length, self.length)
        self.strings = random_strings(self.n, self.letters, length, rng)

    @abstractmethod
    def ours(self, strings):
        """Kernel matrix."""

    @abstractmethod
    def plain(self, x, y):
        """One entry of it."""

    def peer(self, strings):
        n = len(strings)
        K = np.empty((n, n))
        for i, j in itertools.combinations_with_replacement(range(n), 2):
            K[i, j] = K[j, i] = self.plain(strings[i], strings[j])
        return K

    def time_kernel(self):
        self.ours(self.strings)

    def peakmem_kernel(self):
        self.ours(self.strings)

    def track_ratio_to_plain_program(self):
        """The peer has fewer pairs, and its time counts in proportion."""
        few = self.strings[: self.few]
        pairs = [n * (n + 1) / 2 for n in (self.n, self.few)]
        measured = ratio(lambda: self.ours(self.strings), lambda: self.peer(few), repeats=3)
        return measured * pairs[1] / pairs[0]

    track_ratio_to_plain_program.unit = "ours / one pair at a time in Python"

    def track_error(self):
        few = self.strings[: self.few]
        wanted = self.peer(few)
        return float(np.max(np.abs(self.ours(few) - wanted) / np.abs(wanted)))

    track_error.unit = "largest relative difference from it"


class GlobalAlignment(Beside):
    """GAK, not normalized; in Python the sums themselves, which these lengths allow."""

    sigma = 2.0

    def ours(self, strings):
        return global_alignment_kernel(strings, strings, self.sigma, form="raw")

    def plain(self, x, y):
        k = math.exp(-1 / self.sigma**2)
        different = k / (2 - k)
        before = [1.0] + [0.0] * len(y)
        for a in x:
            row = [0.0]
            for j, b in enumerate(y):
                kappa = 1.0 if a == b else different
                row.append(kappa * (before[j] + before[j + 1] + row[j]))
            before = row
        return before[-1]


class LocalAlignment(Beside):
    """LAK, its logarithm."""

    beta, opening, extending = 0.5, 11.0, 1.0

    def ours(self, strings):
        return local_alignment_kernel(strings, strings)

    def plain(self, x, y):
        table = np.exp(self.beta * blosum62()).tolist()
        place = {c: k for k, c in enumerate(SCORED)}
        opens, extends = math.exp(-self.beta * self.opening), math.exp(-self.beta * self.extending)
        zero = (0.0,) * 5
        before = [zero] * (len(y) + 1)
        for a in x:
            row = [zero]
            scores = table[place[a]]
            for j, b in enumerate(y):
                corner, up, left = before[j], before[j + 1], row[j]
                row.append(
                    (
                        scores[place[b]] * (1 + corner[0] + corner[1] + corner[2]),
                        opens * up[0] + extends * up[1],
                        opens * (left[0] + left[1]) + extends * left[2],
                        up[0] + up[3],
                        left[0] + left[3] + left[4],
                    )
                )
            before = row
        M, _, _, X2, Y2 = before[-1]
        return math.log(1 + X2 + Y2 + M) / self.beta


class Mismatch(Beside):
    """STK17 with (k, m) = (5, 1); in Python a count of the words around each k-mer."""

    letters, length, n, few = "ACGT", 100, 200, 8
    k, m = 5, 1

    def ours(self, strings):
        return mismatch_kernel(strings, strings, self.k, self.m, alphabet=self.letters)

    def plain(self, x, y):
        return self.inner(self.counts(x), self.counts(y))

    def counts(self, s):
        found = Counter()
        for i in range(len(s) - self.k + 1):
            word = s[i : i + self.k]
            found[word] += 1
            for p, letter in itertools.product(range(self.k), self.letters):
                if letter != word[p]:
                    found[word[:p] + letter + word[p + 1 :]] += 1
        return found

    def inner(self, v, w):
        return sum(count * w[word] for word, count in v.items())
