"""For Sections 2 and 3: wrong kernels, solutions, conditions and heuristics."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, negated, one_more, twice
from gramcheck.paper_checks.falsifiers.idealized import solutions
from gramcheck.paper_checks.falsifiers.idealized.solutions import LEARN
from gramcheck.reference import idealized

CLAIMS = "paper_checks.claims.idealized"
DEFINITIONS = "verify.definitions.idealized"


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
_PROPOSITION_1 = ("idealized/proposition-1", "errata/K1")
for _wrong in (away_from_the_ideal, between_classes):
    falsify(*_PROPOSITION_1, wrong={"idealized.idealize": _wrong})
falsify(*_PROPOSITION_1, wrong={"idealized.alignment_threshold": negated})
falsify(*_PROPOSITION_1, wrong={"idealized.alignment": without_one_norm})

# Section 3.2: metric, program, conditions --------------------------------------------------------


def with_the_other_sign(multiplier: property) -> property:
    """The right side of (11) less AA'."""
    return property(lambda metric: -multiplier.__get__(metric, type(metric)))


def with_the_spectral_norm(objective: Function) -> Function:
    """The largest eigenvalue for the norm."""
    return lambda metric, *rest: (
        objective(0 * metric, *rest) + float(np.linalg.norm(metric, 2)) ** 2 / 2
    )


def with_the_rank(objective: Function) -> Function:
    """What the norm stands for."""
    return lambda metric, *rest: (
        objective(0 * metric, *rest) + float(np.linalg.matrix_rank(metric)) ** 2 / 2
    )


def without_nu(cost_of_gamma: Function) -> Function:
    """γ gains nothing: the slack is all that counts."""
    return lambda margins, gamma, nu: cost_of_gamma(margins, gamma, 0)


def slack_taken_off(cost_of_gamma: Function) -> Function:
    """The mean slack with the sign of γ."""
    return lambda margins, gamma, nu: (
        cost_of_gamma(margins, gamma, nu) - 2 * cost_of_gamma(margins, gamma, 0)
    )


@instead
def with_a_ridge(dual_program: Function, *arguments: Any) -> Any:
    """The identity is added to the Hessian."""
    H, *rest = dual_program(*arguments)
    return (np.array(H, dtype=float) + np.eye(len(H))).tolist(), *rest


@instead
def products_not_squared(dual_program: Function, X: Any, S: Any, D: Any, *rest: Any) -> Any:
    """Inner products of differences, which are to be squared."""
    rows, pairs = np.array(X, dtype=float), np.array([*S, *D])
    z = np.repeat([-1, 1], [len(S), len(D)])[:, None] * (rows[pairs[:, 0]] - rows[pairs[:, 1]])
    return ((z @ z.T).tolist(), *dual_program(X, S, D, *rest)[1:])


@instead
def maximized(dual_program: Function, *arguments: Any) -> Any:
    """The quadratic form of Ψ itself."""
    H, *rest = dual_program(*arguments)
    return [[-value for value in row] for row in H], *rest


# none is at its bound then, so that there are no error pairs
_less = solutions.altered("nine_tenths_of_the_multipliers", alpha_D=lambda a: 0.9 * a)

falsify(*equations(4), "errata/K2", wrong={"idealized.metric.Metric.kernel": twice})
falsify(*equations(5), wrong={"idealized.metric.Metric.squared_distances": twice})
falsify(*equations(7), wrong={"idealized.metric.Metric.squared_distances": one_more})
falsify(*equations(11), wrong={"idealized.IdealizedMetric.cone_multiplier": with_the_other_sign})
for _wrong in (without_nu, slack_taken_off):
    falsify("errata/K5", wrong={f"{DEFINITIONS}.cost_of_gamma": _wrong})
for _wrong in (with_the_spectral_norm, with_the_rank):
    falsify("errata/K9", wrong={"idealized.primal_objective": _wrong})
for _wrong in (products_not_squared, with_a_ridge):
    falsify("errata/K10", wrong={f"{DEFINITIONS}.dual_program": _wrong})
