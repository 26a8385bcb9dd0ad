"""Wrong labels and landmarks."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, one_more

LABELS, LANDMARKS = "sfm.alphabet_reduction", "sfm.landmarks"
PRINTED = "paper_checks.claims.sfm.alphabet_reduction.between_two_neighbors"


@instead
def maxima_alone(landmarks: Function, labels: Any) -> Any:
    """Minima are left out."""
    places = landmarks(labels)
    padded = np.concatenate([[-1], np.asarray(labels), [-1]])
    return places[[padded[p + 1] > max(padded[p], padded[p + 2]) for p in places]]


@instead
def minima_first(landmarks: Function, labels: Any) -> Any:
    """Minima are taken first, then the maxima that are not next to one."""
    return landmarks(2 - np.asarray(labels))


def only_maxima(rule: Function) -> Function:
    """The paper says nothing of minima."""
    return lambda labels: [i for i in rule(labels) if labels[i - 1] < labels[i]]


@instead
def without_ends(landmarks: Function, labels: Any) -> Any:
    """An end is compared with nothing, and is no landmark."""
    return np.array([i for i in landmarks(labels) if 0 < i < len(labels) - 1])


def one_more_place(rule: Function) -> Function:
    """What the paper calls a landmark is the place before it."""
    return lambda labels: [i + 1 for i in rule(labels)]


@instead
def of_the_highest_bit(labels: Function, names: Any, rounds: int) -> Any:
    """The index is that of the highest bit that differs; labels of neighbors differ, too."""
    found = np.asarray(names)
    for _ in range(rounds):
        bits = np.frexp(found[1:] ^ found[:-1])[1] - 1
        found = 2 * bits + (found[1:] >> bits & 1)
    return found


@instead
def by_the_largest_element(reduce: Function, labels: Any) -> Any:
    """As the published program has it, and not the paper."""
    return reduce(labels, "largest")


def all_the_same(labels: Function) -> Function:
    """Every label is 0."""
    return lambda names, rounds: 0 * labels(names, rounds)


@instead
def once_only(labels: Function, names: Any, rounds: int) -> Any:
    """One round, however many are asked for; as many places are left out."""
    return labels(names, min(rounds, 1))[max(rounds - 1, 0) :]


@instead
def of_bytes(labels: Function, names: Any, rounds: int) -> Any:
    """Names are kept in eight bits, which up to 256 of them fit in."""
    found = np.asarray(names).astype(np.uint8)
    for _ in range(rounds):
        lowest = (found[1:] ^ found[:-1]) & (-(found[1:] ^ found[:-1]))
        found = 2 * np.bitwise_count(lowest - np.uint8(1)) + (found[1:] & lowest != 0)
    return found.astype(int)


falsify("sfm/alphabet-reduction", "errata/S11", "sfm/figure-7-text", wrong={LABELS: one_more})
falsify("sfm/alphabet-reduction", "errata/S11", wrong={LABELS: all_the_same})
for _wrong in (of_the_highest_bit, once_only, of_bytes):
    falsify("sfm/alphabet-reduction", "errata/S11", wrong={LABELS: _wrong})
falsify(
    "sfm/alphabet-reduction", "errata/S11", wrong={"sfm.reduce_to_three": by_the_largest_element}
)
for _name in ("reduce_to_three", "rounds_needed"):
    falsify("sfm/alphabet-reduction", "errata/S11", wrong={f"sfm.{_name}": one_more})
falsify("sfm/figure-7-text", wrong={LANDMARKS: one_more})
falsify("sfm/figure-7-text", wrong={LANDMARKS: without_ends})
falsify("sfm/figure-7-text", wrong={PRINTED: one_more_place})
for _wrong in (maxima_alone, minima_first):
    falsify("sfm/landmarks", "errata/S10", wrong={LANDMARKS: _wrong})
falsify("sfm/landmarks", "errata/S10", wrong={PRINTED: only_maxima})
falsify("sfm/landmarks", "errata/S10", wrong={LABELS: all_the_same})
