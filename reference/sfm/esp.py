"""ESP trees, Section III, Figures 1 and 7 of SFM."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.sfm import released
from gramcheck.reference.sfm.alphabet_reduction import rounds_needed
from gramcheck.reference.sfm.corpus import code_points, letters_in, level_zero
from gramcheck.reference.sfm.node_names import NodeNames
from gramcheck.reference.sfm.parsing import block_starts
from gramcheck.reference.sfm.vocabulary import VARIANTS, children_of


@dataclass(frozen=True)
class EspTree:
    """The tree of one string.

    Equal names, at one level, mean equal children from left to right. A node of three children of
    the variant "released" stands for the two binary nodes that its triple makes.

    Attributes
    ----------
    string : str
    variant : "cm", "paper" or "released"
    names : tuple of tuples of int
        Names of the nodes of each level, leaves first, the root last.
    starts : tuple of tuples of int
        For each level above the leaves, each node's first child, as a place in the level below.
    """

    string: str
    variant: str
    names: tuple[tuple[int, ...], ...]
    starts: tuple[tuple[int, ...], ...]

    @property
    def height(self) -> int:
        """Number of edges from a leaf to the root; O(log length), as 2 <= children <= 3."""
        return len(self.starts)

    @property
    def nodes(self) -> list[tuple[int, int, int]]:
        """(level, place, name) of every node."""
        return [
            (level, place, name)
            for level, names in enumerate(self.names)
            for place, name in enumerate(names)
        ]

    @property
    def edges(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """((level, place) of the parent, (level, place) of the child), left to right."""
        return [
            ((level, parent), (level - 1, child))
            for level in range(1, len(self.names))
            for parent, children in enumerate(self.children(level))
            for child in children
        ]

    def children(self, level: int) -> list[range]:
        """Places of the children, one level below, of each node of a level above the leaves.

        Raises
        ------
        ValueError
            ``level`` below 1 or above the height.
        """
        level = check.integer("level", level, 1, self.height)
        ends = (*self.starts[level - 1], len(self.names[level - 1]))
        return list(itertools.starmap(range, itertools.pairwise(ends)))

    def spans(self, level: int) -> list[tuple[int, int]]:
        """First and one past the last character under each node of a level.

        Raises
        ------
        ValueError
            ``level`` negative or above the height.
        """
        level = check.integer("level", level, 0, self.height)
        if level == 0:
            return [(i, i + 1) for i in range(len(self.string))]
        below = self.spans(level - 1)
        return [(below[c[0]][0], below[c[-1]][1]) for c in self.children(level)]

    def draw(self) -> str:
        """The tree as text, root first, each node as wide as the leaves under it.

        Below, a line with the string itself, what does not print as its escape sequence; the
        numbers are names. ``gramcheck.paper_checks.tree_plots`` makes it a picture.
        """
        letters = [c if c.isprintable() else repr(c)[1:-1] for c in self.string]
        names = [str(name) for _, _, name in self.nodes]
        width = max(map(len, names + letters), default=1) + 2
        lines = [
            "".join(
                f"[{str(name).center(width * (end - begin) - 2)}]"
                for name, (begin, end) in zip(self.names[level], self.spans(level), strict=True)
            )
            for level in range(self.height, -1, -1)
        ]
        return "\n".join([*lines, "".join(letter.center(width) for letter in letters).rstrip()])

    def __str__(self) -> str:
        return self.draw()


def esp_tree(s: str, variant: str = "cm") -> EspTree:
    """The ESP tree of one string, as the corpus of that string alone.

    Parameters
    ----------
    s : str
        Not empty.
    variant : "cm", "paper" or "released"
        As in :func:`.characteristic_vectors`.

    Returns
    -------
    EspTree

    Raises
    ------
    ValueError
        An empty string, an unknown variant.
    TypeError
        ``s`` no str.
    """
    variant = check.choice("variant", variant, VARIANTS)
    if not check.string("s", s):
        raise ValueError("s must not be empty")
    codes = code_points([s])
    letters = letters_in(codes)
    level = level_zero(codes, np.array([len(s)]), letters)
    names, starts = [level.names], []
    global_names, n_names = NodeNames(released.MOST_NAMES, 2), len(letters)
    while len(level.names) > 1:
        if variant == "released":
            level, _, blocks = released.parse(level, letters, global_names)
        else:
            blocks = block_starts(level.names, level.starts, rounds_needed(n_names), variant)
            of_level = NodeNames(n_names)
            level = level.parsed(of_level.add(children_of(level.names, blocks)), blocks)
            n_names = len(of_level)
        names.append(level.names)
        starts.append(blocks)
    return EspTree(s, variant, _tuples(names), _tuples(starts))


def _tuples(arrays: list[np.ndarray]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(array.tolist()) for array in arrays)
