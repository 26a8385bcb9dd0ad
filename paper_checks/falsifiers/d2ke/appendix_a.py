"""Appendix A: bounds of the proof that are too large, too small, or of another order."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    in_the_paper,
    instead,
    times,
    twice,
)


def a_milliard(_: Function) -> Function:
    """A bound that says nothing."""
    return lambda *arguments, **options: 1e9


def to_the_20th_power(bound: Function) -> Function:
    """An exponent that is 20 times too large."""
    return lambda *arguments, **options: 2 * (bound(*arguments, **options) / 2) ** 20


@instead
def with_twice_the_probability(bound: Function, *arguments: Any, **options: Any) -> Any:
    """The threshold as it is, the probability doubled."""
    threshold, probability = bound(*arguments, **options)
    return threshold, 2 * probability


@instead
def sum_for_the_mean(
    kernel: Function, X: Any, Y: Any, omegas: Any, *rest: Any, **options: Any
) -> Any:
    """Products of drawn features are not divided by their number."""
    found = kernel(X, Y, omegas, *rest, **options)
    return found if "weights" in options else len(omegas) * found


def of_one_tail(probability: Function) -> Function:
    """As if deviations had one sign."""
    return half(probability)


def with_few_draws(_: Any) -> tuple[int, ...]:
    """So few random objects that no bound is below 1."""
    return (2, 3, 4)


@instead
def with_a_milliard_for_c(bound: Function, *arguments: Any, form: str = "corrected") -> Any:
    """The printed form times c², c = 10⁹, fewer than there are in the subset space."""
    threshold, probability = bound(*arguments, form=form)
    return threshold, probability * (1e18 if form == "printed" else 1)


def no_other_point(_: int) -> int:
    """A cover that is the whole space."""
    return 0


for wrong in (a_milliard, to_the_20th_power):
    falsify("d2ke/eq-13", "errata/D7", "errata/D3", wrong={"d2ke.pointwise_bound": wrong})
falsify("d2ke/eq-13", wrong={"d2ke.covering_deviation_bound": twice})
falsify("d2ke/eq-13", wrong={"d2ke.covering_deviation_bound": to_the_20th_power})
falsify("d2ke/eq-13", wrong={"paper_checks.claims.d2ke.appendix_a.DRAWN": with_few_draws})
for wrong in (half, times(1.2), times(9)):
    falsify("d2ke/eq-14", "errata/D7", wrong={"d2ke.kernel": wrong})
falsify("errata/D7", wrong={"verify.definitions.d2ke.tail_probability_by_counts": of_one_tail})
falsify("d2ke/eq-14", wrong={"d2ke.perturbation_bound": half})
falsify("d2ke/eq-15", wrong={"d2ke.uniform_convergence_bound": half})
falsify("d2ke/eq-15", wrong={"d2ke.deviation_bound": with_twice_the_probability})
falsify("d2ke/eq-15", wrong=in_the_paper("d2ke.deviation_bound", with_a_milliard_for_c))
falsify("errata/D7b", wrong={"paper_checks.claims.d2ke.appendix_a.COVERED": no_other_point})
falsify("d2ke/eq-15", "errata/D7b", wrong={"d2ke.kernel": sum_for_the_mean})
