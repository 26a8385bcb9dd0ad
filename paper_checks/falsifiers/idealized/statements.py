"""For Sections 2 and 3: wrong kernels, solutions, conditions and heuristics."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, negated, one_more, twice
from gramcheck.paper_checks.falsifiers.idealized import solutions
from gramcheck.paper_checks.falsifiers.idealized.solutions import LEARN
from gramcheck.reference import idealized

CLAIMS = "paper_checks.claims.idealized"


def equations(*numbers: int) -> list[str]:
    """Ids of numbered equations."""
    return [f"idealized/eq-{number}" for number in numbers]


# Sections 2 and 3.1: kernels ---------------------------------------------------------------------


def minus_one_between_classes(ideal_kernel: Function) -> Function:
    """The ideal kernel of Cristianini et al., footnote 1."""
    return lambda *given: 2 * ideal_kernel(*given) - 1


def all_of_gamma(idealize: Function) -> Function:
    """K + γ K*: the half is missing."""
    return lambda K, y, gamma, *weights: idealize(K, y, 2 * gamma, *weights)


def weights_forgotten(idealize: Function) -> Function:
    """Every class weighs 1."""
    return lambda K, y, gamma, *weights: idealize(K, y, gamma)


def between_classes(idealize: Function) -> Function:
    """Half of γ where labels disagree: no eigenvalue may be trusted to stay."""
    return lambda K, y, gamma, *weights: (
        np.asarray(K) + gamma / 2 - (idealize(K, y, gamma, *weights) - np.asarray(K))
    )


def away_from_the_ideal(idealize: Function) -> Function:
    """K less a little of K*."""
    return lambda K, y, gamma, *rest: K - gamma / 30 * idealized.ideal_kernel(y, *rest)


def without_one_norm(alignment: Function) -> Function:
    """The first matrix is not divided by its norm."""
    return lambda K, L: alignment(K, L) * float(np.linalg.norm(K))


falsify(*equations(1), wrong={"idealized.ideal_kernel": twice})
falsify(*equations(1), wrong={"idealized.ideal_kernel": minus_one_between_classes})
falsify(*equations(2, 3), wrong={"idealized.idealize": all_of_gamma})
falsify(*equations(2), wrong={"idealized.idealize": weights_forgotten})
falsify(*equations(2), wrong={"idealized.idealize": between_classes})
falsify("idealized/alignment", wrong={"idealized.alignment": without_one_norm})
falsify("idealized/proposition-1", "errata/K1", wrong={"idealized.idealize": away_from_the_ideal})

# Section 3.2: metric, program, conditions --------------------------------------------------------

falsify(*equations(4), wrong={"idealized.metric.Metric.kernel": twice})
falsify(*equations(5), wrong={"idealized.metric.Metric.squared_distances": twice})
for _wrong, _claims in {
    solutions.box_by_the_wrong_number: equations(8, 9, 12, 13, *range(17, 23)),
    solutions.half_the_multipliers: equations(10, 11, 12, 15),
    solutions.half_the_matrix: equations(6, 7),
    solutions.no_slack: equations(8, 9, 17, 18),
    solutions.larger_gamma: [
        *equations(9, 18, 20),
        *("idealized/proposition-2", "idealized/proposition-3", "errata/K7"),
    ],
    solutions.a_tenth_more: [
        *equations(11, 21, 22),
        *("idealized/proposition-2", "idealized/footnote-5", "errata/K3"),
    ],
    solutions.box_not_divided: equations(13, 16),
    solutions.one_multiplier: ["idealized/proposition-3", "errata/K7"],
    solutions.larger_average: ["idealized/gamma-value", "errata/K6"],
    solutions.made_regular: ["idealized/footnote-5", "errata/K3"],
    solutions.another_primal: ["errata/K9"],
    solutions.another_dual: equations(14),
    solutions.the_original: ["errata/K11"],
    solutions.in_the_range: ["errata/K5"],
    solutions.clipped_for_constrained: ["errata/K2"],
    solutions.longer_with_the_cone: ["errata/K2", "errata/K4"],
    solutions.origin_and_order_count: ["errata/K10", "own/idealized-invariances"],
    solutions.value_with_the_dimension: ["idealized/variables-independent-of-p"],
}.items():
    falsify(*_claims, wrong={LEARN: _wrong})
falsify(*equations(12), wrong={"idealized.learning.mu_from_multipliers": one_more})
falsify(*equations(14), wrong={f"{CLAIMS}.dual.dual_objective": one_more})
falsify("idealized/convexity", wrong={f"{CLAIMS}.dual.dual_objective": negated})

# Sections 3.2.5 and 3.3 --------------------------------------------------------------------------


def one_neighbor_more(nearest_pairs: Function) -> Function:
    """M + 1 partners of each pattern."""
    return lambda X, S, D, m, R: nearest_pairs(X, S, D, m=m + 1, R=R)


def a_larger_kernel(learn: Function) -> Function:
    """Learned from 1.1 K."""
    return lambda K, *rest, **options: learn(1.1 * K, *rest, **options)


def only_the_first(learn: Function) -> Function:
    """Of several kernels."""
    return lambda kernels, *rest: learn(kernels[:1], *rest)


@instead
def never_refuses(function: Function, *arguments: Any, **options: Any) -> Any:
    """Nothing is returned where there should be an error."""
    try:
        return function(*arguments, **options)
    except ValueError:
        return None


@instead
def less_with_many_features(xing: Function, X: Any, *rest: Any) -> Any:
    """The p² entries of the matrix cost something of the maximum."""
    metric = xing(X, *rest)
    return replace(metric, value=metric.value / (1 + 1e-4 * np.shape(X)[1]))


falsify("idealized/heuristic", wrong={f"{CLAIMS}.kernel_version.nearest_pairs": one_neighbor_more})
falsify(
    "idealized/kernel-version",
    "errata/K8",
    wrong={f"{CLAIMS}.kernel_version.learn_metric_from_kernel": a_larger_kernel},
)
falsify(
    "own/idealized-sum-of-kernels", wrong={"idealized.learn_metric_from_kernels": only_the_first}
)
falsify("idealized/kernel-version", wrong={"idealized.metric.Metric.kernel": twice})
falsify("own/idealized-refusals", wrong={"idealized.learn_metric": never_refuses})
falsify("idealized/footnote-8", wrong={f"{CLAIMS}.xing.xing_metric": never_refuses})
falsify("idealized/footnote-8", wrong={f"{CLAIMS}.xing.xing_metric": less_with_many_features})
