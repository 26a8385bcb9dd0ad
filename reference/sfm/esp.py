"""Section III: edit sensitive parsing, ESP trees, Figure 1 of SFM; the parse is Appendix A-B.

A tree is built level by level. :func:`parse_level` cuts a level, a sequence of names, into blocks
of two or three nodes, which are the nodes of the next level; two blocks get the same name if and
only if they have the same children in the same order. Here one string is parsed, block by block;
:func:`.characteristic_vectors` parses a whole corpus at once.

The appendix leaves gaps, and its theorem does not hold for the parse that it describes (errata S8
and S9). So there are three variants:

``"cm"``
    Cormode and Muthukrishnan's parsing, which the theorem is about. A run of two equal symbols or
    more is a piece, and so is what lies between two runs. A run is cut into threes. Any other piece
    is cut *around* its landmarks: each place joins the nearest one, the right one of two.
``"paper"``
    The appendix as printed: category (ii) is runs of five symbols or more, category (i) pieces of
    five or more without equal neighbors, and category (iii) all that is left. Pieces of category
    (i) are cut *between* their landmarks, the others by left preferential parsing.
``"released"``
    The authors' published program, which has no landmarks (erratum S25); see
    :mod:`.engines.released`.

In the first two, with r rounds of alphabet reduction, the first r symbols of a piece have no label.
They are cut as runs are, and so are pieces in which fewer than two labels remain.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gramcheck.reference import check
from gramcheck.reference.sfm.alphabet_reduction import (
    alphabet_reduction,
    landmarks,
    reduce_to_three,
    rounds_needed,
)
from gramcheck.reference.sfm.engines import released
from gramcheck.reference.sfm.engines.parsing import LEAST_CATEGORY
from gramcheck.reference.sfm.engines.vocabulary import VARIANTS
from gramcheck.reference.sfm.lpp import lpp_parse


def esp_tree(s: str, variant: str = "cm") -> EspTree:
    """The ESP tree of one string, Section III, as the corpus of that string alone.

    Parameters
    ----------
    s : str
        Not empty.
    variant : "cm", "paper" or "released"
        See the module.

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
    if variant == "released":
        return EspTree(s, variant, *released.tree(s))
    # Leaves are named by the order of the letters, nodes by their first appearance on a level.
    place = {letter: i for i, letter in enumerate(sorted(set(s)))}
    level = [place[letter] for letter in s]
    names, starts, n_names = [tuple(level)], [], len(place)
    while len(level) > 1:
        ends = list(itertools.accumulate(parse_level(level, n_names, variant)))
        begins = [0, *ends[:-1]]
        children = [tuple(level[b:e]) for b, e in zip(begins, ends, strict=True)]
        name_of: dict[tuple[int, ...], int] = {}
        level = [name_of.setdefault(block, len(name_of)) for block in children]
        n_names = len(name_of)
        names.append(tuple(level))
        starts.append(tuple(begins))
    return EspTree(s, variant, tuple(names), tuple(starts))


def parse_level(names: Sequence[int], n_names: int, variant: str = "cm") -> list[int]:
    """Cut one level of one string into blocks, Appendix A-B.

    Parameters
    ----------
    names : sequence of int
        At least two, below ``n_names``.
    n_names : int
        Number of names of the whole corpus at this level, which decides on the rounds.
    variant : "cm" or "paper"

    Returns
    -------
    list of int
        Lengths of the blocks from left to right, each 2 or 3.
    """
    rounds = rounds_needed(n_names)
    pieces, plainly = {"cm": (_metablocks, _threes), "paper": (_categories, _pairs)}[variant]
    blocks: list[int] = []
    for piece, is_labeled in pieces(names):
        body = len(piece) - rounds
        if is_labeled and body >= 2:
            marks = landmarks(reduce_to_three(alphabet_reduction(piece, rounds)))
            # The places between two landmarks, one or two, join the right one, but for the left
            # one of two. So a block around a landmark begins one place before it.
            begins = marks[1:] - 1 if variant == "cm" else marks[marks > 0]
            blocks += plainly(rounds) + np.diff([0, *begins, body]).tolist()
        else:
            blocks += plainly(len(piece))
    return _join_single(blocks)


def _metablocks(names: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Runs of two or more, not labeled, and what lies between them, labeled."""
    runs = [list(run) for _, run in itertools.groupby(names)]
    for is_single, group in itertools.groupby(runs, key=lambda run: len(run) == 1):
        if is_single:
            yield [name for run in group for name in run], True
        else:
            yield from ((run, False) for run in group)


def _categories(names: Sequence[int]) -> Iterator[tuple[list[int], bool]]:
    """Pieces of the three categories of the appendix; those of category (i) are labeled."""
    in_run = [
        len(run) >= LEAST_CATEGORY
        for run in (list(group) for _, group in itertools.groupby(names))
        for _ in run
    ]
    # Long runs, and between them the longest stretches without equal neighbors.
    cuts = [
        i
        for i in range(1, len(names))
        if (names[i] == names[i - 1] and not in_run[i])
        or (names[i] != names[i - 1] and (in_run[i] or in_run[i - 1]))
    ]
    stretches = [range(*ends) for ends in itertools.pairwise([0, *cuts, len(names)])]

    def category(stretch: range) -> str:
        return "ii" if in_run[stretch[0]] else "i" if len(stretch) >= LEAST_CATEGORY else "iii"

    for kind, group in itertools.groupby(stretches, key=category):
        parts = [[names[i] for i in stretch] for stretch in group]
        # Adjacent stretches of category (iii) are one piece, however long.
        pieces = [list(itertools.chain(*parts))] if kind == "iii" else parts
        yield from ((piece, kind == "i") for piece in pieces)


def _threes(n: int) -> list[int]:
    """Blocks of three from the left, of the last four symbols two of two."""
    twos = 2 if n % 3 == 1 and n > 1 else 0
    rest = n - 2 * twos
    return [3] * (rest // 3) + [2] * twos + [rest % 3] * (rest % 3 > 0)


def _pairs(n: int) -> list[int]:
    """Blocks of left preferential parsing."""
    return [len(block) for block in lpp_parse(range(n))]


def _join_single(blocks: list[int]) -> list[int]:
    """Let each block of one symbol join its left neighbor, or else its right one, left to right.

    So 1 + 1 becomes 2, 1 + 2 becomes 3, and 1 + 3 becomes 2 + 2.
    """
    joined: list[int] = []
    for block in blocks:
        if joined and (block == 1 or joined == [1]):
            both = joined.pop() + block
            joined += [both] if both <= 3 else [2, 2]
        else:
            joined.append(block)
    return joined


@dataclass(frozen=True)
class EspTree:
    """The tree of one string.

    Two nodes of a level have the same name if and only if they have the same children from left to
    right. In the variant "released" a node of three children stands for the two binary nodes that
    its triple makes.

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
        if self.height == 0:
            raise ValueError(f"level must be above the leaves, there are no others, got {level}")
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

        The numbers are names. The last line is the string itself, in which a character that does
        not print is its escape sequence. ``gramcheck.paper_checks.tree_plots`` makes a picture.
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
