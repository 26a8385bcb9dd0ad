"""Strings made from a few seeds by edits and block moves: the corpus that needs no download.

A random ancestor is edited into the seeds, a few for each class, and each seed into the strings of
its family. Both steps use the operations of the edit distance with moves (Section III of SFM):
insertions, deletions and replacements of a character, and moves of a substring. What the class
is, is thus known exactly; how hard it is to see follows from two numbers, the operations between
ancestor and seed (`APART`: what tells classes from one another) and those between seed and string
(`WITHIN`: what hides it). Families of one class are no closer to each other than to the other
class, so that a class is no ball in any distance.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"  # letters that the local alignment kernel scores, too

Operations = tuple[int, int]  # character edits and block moves

N_CLASSES, N_SEEDS = 2, 2  # seeds of each class
LENGTH = 60  # of the ancestor; strings differ from it by insertions less deletions
APART: Operations = (20, 3)
WITHIN: Operations = (40, 3)


def generated_corpus(
    n_per_class: int, rng: np.random.Generator
) -> tuple[list[str], NDArray[np.int64]]:
    """Draw a corpus, class after class: strings and labels; the same generator gives the same.

    Draws: the ancestor, then each seed, class by class, then each string, class by class; the
    families of a class take turns.
    """
    letters = list(AMINO_ACIDS)
    ancestor = [letters[k] for k in rng.integers(len(letters), size=LENGTH)]
    seeds = [
        [operated(ancestor, APART, letters, rng) for _ in range(N_SEEDS)] for _ in range(N_CLASSES)
    ]
    strings = [
        "".join(operated(families[k % N_SEEDS], WITHIN, letters, rng))
        for families in seeds
        for k in range(n_per_class)
    ]
    return strings, np.repeat(np.arange(N_CLASSES), n_per_class)


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
