"""Sections 1 and 2.2: how many objects nearest neighbors and the kernel need in high dimension."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, below, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

# X = {0, 1}^m with the number of unequal bits for d, x and ω uniform, γ = 1/m. Two targets with the
# Lipschitz constant 2/m, where a bit counts as ±1: the mean of the bits, and their product over m.
# Risks are relative to the variance of the target, and there is no noise.
BITS = (4, 6, 8)
WANTED = 0.1  # relative risk
DRAWS = 20
PENALTY = (1e-6,)  # μ of the mean
PENALTIES = (1e-12, 1e-9, 1e-6, 1e-4, 1e-2)  # of the product, the best of which counts
FEW = 6  # bits of the cube on which both targets are learned, and
TIMES = 3  # so many training objects for each of its points


@functools.cache
def cube(m: int) -> tuple[Array, Array]:
    """All points, a bit being ±1, and their distances."""
    points = np.array(list(itertools.product((1.0, -1.0), repeat=m)))
    return points, (m - points @ points.T) / 2


def features(m: int) -> Array:
    """Of the exact kernel: Ω is the cube, and p = 2^-m is the 1/R in them."""
    D, places = cube(m)[1], range(2**m)
    return d2ke.feature_map(places, places, 1 / m, lambda x, omega: float(D[x, omega]))


def mean_of_bits(m: int) -> Array:
    """The first target."""
    return cube(m)[0].mean(axis=1)


def product_of_bits(m: int) -> Array:
    """The other one, the parity over m."""
    return cube(m)[0].prod(axis=1) / m


def eigenvalue(m: int, size: int) -> float:
    """Of the kernel, for the product of so many bits: it is a product of kernels of one bit."""
    q = math.exp(-1 / m)
    return float(((1 + q) / 2) ** (2 * (m - size)) * ((1 - q) / 2) ** (2 * size))


def squared_norm(m: int, size: int) -> float:
    """‖f‖² of the mean of bits (size 1) or of the product (size m), from the eigenvalues."""
    terms = m if size == 1 else 1
    return terms / m**2 / eigenvalue(m, size)


def by_nearest_neighbor(m: int, n: int, product: bool = False) -> float:
    """Relative risk of 1-NN, exactly, mean over training sets.

    Of points at distance r from x the mean of bits is 4r/m² from f(x) in the mean square, which is
    4r/m variances; the product is 4 variances off where r is odd.
    """
    r = np.arange(m + 1)
    ball = np.cumsum([math.comb(m, k) for k in r]) / 2**m
    farther = np.append(np.exp(n * np.log1p(-ball[:-1])), 0.0)  # than r: all n draws are
    exactly = np.append(1.0, farther[:-1]) - farther
    return float(exactly @ (4 * (r % 2) if product else 4 * r / m))


def needed(m: int, product: bool = False) -> int:
    """The fewest training objects with which 1-NN has the wanted risk."""
    n = 1
    while by_nearest_neighbor(m, n, product) > WANTED:
        n *= 2
    low = n // 2
    while n - low > 1:
        middle = (low + n) // 2
        enough = by_nearest_neighbor(m, middle, product) <= WANTED
        low, n = (low, middle) if enough else (middle, n)
    return n


def by_kernel(f: Array, n: int, penalties: Sequence[float], rng: np.random.Generator) -> float:
    """Relative risk of Algorithm 1, exact kernel, mean over training sets, with the best μ."""
    phi, risks = features(round(math.log2(len(f)))), np.zeros(len(penalties))
    for _ in range(DRAWS):
        drawn = rng.integers(len(f), size=n)
        for k, mu in enumerate(penalties):
            weights = d2ke.fit(phi[drawn], f[drawn], mu)
            risks[k] += np.mean((d2ke.predict(phi, weights) - f) ** 2) / f.var()
    return float(risks.min()) / DRAWS


def by_neighbors(m: int, n: int, rng: np.random.Generator) -> float:
    """Relative risk of k-NN for the mean of bits with the best k, mean over training sets."""
    f, D, total = mean_of_bits(m), cube(m)[1], np.zeros(n)
    for _ in range(DRAWS):
        drawn = rng.integers(len(f), size=n)
        order = np.argsort(D[:, drawn], axis=1, kind="stable")
        estimates = np.cumsum(f[drawn][order], axis=1) / np.arange(1, n + 1)
        total += ((estimates - f[:, None]) ** 2).mean(axis=0) / f.var()
    return float(total.min()) / DRAWS


def against_the_definitions() -> list[Finding]:
    """Kernel, eigenvalues and exact risks of 1-NN, the last in fractions."""
    few = cube(2)[1].tolist()
    phi, large = features(2), features(FEW)
    sizes = [sum(bits) for bits in itertools.product((0, 1), repeat=FEW)]
    D = [[Fraction(d) for d in row] for row in cube(3)[1].tolist()]
    masses, cases = [Fraction(1, 8)] * 8, (1, 5, 20)
    exact = []
    for values in (mean_of_bits(3), product_of_bits(3)):
        f = [Fraction(round(3 * v), 3) for v in values.tolist()]
        variance = sum(v * v for v in f) / 8
        exact.append([definitions.one_nn_risk(D, masses, f, n) / variance for n in cases])
    return [
        holds(
            phi @ phi.T,
            definitions.kernel(range(4), range(4), range(4), 0.5, lambda x, y: few[x][y]),
            rtol=1e-12,
            name="exact kernel as defined, two bits",
        ),
        holds(
            d2ke.kernel_eigenvalues(large @ large.T),
            sorted((eigenvalue(FEW, size) for size in sizes), reverse=True),
            rtol=1e-9,
            atol=1e-14,
            name=f"its eigenvalues in closed form, {FEW} bits",
        ),
        holds(
            [[by_nearest_neighbor(3, n, product) for n in cases] for product in (False, True)],
            np.array(exact, dtype=float),
            rtol=1e-9,
            name="relative risk of 1-NN against fractions, three bits, n = 1, 5, 20",
        ),
    ]


@claim(
    "d2ke/sample-complexity",
    place="Section 2.2, after Eq. (3)",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def in_high_dimension(run: Run) -> Evidence:
    """f̂ has a considerably better sample complexity for problems with higher effective dimension.

    Better than that of k-NN, which is exponential in p; and so it is for targets with a small norm.
    On the cube {0, 1}^m, with the number of unequal bits for d and γ = 1/m, two targets have the
    Lipschitz constant 2/m. There is no noise. The mean of the bits has C² ≤ 4 e m. 1-NN needs 36
    training objects on 4 bits for a risk of a tenth of the variance and 726,819 on 20. A factor of
    √2 for each bit is asked for, so that two bits double n; 1.83 is the smallest that is found. On
    4, 6 and 8 bits Algorithm 1 with the exact kernel has less than that tenth with n = 4m, where
    k-NN with the best k has .31 to .38 of the variance.

    The product of the bits over m has C² = 7 · 10¹¹ for 6 bits, and more than 10²⁴ for 10. With 192
    training objects, which miss few of the 64 points, 1-NN has a fifth of the variance, and the
    kernel all of it, with the best of five μ. Smaller ones do not help: in trials with μ from 10⁻¹³
    to 10⁻²⁴ it had 23 to 34 variances. That is no praise of 1-NN, which needs 235 objects
    for a tenth, more than there are points, and so learns this target by heart alone; with these
    235 the kernel still has all of the variance. Corrected: considerably better where C is small,
    which a small L does not say. (The tenth and the sizes were chosen after a probe. Until a review
    the docstring had a factor of 1.8 or more, and √2 was asked for.)
    """
    rng, both = run.rng(), TIMES * 2**FEW
    kernel = [by_kernel(mean_of_bits(m), 4 * m, PENALTY, rng) for m in BITS]
    neighbors = [by_neighbors(m, 4 * m, rng) for m in BITS]
    of_mean = by_kernel(mean_of_bits(FEW), both, PENALTY, rng)
    of_product = by_kernel(product_of_bits(FEW), both, PENALTIES, rng)
    by_heart = needed(FEW, product=True)
    with_as_many = by_kernel(product_of_bits(FEW), by_heart, PENALTIES, rng)
    nearest = [by_nearest_neighbor(FEW, both, product) for product in (False, True)]
    dimensions = range(4, 21, 2)
    counts = [needed(m) for m in dimensions]
    norms = [squared_norm(m, 1) for m in dimensions]
    return Evidence(
        common=[
            *against_the_definitions(),
            at_least(
                np.diff(np.log2(counts)) / 2,
                0.5,
                name="1-NN, mean of bits, m = 4 to 20: doublings of n for each bit",
            ),
        ],
        printed=at_most(
            [of_mean, of_product],
            nearest,
            name=f"{FEW} bits, n = {both}: relative risk of the kernel against 1-NN, both targets",
        ),
        corrected=[
            at_most(
                kernel, WANTED, name="mean of 4, 6, 8 bits, n = 4m: relative risk of the kernel"
            ),
            below(kernel, neighbors, name="and against k-NN with the best k"),
            at_most(
                np.divide(norms, 4 * math.e * np.array(dimensions)),
                1.0,
                name="mean of bits, m = 4 to 20: C² / 4em",
            ),
            at_least(
                np.diff([math.log2(squared_norm(m, m)) for m in dimensions]) / 2,
                1.0,
                name="product of bits: doublings of C² for each bit",
            ),
        ],
        table=[
            Table(
                ["m", "n of 1-NN for a tenth", "C², mean of bits", "C², product of bits"],
                [
                    [m, n, norm, squared_norm(m, m)]
                    for m, n, norm in zip(dimensions, counts, norms, strict=True)
                ],
            ),
            Table(
                ["m", "n", "k-NN, best k", "kernel"],
                [
                    [m, 4 * m, near, smooth]
                    for m, near, smooth in zip(BITS, neighbors, kernel, strict=True)
                ],
                title="Mean of bits, relative risk",
            ),
        ],
        measured={
            f"{FEW} bits, n = {both}, mean: 1-NN, kernel": [nearest[0], of_mean],
            f"{FEW} bits, n = {both}, product: 1-NN, kernel": [nearest[1], of_product],
            f"{FEW} bits, product: n of 1-NN for a tenth": by_heart,
            "risk of the kernel with as many": with_as_many,
        },
        note="A finite space has every effective dimension p > 0 (d2ke/assumption-3); the number "
        "of bits stands for it here. Abstract and Section 1 say the same of better "
        "generalizability.",
    )
