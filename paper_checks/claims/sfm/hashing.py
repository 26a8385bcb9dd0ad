"""Section IV-A and Algorithm 1: hash functions, uniform and t-wise independent."""

from __future__ import annotations

import itertools
import math

import numpy as np

from gramcheck import reference
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify import tails
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.hashing import t_wise_independence
from gramcheck.verify.record import Outcome
from gramcheck.verify.suite.sfm.hashing import small_table

ALPHA = 1e-6  # false alarms of a test


def tested(outcome: Outcome, name: str) -> Finding:
    """A statistical test as a finding."""
    return is_true(outcome.passed, outcome.detail, name=name)


def independent(table: np.ndarray, bits: int, t: int, name: str) -> Finding:
    """Whether any t values of the family are uniform and independent: every tuple is counted."""
    found = t_wise_independence(table, 2**bits, t)
    seen = f"values {found.values} at keys {found.keys} by {found.count} functions of {len(table)}"
    return is_true(found.holds, f"{seen}, due are {found.expected:g}", name=name)


@claim("sfm/hash-uniform", place="Section IV-A", kind="statement", expected=Verdict.HOLDS)
def values_are_uniform(run: Run) -> Evidence:
    """f_a(i) is uniform on [0, 1], so h(i) has the distribution D_k, for every i.

    Algorithm 1 on words of 8 bits, all 65,536 pairs of words: each value of the upper bits comes
    equally often for each key. On words of 64 bits by a sample, uniform and, after the inverse
    distribution function, Cauchy of scale 1/β.
    """
    table = small_table(reference, 40, 4)
    arrays = sfm.sample_hash(20000, run.rng())
    u = sfm.hash_uniform([1, 2**32 + 1], *arrays)
    h = sfm.hash_cauchy([3], *arrays, 2.0)[0]
    return Evidence(
        printed=[
            independent(table, 4, 1, "words of 8 bits, every value at each of 40 keys"),
            *(
                tested(tails.assert_true_cdf_equals(row, lambda x: x, ALPHA), f"key {key}: uniform")
                for key, row in zip(("1", "2³² + 1"), u, strict=True)
            ),
            tested(
                tails.assert_true_cdf_equals(h, lambda x: 0.5 + np.arctan(2 * x) / np.pi, ALPHA),
                "h(3): Cauchy of scale 1/2",
            ),
            run.verify("sfm/hash-uniform"),
        ],
    )


@claim(
    "sfm/hash-t-wise-independent", place="Section IV-A", kind="statement", expected=Verdict.HOLDS
)
def values_are_independent(run: Run) -> Evidence:
    """For any t distinct inputs (f_a(i₁), ..., f_a(i_t)) is uniform in [0, 1]^t.

    Over the reals: Σ_k m_k f_a(i_k) has integer coefficients Σ_k m_k i_k^j of the a_j, not all 0
    as Vandermonde's matrix is regular, so every mixed moment E exp(2πi Σ m_k f_a(i_k)) is 0. Its
    determinants are computed. Exhaustively: the polynomials modulo 7 for t = 2, 3, and Algorithm
    1 on words of 8 bits for t = 2, where keys must lie below 2^(W - l + 1): 2³³ for 64 bits. It is
    not 3-wise independent, from l = 2 bits of value on; with l = 1 it is.
    """
    modulo = {
        t: np.array(
            [
                [definitions.t_wise_hash_modulo(a, x, 7) for x in range(5)]
                for a in itertools.product(range(7), repeat=t)
            ]
        )
        for t in (2, 3)
    }
    bounded, one_bit = small_table(reference, 32, 4), small_table(reference, 10, 1)
    three = {
        bits: t_wise_independence(small_table(reference, 3, bits), 2**bits, 3) for bits in (1, 2, 4)
    }
    return Evidence(
        printed=[
            equals(vanishing_determinants(range(1, 9)), 0, name="singular Vandermonde matrices"),
            *(
                is_true(
                    t_wise_independence(table, 7, t).holds,
                    f"all {len(table)} polynomials, keys 0 ... 4",
                    name=f"modulo 7: {t}-wise independent",
                )
                for t, table in modulo.items()
            ),
            independent(bounded, 4, 2, "Algorithm 1, words of 8 bits, 4 kept, 32 keys: pairwise"),
            run.verify("sfm/hash-t-wise-independent"),
        ],
        corrected=[
            independent(one_bit, 1, 3, "Algorithm 1, one bit kept: 3-wise"),
            equals([three[b].holds for b in (2, 4)], [False, False], name="2 and 4 bits: 3-wise"),
        ],
        table=Table(
            ["bits kept", "3-wise", "worst triple", "functions", "due"],
            [[bits, f.holds, str(f.values), f.count, f.expected] for bits, f in three.items()],
            title="Algorithm 1 on words of 8 bits, keys 0, 1, 2",
        ),
    )


