"""Section 4, Proposition 2: other bounds, and a space where nothing bad is drawn."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    in_the_corrected_form,
    in_the_paper,
    in_the_printed_form,
    instead,
    one_more,
)
from gramcheck.paper_checks.falsifiers.d2ke.appendix_a import to_the_20th_power


def a_hundredth(_: Function) -> Function:
    """0.01 whatever is asked."""
    return lambda *arguments, **options: 0.01


def a_quarter(_: Any) -> float:
    """A threshold that the worst draw does not reach."""
    return 0.25


def without_the_confidence(order: Function) -> Function:
    """No log(1 / delta)."""
    return lambda epsilon, delta, *rest, **options: order(epsilon, 1 - 1e-12, *rest, **options)


def of_order_one_over_epsilon(needed: Function) -> Function:
    """As many features at 0.05 as at the root of it."""
    return lambda epsilon, *rest: needed(epsilon**0.5, *rest)


def with_few_features(_: Any) -> tuple[int, ...]:
    """So few that no bound is below 1."""
    return (1, 2, 3)


def of_the_square_of_gamma(kernel: Function) -> Function:
    """Gamma squared, as a width is."""
    return lambda X, Y, omegas, gamma, *rest: kernel(X, Y, omegas, gamma**2, *rest)


def with_one_and_four(space: Function) -> Function:
    """4 a in the place of 3 a, more than by way of a third point."""

    def changed(m: int, R: int) -> tuple[Any, Any]:
        subsets, D = space(m, R)
        return subsets, [[4 if d == 3 else d for d in row] for row in D]

    return changed


def with_its_constant(_: Function) -> Function:
    """The corrected bound with c = |X|, at p → 0; 1 where it is more."""
    return lambda space, p: 10 ** min(0.0, space.log10_corrected)


@instead
def nothing_beyond_its_range(
    bound: Function, t: float, R: int, gamma: float, *rest: Any, **form: Any
) -> float:
    """1 from t = 6 gamma on."""
    return bound(t, R, gamma, *rest, **form) if t < 6 * gamma else 1.0


_BOUND = "d2ke.uniform_convergence_bound"
_COIN = "paper_checks.claims.d2ke.coin_space"
falsify(
    *("d2ke/proposition-2", "errata/D6a", "errata/D6b", "d2ke/eq-15"),
    wrong={f"{_COIN}.FEATURES": with_few_features},
)
falsify("errata/D6a", wrong={_BOUND: nothing_beyond_its_range})
falsify(
    *("d2ke/proposition-2", "errata/D6b"),
    wrong={"paper_checks.claims.d2ke.subset_space.SubsetSpace.bound": with_its_constant},
)
falsify("errata/D6a", wrong={"d2ke.kernel": of_the_square_of_gamma})
falsify("errata/D6b", wrong={"verify.definitions.d2ke.subset_space": with_one_and_four})
falsify("errata/D6a", "errata/D6b", wrong={"d2ke.covering_number": one_more})
falsify("d2ke/eq-15", wrong={_BOUND: to_the_20th_power})
for wrong in (to_the_20th_power, a_hundredth, a_thousandth_more):
    falsify("d2ke/proposition-2", "errata/D6a", "errata/D6b", wrong={_BOUND: wrong})
falsify(*("d2ke/proposition-2", "errata/D6a", "errata/D6b"), wrong={"d2ke.n_features_needed": half})
falsify("errata/D6b", wrong={"d2ke.kernel": half})
falsify(
    *("d2ke/eq-15", "d2ke/proposition-2", "errata/D6b"),
    wrong={"paper_checks.claims.d2ke.subset_space.SubsetSpace.t": a_quarter},
)
for wrong in (in_the_printed_form, without_the_confidence):
    falsify("errata/D15", wrong={"d2ke.n_features_order": wrong})
falsify(
    *("errata/D15", "d2ke/corollary-1"),
    wrong=in_the_paper("d2ke.n_features_order", in_the_corrected_form),
)
falsify(
    "errata/D15",
    wrong={f"{_COIN}.features_needed": of_order_one_over_epsilon},
)
