"""The variant ``"released"`` of ESP: the parse of the authors' published program.

It differs from the appendix, and the theorem does not cover it (erratum S25):

- A run of equal symbols is one piece together with a gap of one symbol (two, at the beginning of a
  string) before it. A longer gap is a piece by itself, with labels from four symbols on (five at
  the beginning). The last symbol of a string is not examined for equality; it goes with the last
  piece, or with its left neighbor, if equal, when that piece would have labels.
- The first label of a piece is forced to 0. There is at least one round, and rounds go on until all
  labels of the piece are below 6, so that their number depends on the data. Reduction to {0, 1, 2}
  takes the largest free element. Equal neighbors, which the forced 0 may have, count as different
  in bit 32.
- There are no landmarks. A piece with labels is cut from the left: of four symbols that are left a
  pair is taken, and of three a triple; else a triple where the label of the second symbol is a
  strict local extremum, and a pair where it is not. The other pieces are cut by left preferential
  parsing.
- All nodes are binary: a triple (x, y, z) makes (y, z), then (x, (y, z)), and both are counted.
- Names are global. Letters are named by their code points and nodes by the numbers after the
  largest of these, whatever their level. In the vocabulary names are columns, letters first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy as sp
from numpy.typing import NDArray

from gramcheck.reference.sfm.engines import lpp
from gramcheck.reference.sfm.engines.corpus import (
    Chunks,
    Level,
    Places,
    code_points,
    count,
    letters_in,
    level_zero,
    stack_levels,
    starts_of,
)
from gramcheck.reference.sfm.engines.labels import label, reduce_inside
from gramcheck.reference.sfm.engines.node_names import NodeNames, Rows, first_appearances
from gramcheck.reference.types import Booleans, Integers

Tuples = tuple[tuple[int, ...], ...]


class Nodes(NamedTuple):
    """The nodes that strings have at one level, the inner ones of triples among them."""

    columns: Integers
    strings: Places


def fit(
    chunks: Chunks, letters: Integers, numbers: list[int] | None
) -> tuple[Rows, list[sp.sparse.csr_matrix]]:
    """Children of all nodes; and counts, if the ``numbers`` of strings of the chunks are given."""
    names = NodeNames(2)
    trees: list[list[Nodes]] = []
    if numbers is not None:
        trees = [[_leaves(Level(*arrays))] for arrays in chunks]
    unfinished = True
    while unfinished:
        unfinished = False
        for i, arrays in enumerate(chunks):
            level = Level(*arrays).unfinished()
            if len(level.strings):
                unfinished = True
                level, nodes, _ = parse(level, letters, names)
                if numbers is not None:
                    trees[i].append(nodes)
            chunks[i] = level
    if numbers is None:
        return names.rows, []
    width = len(letters) + len(names)
    return names.rows, [_count(t, n, width)[0] for t, n in zip(trees, numbers, strict=True)]


def transform(
    level: Level, letters: Integers, known: NodeNames, number: int
) -> tuple[sp.sparse.csr_matrix, Integers]:
    """Counts over a fixed vocabulary, and numbers of nodes that are not in it."""
    tree, width = [_leaves(level)], len(letters) + len(known)
    unseen = np.full(number, width)
    if len(level.strings):  # they come after the letters that a string has for itself
        largest = np.maximum.reduceat(level.names, level.starts)
        unseen[level.strings] = np.maximum(largest + 1, width)
    while len((level := level.unfinished()).strings):
        level, nodes, _ = parse(level, letters, known, unseen)
        tree.append(nodes)
    return _count(tree, number, width)


def tree(s: str) -> tuple[Tuples, Tuples]:
    """Names of each level of one string's tree, and each node's first child, as in `EspTree`."""
    codes = code_points([s])
    letters = letters_in(codes)
    level, known = level_zero(codes, np.array([len(s)]), letters), NodeNames(2)
    names, starts = [tuple(level.names.tolist())], []
    while len(level.names) > 1:
        level, _, blocks = parse(level, letters, known)
        names.append(tuple(level.names.tolist()))
        starts.append(tuple(blocks.tolist()))
    return tuple(names), tuple(starts)


def parse(
    level: Level, letters: Integers, names: NodeNames, unseen: Places | None = None
) -> tuple[Level, Nodes, Places]:
    """The next level of some strings, all nodes that it makes, and its blocks.

    Nodes without a name get the next ones of ``names``. With ``unseen``, however, ``names`` stays
    as it is, and each string has columns of its own for them. These begin at its entry of
    ``unseen``, which is then moved to their end.
    """
    columns = level.names.astype(np.int64)
    is_letter = columns < len(letters)
    known_as = columns - len(letters) + (letters[-1] + 1)
    known_as[is_letter] = letters[columns[is_letter]]
    blocks = block_starts(known_as.astype(np.uint32), level.starts)
    is_triple = np.diff(blocks, append=len(columns)) == 3
    parsed = level.parsed(blocks, blocks)  # nodes go by their places until they have names
    strings = np.repeat(parsed.string_of_node(), 1 + is_triple)
    made = _name(_rows(columns, blocks, is_triple), strings, len(letters), names, unseen)
    tops = made[np.cumsum(1 + is_triple) - 1].astype(np.uint32)
    return parsed._replace(names=tops), Nodes(made, strings), blocks


def block_starts(names: NDArray[np.uint32], strings: Places) -> Places:
    """First places of the blocks of one level; ``names`` are code points and node numbers."""
    starts, reduced = _pieces(names, strings)
    lengths = np.diff(starts, append=len(names))
    plain = ~reduced
    begins = np.repeat(starts[plain], lpp.block_counts(lengths[plain]))
    begins += lpp.block_starts(lengths[plain])
    return np.sort(np.concatenate([begins, _greedy(names, starts[reduced], lengths[reduced])]))


def _pieces(names: NDArray[np.uint32], strings: Places) -> tuple[Places, Booleans]:
    """First places of the pieces, and whether each is cut by labels."""
    lasts = np.append(strings[1:], len(names)) - 1
    equal = np.zeros(len(names), dtype=bool)
    np.equal(names[1:], names[:-1], out=equal[1:])
    equal[strings] = False
    equal_at_end = equal[lasts]
    equal[lasts] = False  # not examined
    in_run = equal.copy()
    in_run[:-1] |= equal[1:]
    # Pieces are runs and the gaps between them; a string ends in a gap, the tail.
    begins = in_run.copy()
    begins[1:] |= in_run[:-1]
    begins &= ~equal
    begins[strings] = True
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(names))
    is_gap = ~in_run[starts]
    at_start = np.isin(starts, strings, assume_unique=True)
    is_tail = np.isin(ends - 1, lasts, assume_unique=True)
    # This is how many steps between different symbols the scan has counted when the gap ends.
    steps = (ends - starts) + ~at_start - 2 * is_tail
    reduced = is_gap & (steps >= 5)
    # A short gap takes in the run after it, and a run takes in a last symbol that comes after it.
    takes_in_next = is_gap & ~is_tail & (steps < 3)
    alone = is_tail & ~at_start & (ends - starts == 1)
    keep = ~alone
    keep[1:] &= ~takes_in_next[:-1]
    # Two equal last symbols are a piece by themselves if the tail has labels.
    tails = np.flatnonzero(is_tail)
    split = lasts[reduced[tails] & equal_at_end] - 1
    starts = np.concatenate([starts[keep], split])
    order = np.argsort(starts)
    return starts[order], np.concatenate([reduced[keep], np.zeros(len(split), bool)])[order]


def _greedy(names: NDArray[np.uint32], starts: Places, lengths: Places) -> Places:
    """First places of the blocks of pieces that are cut by labels."""
    if not len(starts):
        return starts
    places = np.repeat(starts, lengths) + lpp.within(lengths)
    firsts = starts_of(lengths)
    bits = np.left_shift(np.uint8(1), _labels(names[places], firsts, lengths))
    reduce_inside(bits, firsts[1:], "largest")
    left = np.repeat(lengths, lengths) - lpp.within(lengths)
    n = len(places)
    triple = np.zeros(n, dtype=bool)
    first, second, third = bits[:-2], bits[1:-1], bits[2:]
    triple[: n - 2] = ((first < second) & (second > third)) | ((first > second) & (second < third))
    triple = (left == 3) | (triple & (left > 4))
    # Steps of two and three lead from the beginnings to all starts; the steps are doubled.
    step = np.append(np.arange(n) + 2 + triple, n)
    np.minimum(step, n, out=step)
    reached = np.zeros(n + 1, dtype=bool)
    reached[firsts] = True
    for _ in range(int(lengths.max()).bit_length()):
        reached[step[reached]] = True
        step = step[step]
    return places[reached[:n]]


def _labels(names: NDArray[np.uint32], firsts: Places, lengths: Places) -> NDArray[np.uint8]:
    """Labels below 6, each piece with as many rounds as it needs."""
    labels = names.copy()
    labels[firsts] = 0
    active = np.ones(len(names), dtype=bool)
    while active.any():
        new = label(labels)
        new[firsts] = 0
        np.copyto(labels, new, where=active)
        active &= np.repeat(np.maximum.reduceat(labels, firsts) >= 6, lengths)
    return labels.astype(np.uint8)


def _rows(columns: Integers, blocks: Places, is_triple: Booleans) -> Rows:
    """A row for each node, in the order in which they are made.

    It is (y, z, -1) for the node of a pair and the first of a triple, (x, y, z) for the second.
    """
    seconds = np.cumsum(1 + is_triple)[is_triple] - 1
    is_second = np.zeros(len(blocks) + len(seconds), dtype=bool)
    is_second[seconds] = True
    lefts = blocks + is_triple
    rows = np.empty((len(is_second), 3), dtype=np.int32)
    rows[~is_second] = np.column_stack(
        [columns[lefts], columns[lefts + 1], np.full_like(lefts, -1)]
    )
    rows[is_second] = columns[blocks[is_triple, None] + np.arange(3)]
    return rows


def _name(
    rows: Rows,
    strings: Places,
    n_letters: int,
    names: NodeNames,
    unseen: Places | None,
) -> Integers:
    """Columns of the nodes.

    The level of a node is the number of steps to its leftmost leaf. So different rows of one level
    are different nodes, and none of them is a node of another level.
    """
    keys = rows if unseen is None else np.column_stack([strings, rows]).astype(np.int32)
    ids, firsts = first_appearances(keys)
    distinct = rows[firsts]
    second = np.flatnonzero(distinct[:, 2] >= 0)
    first = ids[firsts[second] - 1]  # of the same triple, made right before
    known = np.full(len(distinct), -1)
    is_first = distinct[:, 2] < 0
    known[is_first] = names.find(distinct[is_first, :2])
    distinct[second, 1] = np.where(known[first] < 0, -1, n_letters + known[first])
    known[second] = names.find(distinct[second, :2])
    new = np.flatnonzero(known < 0)
    columns = n_letters + known
    if unseen is None:
        columns[new] = n_letters + len(names) + np.arange(len(new))
        distinct[second, 1] = columns[first]
        names.add(distinct[new, :2])
    else:
        owners = strings[firsts[new]]
        numbers = np.bincount(owners, minlength=len(unseen))
        columns[new] = unseen[owners] + lpp.within(numbers)
        unseen += numbers
    return columns[ids]


def _leaves(level: Level) -> Nodes:
    return Nodes(level.names.astype(np.int64), level.string_of_node())


def _count(tree: list[Nodes], number: int, width: int) -> tuple[sp.sparse.csr_matrix, Integers]:
    columns = np.concatenate([nodes.columns for nodes in tree])
    strings = np.concatenate([nodes.strings for nodes in tree])
    unseen = np.bincount(strings[columns >= width], minlength=number)
    return stack_levels([count(columns, strings, number, width)], [width]), unseen
