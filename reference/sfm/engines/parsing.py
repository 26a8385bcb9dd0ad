"""One level of edit sensitive parsing for a whole corpus; :func:`.parse_level` is the plain form.

The levels of all strings lie one after the other in one array. :func:`block_starts` cuts the array
into blocks of two or three, the nodes of the next level. Masks of one byte a place do the work,
whatever the number of strings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gramcheck.reference.sfm.engines import lpp
from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.sfm.engines.labels import label, landmarks_inside, reduce_inside
from gramcheck.reference.types import AnyArray, Booleans

LEAST_CATEGORY = 5  # symbols in a piece of category (i) or (ii)


class Pieces(NamedTuple):
    """Maximal parts of one category, in order and without gaps, as masks of places."""

    begins: Booleans
    labeled: Booleans  # places of the pieces that are cut by labels where they are long enough


def block_starts(names: AnyArray, strings: Places, rounds: int, variant: str) -> Places:
    """First places of the blocks of one level.

    Parameters
    ----------
    names : (n,)
        Unsigned; the strings one after the other, each of two nodes or more.
    strings : (number of strings,)
        Their first places.
    rounds : int
        r, rounds of alphabet reduction.
    variant : "cm" or "paper"

    Returns
    -------
    (number of blocks,)
        Increasing; every block has two or three nodes, within one string.
    """
    pieces = (_pieces_cm if variant == "cm" else _pieces_paper)(names, strings)
    # A long piece has two symbols or more after the first r, its body.
    second = _after(pieces.labeled & ~pieces.begins, rounds + 1)  # all of a body but its first
    body = _with_left(second, 1)
    is_start = _landmark_starts(names, body, second, rounds, variant)
    is_start |= pieces.begins
    is_start |= body > second
    # Runs, short pieces and the first r symbols of long ones are cut by their lengths alone, and
    # up to three symbols are one block.
    fourth = _after(~(pieces.begins | body), 3)
    changes = np.flatnonzero(np.diff(fourth, append=False)) + 1
    starts, ends = changes[::2] - 3, changes[1::2]
    is_start[_plain_starts(starts, ends - starts, variant)] = True
    return _join_single(is_start, strings)


def _pieces_cm(names: AnyArray, strings: Places) -> Pieces:
    """Metablocks: runs of two or more, and what lies between them."""
    same = _same_as_left(names, strings)
    in_run = _with_left(same, 1)
    # A piece begins where a symbol differs from its left one and either is in a run.
    begins = in_run.copy()
    begins[1:] |= in_run[:-1]
    begins &= ~same
    begins[strings] = True
    return Pieces(begins, ~in_run)


def _pieces_paper(names: AnyArray, strings: Places) -> Pieces:
    """Categories: runs (ii) are taken first, then (i), and all that is left is (iii)."""
    more = LEAST_CATEGORY - 1
    same = _same_as_left(names, strings)
    in_run = _with_left(_after(same, more), more)
    # Pieces are runs, and between them the longest stretches without equal neighbors.
    begins = same & ~in_run
    begins[1:] |= (in_run[1:] | in_run[:-1]) & ~same[1:]
    begins[strings] = True
    labeled = _with_left(_after(~(begins | in_run), more), more)
    # Adjacent pieces of category (iii) are one.
    rest = ~(in_run | labeled)
    begins[1:] &= ~(rest[1:] & rest[:-1])
    begins[strings] = True
    return Pieces(begins, labeled)


def _same_as_left(names: AnyArray, strings: Places) -> Booleans:
    same = np.zeros(len(names), dtype=bool)
    np.equal(names[1:], names[:-1], out=same[1:])
    same[strings] = False
    return same


def _after(joined: Booleans, number: int) -> Booleans:
    """Where a place belongs to ``number`` places to its left; ``joined`` says so of one of them."""
    result = joined.copy()
    for shift in range(1, number):
        result[shift:] &= joined[:-shift]
    return result


def _with_left(mask: Booleans, number: int) -> Booleans:
    """The places of a mask and ``number`` places to the left of each."""
    result = mask.copy()
    for _ in range(number):
        result[:-1] |= result[1:]
    return result


def _landmark_starts(
    names: AnyArray, body: Booleans, second: Booleans, rounds: int, variant: str
) -> Booleans:
    """Where the landmarks of the bodies make a block begin."""
    # All places get labels; those from the r-th of a piece on are right.
    labels = names
    for _ in range(rounds):
        labels = label(labels)
    bits = np.left_shift(np.uint8(1), labels.astype(np.uint8, copy=False))
    bits *= body.view(np.uint8)
    # Where r = 0, bodies may touch.
    cuts = np.flatnonzero(body[:-1] & body[1:] & ~second[1:]) + 1
    reduce_inside(bits, cuts)
    is_landmark = landmarks_inside(bits, cuts)
    if variant == "paper":  # blocks lie between landmarks
        return is_landmark
    # The places between two landmarks, one or two, join the right one, but for the left one of
    # two. So a block begins one place before a landmark, unless that is the first of its piece.
    is_start = np.zeros_like(is_landmark)
    np.logical_and(is_landmark[1:], second[1:], out=is_start[:-1])
    return is_start


def _plain_starts(starts: Places, lengths: Places, variant: str) -> Places:
    """First places of the blocks of pieces that are cut by their lengths alone."""
    if variant == "paper":
        counts = lpp.block_counts(lengths)
        return np.repeat(starts, counts) + lpp.block_starts(lengths)
    # Threes; the last four symbols are two twos, for which the last start moves by one.
    counts = -(-lengths // 3)
    result = np.repeat(starts, counts) + 3 * lpp.within(counts)
    result[(np.cumsum(counts) - 1)[(3 * counts - lengths == 2) & (lengths > 1)]] -= 1
    return result


def _join_single(is_start: Booleans, strings: Places) -> Places:
    """Let blocks of one symbol join a neighbor, left to right.

    A block and the single ones after it are a group, and so are a single first block, the block
    after it and the single ones after that. Whatever the length of a group, the rule cuts it as
    left preferential parsing does, into pairs and a last triple if it is odd.
    """
    n = len(is_start)
    is_next = np.append(is_start[1:], True)
    leads = np.ones(n + 3, dtype=bool)  # beyond the end, too
    np.greater(is_start, is_next, out=leads[:n])
    leads[strings] = True
    # A single first block takes in the next one.
    leads[strings[is_next[strings]] + 1] = False
    # Cut off pairs where four symbols or more are left, few times: groups are short.
    cuts = np.flatnonzero(leads[:n] > (leads[2:-1] | leads[3:])) + 2
    while len(cuts):
        leads[cuts] = True
        cuts = cuts[~(leads[cuts + 2] | leads[cuts + 3])] + 2
    return np.flatnonzero(leads[:n])
