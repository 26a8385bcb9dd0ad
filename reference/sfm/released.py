"""ESP as the authors' published program does it, the variant ``"released"``.

It differs from the appendix, and the theorem does not cover it (erratum S25):

- A run of equal symbols is one piece together with a gap of one symbol (two, at the beginning of a
  string) before it. A longer gap is a piece by itself, with labels from four symbols on (five at
  the beginning). The last symbol of a string is not examined for equality; it goes with the last
  piece, or with its left neighbor, if equal, when that piece would have labels.
- Labels: the first symbol of a piece counts as 0 and stays 0; rounds go on, one at least, until all
  labels of the piece are below 6, so their number depends on the data. Reduction to {0, 1, 2} takes
  the largest free element. Equal neighbors (the forced 0 may have one) differ in bit 32.
- No landmarks: such a piece is cut from the left; four symbols left make a pair, three a triple,
  else a strict local extremum of the labels at the second symbol makes a triple, all else a pair.
  The other pieces are cut by left preferential parsing.
- All nodes are binary: a triple (x, y, z) makes (y, z), then (x, (y, z)), and both are counted.
- Names are global: letters go by their code points, nodes by the first numbers above, level after
  level, whatever the level. In the vocabulary they are columns, letters first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from reference.sfm import lpp
from reference.sfm.alphabet_reduction import label, reduce_inside
from reference.sfm.corpus import Level, count, stack_levels, starts_of
from reference.sfm.node_names import NodeNames, Rows, first_appearances

Places = NDArray[np.intp]

MOST_NAMES = 2**31 - 1


class Nodes(NamedTuple):
    """Nodes that a string's tree has at one level, the inner ones of triples included."""

    columns: NDArray[np.int64]
    strings: Places


def fit(
    levels: list[Level], letters: NDArray[np.int64], numbers: list[int] | None
) -> tuple[Rows, list[sparse.csr_matrix]]:
    """Children of all nodes, and counts for ``numbers`` of strings in each chunk if given."""
    names = NodeNames(MOST_NAMES, 2)
    trees = [[Nodes(level.names.astype(np.int64), level.string_of_node())] for level in levels]
    while True:
        levels = [level.unfinished() for level in levels]
        if not any(len(level.strings) for level in levels):
            break
        for i, level in enumerate(levels):
            if not len(level.strings):
                continue
            levels[i], nodes, _ = parse(level, letters, names)
            if numbers is not None:
                trees[i].append(nodes)
    if numbers is None:
        return names.rows, []
    width = len(letters) + len(names)
    return names.rows, [_count(t, n, width)[0] for t, n in zip(trees, numbers, strict=True)]


