"""Small spaces on which statements of D2KE are computed exactly, and what several claims ask."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gramcheck.paper_checks.findings import Finding, equals, holds, is_true
from gramcheck.paper_checks.wording import number
from gramcheck.reference import d2ke
from gramcheck.verify import axioms
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.types import AnyArray, Array


def as_defined(function: str, *cases: Sequence[Any], **options: Any) -> Finding:
    """Whether the reference's function gives what its formula does, written out, in every case.

    A bound that is too large bounds all the more: only its formula can tell that it is wrong.
    """
    got = [getattr(d2ke, function)(*case, **options) for case in cases]
    wanted = [getattr(definitions, function)(*case, **options) for case in cases]
    which = "".join(f", {value}" for value in options.values())
    name = f"{function}{which}: its formula, {len(cases)} cases"
    return holds(np.ravel(got), np.ravel(wanted), rtol=1e-11, name=name)


def uniform_draws(rng: np.random.Generator) -> list[Finding]:
    """Step 1 of Algorithm 1 for strings: lengths uniform on the closed range, and so letters."""
    n, low, high, alphabet = 6000, 2, 7, "abc"
    drawn = d2ke.random_strings(n, alphabet, (low, high), rng)
    lengths = np.bincount([len(s) for s in drawn], minlength=high + 2)
    letters = "".join(drawn)
    share, third = 1 / (high - low + 1), 1 / len(alphabet)
    return [
        holds(
            lengths / n,
            np.where(
                (np.arange(len(lengths)) >= low) & (np.arange(len(lengths)) <= high), share, 0
            ),
            standard_error=math.sqrt(share * (1 - share) / n),
            name=f"{n} random strings: share of each length",
        ),
        holds(
            [letters.count(a) / len(letters) for a in alphabet],
            third,
            standard_error=math.sqrt(third * (1 - third) / len(letters)),
            name="and of each letter",
        ),
        _of_pairs(
            [x == y for s in drawn for x, y in itertools.combinations(s, 2)],
            third,
            "share of equal letters in the pairs of one string",
        ),
        _of_pairs(
            [x == y for s, t in itertools.pairwise(drawn) for x, y in zip(s, t, strict=False)],
            third,
            "and at one place of a string and the next",
        ),
        unrelated_lengths([len(s) for s in drawn], low, high, "string"),
    ]


def _of_pairs(equal: Sequence[bool], share: float, name: str) -> Finding:
    """How often they are equal. Pairs that share a letter are independent, as letters are uniform.

    So the standard error is that of independent ones.
    """
    error = math.sqrt(share * (1 - share) / len(equal))
    return holds(np.mean(equal), share, standard_error=error, name=name)


def unrelated_lengths(lengths: Sequence[int], low: int, high: int, what: str) -> Finding:
    """Whether the lengths n, n' of an object and the next are so: E (n - E n)(n' - E n') = 0.

    The products are uncorrelated, also those that share a length.
    """
    away, variance = np.array(lengths) - (low + high) / 2, ((high - low + 1) ** 2 - 1) / 12
    return holds(
        np.mean(away[1:] * away[:-1]),
        0.0,
        standard_error=variance / math.sqrt(len(away) - 1),
        name=f"covariance of the lengths of a {what} and the next",
    )


def held_out_alike(X: Sequence[Any], R: int, rng: np.random.Generator) -> list[Finding]:
    """Whether representatives are R different objects of X, each as likely as another."""
    draws, share = 1000, R / len(X)
    drawn = [d2ke.representatives(X, R, rng) for _ in range(draws)]
    times = Counter(x for one in drawn for x in one)
    return [
        equals(
            sorted({(len(one), len(set(one) & set(X))) for one in drawn}),
            [(R, R)],
            name=f"representatives, different ones among the {len(X)} objects, {draws} draws",
        ),
        holds(
            [times[x] / draws for x in X],
            share,
            standard_error=math.sqrt(share * (1 - share) / draws),
            name=f"share of these draws in which each of the {len(X)} is among them",
        ),
    ]


def strings(alphabet: str, longest: int) -> list[str]:
    """All strings up to a length, the empty one first."""
    return d2ke.enumerate_strings(alphabet, (0, longest))[0]


def series(values: Sequence[float], longest: int) -> list[Array]:
    """All nonempty series of one channel over a few values."""
    lengths = range(1, longest + 1)
    return [np.array(s) for n in lengths for s in itertools.product(values, repeat=n)]


def subsets(points: Sequence[float]) -> list[Array]:
    """All nonempty sets of some points on a line."""
    sizes = range(1, len(points) + 1)
    return [np.array(s) for n in sizes for s in itertools.combinations(points, n)]


def multisets(points: Sequence[float], largest: int) -> list[Array]:
    """All nonempty multisets of at most so many points on a line."""
    sizes = range(1, largest + 1)
    repeated = itertools.combinations_with_replacement
    return [np.array(s) for n in sizes for s in repeated(points, n)]


def between(D: Array) -> Callable[[int, int], float]:
    """Distance of points that are named by their place in a matrix of distances."""
    return lambda x, y: float(D[x, y])


def path(n: int) -> Array:
    """Points 0, ..., n - 1 on a line: their distances."""
    return np.abs(np.subtract.outer(np.arange(n), np.arange(n))).astype(float)


def cloud(n: int, dimension: int, rng: np.random.Generator) -> Array:
    """Distances of random points in the cube [0, 1]^dimension, halved where the cube is long."""
    points = rng.random((n, dimension)) / max(1.0, math.sqrt(dimension))
    return np.linalg.norm(points[:, None] - points, axis=2)


def metric(
    D: AnyArray, objects: Sequence[Any], slack: float, name: str, wanted: bool = True
) -> Finding:
    """Whether distances of different objects satisfy (or, not wanted, violate) Assumption 1."""
    broken = axioms.violations(D, slack)
    seen = [
        f"{v.axiom} fails at {', '.join(_shown(objects[i]) for i in v.points)}"
        + (f" by {number(v.by)}" if math.isfinite(v.by) else "")
        for v in broken
    ]
    detail = "; ".join(seen) or f"no axiom fails on {len(objects)} objects, all triples"
    return is_true(bool(broken) != wanted, detail, name=name)


def _shown(x: str | Sequence[float] | Array) -> str:
    return repr(x) if isinstance(x, str) else "(" + ", ".join(f"{v:g}" for v in x) + ")"


def levenshtein_kernel(objects: Sequence[str], gamma: float) -> tuple[Array, Array]:
    """Exact kernel (4) for binary ω up to length 4, and its features with p inside (n, R).

    The inner products of the features are the kernel, so that the RKHS norm of <w, features> is
    the smallest norm of such a w.
    """
    omegas, p = d2ke.enumerate_strings("ab", (0, 4))
    D = d2ke.cdist(objects, omegas, "levenshtein")
    features = np.exp(-gamma * D) * np.sqrt(p)
    return d2ke.kernel(objects, objects, omegas, gamma, "levenshtein", weights=p), features
