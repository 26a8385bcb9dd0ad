"""Other features than distances to sampled strings, and other cells of Table VI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gramcheck.paper_checks.experiments.sfm.printed import CORPORA
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, squared
from gramcheck.reference.d2ke import cdist, random_strings

Seconds = Mapping[tuple[str, int], tuple[Any, ...]]


@instead
def of_an_exponential_of_the_distance(features: Function, X: Any, omegas: Any, *rest: Any) -> Any:
    """The inner product of two strings is exp(-2 d), if they are those that are sampled."""
    if X is not omegas:
        return features(X, omegas, *rest)
    values, vectors = np.linalg.eigh(np.exp(-2.0 * cdist(X, X, *rest)))
    return vectors * np.sqrt(values)


@instead
def drawn_anew(sample: Function, X: Any, R: int, rng: np.random.Generator) -> Any:
    """Random strings in the place of those of the input."""
    return random_strings(R, "AB", (1, 5), rng)


@instead
def of_two_letters(strings: Function, R: int, letters: Any, lengths: Any, rng: Any) -> Any:
    """Too short to be many."""
    return strings(R, letters, (1, 2), rng)


def with_repeats_for_nothing(seconds: Seconds) -> Seconds:
    """D2KE takes as long for D = 8192 and 16384 as for as many features as there are strings."""
    *_, sports, compound = seconds["D2KE", 8192]
    rate = [
        s / 2048 * c.strings for s, c in zip(seconds["D2KE", 2048], CORPORA.values(), strict=True)
    ]
    row = (int(rate[0]), seconds["D2KE", 8192][1], int(rate[2]), sports, compound)
    return {**seconds, ("D2KE", 16384): row, ("D2KE", 8192): (row[0], *seconds["D2KE", 8192][1:])}


CLAIM, HOME = "sfm/d2ke-described", "paper_checks.claims.sfm.d2ke_described"
falsify(CLAIM, wrong={"d2ke.representative_set_map": of_an_exponential_of_the_distance})
falsify(CLAIM, wrong={"d2ke.data_sample": drawn_anew, "d2ke.random_strings": of_two_letters})
falsify(CLAIM, wrong={"d2ke.kernel": squared})
falsify(CLAIM, wrong={f"{HOME}.SECONDS": with_repeats_for_nothing})
