"""Propositions 1 and 2: bounds by their formulas, as printed and corrected, and exact tails."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify import strategies
from gramcheck.verify.compare import at_least, at_most, close_to, is_true
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import is_lipschitz
from gramcheck.verify.precision import unit
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.d2ke.problems import all_levenshtein, all_strings, exact_cdist

PROPOSITION_2 = "Section 4, Proposition 2"
FORMS = ("printed", "corrected", "tight")
TINY = 1e-300  # below this doubles lose digits, then all

GAMMA = strategies.log_uniform(1e-2, 1e2)
P = strategies.log_uniform(1e-3, 20)
C = strategies.log_uniform(1, 1e3)  # a cover has at least one point, so that c >= 1
# as a part of the largest t at which the tight form holds, the narrowest of the three
PART = st.floats(0.01, 0.99)
VALUES = {"gamma": 0.75, "p": 1.5, "c": 3.0}


# Proposition 1 ---------------------------------------------------------------------------------


@check(
    "d2ke/proposition-1-bound",
    place="Section 4, Proposition 1",
    needs="d2ke.lipschitz_bound",
    since="0.1",
)
@for_all(
    gamma=strategies.log_uniform(1e-3, 10),
    w=st.lists(st.integers(-4, 4).map(float), min_size=3, max_size=3),
    examples=[{"gamma": 0.01, "w": [3.0, 0.0, -4.0]}, {"gamma": 2.0, "w": [0.0, 0.0, 0.0]}],
)
def lipschitz_constant_is_gamma_times_the_norm(
    target: Any, gamma: float, w: list[float]
) -> Iterator[Outcome]:
    """L_f = gamma C, which no function w'Phi with ||w|| = C exceeds under Levenshtein's metric."""
    norm = float(np.linalg.norm(w))
    got = target.d2ke.lipschitz_bound(gamma, norm)
    yield close_to(definitions.lipschitz_bound(gamma, norm), got, ulps=4)
    strings, omegas = list(all_strings("ab", 3)), ["", "ab", "bbb"]
    phi = np.array(definitions.feature_map(strings, omegas, gamma, "levenshtein"))
    slack = 8 * unit() * (norm + gamma)
    yield is_lipschitz(float(got) + slack, phi @ np.array(w), all_levenshtein("ab", 3), slack)


# Proposition 2 ---------------------------------------------------------------------------------


def exponents(t: float, R: int, gamma: float, p: float, c: float) -> float:
    """Size of the logarithms in the bound, to which its relative error is proportional."""
    return 1 + 2 * R * t**2 + 2 * p * (3 + abs(math.log(gamma / t))) + 2 * abs(math.log(c))


@check(
    "d2ke/proposition-2-bound",
    place=f"{PROPOSITION_2}; errata D6a, D6b, D7",
    needs="d2ke.uniform_convergence_bound",
    since="0.1",
)
@for_all(
    part=PART,
    R=st.integers(1, 5000),
    gamma=GAMMA,
    p=P,
    c=C,
    examples=[{"part": 0.1, "R": 50, **VALUES}],
)
def uniform_bound_is_its_formula(
    target: Any, part: float, R: int, gamma: float, p: float, c: float
) -> Iterator[Outcome]:
    """Printed 2 (12 gamma/t)^(2p) exp(-R t^2/2); corrected 2 c^2 (6 gamma/t)^(2p) exp(-R t^2/2).

    Tight 2 c^2 (4 gamma/t)^(2p) exp(-2 R t^2). For the printed one t may be any number.
    """
    for form, t in (*product(FORMS, [part * 4 * gamma]), ("printed", 15 * gamma)):
        expected = definitions.uniform_convergence_bound(t, R, gamma, p, c, form)
        got = target.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form=form)
        yield close_to(expected, got, rtol=1e-14 * exponents(t, R, gamma, p, c), atol=TINY)


@check(
    "d2ke/proposition-2-bound",
    place=f"{PROPOSITION_2}; erratum D6a",
    needs="d2ke.uniform_convergence_bound",
    since="0.1",
)
@for_all(
    part=PART,
    R=st.integers(1, 100),
    gamma=GAMMA,
    p=strategies.log_uniform(1e-3, 5),
    c=C,
    s=st.integers(1, 12).map(lambda k: 2.0**-k),
    examples=[{"part": 0.5, "R": 3, "s": 0.25, **VALUES}],
)
def sound_bounds_do_not_depend_on_the_unit_of_distance(
    target: Any, part: float, R: int, gamma: float, p: float, c: float, s: float
) -> Iterator[Outcome]:
    """D -> s d, gamma -> gamma / s, c -> c s^p is the same problem; s < 1 keeps the cover's radius.

    The printed form gives s^(-2p) times as much for it.
    """
    t = part * 4 * gamma
    for form, factor in (("corrected", 1.0), ("tight", 1.0), ("printed", s ** (-2 * p))):
        bounds = [
            target.d2ke.uniform_convergence_bound(t, R, *unit, form=form)
            for unit in ((gamma, p, c * s**-p), (gamma / s, p, c))
        ]
        size = exponents(t, R, gamma, p, c) + 2 * p * abs(math.log(s))
        expected = np.asarray(bounds[0], dtype=float) * factor
        if np.isnan(expected).any():
            yield is_true(False, f"got={bounds[0]!r}, should be a number")
        else:
            yield close_to(expected, bounds[1], rtol=2e-14 * size, atol=TINY)


@check(
    "d2ke/proposition-2-bound",
    place=f"{PROPOSITION_2}; erratum D6b",
    needs="d2ke.uniform_convergence_bound",
    since="0.1",
)
def printed_bound_is_below_a_sure_event_and_the_sound_ones_are_not(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """X = all 100-subsets of 500 points: whatever is drawn, some x_S has |Delta| > 2t = 0.3.

    d(x_S, w) = 1 if w is in S, else 3, and 2 between subsets: a finite metric space, so that any
    p > 0 has a constant, c = |X|, as no ball of radius below 1 holds two subsets.
    """
    m, R, t, gamma = 500, 100, 0.15, math.log(3) / 4
    sure = definitions.subset_space_deviation(m, R, gamma)
    assert sure > 2 * t, "the example shows nothing"
    for p in (1e-9, 0.1):
        printed = target.d2ke.uniform_convergence_bound(t, R, gamma, p, 1.0, form="printed")
        yield at_most(0.66 * (12 * gamma / t) ** (2 * p), printed)
        for form in ("corrected", "tight"):
            c = float(math.comb(m, R))
            bound = target.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form=form)
            yield at_least(1.0, bound)


@check(
    "d2ke/proposition-2-bound",
    place=f"{PROPOSITION_2}, proof",
    needs="d2ke.uniform_convergence_bound",
    since="0.1",
)
def sound_bounds_hold_for_exact_tails(target: Any, run: Any) -> Iterator[Outcome]:
    """P(max |Delta_R| > 2t) on two points and on a path of three, over all samples of Omega.

    c is the least constant of Assumption 3 at p = 1/10.
    """
    for n, R, t in ((2, 30, 0.1), (2, 60, 0.05), (3, 12, 0.1), (3, 20, 0.07)):
        gamma, p = 1.0, 0.1
        D = definitions.path_space(n)
        weights = [Fraction(1, 3), *[Fraction(2, 3) / (n - 1)] * (n - 1)]
        features = [[Fraction(math.exp(-gamma * d)) for d in row] for row in D]
        exact = float(definitions.uniform_tail_probability(features, weights, R, Fraction(2 * t)))
        c = definitions.covering_constant(D, p)
        for form in ("corrected", "tight"):
            got = target.d2ke.uniform_convergence_bound(t, R, gamma, p, c, form=form)
            yield at_least(exact, got)


@check(
    "d2ke/proposition-2-pointwise",
    place=f"{PROPOSITION_2}, proof, first step; erratum D7",
    needs="d2ke.pointwise_bound",
    since="0.1",
)
@for_all(
    t=strategies.log_uniform(1e-3, 2),
    R=st.integers(1, 5000),
    examples=[{"t": 0.2, "R": 40}, {"t": 1.0, "R": 1}],
)
def pointwise_bound_is_its_formula(target: Any, t: float, R: int) -> Iterator[Outcome]:
    """Printed 2 exp(-R t^2/2); corrected 2 exp(-2 R t^2), for summands in [0, 1]."""
    for form in ("printed", "corrected"):
        got = target.d2ke.pointwise_bound(t, R, form=form)
        expected = definitions.pointwise_bound(t, R, form)
        yield close_to(expected, got, rtol=1e-14 * (1 + 2 * R * t**2), atol=TINY)


@check(
    "d2ke/proposition-2-pointwise",
    place=f"{PROPOSITION_2}, proof, first step; erratum D7",
    needs="d2ke.pointwise_bound",
    since="0.1",
)
def pointwise_bounds_hold_for_exact_tails(target: Any, run: Any) -> Iterator[Outcome]:
    """P(|Delta_R(x, y)| >= t) over all samples: a fair coin, and strings of at most two letters.

    Forty tosses of the coin are within a factor of 5 of the corrected form at t = 1/5.
    """
    omegas, p = definitions.enumerate_strings("ab", (0, 1))
    detours = exact_cdist(["ab"], omegas, "levenshtein") + exact_cdist(["b"], omegas, "levenshtein")
    summands = [Fraction(math.exp(-0.3 * d)) for d in detours[0]]
    coin = [Fraction(0), Fraction(1)], [Fraction(1, 2)] * 2
    for (values, weights), R, ts in (
        (coin, 40, ("1/10", "1/5", "3/10", "2/5")),
        ((summands, p), 12, ("1/20", "1/10", "1/5")),
    ):
        for t in map(Fraction, ts):
            exact = definitions.tail_probability_by_counts(values, weights, R, t)
            corrected = target.d2ke.pointwise_bound(float(t), R, form="corrected")
            yield at_least(float(exact), corrected)
            printed = target.d2ke.pointwise_bound(float(t), R, form="printed")
            yield at_least(corrected if np.isfinite(corrected) else 0.0, printed)
