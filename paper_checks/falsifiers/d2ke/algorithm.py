"""Sections 3 to 5: another minimizer, another ball, random objects cut short."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, a_thousandth_more, instead
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import (
    always_the_greatest_length,
    each_drawn_twice,
    of_one_letter_each,
    that_end_in_the_first_letter,
)
from gramcheck.reference import d2ke


def with_twice_the_penalty(fit: Function) -> Function:
    """Mu doubled."""
    return lambda phi, y, mu, *rest, **options: fit(phi, y, 2 * mu, *rest, **options)


def in_a_ball_of_twice_the_radius(minimizer: Function) -> Function:
    """C doubled."""
    return lambda K, y, C, *rest, **options: minimizer(K, y, 2 * C, *rest, **options)


@instead
def with_short_objects(feature_map: Function, X: Any, omegas: Any, *arguments: Any) -> Any:
    """Does not look beyond the fourth letter of a random object."""
    return feature_map(X, [omega[:4] for omega in omegas], *arguments)


@instead
def with_short_ones(features: Function, X: Any, representatives: Any, *arguments: Any) -> Any:
    """Does not look beyond the fourth letter of a representative."""
    return features(X, [each[:4] for each in representatives], *arguments)


def to_one_object(cdist: Function) -> Function:
    """Distances to the first of the others alone."""
    return lambda X, Y, *rest: cdist(X, Y[:1], *rest)


def half_as_long(length: int) -> int:
    """Random objects of the middle of the range, with which KNN, too, costs five times as much."""
    return length // 2


def four_times_as_long(length: int) -> int:
    """Random objects beyond what is searched."""
    return 4 * length


def that_keep_within_the_unit_ball(_: Any) -> tuple[float, ...]:
    """All above the multiplier of the ball."""
    return (30.0, 10.0, 3.0, 2.0)


def each_as_often_as_it_is_likely(_: Function) -> Function:
    """All strings, in proportion to their probabilities: the kernel drawn is the exact one."""

    def drawn(R: int, alphabet: str, lengths: tuple[int, int], rng: Any) -> list[str]:
        strings, p = d2ke.enumerate_strings(alphabet, lengths)
        return np.repeat(strings, np.rint(p / p.min()).astype(int)).tolist()

    return drawn


falsify(
    "errata/D14",
    wrong={
        "paper_checks.claims.d2ke.algorithm.PENALTIES": that_keep_within_the_unit_ball,
        "d2ke.random_strings": each_as_often_as_it_is_likely,
    },
)
falsify("d2ke/algorithm-1", wrong={"d2ke.objective": a_thousandth_more})
falsify("d2ke/algorithm-1", "errata/D14", wrong={"d2ke.fit": with_twice_the_penalty})


@instead
def with_the_sum_for_the_mean(minimizer: Function, K: Any, y: Any, *rest: Any) -> Any:
    """The risk is not divided by n."""
    found = minimizer(K, y, *rest)
    return replace(found, risk=found.risk * len(y))


def times_its_multiplier(factor: float) -> Function:
    """Another multiplier than that of the ball."""

    @instead
    def change(smallest_in_ball: Function, *arguments: Any) -> tuple[Any, float]:
        weights, mu = smallest_in_ball(*arguments)
        return weights, factor * mu

    change.__name__ = f"{factor:.2g}_times_its_multiplier"
    return change


for wrong in (
    always_the_greatest_length,
    that_end_in_the_first_letter,
    of_one_letter_each,
    each_drawn_twice,
):
    falsify("d2ke/algorithm-1", wrong={"d2ke.random_strings": wrong})
falsify("d2ke/eq-9", "d2ke/eq-10", wrong={"d2ke.risk_minimizer": with_the_sum_for_the_mean})
for wrong in (in_a_ball_of_twice_the_radius, times_its_multiplier(1 / 3), times_its_multiplier(3)):
    falsify("errata/D14", wrong={"paper_checks.claims.d2ke.risks.smallest_in_ball": wrong})
falsify("d2ke/eq-9", "d2ke/eq-10", wrong={"d2ke.risk_minimizer": in_a_ball_of_twice_the_radius})
_LARGE = "d2ke/less-computation-large"
falsify("d2ke/complexity", "errata/D17", _LARGE, wrong={"d2ke.feature_map": with_short_objects})
falsify("d2ke/complexity", "errata/D17", wrong={"d2ke.representative_set_map": with_short_ones})
falsify("d2ke/complexity", "errata/D17", _LARGE, wrong={"d2ke.cdist": to_one_object})
falsify(_LARGE, wrong={"paper_checks.claims.d2ke.large_data.LONGEST_OMEGA": four_times_as_long})
falsify(_LARGE, wrong={"paper_checks.claims.d2ke.large_data.LONGEST_OMEGA": half_as_long})
