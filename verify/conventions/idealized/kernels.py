"""Idealized kernels: what implementations of the kernels, pairs and the program do instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np

from gramcheck.verify.conventions.table import Table
from gramcheck.verify.definitions import idealized as definitions
from gramcheck.verify.types import Array

Labels = Sequence[Any]

K = np.array([[4.0, 1.0, 0.5, 0.0], [1.0, 3.0, 0.0, 1.0], [0.5, 0.0, 2.0, 1.0], [0, 1.0, 1.0, 5.0]])
L = np.array([[2.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 0.5], [1.0, 0.0, 3.0, 0.0], [1, 0.5, 0.0, 1.0]])
Y = ["a", "b", "a", "a"]


# ------------------------------------------------------------------- Sections 2 and 3.1


def _star(y: Labels) -> Array:
    return np.array(definitions.ideal_kernel(y))


def ideal_kernel_conventions() -> Table:
    """Alternatives to 1 within classes, 0 between them."""
    return Table(
        [(Y,), (["a", "b", "c", "b"],)],
        {
            "-1 between classes": lambda y: 2 * _star(y) - 1,
            "0 on the diagonal": lambda y: _star(y) - np.eye(len(y)),
            "1 over the size of the class": lambda y: _star(y) / _star(y).sum(axis=1),
            "1 between classes, 0 within them": lambda y: 1 - _star(y),
        },
    )


def idealize_conventions() -> Table:
    """Alternatives to K + (gamma / 2) K*."""

    def plus(part: Callable[[Array, Labels, float], Array]) -> Callable[..., Array]:
        return lambda K, y, gamma: K + part(K, y, gamma)

    return Table(
        [(K, Y, 3.0), (K, ["a", "b", "c", "b"], 0.5)],
        {
            "gamma in place of gamma / 2": plus(lambda K, y, gamma: gamma * _star(y)),
            "K* with -1 between classes": plus(lambda K, y, gamma: gamma / 2 * (2 * _star(y) - 1)),
            "gamma with it, K* with -1 between classes": plus(
                lambda K, y, gamma: gamma * (2 * _star(y) - 1)
            ),
            "-gamma / 2 between classes and nothing within them": plus(
                lambda K, y, gamma: gamma / 2 * (_star(y) - 1)
            ),
            "K* with 0 on the diagonal": plus(
                lambda K, y, gamma: gamma / 2 * (_star(y) - np.eye(len(y)))
            ),
            "K* scaled to the Frobenius norm of K": plus(
                lambda K, y, gamma: (
                    gamma / 2 * _star(y) * np.linalg.norm(K) / np.linalg.norm(_star(y))
                )
            ),
        },
    )


def alignment_conventions() -> Table:
    """Alternatives to the cosine between whole matrices, not centered."""

    def cosine(A: Array, B: Array) -> float:
        return float(np.vdot(A, B) / (np.linalg.norm(A) * np.linalg.norm(B)))

    def centered(A: Array) -> Array:
        return A - A.mean(axis=0) - A.mean(axis=1)[:, None] + A.mean()

    def hollow(A: Array) -> Array:
        return A - np.diag(np.diag(A))

    return Table(
        [(K, L), (L, np.eye(4) + 1)],
        {
            "the alignment of centered kernels": lambda A, B: cosine(centered(A), centered(B)),
            "the alignment without the diagonals": lambda A, B: cosine(hollow(A), hollow(B)),
            "the inner product <K, L>, not normalized": lambda A, B: float(np.vdot(A, B)),
            "<K, L> / n^2": lambda A, B: float(np.vdot(A, B)) / A.size,
            "the squared cosine": lambda A, B: cosine(A, B) ** 2,
            "the angle": lambda A, B: math.acos(cosine(A, B)),
        },
    )


def rand_index_conventions() -> Table:
    """Alternatives to the fraction of pairs on which two partitions agree."""

    def counted(labels: Labels, clusters: Labels) -> tuple[int, int, int, int]:
        """All pairs; those together in both, in labels, in clusters."""
        pairs = [
            (labels[i] == labels[j], clusters[i] == clusters[j])
            for i, j in combinations(range(len(labels)), 2)
        ]
        both = sum(a and b for a, b in pairs)
        return len(pairs), both, sum(a for a, _ in pairs), sum(b for _, b in pairs)

    def adjusted(labels: Labels, clusters: Labels) -> float:
        n, both, first, second = counted(labels, clusters)
        expected = first * second / n
        return (both - expected) / ((first + second) / 2 - expected)

    def jaccard(labels: Labels, clusters: Labels) -> float:
        _, both, first, second = counted(labels, clusters)
        return both / (first + second - both)

    def accuracy(labels: Labels, clusters: Labels) -> float:
        """The share of right labels, clusters named as well as can be."""
        found = sorted(set(clusters))
        candidates = [*set(labels), *found]  # a cluster may be left without a label
        return max(
            sum(names[found.index(c)] == a for a, c in zip(labels, clusters, strict=True))
            for names in permutations(candidates, len(found))
        ) / len(labels)

    def with_itself(labels: Labels, clusters: Labels) -> float:
        n = len(labels)
        agree = definitions.rand_index(labels, clusters) * n * (n - 1)
        return (agree + n) / n**2

    return Table(
        [(["a", "a", "b", "b", "b"], [1, 1, 1, 2, 2]), (["a", "b", "b", "a"], [1, 2, 2, 2])],
        {
            "1 minus the index, as Table 3 prints it": (
                lambda labels, clusters: 1 - definitions.rand_index(labels, clusters)
            ),
            "the adjusted Rand index": adjusted,
            "the Jaccard index of pairs": jaccard,
            "the share of right labels under the best names of clusters": accuracy,
            "all n^2 pairs, each pattern with itself too": with_itself,
        },
    )


# ------------------------------------------------------------------- Sections 3.2 and 4.2


def pairs_from_labels_conventions() -> Table:
    """Alternatives to every pair i < j once, in lexicographic order."""

    def of(
        pairs: Callable[[int], Any], shown: Callable[[int, int], list[int]] = lambda i, j: [i, j]
    ) -> Callable[[Labels], Any]:
        def sets(y: Labels) -> list[list[list[int]]]:
            listed = list(pairs(len(y)))
            return [
                [shown(i, j) for i, j in listed if (y[i] == y[j]) is similar]
                for similar in (True, False)
            ]

        return sets

    def once(n: int) -> Any:
        return combinations(range(n), 2)

    return Table(
        [(Y,), (["a", "b", "b", "c"],)],
        {
            "each pair in both orders": of(lambda n: permutations(range(n), 2)),
            "each pattern with itself too": of(
                lambda n: [(i, j) for i in range(n) for j in range(i, n)]
            ),
            "patterns counted from 1": of(once, lambda i, j: [i + 1, j + 1]),
            "j before i": of(once, lambda i, j: [j, i]),
            "dissimilar pairs first": lambda y: of(once)(y)[::-1],
        },
        read=lambda pairs: [np.asarray(part).tolist() for part in pairs],
    )


X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 2.0], [0.0, 3.0], [-1.0, 1.0]])
SIMILAR = np.array([[0, 1], [2, 3]])
DISSIMILAR = np.array([[0, 2], [1, 3], [0, 4]])


def dual_objective_conventions() -> Table:
    """Alternatives to (14) with the minus sign and the half of |AA'|^2."""

    def parts(
        alpha_S: Array, alpha_D: Array, X: Array, S: Array, D: Array, M: Array | None = None
    ) -> tuple[float, float]:
        """The linear part, and |AA'|^2."""
        given = (X.tolist(), S.tolist(), D.tolist())
        weights = (alpha_S.tolist(), alpha_D.tolist())
        matrix = definitions.metric_from_multipliers(*given, *weights)
        before = definitions.distances(*given, matrix, None if M is None else M.tolist())
        linear = definitions.linear_part(before.before_S, before.before_D, *weights)
        return float(linear), float(definitions.norm_squared(matrix))

    def of(value: Callable[[float, float], float]) -> Callable[..., float]:
        return lambda *given: value(*parts(*given))

    alpha = np.array([0.5, 0.25]), np.array([1.0, 0.5, 0.125])
    given = (*alpha, X, SIMILAR, DISSIMILAR)
    return Table(
        [given, (*given, np.diag([4.0, 0.25]))],
        {
            "the negative, which is minimized": of(lambda linear, square: square / 2 - linear),
            "|AA'|^2 without its half": of(lambda linear, square: linear - square),
            "the sign of the linear part reversed": of(lambda linear, square: -linear - square / 2),
            "the Frobenius norm, not squared": of(
                lambda linear, square: linear - math.sqrt(square) / 2
            ),
            "d^2 of the identity whatever M is": lambda *given: of(lambda a, b: a - b / 2)(
                *given[:5]
            ),
        },
    )


