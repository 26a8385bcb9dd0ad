"""Algorithm 1, step 2: many short strings and a few long ones in one call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gramcheck.verify.compare import equal
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import all_levenshtein, all_strings, exact_levenshtein


@check("d2ke/cdist", place="Algorithm 1, step 2", needs="d2ke.cdist", since="0.3")
def few_long_strings_among_many_short_ones_are_told_apart(
    target: Any, run: Any
) -> Iterator[Outcome]:
    """Every string of two letters up to six of them, and one each of 8, 9 and 100 or 65 letters.

    Who sorts strings into classes by their lengths has classes of many and of few pairs, and the
    distances of all to put back in order.
    """
    short = all_strings("ab", 6)
    lengths = ((8, 9, 100), (8, 9, 65))
    others = [["".join(run.rng.choice([*"abc"], n)) for n in side] for side in lengths]
    X, Y = ([*short, *side] for side in others)
    expected = np.empty((len(X), len(Y)), dtype=int)
    expected[: len(short), : len(short)] = all_levenshtein("ab", 6)
    for i, x in enumerate(X):
        for j, y in enumerate(Y):
            if max(i, j) >= len(short):
                expected[i, j] = exact_levenshtein(x, y)
    rows, columns = run.rng.permutation(len(X)), run.rng.permutation(len(Y))
    X, Y, expected = [X[i] for i in rows], [Y[j] for j in columns], expected[np.ix_(rows, columns)]
    yield equal(expected, target.d2ke.cdist(X, Y, "levenshtein"))
    yield equal(expected.T, target.d2ke.cdist(Y, X, "levenshtein"))
