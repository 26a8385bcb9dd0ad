"""Strings as a prefix trie that is walked level by level, so that a common prefix counts once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Trie:
    """The levels of the prefix trie of strings, which come in alphabetical order.

    The nodes of a level are ordered by the height of what is below them, tallest first. While no
    node has two children, the nodes of a level then stand where their parents stood, at the
    beginning of the level before, and no state has to be moved.

    Attributes
    ----------
    n_texts : int
        The number of strings.
    depth, size : int
        The numbers of levels and of nodes below the root.
    widest : int
        The largest number of nodes on a level.
    points : (size,)
        The letters on the edges to all nodes, level after level.
    columns : list of slice
        Where the letters of each level stand in ``points``.
    parents : list
        For each level the places of the nodes' parents in the level before, None where no state
        has to be moved.
    ends : list
        For each level the places of the nodes where strings end, one for each string.
    lengths : (n_texts,)
        The lengths of the strings in the order in which they end.
    places : (n_texts,)
        The place of each string in that order.
    """

    def __init__(self, points: NDArray[np.int32], lengths: NDArray[np.int64]) -> None:
        self.n_texts, self.depth = len(lengths), int(lengths.max())
        letters = np.zeros((len(lengths), self.depth + 1), dtype=np.int32)
        letters[np.arange(self.depth + 1) < lengths[:, None]] = points
        shared = _shared_prefixes(letters, lengths)
        self.size = int((lengths - shared).sum())

        ended = np.argsort(lengths, kind="stable")
        self.lengths, self.places = lengths[ended], np.argsort(ended)
        bounds = np.searchsorted(self.lengths, np.arange(self.depth + 2))
        self.parents: list[NDArray[np.intp] | None] = [None]
        self.columns = [slice(0, 0)]
        self.ends = [np.zeros(bounds[1], dtype=np.intp)]
        edges = []
        start = 0
        nodes = np.zeros(1, dtype=np.intp)  # of one level, each named by its first string
        first = np.zeros(len(lengths), dtype=np.intp)  # the first string through each one's node
        place = np.zeros(len(lengths), dtype=np.intp)  # of each node within its level
        branching = np.zeros(self.depth + 2, dtype=bool)
        branching[shared[lengths > shared] + 1] = True
        for level in range(1, self.depth + 1):
            if branching[level]:
                starts = np.flatnonzero(shared < level)
                heights = np.maximum.reduceat(lengths, starts)
                order = np.argsort(-heights, kind="stable")
                order = order[: np.count_nonzero(heights >= level)]
                nodes, heights = starts[order], heights[order]
                self.parents.append(place[first[nodes]])
                first = np.repeat(starts, np.diff(starts, append=len(lengths)))
                place[nodes] = np.arange(len(nodes))
            else:
                count = len(heights) - np.searchsorted(heights[::-1], level)
                nodes, heights = nodes[:count], heights[:count]
                self.parents.append(None)
            edges.append(letters[nodes, level - 1])
            self.columns.append(slice(start, start + len(nodes)))
            start += len(nodes)
            texts = ended[bounds[level] : bounds[level + 1]]
            self.ends.append(place[first[texts]])
        self.widest = max((len(letters) for letters in edges), default=1)
        self.points = np.concatenate(edges) if edges else np.empty(0, dtype=np.int32)


def _shared_prefixes(letters: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The length of the prefix that each string shares with the one before it, 0 for the first."""
    differ = letters[1:] != letters[:-1]
    limit = np.minimum(lengths[1:], lengths[:-1])
    shared = np.where(differ.any(axis=1), differ.argmax(axis=1), limit)
    return np.concatenate([[0], np.minimum(shared, limit)])