def transform(
    level: Level, letters: NDArray[np.int64], known: NodeNames, number: int
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    """Counts over a fixed vocabulary, string by string; numbers of nodes that are not in it."""
    tree = [Nodes(level.names.astype(np.int64), level.string_of_node())]
    width = len(letters) + len(known)
    for i, (begin, length) in enumerate(zip(level.starts, level.lengths(), strict=True)):
        part = Level(level.names[begin : begin + length], level.strings[[i]], level.starts[:1])
        names = _Extended(known, max(0, int(part.names.max()) + 1 - width))
        while len((part := part.unfinished()).strings):
            part, nodes, _ = parse(part, letters, names)
            tree.append(nodes)
    return _count(tree, number, width)


class _Extended:
    """Names of a vocabulary with those of one string after them, its unseen letters first."""

    def __init__(self, known: NodeNames, n_letters: int) -> None:
        self._known = known
        self._own = NodeNames(MOST_NAMES, 2)
        self._first = len(known) + n_letters

    def __len__(self) -> int:
        return self._first + len(self._own)

    def find(self, rows: Rows) -> NDArray[np.int64]:
        names = self._known.find(rows)
        missing = names < 0
        own = self._own.find(rows[missing])
        names[missing] = np.where(own < 0, -1, own + self._first)
        return names

    def append(self, rows: Rows) -> None:
        self._own.append(rows)


def parse(
    level: Level, letters: NDArray[np.int64], names: NodeNames | _Extended
) -> tuple[Level, Nodes, Places]:
    """The next level of some strings, all nodes that it makes, and its blocks."""
    columns = level.names.astype(np.int64)
    is_letter = columns < len(letters)
    known_as = columns - len(letters) + (letters[-1] + 1)
    known_as[is_letter] = letters[columns[is_letter]]
    blocks = block_starts(known_as.astype(np.uint32), level.starts)
    made, is_top = _name(columns, blocks, len(letters), names)
    parsed = level.parsed(made[is_top], blocks)
    strings = np.repeat(parsed.string_of_node(), np.diff(np.flatnonzero(is_top), prepend=-1))
    return parsed, Nodes(made, strings), blocks


def block_starts(names: NDArray[np.uint32], strings: Places) -> Places:
    """First places of the blocks of one level; ``names`` are code points and node numbers."""
    starts, reduced = _pieces(names, strings)
    lengths = np.diff(starts, append=len(names))
    plain = ~reduced
    begins = np.repeat(starts[plain], lpp.block_counts(lengths[plain]))
    begins += lpp.block_starts(lengths[plain])
    return np.sort(np.concatenate([begins, _greedy(names, starts[reduced], lengths[reduced])]))


def _pieces(names: NDArray[np.uint32], strings: Places) -> tuple[Places, NDArray[np.bool_]]:
    """First places of the pieces, and whether each is cut by labels."""
    lasts = np.append(strings[1:], len(names)) - 1
    equal = np.zeros(len(names), dtype=bool)
    np.equal(names[1:], names[:-1], out=equal[1:])
    equal[strings] = False
    equal_at_end = equal[lasts]
    equal[lasts] = False  # not examined
    in_run = equal.copy()
    in_run[:-1] |= equal[1:]
    # runs and the gaps between them; the last symbol of a string is in its last gap, the tail
    begins = in_run.copy()
    begins[1:] |= in_run[:-1]
    begins &= ~equal
    begins[strings] = True
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(names))
    is_gap = ~in_run[starts]
    at_start = np.isin(starts, strings, assume_unique=True)
    is_tail = np.isin(ends - 1, lasts, assume_unique=True)
    # steps between different symbols that the scan has counted when the gap ends
    steps = (ends - starts) + ~at_start - 2 * is_tail
    reduced = is_gap & (steps >= 5)
    # a short gap takes in the run after it, a run up to the last symbol but one takes in that
    takes_in_next = is_gap & ~is_tail & (steps < 3)
    alone = is_tail & ~at_start & (ends - starts == 1)
    keep = ~alone
    keep[1:] &= ~takes_in_next[:-1]
    # equal last symbols are a piece by themselves when the tail has labels
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
    # all places that steps of two and three reach from the beginnings, by doubling the steps
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


def _name(
    columns: NDArray[np.int64], blocks: Places, n_letters: int, names: NodeNames | _Extended
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Columns of the nodes in the order in which they are made, and which is a block's own."""
    is_triple = np.diff(blocks, append=len(columns)) == 3
    # the one node of a pair, the first of a triple: its last two symbols
    right = blocks + 1 + is_triple
    rows = np.column_stack([columns[right - 1], columns[right]]).astype(np.int32)
    ids, firsts = first_appearances(rows, MOST_NAMES)
    found = names.find(rows[firsts])
    unnamed = n_letters + len(names)  # stand-ins for columns that do not exist yet
    stand_ins = np.where(found < 0, unnamed + np.arange(len(firsts)), n_letters + found)[ids]
    # the second of a triple, made right after the first
    position = np.cumsum(1 + is_triple) - 1
    everything = np.empty((position[-1] + 1 if len(blocks) else 0, 2), dtype=np.int32)
    everything[position - is_triple] = rows
    triples = np.flatnonzero(is_triple)
    everything[position[triples]] = np.column_stack([columns[blocks[triples]], stand_ins[triples]])
    ids, firsts = first_appearances(everything, MOST_NAMES)
    distinct = everything[firsts]
    found = names.find(distinct)
    new = np.flatnonzero(found < 0)
    found[new] = len(names) + np.arange(len(new))
    made = n_letters + found[ids]
    # replace stand-ins: such a node was made right before its parent
    additions = distinct[new]
    waiting = additions[:, 1] >= unnamed
    additions[waiting, 1] = made[firsts[new[waiting]] - 1]
    names.append(additions)
    is_top = np.zeros(len(made), dtype=bool)
    is_top[position] = True
    return made, is_top


def _count(
    tree: list[Nodes], number: int, width: int
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    columns = np.concatenate([nodes.columns for nodes in tree])
    strings = np.concatenate([nodes.strings for nodes in tree])
    unseen = np.bincount(strings[columns >= width], minlength=number)
    return stack_levels([count(columns, strings, number, width)], [width]), unseen
