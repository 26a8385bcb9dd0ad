"""Strings made from a few seeds by edits and block moves: the corpus that needs no download.

A random ancestor is edited into the seeds, a few for each class, and each seed into the strings of
its family. Both steps use the operations of the edit distance with moves (Section III of SFM):
insertions, deletions and replacements of a character, and moves of a substring. What the class
is, is thus known exactly; how hard it is to see follows from two numbers, the operations between
ancestor and seed (``apart``: what tells classes from one another) and those between seed and string
(``within``: what hides it). Families of one class are no closer to each other than to the other
class, so that a class is no ball in any distance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"  # letters that the local alignment kernel scores, too

Operations = tuple[int, int]  # character edits and block moves


def generated_corpus(
    n_per_class: int,
    rng: np.random.Generator,
    *,
    n_classes: int = 2,
    seeds_per_class: int = 2,
    length: int = 60,
    apart: Operations = (20, 3),
    within: Operations = (40, 3),
    alphabet: Sequence[str] = AMINO_ACIDS,
) -> tuple[list[str], NDArray[np.int64]]:
    """Draw a corpus; the same generator gives the same strings.

    Draws: the ancestor, then each seed, class by class, then each string, class by class.

    Parameters
    ----------
    n_per_class : int
        Strings of each class; its families take turns.
    rng : numpy.random.Generator
    n_classes, seeds_per_class : int
    length : int
        Of the ancestor; strings differ from it by insertions less deletions.
    apart, within : (edits, moves)
        Operations that turn the ancestor into a seed, and a seed into a string.
    alphabet : sequence of characters

    Returns
    -------
    strings : list of n_classes * n_per_class str
    labels : (n_classes * n_per_class,) int64
        0 ... ``n_classes - 1``, class after class.

    Raises
    ------
    ValueError
        Numbers below 1 (operations: below 0), an alphabet of fewer than two characters, more
        edits than the ancestor has characters.
    """
    _at_least(1, n_per_class=n_per_class, n_classes=n_classes, seeds_per_class=seeds_per_class)
    _at_least(2, alphabet=len(alphabet), length=length)
    for name, (edits, moves) in (("apart", apart), ("within", within)):
        if not (0 <= edits <= length and moves >= 0):
            raise ValueError(
                f"{name} must be 0 to {length} edits and 0 or more moves, got {edits} and {moves}"
            )
    letters = list(alphabet)
    ancestor = [letters[k] for k in rng.integers(len(letters), size=length)]
    seeds = [
        [operated(ancestor, apart, letters, rng) for _ in range(seeds_per_class)]
        for _ in range(n_classes)
    ]
    strings = [
        "".join(operated(families[k % seeds_per_class], within, letters, rng))
        for families in seeds
        for k in range(n_per_class)
    ]
    return strings, np.repeat(np.arange(n_classes), n_per_class)


def operated(
    string: Sequence[str],
    operations: Operations,
    letters: Sequence[str],
    rng: np.random.Generator,
) -> list[str]:
    """A string after some edits, then some moves; its distance with moves is at most their sum.

    An edit is an insertion, a deletion or a replacement with equal chances, at a random place, and
    the letter uniform. A move takes a random block of up to a third of the string to a random
    place. A string that has shrunk to one letter is not shortened.
    """
    s = list(string)
    edits, moves = operations
    for _ in range(edits):
        kind = rng.integers(3)
        letter = letters[int(rng.integers(len(letters)))]
        if kind == 0:
            s.insert(int(rng.integers(len(s) + 1)), letter)
        elif kind == 1 and len(s) > 1:
            del s[int(rng.integers(len(s)))]
        else:
            s[int(rng.integers(len(s)))] = letter
    for _ in range(moves):
        size = int(rng.integers(1, max(2, len(s) // 3 + 1)))
        begin = int(rng.integers(len(s) - size + 1))
        block, rest = s[begin : begin + size], s[:begin] + s[begin + size :]
        place = int(rng.integers(len(rest) + 1))
        s = rest[:place] + block + rest[place:]
    return s


def _at_least(least: int, **numbers: int) -> None:
    for name, number in numbers.items():
        if number < least:
            raise ValueError(f"{name} must be at least {least}, got {number}")
