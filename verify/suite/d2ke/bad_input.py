"""Bad input of D2KE beyond single arguments: refusals come first, and the empty string is good."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.verify.arguments import CALLS, Refusal
from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.refusals import refused
from gramcheck.verify.registry import check

CLAIM = "d2ke/bad-input"
PLACE = "any function"
MEASURING = (
    "feature_map", "kernel", "softmin_kernel", "soft_distance", "representative_set_map",
)  # fmt: skip
FITTING = ("fit", "plain_fit", "one_vs_rest")


def heard(function: Callable[..., Any], *given: Any) -> set[str]:
    """What a call says of its input: its warnings, or its error."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            function(*given)
        except (ArithmeticError, RuntimeError, ValueError) as error:
            return {str(error)}
    return {str(each.message) for each in told}


@check(CLAIM, place=PLACE, needs=("d2ke.levenshtein", "d2ke.cdist"), since="0.1")
def the_empty_string_is_a_string(target: Any, run: Any) -> Iterator[Outcome]:
    """It is at its length from any other."""
    yield equal(
        [0, 3, 2], [target.d2ke.levenshtein(*p) for p in (("", ""), ("", "abc"), ("ab", ""))]
    )
    yield equal(np.array([[0, 3], [0, 3]]), target.d2ke.cdist(["", ""], ["", "abc"], "levenshtein"))


@check(CLAIM, place=PLACE, needs=tuple(f"d2ke.{name}" for name in MEASURING), since="0.1")
def no_distance_is_computed_before_a_refusal(target: Any, run: Any) -> Iterator[Outcome]:
    """Where gamma or the weights are refused, the distance has not been asked for."""
    asked = []

    def distance(x: Any, y: Any) -> float:
        asked.append((x, y))
        return 1.0

    for call in (call for call in CALLS["d2ke"] if call.function in MEASURING):
        function = target.get(f"d2ke.{call.function}")
        for refusal in call.refusals():
            if refusal.naming[0] in ("gamma", "weights"):
                given = refusal.given | {"distance": distance}
                yield refused(replace(refusal, given=given), function)
    yield equal([], asked)


@check(CLAIM, place=PLACE, needs=tuple(f"d2ke.{name}" for name in MEASURING), since="0.2")
def negative_distances_are_refused(target: Any, run: Any) -> Iterator[Outcome]:
    """Of a function that is given for the distance: features would be above 1."""
    for call in (call for call in CALLS["d2ke"] if call.function in MEASURING):
        given = call.valid() | {"distance": lambda x, y: -1.0}
        refusal = Refusal("negative", given, len(call.required), "value", ("distance",))
        yield refused(refusal, target.get(f"d2ke.{call.function}"))


@check(CLAIM, place=PLACE, needs="d2ke.cdist", since="0.2")
def options_of_callables_are_refused(target: Any, run: Any) -> Outcome:
    """What a callable needs it holds itself: an option is not dropped."""
    given = {"X": [1], "Y": [2], "distance": lambda x, y: 1.0, "window": 1}
    return refused(Refusal("option", given, 3, "value", ("window",)), target.d2ke.cdist)


@check(CLAIM, place=PLACE, needs=tuple(f"d2ke.{name}" for name in FITTING), since="0.2")
def features_that_are_all_0_are_told(target: Any, run: Any) -> Iterator[Outcome]:
    """An error, or a warning beside the weights of 0: gamma was too large for the distances.

    It is a warning that other features do not give.
    """
    for name in FITTING:
        of_zeros, of_others = (
            heard(target.get(f"d2ke.{name}"), phi, [-1.0, 1.0], 1.0)
            for phi in (np.zeros((2, 3)), np.eye(2, 3))
        )
        yield is_true(
            bool(of_zeros - of_others),
            f"{name}: got weights in silence, should be an error or a warning",
        )


@check(CLAIM, place=PLACE, needs=("d2ke.kernel", "d2ke.feature_map"), since="0.2")
def objects_that_no_random_object_reaches_are_told(target: Any, run: Any) -> Iterator[Outcome]:
    """In the rows, in the columns, or in both: their kernel would be 0, which it never is."""
    near, far, how = ["a"], ["b" * 1000], (["a"], 1.0, "levenshtein")
    silence = "got features of 0 in silence, should be an error or a warning"
    for where, X, Y in (("X", far, near), ("Y", near, far), ("X and Y", far, far)):
        said = heard(target.d2ke.kernel, X, Y, *how)
        yield is_true(bool(said), f"kernel, {where}: {silence}")
    said = heard(target.d2ke.feature_map, [*near, *far], *how)
    yield is_true(bool(said), f"feature_map: {silence}")


@check(CLAIM, place=PLACE, needs=("d2ke.kernel", "d2ke.feature_map"), since="0.2")
def a_feature_of_0_among_others_is_no_reason_to_warn(target: Any, run: Any) -> Outcome:
    """Far from one random object and near another: the kernel has all its digits."""
    near, far = "a", "b" * 1000
    how = [near, far], 1.0, "levenshtein"
    told = heard(target.d2ke.kernel, [near, far], [far, near], *how)
    return equal(set(), told | heard(target.d2ke.feature_map, [near, far], *how))


@check(CLAIM, place=PLACE, needs="d2ke.representative_set_map", since="0.3")
def a_far_representative_among_others_is_no_reason_to_warn(target: Any, run: Any) -> Outcome:
    """The same of representatives: the far one's entry is 0, and no object is lost."""
    near, far = "a", "b" * 1000
    rsm = target.d2ke.representative_set_map
    return equal(set(), heard(rsm, [near, far], [near, far], "levenshtein", 1.0))
