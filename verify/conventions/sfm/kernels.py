"""SFM, Sections II and VII: what implementations of the kernels GAK and LAK do instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gramcheck.verify.conventions.table import Table
from gramcheck.verify.definitions import sfm as definitions

Pairwise = Callable[..., list[list[float]]]


def gak_conventions() -> Table:
    """Alternatives to the normalized kernel of kappa = k / (2 - k), k Gaussian."""
    series = [np.array(x) for x in ([1.0, 2.0, 3.0], [1.0, 2.0, 2.5, 3.0], [0.0, 2.0])]

    def of(
        kappa: Callable[[float], float] = lambda k: k / (2 - k),
        exponent: Callable[[float, float], float] = lambda gap, sigma: gap**2 / (2 * sigma**2),
        form: Callable[[float, float, float], float] = lambda xy, xx, yy: xy / math.sqrt(xx * yy),
    ) -> Pairwise:
        def kernel(x: Sequence[float], y: Sequence[float], sigma: float) -> float:
            """The recursion over the last step of the alignment."""
            K = np.zeros((len(x) + 1, len(y) + 1))
            K[0, 0] = 1
            for i, a in enumerate(x, 1):
                for j, b in enumerate(y, 1):
                    before = K[i - 1, j] + K[i, j - 1] + K[i - 1, j - 1]
                    K[i, j] = kappa(math.exp(-exponent(abs(a - b), sigma))) * before
            return float(K[-1, -1])

        return _of_pairs(
            lambda x, y, sigma: form(*(kernel(u, v, sigma) for u, v in ((x, y), (x, x), (y, y))))
        )

    return Table(
        [(series, series[:2], 2.0), (series[1:], series, 0.7)],
        {
            "form='raw'": of(form=lambda xy, xx, yy: xy),
            "form='log'": of(form=lambda xy, xx, yy: math.log(xy)),
            "the logarithm of the normalized kernel": of(
                form=lambda xy, xx, yy: math.log(xy / math.sqrt(xx * yy))
            ),
            "the local kernel k in place of k / (2 - k)": of(kappa=lambda k: k),
            "the local kernel k / (1 - k / 2)": of(kappa=lambda k: k / (1 - k / 2)),
            "exp(-d^2 / sigma^2) without the factor 2": of(exponent=lambda d, s: (d / s) ** 2),
            "exp(-d^2 / sigma): sigma is not squared": of(exponent=lambda d, s: d**2 / s),
            "exp(-d^2 / (2 sigma)): sigma is not squared": of(exponent=lambda d, s: d**2 / (2 * s)),
            "exp(-sigma d^2): sigma multiplies": of(exponent=lambda d, s: s * d**2),
            "distances that are not squared": of(exponent=lambda d, s: d / (2 * s**2)),
        },
    )


def lak_conventions() -> Table:
    """Alternatives to (1/b) log K with b = 1/2, gaps 11 and 1, BLOSUM62."""
    b = 0.5
    words = ["HEAG", "PAWHE", "WAW"]

    def K(x: str, y: str, opening: float = 11) -> float:
        return float(definitions.local_alignment_kernel_by_recursion(x, y, b, opening, 1))

    def best(x: str, y: str) -> float:
        """The highest score of a local alignment, none being 0."""
        scores = []
        for pairs in definitions.local_alignments(len(x), len(y)):
            gaps = [n - m - 1 for p, q in pairwise(pairs) for m, n in zip(p, q, strict=True)]
            costs = sum(11 + gap - 1 for gap in gaps if gap)
            scores.append(sum(definitions.BLOSUM62[x[i], y[j]] for i, j in pairs) - costs)
        return max(scores)

    return Table(
        [(words, words[:2]), (words[2:], words)],
        {
            "log K without 1/beta": _of_pairs(lambda x, y: math.log(K(x, y))),
            "form='raw'": _of_pairs(K),
            "form='normalized'": _of_pairs(lambda x, y: K(x, y) / math.sqrt(K(x, x) * K(y, y))),
            "(1/beta) log (K - 1): the empty alignment left out": _of_pairs(
                lambda x, y: math.log(K(x, y) - 1) / b
            ),
            "gaps of n letters at opening + n extension": _of_pairs(
                lambda x, y: math.log(K(x, y, 12)) / b
            ),
            "the score of the best alignment alone (Smith and Waterman)": _of_pairs(best),
        },
    )


def mismatch_conventions() -> Table:
    """Alternatives to products of counts over all words of the letters of X and Y together."""

    def right(X: Sequence[str], Y: Sequence[str], k: int, m: int) -> list[list[float]]:
        letters = sorted(set("".join([*X, *Y])))
        return [[float(definitions.mismatch_kernel(x, y, k, m, letters)) for y in Y] for x in X]

    def recoded(text: str) -> str:
        """Its letters as A, B, C, ... by their order in it alone."""
        letters = sorted(set(text))
        return "".join(chr(ord("A") + letters.index(letter)) for letter in text)

    def normalized(X: Sequence[str], Y: Sequence[str], k: int, m: int) -> list[list[float]]:
        both = [*X, *Y]
        own = [row[i] for i, row in enumerate(right(both, both, k, m))]
        values = right(X, Y, k, m)
        return [
            [v / math.sqrt(own[i] * own[len(X) + j]) for j, v in enumerate(row)]
            for i, row in enumerate(values)
        ]

    words = ["ABBA", "BCAB", "CCB"]
    return Table(
        [(words, words[:2], 2, 1), (words[1:], words, 3, 1)],
        {
            "letters coded string by string": lambda X, Y, k, m: right(
                list(map(recoded, X)), list(map(recoded, Y)), k, m
            ),
            "1 on the diagonal (normalized)": normalized,
            "no mismatches (the spectrum kernel)": lambda X, Y, k, m: right(X, Y, k, 0),
            "the alphabet of each pair of strings": lambda X, Y, k, m: [
                [float(definitions.mismatch_kernel(x, y, k, m)) for y in Y] for x in X
            ],
        },
        definition=right,
    )


def _of_pairs(function: Callable[..., float]) -> Pairwise:
    """All pairs of two collections."""

    def matrix(X: Sequence[Any], Y: Sequence[Any], *rest: Any) -> list[list[float]]:
        return [[function(x, y, *rest) for y in Y] for x in X]

    return matrix
