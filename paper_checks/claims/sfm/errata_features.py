"""Errata of Section IV: Theorem 1 and hashes (S1-S6)."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck import reference
from gramcheck.paper_checks.claims.sfm.hashing import (
    independent,
    largest_number,
    vanishing_determinants,
)
from gramcheck.paper_checks.claims.sfm.theorem_1 import inner_products, kernel, variance
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.printed import COSTS
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.hashing import t_wise_independence
from gramcheck.verify.suite.sfm.hashing import small_table

PROOF = "Section IV-B, proof of Theorem 1"


@claim("errata/S1", place=PROOF, kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def centered_at_half_of_d(run: Run) -> Evidence:
    """E (z'z - k)² = E Σ (Z_i - (D/2) k)² = (4/D²) Σ E (Z_i - (D/2) k)² ≤ 2/D.

    (2/D) Σ Z_i - k is (2/D) Σ (Z_i - k), so every summand is centered at k; and the line in
    between lacks 4/D². For x = y, D = 128 the last line is 62.0 and the one before 254,016, where
    0 and at most 0.0156 are meant.
    """
    D = 128
    z = sfm.sfm(np.array([[2, 1]]), D, 1.0, *sfm.sample_hash(2, run.rng()))
    Z = (D / 2) * (z[0] ** 2).reshape(-1, 2).sum(axis=1)  # Z_i for x = y
    k = 1.0
    last = 4 / D**2 * float(np.sum((Z - D / 2 * k) ** 2))
    middle = float(np.sum((Z - D / 2 * k) ** 2))
    return Evidence(
        printed=[
            at_most(last, 2 / D, name="last line for x = y"),
            holds(middle, last, name="the line before, which lacks 4/D²"),
        ],
        corrected=[
            at_most(4 / D**2 * float(np.sum((Z - k) ** 2)), 2 / D, name="(4/D²) Σ (Z_i - k)²"),
            holds(last, float(definitions.second_moment_as_printed(1, 1, D)), name="as computed"),
        ],
        measured={"last line": last, "line before": middle, "2/D": 2 / D},
    )


@claim("errata/S2", place="Section IV-B, Theorem 1", kind="erratum", expected=Verdict.HOLDS)
def constant_of_the_theorem(run: Run) -> Evidence:
    """The constant 2 of Theorem 1 is right, and can be 1 for the Laplacian kernel.

    There D Var z'z = 1 - k². For other kernels 2 is attained: r uniform on {0, π} gives at δ = 1
    cosines ±1, k = 0 and D Var z'z = 2.
    """
    n, D, beta = 20000, 16, 10.0
    k = kernel(beta)
    laplacian = D * (inner_products(n, D, beta, run.rng()) - k) ** 2
    W = np.pi * run.rng("coins").integers(2, size=(n * D // 2, 1)).astype(float)
    z = sfm.rff(np.array([[0.0], [1.0]]), W)  # n maps of D features each, side by side
    coins = (z[0] * z[1]).reshape(n, D).sum(axis=1) * n
    squares = D * coins**2
    errors = [x.std() / math.sqrt(n) for x in (laplacian, squares)]
    return Evidence(
        printed=[
            at_most(
                [laplacian.mean(), squares.mean()], 2.0, standard_error=errors, name="D Var z'z"
            ),
            holds(squares.mean(), 2.0, standard_error=errors[1], name="D Var z'z for r in {0, π}"),
            holds(
                laplacian.mean(),
                D * variance(k, D),
                standard_error=errors[0],
                name="Laplacian kernel: D Var z'z = 1 - k²",
            ),
        ],
        measured={"Laplacian": laplacian.mean(), "1 - k²": 1 - k**2, "{0, π}": squares.mean()},
    )


@claim("errata/S3", place="Section IV-A", kind="erratum", expected=Verdict.HOLDS_WITH_CORRECTION)
def dimension_of_the_coefficients(run: Run) -> Evidence:
    """The a¹, ..., a^d are chosen independently from [0, 1]^d.

    From [0, 1]^t: f_a has t coefficients, and O(td) memory holds the function, not d².
    """
    d, t = 1000, 2
    drawn = sfm.sample_t_wise(d, t, run.rng())
    return Evidence(
        printed=equals(d * d, t * d, name=f"numbers in d vectors of [0, 1]^d, d = {d}: t d"),
        corrected=[
            equals(drawn.size, t * d, name="numbers in d vectors of [0, 1]^t"),
            run.verify("sfm/hash-t-wise-independent polynomials*"),
        ],
    )


@claim("errata/S4", place="Section IV-A", kind="erratum", expected=Verdict.HOLDS)
def polynomials_modulo_one(run: Run) -> Evidence:
    """f_a is exactly t-wise independent over the reals.

    So it is: an integer matrix of determinant not 0 maps the uniform distribution on the torus to
    itself, and t distinct integers make such a one, Vandermonde's. Its determinants for t = 2,
    3, 4; and the same on finite tori: multiples of 1/p for a prime p above all differences of keys.
    """
    found = {}
    for t, p in ((2, 11), (3, 7), (4, 5)):
        table = np.array(
            [
                [definitions.t_wise_hash_modulo(a, x, p) for x in range(p)]
                for a in itertools.product(range(p), repeat=t)
            ]
        )
        found[t] = t_wise_independence(table, p, t).holds
    return Evidence(
        printed=[
            equals(
                vanishing_determinants(range(1, 13)), 0, name="singular matrices, keys 1 ... 12"
            ),
            *(
                is_true(ok, "every tuple of values equally often", name=f"finite torus, t = {t}")
                for t, ok in found.items()
            ),
            run.verify("sfm/hash-t-wise-independent any*"),
        ],
    )


@claim("errata/S5", place="Section IV, Algorithm 1", kind="erratum", expected=Verdict.HOLDS)
def multiply_shift(run: Run) -> Evidence:
    """Algorithm 1's hash is 2-wise independent.

    Exactly so for keys below 2^(W - l + 1), with words of W bits of which l are kept: below 2³³.
    On words of 8 bits, 4 kept, all functions: independent for all keys that differ by up to 31, and
    not for those that differ by 32. Not 3-wise from l = 2 on; for l = 1 it is, contrary to what the
    general statement suggests. array2 needs all its bits: with the upper half 0 it fails.
    """
    table = small_table(reference, 97, 4)
    pairs = {gap: t_wise_independence(table[:, [0, gap]], 16, 2).holds for gap in range(1, 97)}
    failing = [gap for gap, ok in pairs.items() if not ok]
    # functions whose multiplier is below 2^4; the second index of the table runs fastest
    halved = table.reshape(256, 256, -1)[:, :16].reshape(256 * 16, -1)
    return Evidence(
        printed=[
            equals(failing, [32, 64, 96], name="keys 0 and i dependent, i = 1 ... 96"),
            independent(table[:, :32], 4, 2, "keys 0 ... 31: pairwise"),
            is_true(
                not t_wise_independence(halved[:, :3], 16, 2).holds,
                "values of 4 bits, keys 0, 1, 2",
                name="multipliers of half the bits: not pairwise",
            ),
        ],
        corrected=[
            equals(
                [
                    t_wise_independence(small_table(reference, 8, bits), 2**bits, 3).holds
                    for bits in (1, 2, 3)
                ],
                [True, False, False],
                name="3-wise for l = 1, 2, 3",
            ),
        ],
    )


@claim(
    "errata/S6",
    place="Section IV, Algorithm 1",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def endpoints_of_the_unit_interval(run: Run) -> Evidence:
    """Func_F returns v/UMAX32, a value in [0, 1], for the tangent of π (u - 1/2).

    0 and 1 are among them, with probability 2⁻³² each, and there the tangent is what the rounding
    of π/2 leaves, ∓1.633e16 (in single precision -2.3e7 at u = 1, of the wrong sign). With D =
    16384 some 70 numbers of Sports and 20 of Compound are to be expected. (v + 1/2)/2³² stays
    inside, and its largest number is the quantile that it should be.
    """
    ends = np.array([0, 2**64 - 1], dtype=np.uint64), np.zeros(2, dtype=np.uint64)
    u = sfm.hash_uniform([1], *ends, "closed")[0]
    single = np.tan(np.float32(np.pi) * (np.float32(u[1]) - np.float32(0.5)))
    expected = {name: 2 * 2.0**-32 * COSTS[name].d[0] * 8192 for name in ("Sports", "Compound")}
    return Evidence(
        printed=[
            largest_number("closed"),
            at_least(float(single), 0.0, name="tangent at u = 1 in single precision"),
        ],
        corrected=[
            largest_number("open"),
            equals(u, [0.0, 1.0], name="values v/UMAX32 of the extreme words"),
            holds(
                list(expected.values()),
                [70, 20],
                atol=0.5,
                name="numbers to be expected, D = 16384",
            ),
        ],
        measured={
            "tangents, closed": sfm.hash_cauchy([1], *ends, 1.0, "closed")[0],
            "tangents, open": sfm.hash_cauchy([1], *ends, 1.0)[0],
            "in single precision": float(single),
            "expected hits": list(expected.values()),
        },
    )
