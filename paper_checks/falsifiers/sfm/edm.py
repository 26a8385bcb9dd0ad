"""Wrong edit distances with moves."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.verify.definitions import sfm as definitions

DISTANCE = "sfm.edit_distance_with_moves"


@instead
def without_moves(distance: Function, s: str, t: str) -> int:
    """The plain edit distance, by dynamic programming."""
    row = list(range(len(t) + 1))
    for i, a in enumerate(s, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(t, 1):
            last, row[j] = row[j], min(last + (a != b), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def longer_one_way(distance: Function) -> Function:
    """One more from the smaller string to the larger."""
    return lambda s, t: distance(s, t) + (s < t)


@instead
def without_replacement(distance: Function, s: str, t: str) -> int:
    """Another letter costs two: one is deleted, one inserted."""
    return definitions.edit_distance_with_moves(s, t, replacement=False)


@instead
def five_at_most(distance: Function, s: str, t: str) -> int:
    """No two strings are further apart than five operations."""
    return min(distance(s, t), 5)


@instead
def of_two_letters_at_most(
    one_operation: Function, s: str, letters: str, replacements: bool
) -> Iterator[str]:
    """A move takes one letter or two; one of more is several."""
    moved = sorted(s)
    yield from (t for t in one_operation(s, letters, replacements) if sorted(t) != moved)
    for i, j, k in itertools.combinations(range(len(s) + 1), 3):
        if min(j - i, k - j) <= 2:
            yield s[:i] + s[j:k] + s[i:j] + s[k:]


def behind_the_end_alone(moves: Function) -> Function:
    """A substring is moved to the end of the string, and to no other place."""
    return lambda s: [s[:i] + s[j:] + s[i:j] for i in range(len(s)) for j in range(i + 1, len(s))]


falsify("sfm/edm", wrong={DISTANCE: without_moves})
falsify("sfm/edm", wrong={"verify.definitions.sfm.moves": behind_the_end_alone})
for _wrong in (longer_one_way, without_replacement, five_at_most):
    falsify("sfm/edm", wrong={DISTANCE: _wrong})
falsify("sfm/edm", wrong={"sfm.edm._one_operation": of_two_letters_at_most})