falsify("idealized/convexity", wrong={f"{DEFINITIONS}.dual_program": maximized})
for _wrong, _claims in {
    solutions.box_by_the_wrong_number: equations(8, 9, 12, 13, *range(17, 23)),
    solutions.half_the_multipliers: [
        *equations(10, 11, 12, 15, 16),
        *("errata/K2", "idealized/multipliers-are-rates"),
    ],
    solutions.more_multipliers: [
        *equations(12),
        *("idealized/multipliers-are-rates", "idealized/proposition-3", "errata/K7"),
    ],
    _less: ["idealized/proposition-3", "errata/K7"],
    solutions.half_the_matrix: [*equations(6, 7), "idealized/proposition-2", "errata/K7"],
    solutions.no_slack: equations(8, 9, 17, 18, 19),
    solutions.slack_below_zero: equations(8, 9),
    solutions.larger_gamma: [
        *equations(9, 18, 20),
        *("idealized/proposition-2", "idealized/proposition-3", "errata/K5", "errata/K7"),
    ],
    solutions.twice_gamma: ["idealized/gamma-value", *("errata/K2", "errata/K6")],
    solutions.no_gamma: [*equations(6, 7, 20), "idealized/gamma-value", "errata/K6"],
    solutions.a_tenth_more: [
        *equations(6, 7, 11, 21, 22),
        *("idealized/proposition-2", "idealized/footnote-5"),
        *("errata/K2", "errata/K3", "errata/K7"),
    ],
    solutions.box_not_divided: equations(13, 16),
    solutions.one_multiplier: ["idealized/proposition-3", "errata/K7"],
    solutions.larger_average: ["idealized/gamma-value", "errata/K6"],
    solutions.average_of_no_pair: ["idealized/gamma-value", "errata/K6"],
    solutions.made_regular: [*equations(11), "idealized/footnote-5", "errata/K3"],
    solutions.twice_the_value: equations(15),
    solutions.another_primal: ["errata/K9"],
    solutions.another_dual: equations(14),
    solutions.the_original: ["errata/K11"],
    solutions.in_the_range: ["errata/K5"],
    solutions.clipped_for_constrained: ["errata/K2"],
    solutions.as_printed_for_constrained: [*equations(5), "errata/K2"],
    solutions.constrained_for_printed: [*equations(5, 11, 14), "errata/K2", "errata/K7"],
    solutions.constrained_for_clipped: ["errata/K2"],
    solutions.less_with_the_cone: ["errata/K2", "errata/K4"],
    solutions.longer_with_the_cone: ["errata/K2", "errata/K4"],
    solutions.origin_and_order_count: ["errata/K10", "own/idealized-invariances"],
    solutions.value_with_the_dimension: ["idealized/variables-independent-of-p"],
    solutions.a_multiplier_for_each_feature: ["idealized/variables-independent-of-p"],
}.items():
    falsify(*_claims, wrong={LEARN: _wrong})
falsify(*equations(12), wrong={"idealized.learning.mu_from_multipliers": one_more})
falsify(*equations(14), wrong={f"{CLAIMS}.dual.dual_objective": one_more})
falsify("idealized/convexity", wrong={f"{CLAIMS}.dual.dual_objective": negated})

# the problems that are looked at ---------------------------------------------------------------


@instead
def with_light_pairs(random_problem: Function, *arguments: Any) -> Any:
    """Constants a thousand times smaller."""
    problem = random_problem(*arguments)
    return replace(problem, C_S=problem.C_S / 1000, C_D=problem.C_D / 1000)


def the_first_four(solved: Function) -> Function:
    """Too few to tell."""
    return lambda *arguments, **options: solved(*arguments, **options)[:4]


falsify(*equations(12), wrong={f"{CLAIMS}.problems.random_problem": with_light_pairs})
falsify("errata/K4", wrong={f"{CLAIMS}.cone.{f}": the_first_four for f in ("solved", "minima")})

# Sections 3.2.5 and 3.3 --------------------------------------------------------------------------


def one_neighbor_more(nearest_pairs: Function) -> Function:
    """M + 1 partners of each pattern."""
    return lambda X, S, D, m, R: nearest_pairs(X, S, D, m=m + 1, R=R)


def all_pairs(nearest_pairs: Function) -> Function:
    """None is left out."""
    return lambda X, S, D, m, R: (S, D)


def of_the_features_of_M(learn: Function) -> Function:
    """Learned on M^½ x with M = I, as the kernel version does it."""

    def wrong(X: Any, *rest: Any, M: Any) -> Any:
        root = np.sqrt(M)  # M is diagonal
        metric = learn(X @ root, *rest)
        return replace(metric, positive=root @ metric.positive, negative=root @ metric.negative)

    return wrong


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


@instead
def of_a_hundred_features(xing: Function, *arguments: Any) -> Any:
    """The other features have no part in the matrix."""
    metric = xing(*arguments)
    return replace(metric, positive=metric.positive[:100], negative=metric.negative[:100])


@instead
def exchanged(pairs: Function, *arguments: Any) -> Any:
    """The dissimilar pairs for the similar ones, and the other way."""
    return pairs(*arguments)[::-1]


@instead
def over_all_others(constraint: Function, A: Any, X: Any, S: Any) -> Any:
    """The sum over the pairs outside S."""
    of_S = {frozenset(pair) for pair in S}
    pairs = itertools.combinations(range(len(X)), 2)
    return constraint(A, X, [pair for pair in pairs if frozenset(pair) not in of_S])


for _wrong in (one_neighbor_more, all_pairs):
    falsify("idealized/heuristic", wrong={f"{CLAIMS}.kernel_version.nearest_pairs": _wrong})
falsify("errata/K8", wrong={f"{CLAIMS}.kernel_version.learn_metric": of_the_features_of_M})
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
for _wrong in (never_refuses, less_with_many_features, of_a_hundred_features):
    falsify("idealized/footnote-8", wrong={f"{CLAIMS}.xing.xing_metric": _wrong})
falsify("idealized/footnote-8", wrong={f"{CLAIMS}.xing.pairs_from_labels": exchanged})
falsify("idealized/footnote-8", wrong={f"{DEFINITIONS}.xing_constraint": over_all_others})
