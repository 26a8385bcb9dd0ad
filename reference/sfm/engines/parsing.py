"""One level of edit sensitive parsing for a whole corpus; :func:`.parse_level` is the plain form.

The levels of all strings lie one after the other in one array. :func:`block_starts` cuts the array
into blocks of two or three, the nodes of the next level. Masks of one byte a place do the work,
whatever the number of strings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gramcheck.reference.sfm.engines import lpp
from gramcheck.reference.sfm.engines.corpus import Places
from gramcheck.reference.sfm.engines.labels import label, landmarks_inside, reduce_inside
from gramcheck.reference.types import AnyArray, Booleans

LEAST_CATEGORY = 5  # symbols in a piece of category (i) or (ii)


class Pieces(NamedTuple):
    """Maximal parts of one category, in order and without gaps."""

    starts: Places
    lengths: Places
    labeled: Booleans  # whether it is cut by labels where it is long enough


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
    long = pieces.labeled & (pieces.lengths >= rounds + 2)
    bodies = pieces.starts[long] + rounds
    is_start = _landmark_starts(names, pieces, long, rounds, variant)
    is_start[bodies] = True
    # Runs, short pieces and the first r symbols of long ones are cut by their lengths alone.
    lengths = np.where(long, rounds, pieces.lengths)
    plain = lengths > 0
    is_start[_plain_starts(pieces.starts[plain], lengths[plain], variant)] = True
    return _join_single(is_start, strings)


def _pieces_cm(names: AnyArray, strings: Places) -> Pieces:
    """Metablocks: runs of two or more, and what lies between them."""
    same = _same_as_left(names, strings)
    in_run = same.copy()
    in_run[:-1] |= same[1:]
    # A piece begins where a symbol differs from its left one and either is in a run.
    begins = in_run.copy()
    begins[1:] |= in_run[:-1]
    begins &= ~same
    begins[strings] = True
    starts = np.flatnonzero(begins)
    return Pieces(starts, np.diff(starts, append=len(names)), ~in_run[starts])


def _pieces_paper(names: AnyArray, strings: Places) -> Pieces:
    """Categories: runs (ii) are taken first, then (i), and all that is left is (iii)."""
    same = _same_as_left(names, strings)
    # Mark the last place of five equal ones, and then all five.
    in_run = same.copy()
    for shift in range(1, LEAST_CATEGORY - 1):
        in_run[shift:] &= same[:-shift]
    in_run[: LEAST_CATEGORY - 1] = False
    for _ in range(LEAST_CATEGORY - 1):
        in_run[:-1] |= in_run[1:]
    # Pieces are runs, and between them the longest stretches without equal neighbors.
    begins = same & ~in_run
    begins[1:] |= (in_run[1:] | in_run[:-1]) & ~same[1:]
    begins[strings] = True
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=len(names))
    run = in_run[starts]
    labeled = ~run & (lengths >= LEAST_CATEGORY)
    # Adjacent pieces of category (iii) are one.
    rest = ~run & ~labeled
    continues = rest[1:] & rest[:-1]
    continues &= ~np.isin(starts[1:], strings, assume_unique=True)
    keep = np.concatenate([[True], ~continues])
    starts = starts[keep]
    return Pieces(starts, np.diff(starts, append=len(names)), labeled[keep])


def _same_as_left(names: AnyArray, strings: Places) -> Booleans:
    same = np.zeros(len(names), dtype=bool)
    np.equal(names[1:], names[:-1], out=same[1:])
    same[strings] = False
    return same


def _landmark_starts(
    names: AnyArray, pieces: Pieces, long: Booleans, rounds: int, variant: str
) -> Booleans:
    """Where the landmarks of the long pieces make a block begin."""
    # All places get labels; those from the r-th of a piece on are right.
    labels = names
    for _ in range(rounds):
        labels = label(labels)
    bits = np.left_shift(np.uint8(1), labels.astype(np.uint8, copy=False))
    bits *= _is_body(pieces, long, rounds, len(names))
    # Where no symbol before them is unlabeled, pieces may touch.
    cuts = pieces.starts[long] if rounds == 0 else pieces.starts[:0]
    cuts = cuts[cuts > 0]
    reduce_inside(bits, cuts)
    is_landmark = landmarks_inside(bits, cuts)
    if variant == "paper":  # blocks lie between landmarks
        return is_landmark
    # The places between two landmarks, one or two, join the right one, but for the left one of
    # two. So a block begins one place before a landmark, unless that is the first of its piece.
    is_landmark[pieces.starts[long] + rounds] = False
    is_start = np.zeros_like(is_landmark)
    is_start[:-1] = is_landmark[1:]
    return is_start


def _is_body(pieces: Pieces, long: Booleans, rounds: int, n: int) -> NDArray[np.uint8]:
    """1 at each symbol of a long piece but its first r, and else 0."""
    change = np.zeros(n + 1, dtype=np.int8)
    change[pieces.starts[long] + rounds] = 1
    change[(pieces.starts + pieces.lengths)[long]] -= 1
    return np.cumsum(change[:-1], dtype=np.int8).view(np.uint8)


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
    """Let blocks of one symbol join a neighbor, left to right. The mask is overwritten.

    A block and the single ones after it are a group, and so are a single first block, the block
    after it and the single ones after that. Whatever the length of a group, the rule cuts it as
    left preferential parsing does, into pairs and a last triple if it is odd.
    """
    starts = np.flatnonzero(is_start)
    single = np.diff(starts, append=len(is_start)) == 1
    first = np.searchsorted(starts, strings)
    leads = ~single
    leads[first] = True
    # A single first block takes in the next one.
    last = np.append(first[1:], len(starts)) - 1
    leads[first[single[first] & (first < last)] + 1] = False
    groups = starts[leads]
    lengths = np.diff(groups, append=len(is_start))
    large = lengths > 3
    extra = np.repeat(groups[large], lpp.block_counts(lengths[large]))
    extra += lpp.block_starts(lengths[large])
    is_start[starts[~leads]] = False
    is_start[extra] = True
    return np.flatnonzero(is_start)