def vanishing_determinants(keys: range) -> int:
    """How many choices of up to four keys have a Vandermonde matrix of determinant 0."""
    return sum(
        math.prod(b - a for a, b in itertools.combinations(chosen, 2)) == 0
        for t in (2, 3, 4)
        for chosen in itertools.combinations(keys, t)
    )


@claim(
    "sfm/algorithm-1",
    place="Section IV, Algorithm 1",
    kind="algorithm",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def cauchy_numbers(run: Run) -> Evidence:
    """Func_F: (array1[j] + array2[j] i) >> 32, over UMAX32; Func_H: tan(π (u - 0.5)) / β.

    Bit for bit what Python's integers give, keys up to 2³³ - 1, extreme words included. The
    division by UMAX32 has 0 and 1 among its values, where the tangent is what rounding makes of a
    pole (erratum S6); (v + 1/2) / 2³² has not.
    """
    rng = run.rng()
    keys = [1, 2, 64, 8192, 2**32, 2**33 - 1]
    arrays = sfm.sample_hash(50, rng)
    words = arrays[0].tolist(), arrays[1].tolist()
    different = {
        endpoints: int(
            np.count_nonzero(
                sfm.hash_uniform(keys, *arrays, endpoints)
                != [
                    [float(u) for u in definitions.hash_uniform(i, *words, endpoints)] for i in keys
                ]
            )
        )
        for endpoints in ("closed", "open")
    }
    h = sfm.hash_cauchy(keys, *arrays, 3.0)
    exact = [[float(x) for x in definitions.hash_cauchy_exact(i, *words, 3.0)] for i in keys]
    return Evidence(
        printed=[
            equals(different["closed"], 0, name="Func_F as printed, other in whole numbers"),
            largest_number("closed"),
        ],
        corrected=[
            equals(
                different["open"], 0, name="Func_F with (v + 1/2) / 2³², other in whole numbers"
            ),
            # the tangent at u magnifies a rounding of its argument by (1 + tan²)
            at_most(
                np.abs(h - exact) / (1e-15 * (1 + (3 * np.array(exact)) ** 2)),
                1.0,
                name="Func_H to 60 digits, in roundings",
            ),
            largest_number("open"),
            holds(
                sfm.cauchy_quantile([0.25, 0.5, 0.75], 2.0),
                [-0.5, 0.0, 0.5],
                atol=1e-15,
                name="quartiles",
            ),
            run.verify("sfm/algorithm-1"),
        ],
    )


def largest_number(endpoints: str) -> Finding:
    """The largest number of Func_H, β = 1: its Cauchy quantile is known, cot(π/2³³) = 2.7e9."""
    ends = np.array([0, 2**64 - 1], dtype=np.uint64), np.zeros(2, dtype=np.uint64)
    largest = float(np.abs(sfm.hash_cauchy([1], *ends, 1.0, endpoints)).max())
    most = 2.0**33 / math.pi
    return at_most(largest, most, rtol=1e-6, name=f"largest |h|, {endpoints} endpoints")
