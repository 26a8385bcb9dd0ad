"""What is wrong with the rule (2) and with resubstitution errors."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, one_more
from gramcheck.paper_checks.falsifiers.kcr.changes import never_empty, never_tied, other_label
from gramcheck.reference import kcr


def penalty_twice(functional: Function) -> Function:
    """The penalty counts twice."""
    return lambda *arguments, lam, **options: functional(*arguments, lam=2 * lam, **options)


@instead
def last_class_for_far_points(rule: Function, distances, y, h, *rest, **options):
    """The last class, where no training point is within a half of h."""
    votes = rule(distances, y, h, *rest, **options)
    far = np.min(distances, axis=1) > h / 2
    return votes._replace(labels=np.where(far, np.max(y), votes.labels))


@instead
def own_label_at_ties(rule: Function, distances, y, *rest, **options):
    """A training point has its own class where votes are equal."""
    votes = rule(distances, y, *rest, **options)
    own = y if len(votes.labels) == len(y) else votes.labels
    return votes._replace(labels=np.where(votes.tied, own, votes.labels))


@instead
def ties_are_no_errors(error: Function, distances, y, h, *rest, **options):
    """A point with equal votes counts as classified right."""
    votes = kcr.kernel_rule(distances, y, h, *rest)
    return float(np.mean((votes.labels != y) & ~votes.tied))


def with_votes_of_all_points(function: Function) -> Function:
    """Gaussian votes: each training point has some, the nearer the more."""
    return lambda distances, y, h, kernel="gaussian", **options: function(
        distances, y, h, "gaussian", **options
    )


@instead
def squares_within(rule: Function, distances, y, h, *rest, **options):
    """ρ² ≤ h, and not ρ ≤ h."""
    return rule(np.square(distances), y, h, *rest, **options)


@instead
def strictly_within(function: Function, distances, y, h, *rest, **options):
    """ρ < h, and not ρ ≤ h."""
    outside = np.where(np.equal(distances, h), 1.001 * h, distances)
    return function(outside, y, h, *rest, **options)


@instead
def within_one(rule: Function, distances, y, h, *rest, **options):
    """H = 1, whatever is asked for."""
    return rule(distances, y, 1.0, *rest, **options)


@instead
def far_apart(classes_of_points: Function, *arguments: Any, **options: Any) -> Any:
    """Every point is alone in its ball."""
    X, y = classes_of_points(*arguments, **options)
    return 1e6 * X, y


falsify(
    *("kcr/eq-2", "kcr/eq-4", "kcr/naive-kernel-is-ball-vote"),
    wrong={"kcr.kernel_rule": other_label},
)
falsify("kcr/eq-3", wrong={"kcr.resubstitution_error": half})
falsify("kcr/eq-3", wrong={"kcr.regularized_error": penalty_twice})
falsify("kcr/eq-3", wrong={"kcr.resubstitution_error": one_more})
falsify(
    *("kcr/eq-3", "errata/C12", "errata/C14"),
    wrong={"kcr.kernel_rule": last_class_for_far_points},
)
falsify("errata/C14", wrong={"kcr.resubstitution_error": one_more})
falsify("errata/C12", "errata/C14", wrong={"kcr.kernel_rule": never_empty})
falsify("errata/C15", wrong={"kcr.resubstitution_error": half})
falsify("errata/C15", wrong={"kcr.kernel_rule": never_tied})
falsify("errata/C15", "kcr/eq-4", wrong={"kcr.kernel_rule": own_label_at_ties})
falsify("errata/C14", wrong={"kcr.resubstitution_error": ties_are_no_errors})
falsify(
    "errata/C14",
    wrong=dict.fromkeys(("kcr.kernel_rule", "kcr.resubstitution_error"), with_votes_of_all_points),
)
falsify("errata/C17", wrong={"kcr.kernel_rule": squares_within})
falsify("kcr/naive-kernel-is-ball-vote", wrong={"kcr.kernel_rule": strictly_within})
falsify("kcr/eq-2", "kcr/naive-kernel-is-ball-vote", wrong={"kcr.kernel_rule": within_one})
for _error in ("resubstitution_error", "regularized_error"):
    falsify("kcr/eq-3", wrong={f"kcr.{_error}": strictly_within})
falsify(
    "kcr/naive-kernel-is-ball-vote",
    wrong={"paper_checks.claims.kcr.rules.classes_of_points": far_apart},
)
