"""Sections 1 and 2: kernel classification rules and the resubstitution error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gramcheck.verify.compare import close_to, equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.definitions import kcr as definitions
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all
from gramcheck.verify.suite.kcr.problems import (
    ALWAYS,
    BESIDE_THE_FAR,
    BY_EXPONENT,
    CAUCHY,
    IN_THE_MINORITY,
    LONELY,
    SMOOTHING,
    THREE,
    TIED,
    Configuration,
    configurations,
    distances_of,
)

RULE = "Section 2, Eq. (2)"
EXACT = ("naive", "epanechnikov")  # votes of small integers are exact, and so are their ties
EACH_EXACT = [{**example, "kernel": kernel} for example in ALWAYS for kernel in EXACT]
SMOOTH = [{"kernel": "gaussian"}, *CAUCHY]
# one vote of 1 and two of a half
ONE_AGAINST_TWO = {
    "configuration": Configuration(distances_of([0, 1, -1]), np.array(list("baa")), 1.0),
    "kernel": "cauchy",
}
EACH_EXPONENT = [{"configuration": BY_EXPONENT, "chi": chi} for chi in CAUCHY]
OPEN = [{"empty": e, "ties": t} for e in ("nearest", "tie") for t in ("smallest", "nearest")]


def parts(result: Any) -> tuple[list[Any], list[bool], list[bool]]:
    """Labels, empty balls and ties as lists; attributes, so that their order is tested too."""
    labels, empty, tied = result
    return tuple(np.asarray(part).tolist() for part in (labels, empty, tied))


@check("kcr/eq-2", place=f"{RULE}; erratum C12", needs="kcr.kernel_rule", since="0.1")
@for_all(
    configuration=configurations().map(Configuration.dyadic),
    kernel=st.sampled_from(EXACT),
    examples=EACH_EXACT,
)
def majority_of_the_votes_decides(
    target: Any, configuration: Configuration, kernel: str
) -> Outcome:
    """Labels, empty balls and ties, all as defined: a tie to the smallest label.

    An empty ball goes to the nearest point; of equally near ones to the smallest label.
    """
    D, y, h = configuration
    expected = definitions.kernel_rule(D.tolist(), y.tolist(), h, kernel)
    return equal(expected, parts(target.kcr.kernel_rule(D, y, h, kernel)))


@check("kcr/eq-2", place=f"{RULE}; erratum C12", needs="kcr.kernel_rule", since="0.1")
@for_all(
    configuration=configurations().map(Configuration.dyadic),
    kernel=st.sampled_from(EXACT),
    away=st.sampled_from([0.0, 0.5, 4.0]),
    conventions=st.sampled_from(OPEN),
    examples=[
        {**each, "away": away, "conventions": how}
        for each, away in (*((each, 4.0) for each in EACH_EXACT), (ONE_AGAINST_TWO, 0.0))
        for how in OPEN
    ],
)
def open_cases_are_decided_as_asked(
    target: Any, configuration: Configuration, kernel: str, away: float, conventions: dict[str, Any]
) -> Outcome:
    """An empty ball: the nearest point's class, or a tie of all; a tie: smallest or nearest label.

    Of classes equally near, the smallest label.
    """
    D, y, h = configuration
    D = D + away  # the own point as well, so that balls may be empty
    expected = definitions.kernel_rule(D.tolist(), y.tolist(), h, kernel, **conventions)
    return equal(expected, parts(target.kcr.kernel_rule(D, y, h, kernel, **conventions)))


@check("kcr/eq-2", place=RULE, needs="kcr.kernel_rule", since="0.1")
@for_all(
    configuration=configurations(),
    chi=st.sampled_from(SMOOTH),
    stretch=st.sampled_from([1.0, 3.0, 100.0, 1e6]),
    examples=[
        {**example, "chi": chi, "stretch": stretch}
        for example in ALWAYS
        for chi in SMOOTH
        for stretch in (1.0, 1e6)
    ]
    + [BESIDE_THE_FAR, IN_THE_MINORITY]
    + [{**example, "stretch": 1.0} for example in EACH_EXPONENT],
)
def smooth_votes_decide_however_small_they_are(
    target: Any, configuration: Configuration, chi: dict[str, Any], stretch: float
) -> Iterator[Outcome]:
    """The label has the most votes to 1e-12 of them, in 60 digits; no ball is empty.

    Far from all points Gaussian votes underflow, but their ratios decide.
    """
    D, y, h = configuration
    D = stretch * D + (stretch - 1.0)  # far from the own point as well
    labels, empty, tied = parts(target.kcr.kernel_rule(D, y, h, **chi))
    for row, label, is_tied, is_empty in zip(D.tolist(), labels, tied, empty, strict=True):
        votes = definitions.votes(row, y.tolist(), h, **chi)
        most = max(votes.values())
        shares = {name: float(value / most) for name, value in votes.items()}
        near = [name for name, share in shares.items() if share >= 1 - 1e-12]
        yield is_true(label in near, f"got label={label!r}, should be one of {near} for {row}")
        if len(near) == 1:
            yield is_true(not is_tied, f"got tied, should be decided: shares {shares}")
        yield is_true(
            not is_empty,
            f"got an empty ball, should be none: the votes of {chi['kernel']!r} are positive at "
            f"any distance, and where they underflow their ratios decide, as for {row}",
        )


@check("kcr/eq-1", place="Section 1, Eq. (1)", needs="kcr.kernel_rule", since="0.1")
@for_all(
    configuration=configurations().map(Configuration.dyadic),
    kernel=st.sampled_from(EXACT),
    examples=[
        {"configuration": TIED._replace(y=np.array([1, 0, 0, 1])), "kernel": kernel}
        for kernel in EXACT
    ],
)
def two_classes_follow_the_binary_rule(
    target: Any, configuration: Configuration, kernel: str
) -> Outcome:
    """Labels 0 and 1: 0 unless 1 has more votes, where somebody votes at all."""
    D, y, h = configuration
    y = (y == y[0]).astype(int)
    labels, empty, _ = parts(target.kcr.kernel_rule(D, y, h, kernel))
    expected = [definitions.binary_rule(row, y.tolist(), h, kernel) for row in D.tolist()]
    found = [a for a, nobody in zip(labels, empty, strict=True) if not nobody]
    return equal([a for a, nobody in zip(expected, empty, strict=True) if not nobody], found)


@check(
    "kcr/naive-kernel-is-ball-vote",
    place="Section 1; Section 4.1; erratum C17",
    needs="kcr.kernel_rule",
    since="0.1",
)
@for_all(configuration=configurations(), examples=ALWAYS)
def naive_kernel_counts_the_points_in_a_closed_ball(
    target: Any, configuration: Configuration
) -> Iterator[Outcome]:
    """Majority among the points with rho <= h, those at h included; each counts as one.

    How near they are does not matter: distances inside the ball may be halved.
    """
    D, y, h = configuration
    labels, empty, tied = parts(target.kcr.kernel_rule(D, y, h))
    for row, label, nobody, is_tied in zip(D, labels, empty, tied, strict=True):
        inside = y[row <= h]
        yield equal(len(inside) == 0, nobody)
        if len(inside):
            names, counts = np.unique(inside, return_counts=True)
            winners = names[counts == counts.max()].tolist()
            yield equal((winners[0], len(winners) > 1), (label, is_tied))
    shrunk = np.where(h >= D, D / 2, D)
    yield equal(labels, parts(target.kcr.kernel_rule(shrunk, y, h))[0])


@check(
    "kcr/eq-3",
    place="Section 2",
    needs="kcr.resubstitution_error",
    since="0.1",
    diagnose=diagnoser("kcr.resubstitution_error"),
)
@for_all(
    configuration=configurations().map(Configuration.dyadic),
    chi=st.sampled_from([{"kernel": kernel} for kernel in EXACT]),
    examples=[{**example, "chi": {"kernel": kernel}} for example in ALWAYS for kernel in EXACT]
    + EACH_EXPONENT,
)
def resubstitution_error_counts_the_own_point(
    target: Any, configuration: Configuration, chi: dict[str, Any]
) -> Iterator[Outcome]:
    """The share of training points misclassified; a tie as the rule has it, or as an error."""
    D, y, h = configuration
    for how in ({"strict": False}, {"strict": True}, {"ties": "nearest"}):
        expected = definitions.resubstitution_error(D.tolist(), y.tolist(), h, **chi, **how)
        got = target.kcr.resubstitution_error(D, y, h, **chi, **how)
        yield close_to(expected, got, atol=1e-15)


@check(
    "kcr/eq-3",
    place="Section 2, the example of overfitting; erratum C14",
    needs=("kcr.kernel_rule", "kcr.resubstitution_error"),
    since="0.1",
)
def classes_in_one_place_each_have_no_resubstitution_error(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """phi(X_i) = Y_i, phi = 0 elsewhere: no error, and unseen points go to class 1, for h < 1.

    Printed without the relation; at h = 1 the naive kernel sees two classes in every ball, and of
    two of one size one loses all its points.
    """
    for classes, size in ((2, 3), (4, 2)):
        y = np.repeat(np.arange(1, classes + 1), size)
        D = distances_of(y)
        for chi in SMOOTHING:
            yield equal(0.0, target.kcr.resubstitution_error(D, y, 0.5, **chi))
            unseen = target.kcr.kernel_rule(y[None].astype(float), y, 0.5, **chi)[0]
            yield equal([1], np.asarray(unseen).tolist())
    y = np.array([1, 1, 2, 2])
    yield equal(0.5, target.kcr.resubstitution_error(distances_of(y), y, 1.0))


# invariance -------------------------------------------------------------------------------------


@check("kcr/invariance", place=RULE, needs="kcr.kernel_rule", since="0.1")
@for_all(
    configuration=configurations().map(Configuration.dyadic),
    kernel=st.sampled_from(EXACT),
    order=st.permutations(range(7)),
    power=st.sampled_from([-30, -1, 3, 40]),
    examples=[
        {"configuration": each, "kernel": kernel, "order": [3, 6, 0, 5, 2, 4, 1], "power": 40}
        for each in (TIED, LONELY, THREE)
        for kernel in EXACT
    ],
)
def rule_knows_no_order_no_scale_and_no_names(
    target: Any, configuration: Configuration, kernel: str, order: list[int], power: int
) -> Iterator[Outcome]:
    """Training points in another order; distances and h in another unit; other names in the order.

    Of two classes the names may be truth values; numbers that are not whole may be refused. Names
    that sort in another order change nothing but ties.
    """
    D, y, h = configuration
    first = parts(target.kcr.kernel_rule(D, y, h, kernel))
    chosen = [i for i in order if i < len(y)]
    yield equal(first, parts(target.kcr.kernel_rule(D[:, chosen], y[chosen], h, kernel)))
    unit = 2.0**power
    yield equal(first, parts(target.kcr.kernel_rule(unit * D, y, unit * h, kernel)))
    names, codes = np.unique(y, return_inverse=True)
    renamed = parts(target.kcr.kernel_rule(D, 10 * codes - 5, h, kernel))
    yield equal([10 * names.tolist().index(label) - 5 for label in first[0]], renamed[0])
    with suppress(TypeError, ValueError):
        renamed = parts(target.kcr.kernel_rule(D, codes + 0.5, h, kernel))
        yield equal([names.tolist().index(label) + 0.5 for label in first[0]], renamed[0])
    if len(names) == 2:
        told = parts(target.kcr.kernel_rule(D, codes == 1, h, kernel))[0]
        yield equal([names.tolist().index(label) for label in first[0]], list(map(int, told)))
    reversed_ = parts(target.kcr.kernel_rule(D, -codes, h, kernel))
    for label, other, nobody, tie in zip(first[0], reversed_[0], *first[1:], strict=True):
        if not (nobody or tie):
            yield equal(-names.tolist().index(label), other)


@check("kcr/no-side-effects", place="any function", needs="kcr.kernel_rule", since="0.1")
def rule_leaves_its_arguments_and_keeps_nothing(target: Any, run: Any) -> Iterator[Outcome]:
    """The same bits when called again, rows one by one too, and no argument is written to."""
    D = np.abs(np.linspace(0, 3, 5)[:, None] - np.linspace(0.1, 2.7, 6)[None])
    y = np.array(list("abcabc"))
    before = D.copy()
    for chi in SMOOTHING:
        first = parts(target.kcr.kernel_rule(D, y, 0.6, **chi))
        target.kcr.kernel_rule(D[:, ::-1], y, 1.2, **chi)
        yield equal(first, parts(target.kcr.kernel_rule(D, y, 0.6, **chi)))
        rows = [parts(target.kcr.kernel_rule(row[None], y, 0.6, **chi)) for row in D]
        yield equal(first, tuple([each[k][0] for each in rows] for k in range(3)))
    yield equal(before, D)
