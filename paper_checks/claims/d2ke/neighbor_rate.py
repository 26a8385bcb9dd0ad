"""Section 2.2: the rate of nearest neighbors at the best k, Eq. (3)."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import scipy

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


@claim(
    "d2ke/eq-3",
    place="Section 2.2, Eq. (3)",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=["vectors/optimal_k", "vectors/knn_rate", "vectors/knn_rate_constant"],
)
def rate_at_the_best_k(run: Run) -> Evidence:
    """Minimizing over k gives E (f̂ - f)² ≤ c₂ σ^(4/(p+2)) L^(2p/(2+p)) n^(-2/(2+p)), σ > 0.

    As a minimization over real k > 0 it is right, exponents and all, with c₂ = (1 + p/2)
    (2c/p)^(p/(p+2)). But k is an integer from 1 to n, and for σ → 0 the minimizing k falls below
    1: then Theorem 1's bound stays at c L² n^(-2/p) while Eq. (3) tends to 0, so that no c₂ does
    for all σ > 0. Corrected: where the minimizing k lies in [1, n], that is for
    (2c/p) L² n^(-2/p) ≤ σ² ≤ (2c/p) L² n, an integer k comes within 2^(2/p) of Eq. (3).

    From Theorem 1 it inherits that p < 2 counts as 2. The corrected rate has this and the 2^(2/p)
    in its c₂.
    """
    exponents, stated = [], []
    for p in (0.5, 1.0, 3.0, 10.0):
        for name, power in (
            ("n", -2 / (2 + p)),
            ("sigma", 4 / (p + 2)),
            ("lipschitz", 2 * p / (2 + p)),
        ):
            problem: dict[str, Any] = {"n": 1000, "sigma": 0.7, "lipschitz": 1.3, "p": p, "c": 2.0}
            low, high = (_smallest_bound(**problem | {name: problem[name] * s}) for s in (1, 10))
            exponents.append(math.log10(high / low))
            stated.append(power)
    real, rate, dimensions, ratio = _against_rate()
    integer, corrected = _against_corrected_rate()
    quiet: dict[str, Any] = {
        "n": 1000,
        "sigma": 1e-6,
        "lipschitz": 1.0,
        "p": 3.0,
        "c": 1.0,
        "form": "printed",
    }
    best = min(d2ke.knn_risk_bound(k, **quiet) for k in range(1, 1001))
    c2 = d2ke.knn_rate_constant(3.0, 1.0, form="printed")
    forms = ("printed", "corrected")
    exact = [
        *(
            spaces.as_defined("knn_rate", (100, 0.5, 2.0, 1.0), (9, 2, 1, 5, 3), form=f)
            for f in forms
        ),
        *(spaces.as_defined("knn_rate_constant", (1.0, 2.0), (5.0, 1.5), form=f) for f in forms),
        holds(exponents, stated, atol=1e-7, name="exponents of n, σ, L at p = 0.5, 1, 3, 10"),
        holds(real, rate, rtol=1e-9, name="minimum over real k = Eq. (3) with c₂"),
    ]
    return Evidence(
        common=exact,
        printed=at_most(
            best,
            d2ke.knn_rate(1000, 1e-6, 1.0, 3.0, c2, form="printed"),
            name="minimum over k = 1, ..., n at σ = 1e-6, p = 3",
        ),
        corrected=[
            at_most(
                ratio,
                2.0 ** (2 / np.array(dimensions)),
                name="minimum over k = 1, ..., n where the best k ≥ 1, as a multiple of (3)",
            ),
            at_least(ratio, 1.0, rtol=1e-12, name="and never below it"),
            at_most(
                np.divide(integer, corrected),
                1.0,
                name="minimum over k = 1, ..., n of the corrected bound over the corrected (3)",
            ),
        ],
        measured={
            "largest multiple of (3)": max(ratio),
            "slack: corrected (3) over the best bound, from": np.min(np.divide(corrected, integer)),
        },
        table=Table(
            ["p", "exponent of n", "exponent of σ", "exponent of L"],
            [[p, *exponents[3 * i : 3 * i + 3]] for i, p in enumerate((0.5, 1.0, 3.0, 10.0))],
            title="Slopes of the minimized bound",
        ),
    )


def _smallest_bound(**problem: Any) -> float:
    """Minimum of the bound of Theorem 1 over real k, by search and not by formula."""
    found = scipy.optimize.minimize_scalar(
        lambda u: d2ke.knn_risk_bound(math.exp(u), **problem, form="printed"),
        bounds=(-30, 30),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return float(found.fun)


def _against_rate() -> tuple[list[float], list[float], list[float], list[float]]:
    """The bound at the best real k against Eq. (3); at the best integer k, where that is >= 1."""
    real, rate, dimensions, ratio = [], [], [], []
    for n, sigma, p in itertools.product((10, 300), (0.2, 1.0, 3.0), (1.0, 3.0, 8.0)):
        problem: dict[str, Any] = {
            "n": n,
            "sigma": sigma,
            "lipschitz": 2.0,
            "p": p,
            "c": 0.5,
            "form": "printed",
        }
        best = d2ke.optimal_k(**problem)
        c2 = d2ke.knn_rate_constant(p, 0.5, form="printed")
        formula = d2ke.knn_rate(n, sigma, 2.0, p, c2, form="printed")
        real.append(d2ke.knn_risk_bound(best, **problem))
        rate.append(formula)
        if 1 <= best <= n:
            k = definitions.optimal_integer_k(**problem)
            dimensions.append(p)
            ratio.append(d2ke.knn_risk_bound(k, **problem) / formula)
    return real, rate, dimensions, ratio


def _against_corrected_rate() -> tuple[list[float], list[float]]:
    """The corrected bound at its best integer k and the corrected rate, where the best k is in it.

    With constants of two points at distance 1, which have c = 2 for every p.
    """
    best, rate = [], []
    for n, sigma, p in itertools.product((10, 300), (1.0, 3.0, 10.0), (0.5, 1.0, 3.0, 8.0)):
        problem: dict[str, Any] = {"n": n, "sigma": sigma, "lipschitz": 1.0, "p": p, "c": 2.0}
        if 1 <= d2ke.optimal_k(**problem) <= n:
            k = definitions.optimal_integer_k(**problem)
            best.append(d2ke.knn_risk_bound(k, **problem))
            rate.append(d2ke.knn_rate(n, sigma, 1.0, p, d2ke.knn_rate_constant(p, 2.0)))
    return best, rate
