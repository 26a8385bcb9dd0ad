"""Wrong solutions of the program of Section 3.2.1, for the claims that look at solutions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers.changes import Function, instead

LEARN = "paper_checks.claims.idealized.problems.learn_metric"


def altered(name: str, **fields: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """A change of what learns a metric: fields of the result go through these functions."""

    def change(learn: Function) -> Function:
        def wrong(*arguments: Any, **options: Any) -> Any:
            metric = learn(*arguments, **options)
            return replace(metric, **{f: alter(getattr(metric, f)) for f, alter in fields.items()})

        return wrong

    change.__name__ = name
    return change


@instead
def made_regular(learn: Function, *arguments: Any, **options: Any) -> Any:
    """A thousandth of the identity is added, so that the matrix has an inverse."""
    metric = learn(*arguments, **options)
    identity = np.sqrt(1e-3) * np.eye(len(metric.positive))
    return replace(metric, positive=np.hstack([metric.positive, identity]))


@instead
def box_by_the_wrong_number(
    learn: Function, X: Any, S: Any, D: Any, C_S: float, *rest: Any, **options: Any
) -> Any:
    """α on S up to C_S/N_D: the solution of another program, which meets all of its conditions."""
    return replace(learn(X, S, D, C_S * len(S) / len(D), *rest, **options), C_S=C_S)


def _solved(given: str, asked: str) -> Function:
    """The solution with one way to treat the cone, where another one was asked for."""

    @instead
    def change(learn: Function, *arguments: Any, psd: str = "as-printed", **options: Any) -> Any:
        return learn(*arguments, psd=given if psd == asked else psd, **options)

    change.__name__ = f"{given.replace('-', '_')}_for_{asked.replace('-', '_')}"
    return change


clipped_for_constrained = _solved("clip", "constrained")
as_printed_for_constrained = _solved("as-printed", "constrained")
constrained_for_printed = _solved("constrained", "as-printed")
constrained_for_clipped = _solved("constrained", "clip")


@instead
def longer_with_the_cone(
    learn: Function, *arguments: Any, psd: str = "as-printed", **options: Any
) -> Any:
    """A hundredth more of the metric, where the cone was asked for."""
    metric = learn(*arguments, psd=psd, **options)
    return replace(metric, positive=1.01 * metric.positive) if psd == "constrained" else metric


@instead
def in_the_range(
    learn: Function, X: Any, S: Any, D: Any, C_S: float, C_D: float, nu: float, **options: Any
) -> Any:
    """Constants that make no sense are moved to where they do, in silence."""
    constants = max(C_S, 0.1), max(C_D, 0.1), float(np.clip(nu, 0.01, 0.99))
    return learn(X, S, D, *constants, **options)


@instead
def origin_and_order_count(
    learn: Function, X: Any, S: Any, D: Any, *rest: Any, **options: Any
) -> Any:
    """The metric grows with the first coordinate of the first dissimilar pair."""
    metric = learn(X, S, D, *rest, **options)
    return replace(metric, positive=(1 + 0.1 * abs(X[D[0][0]][0])) * metric.positive)


@instead
def value_with_the_dimension(learn: Function, X: Any, *rest: Any, **options: Any) -> Any:
    """The optimal value grows with the number of features, and so does γ."""
    metric = learn(X, *rest, **options)
    p = np.shape(X)[1]
    return replace(metric, primal=metric.primal + p, gamma=metric.gamma + p)


@instead
def a_multiplier_for_each_feature(learn: Function, X: Any, *rest: Any, **options: Any) -> Any:
    """Variables of another program."""
    return replace(learn(X, *rest, **options), alpha_S=np.zeros(np.shape(X)[1]))


@instead
def less_with_the_cone(
    learn: Function, *arguments: Any, psd: str = "as-printed", **options: Any
) -> Any:
    """A value that is too small, where the cone was asked for."""
    metric = learn(*arguments, psd=psd, **options)
    return replace(metric, primal=metric.primal - 1) if psd == "constrained" else metric


def _half(x: Any) -> Any:
    return x / 2


def _twice(x: Any) -> Any:
    return 2 * x


def _plus_one(x: Any) -> Any:
    return x + 1


def _none(x: Any) -> Any:
    return 0 * x


@instead
def at_their_bounds(learn: Function, *arguments: Any, **options: Any) -> Any:
    """All α are C_S/N_S and C_D/N_D, so that no η is left."""
    metric = learn(*arguments, **options)
    S, D = metric.alpha_S, metric.alpha_D
    alphas = np.full_like(S, metric.C_S / len(S)), np.full_like(D, metric.C_D / len(D))
    return replace(metric, alpha_S=alphas[0], alpha_D=alphas[1])


half_the_multipliers = altered("half_the_multipliers", alpha_S=_half, alpha_D=_half)
half_of_dissimilar = altered("half_the_multipliers_on_D", alpha_D=_half)
half_of_similar = altered("half_the_multipliers_on_S", alpha_S=_half)
none_of_similar = altered("no_multipliers_on_S", alpha_S=_none)
none_of_dissimilar = altered("no_multipliers_on_D", alpha_D=_none)
half_the_matrix = altered("half_the_matrix", positive=_half)
a_tenth_more = altered("a_tenth_more_of_the_matrix", positive=lambda A: 1.1 * A)
the_original = altered("the_original_metric", positive=lambda A: np.eye(len(A)))
no_slack = altered("no_slack", slack_S=_none, slack_D=_none)
slack_below_zero = altered("slack_below_zero", slack_S=lambda x: x - 1, slack_D=lambda x: x - 1)
larger_gamma = altered("larger_gamma", gamma=_plus_one)
larger_gamma_and_slack = altered("larger_gamma_and_slack", gamma=_plus_one, slack_D=_plus_one)
more_slack = altered("more_slack", slack_S=lambda x: x + 0.1)


@instead
def with_the_dual_value_as_primal(learn: Function, *arguments: Any, **options: Any) -> Any:
    """γ and ξ are wrong, and the value that is reported is not what they cost."""
    metric = learn(*arguments, **options)
    return replace(
        metric, gamma=2 * metric.gamma + 1, slack_S=metric.slack_S / 2, primal=metric.dual
    )


twice_gamma = altered("twice_gamma", gamma=_twice)
no_gamma = altered("no_gamma", gamma=_none)
average_of_no_pair = altered("average_of_no_pair_is_0", gamma_average=np.nan_to_num)
more_multipliers = altered("a_tenth_more_of_the_multipliers", alpha_D=lambda a: 1.1 * a)
twice_the_value = altered("twice_the_value", primal=_twice)
never_an_average = altered("never_an_average", gamma_average=lambda average: np.nan)
larger_average = altered("larger_average", gamma_average=_plus_one)
another_primal = altered("another_primal", primal=_plus_one)
another_dual = altered("another_dual", dual=_plus_one)
nothing = altered("nothing", positive=_none, negative=_none)
box_not_divided = altered("box_not_divided", alpha_D=lambda a: a * len(a))
one_multiplier = altered(
    "one_multiplier", alpha_D=lambda a: np.where(np.arange(len(a)) == 0, a, 0.0)
)
