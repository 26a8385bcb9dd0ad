"""Strings and distances of trees that several claims ask about."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from gramcheck.reference import sfm
from gramcheck.reference.types import Array

Draw = Callable[[np.random.Generator, int], str]

EXAMPLE = "ABABABBAB"  # S of Figures 1 and 6
INSERTED = "A" + EXAMPLE  # S' of Section A-A1
BINARY = tuple("".join(s) for n in range(1, 10) for s in itertools.product("AB", repeat=n))
TERNARY = tuple("".join(s) for n in range(1, 5) for s in itertools.product("ABC", repeat=n))


def random_letters(rng: np.random.Generator, length: int) -> str:
    """Two letters at random."""
    return "".join(rng.choice(["A", "B"], length).tolist())


def short_runs(rng: np.random.Generator, length: int) -> str:
    """Runs of two to four equal letters, of four letters; category (iii) of the appendix is all."""
    steps = rng.integers(1, 4, size=length)
    letters = np.array(list("ABCD"))[np.cumsum(steps) % 4]
    return "".join(np.repeat(letters, rng.integers(2, 5, size=length))[:length].tolist())


def l1(s: str, t: str, variant: str) -> float:
    """‖V(S) - V(S')‖₁ of two strings, the corpus of these two."""
    V, _ = sfm.characteristic_vectors([s, t], variant)
    return float(abs(V[0] - V[1]).sum())


def cost_of_doubling(
    draw: Draw, lengths: Sequence[int], variant: str, rng: np.random.Generator
) -> dict[str, Array]:
    """Mean L1 distances by length after one letter is doubled, which is one insertion.

    That letter is the first or the last of 12 strings, or any letter, four of each string.
    """
    means: dict[str, list[float]] = {"first letter": [], "last letter": [], "any letter": []}
    for n in lengths:
        found = np.array([_doublings(draw(rng, n), variant, rng) for _ in range(12)])
        for place, costs in zip(means, np.split(found, [1, 2], axis=1), strict=True):
            means[place].append(float(costs.mean()))
    return {place: np.array(by_length) for place, by_length in means.items()}


def _doublings(s: str, variant: str, rng: np.random.Generator) -> Array:
    """‖V(S) - V(S')‖₁ where the first letter is doubled in S', the last, and any four."""
    places = [0, len(s) - 1, *rng.integers(len(s), size=4).tolist()]
    doubled = [s[: i + 1] + s[i:] for i in places]
    V, _ = sfm.characteristic_vectors([s, *doubled], variant)
    return sfm.l1_distances(V[:1], V[1:])[0]


def lpp_levels(s: str) -> list[list]:
    """Every level that left preferential parsing alone builds (Section A-A1), leaves first.

    A leaf is a letter, another node the tuple of its children.
    """
    levels: list[list] = [list(s)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([tuple(below[i] for i in block) for block in sfm.lpp_parse(below)])
    return levels


def lpp_tree(s: str) -> sfm.EspTree:
    """The same as a tree that can be drawn, nodes of a level numbered by first appearance."""
    names, starts = [], []
    for nodes in lpp_levels(s):
        known = list(dict.fromkeys(nodes))
        names.append(tuple(known.index(node) for node in nodes))
        sizes = [0, *(len(node) for node in nodes)]
        starts.append(tuple(np.cumsum(sizes)[:-1].tolist()))
    return sfm.EspTree(s, "lpp", tuple(names), tuple(starts[1:]))


def lpp_l1(s: str, t: str) -> int:
    """‖V(S) - V(S')‖₁ of the trees by left preferential parsing."""
    first, second = (Counter(node for level in lpp_levels(x) for node in level) for x in (s, t))
    return ((first - second) + (second - first)).total()