def learn_metric_conventions() -> Table:
    """Alternatives to the program (14)-(16); what is compared is AA' and gamma."""

    def of(
        constants: Callable[..., tuple[float, float]] = lambda C_S, C_D, S, D: (C_S, C_D),
        change: Callable[[Array], Array] = lambda matrix: matrix,
        average: bool = False,
    ) -> Callable[..., Any]:
        def learned(
            X: Array, S: Array, D: Array, C_S: float, C_D: float, nu: float
        ) -> list[list[float]]:
            given = (X.tolist(), S.tolist(), D.tolist())
            best = definitions.optimum(*given, *constants(C_S, C_D, S, D), nu)
            gamma = float(sum(best.gammas)) / 2
            if average:
                d = definitions.distances(*given, best.matrix)
                gains = np.array(d.after_D, dtype=float) - np.array(d.before_D, dtype=float)
                gamma = float(gains[np.array(best.alpha_D) > 0].mean())
            matrix = change(np.array(best.matrix, dtype=float))
            return [matrix.ravel().tolist(), [gamma]]

        return learned

    def clipped(matrix: Array) -> Array:
        values, U = np.linalg.eigh(matrix)
        return (U * np.maximum(values, 0)) @ U.T

    indefinite = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])  # erratum K2
    return Table(
        [
            (X, SIMILAR[:1], DISSIMILAR, 10.0, 1.0, 0.5),
            (indefinite, np.array([[0, 1]]), np.array([[0, 2]]), 10.0, 8.0, 0.5),
        ],
        {
            "AA' + M in place of AA'": of(change=lambda matrix: matrix + np.eye(2)),
            "psd='clip'": of(change=clipped),
            "C_S and C_D for each pair, not divided by N_S and N_D": of(
                lambda C_S, C_D, S, D: (len(S) * C_S, len(D) * C_D)
            ),
            "|AA'|^2 without its half": of(lambda C_S, C_D, S, D: (C_S / 2, C_D / 2)),
            "gamma averaged over all support pairs, those at their bound too": of(average=True),
        },
        read=lambda metric: [np.ravel(metric.matrix).tolist(), [float(metric.gamma)]],
        same=1e-5,
    )
