"""Section 2.2: the risk of k nearest neighbors, Theorem 1 and Eq. (3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all

THEOREM_1 = "Section 2.2, Theorem 1"

RISK: dict[str, Any] = {
    "n": st.integers(1, 10**6),
    "sigma": strategies.log_uniform(1e-2, 1e2),
    "lipschitz": strategies.log_uniform(1e-2, 1e2),
    "p": strategies.log_uniform(0.5, 20),
    "c": strategies.log_uniform(1e-2, 1e2),
}
RISK_EXAMPLE = {"n": 1000, "sigma": 0.5, "lipschitz": 2.0, "p": 3.0, "c": 0.5}


PRINTED: dict[str, Any] = {"form": "printed"}
CORRECTED: tuple[dict[str, str], ...] = ({}, {"form": "corrected"})  # unless asked


def sound(p: float, c: float) -> tuple[float, float]:
    """What the corrected form takes: a p that is not near 2, a c that is at least 1."""
    return (p if abs(p - 2) > 0.1 else 2.5), 1 + c


def forms(p: float, c: float) -> Iterator[tuple[dict[str, Any], float, float]]:
    """Every way to ask for a form, with p and c that it takes."""
    yield PRINTED, p, c
    for form in CORRECTED:
        yield form, *sound(p, c)


@check("d2ke/theorem-1", place=THEOREM_1, needs="d2ke.knn_risk_bound", since="0.1")
@for_all(k=st.floats(0.5, 1000), **RISK, examples=[{"k": 8, **RISK_EXAMPLE}])
def risk_bound_is_its_formula(
    target: Any, k: float, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """sigma^2 / k + c L^2 (k/n)^(2/p); without noise, or for a constant f, one term is left.

    Corrected, which it is unless asked, with the constant that follows from Assumption 3's c, and
    k/n itself for p < 2.
    """
    relative = 1e-14 * (1 + 2 / p * (abs(math.log(k / n)) + math.log(1 + c)))
    for form, dimension, constant in forms(p, c):
        for s, L in ((sigma, lipschitz), (0.0, lipschitz), (sigma, 0.0)):
            given = (k, n, s, L, dimension, constant)
            expected = definitions.knn_risk_bound(*given, **form)
            yield close_to(expected, target.d2ke.knn_risk_bound(*given, **form), rtol=relative)


@check(
    "d2ke/theorem-1",
    place=f"{THEOREM_1}; erratum D11",
    needs="d2ke.knn_risk_bound",
    since="0.1",
)
@for_all(
    n=st.integers(1, 10**6),
    p=st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.5, 4.0, 10.0]),
    rare=st.floats(0.1, 10),
    examples=[
        {"n": 10**6, "p": 1.0, "rare": 1.0},
        {"n": 1000, "p": 0.25, "rare": 1.0},
        {"n": 1, "p": 4.0, "rare": 0.5},
    ],
)
def corrected_bound_is_one(target: Any, n: int, p: float, rare: float) -> Iterator[Outcome]:
    """Two points at distance 1, one of mass rare / n: the exact risk, above the printed p < 2.

    N(delta) = 2 for delta < 1, so that c = 2 for every p.
    """
    q, bound = min(rare / n, 0.5), target.d2ke.knn_risk_bound
    one_neighbor = (1 - q) * q**n + q * (1 - q) ** n
    yield at_least(one_neighbor, bound(1, n, 0.0, 1.0, p, 2.0))
    space, masses, f = definitions.two_point_space(), [1 - q, q], [0.0, 1.0]
    two_of_three = definitions.knn_risk(space, masses, f, 3, 2, 0.25)
    yield at_least(two_of_three, bound(2, 3, 0.5, 1.0, p, 2.0))


@check("d2ke/theorem-1", place=THEOREM_1, needs="d2ke.optimal_k", since="0.1")
@for_all(**RISK, examples=[RISK_EXAMPLE])
def optimal_k_minimizes_the_bound(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """No other k gives less, near (the bound has one minimum in log k) or far; in either form."""
    for form, dimension, constant in forms(p, c):
        rest = (n, sigma, lipschitz, dimension, constant)
        k = float(target.d2ke.optimal_k(*rest, **form))
        yield close_to(definitions.optimal_k(*rest, **form), k, rtol=1e-12)
        least = definitions.knn_risk_bound(k if k > 0 else 1e-300, *rest, **form)
        for factor in (0.5, 0.99, 1.01, 2.0):
            other = factor * abs(k) + 1e-300
            yield at_most(definitions.knn_risk_bound(other, *rest, **form), least)


@check(
    "d2ke/eq-3",
    place="Section 2.2, Eq. (3); erratum D22",
    needs=("d2ke.knn_rate", "d2ke.knn_rate_constant"),
    since="0.1",
)
@for_all(**RISK, examples=[RISK_EXAMPLE])
def rate_is_the_smallest_bound(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """c2 sigma^(4/(p+2)) L^(2p/(2+p)) n^(-2/(2+p)) with the c2 that belongs to c; 1 if not given.

    Twice the objects, the noise or the constant L change it by the stated powers of 2. It is 0 for
    L = 0.
    """
    d, rest = target.d2ke, (n, sigma, lipschitz, p)
    k = definitions.optimal_k(*rest, c, **PRINTED)
    least = definitions.knn_risk_bound(k, *rest, c, **PRINTED)
    got = d.knn_rate(*rest, d.knn_rate_constant(p, c, **PRINTED), **PRINTED)
    yield close_to(least, got, rtol=1e-11)
    plain = definitions.knn_rate(*rest, **PRINTED)
    yield close_to(plain, d.knn_rate(*rest, **PRINTED), rtol=1e-12)
    for changed, power in (
        ((2 * n, sigma, lipschitz), -2 / (p + 2)),
        ((n, 2 * sigma, lipschitz), 4 / (p + 2)),
        ((n, sigma, 2 * lipschitz), 2 * p / (p + 2)),
    ):
        yield close_to(plain * 2**power, d.knn_rate(*changed, p, **PRINTED), rtol=1e-12)
    for form in (PRINTED, *CORRECTED):
        yield close_to(0.0, d.knn_rate(n, sigma, 0.0, p, **form), ulps=0)


@check(
    "d2ke/eq-3",
    place="Section 2.2, Eq. (3); erratum D11",
    needs=("d2ke.knn_rate", "d2ke.knn_rate_constant"),
    since="0.1",
)
@for_all(**RISK, examples=[RISK_EXAMPLE, RISK_EXAMPLE | {"p": 1.0}])
def corrected_rate_is_reached_by_an_integer(
    target: Any, n: int, sigma: float, lipschitz: float, p: float, c: float
) -> Iterator[Outcome]:
    """The corrected bound's minimum over real k, times 2^(2/p) or 2 for p < 2.

    If the best real k lies in [1, n], the integer next above it does no worse than that.
    """
    d, (p, c) = target.d2ke, sound(p, c)
    rest = (n, sigma, lipschitz, p)
    k = definitions.optimal_k(*rest, c)
    least = definitions.knn_risk_bound(k, *rest, c)
    for form in CORRECTED:
        got = d.knn_rate(*rest, d.knn_rate_constant(p, c, **form), **form)
        yield close_to(least * 2 ** (2 / max(p, 2)), got, rtol=1e-11)
        yield close_to(definitions.knn_rate(*rest), d.knn_rate(*rest, **form), rtol=1e-12)
        if 1 <= k <= n:
            yield at_least(definitions.knn_risk_bound(math.ceil(k), *rest, c), got)
