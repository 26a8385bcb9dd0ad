"""Section VII: embeddings of a few strings, and their distances, by the definitions."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.spatial.distance import squareform

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, holds, is_true
from gramcheck.reference import sfm
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import sfm as definitions


def of_trees(few: Sequence[str], rng: np.random.Generator) -> Array:
    """L1 distances of characteristic vectors, trees built string by string from the rules.

    Condensed as SciPy's: of each pair once, those with the first string first.
    """
    return _of_trees(tuple(few))


@functools.cache
def _of_trees(few: tuple[str, ...]) -> Array:
    V = definitions.characteristic_vectors(few)
    return np.array([float(definitions.l1_distance(*pair)) for pair in combinations(V, 2)])


def of_embedded(few: Sequence[str], rng: np.random.Generator) -> Array:
    """The same of Hamming distances of strings as CGK embeds them, with the map's random bits."""
    rows = sfm.cgk_embed(few, rng)
    return np.array([float(definitions.hamming(*pair)) for pair in combinations(rows, 2)])


def bits_of(few: Sequence[str], rng: np.random.Generator) -> list[dict[str, int]]:
    """The fair bits of CGK as it draws them: of each output position one for each letter."""
    letters = sorted(set("".join(few)))
    drawn = rng.integers(2, size=(3 * max(map(len, few)), len(letters)))
    return [dict(zip(letters, row, strict=True)) for row in drawn.tolist()]


def by_the_rules_of_esp(few: Sequence[str]) -> Finding:
    """L1 distances of characteristic vectors, against those of trees built from the rules."""
    V, _ = sfm.characteristic_vectors(few)
    apart = squareform(sfm.l1_distances(V, V))
    return holds(apart, _of_trees(tuple(few)), name=f"L1 distances of {len(few)} strings, by ESP")


def by_the_walk_of_cgk(few: Sequence[str], run: Run) -> list[Finding]:
    """Embedded strings against the definition's walk with the same bits, and two coded vectors."""
    codes = sfm.cgk_embed(few, run.rng("bits"))
    walks = definitions.cgk_codes(few, bits_of(few, run.rng("bits")))
    letters = len(set("".join(few)))
    vectors = [[float(v) for v in definitions.cgk_vector(walk, letters)] for walk in walks[:2]]
    coded = sfm.cgk_vectors(walks[:2], letters).toarray()
    return [
        is_true(
            np.array_equal(codes, walks),
            f"{len(few)} strings, embedded length {codes.shape[1]}, defined {len(walks[0])}",
            name="strings as CGK embeds them, from the same bits",
        ),
        is_true(
            np.array_equal(coded, vectors),
            f"two, embedded dimension {coded.shape[1]}, defined {len(vectors[0])}",
            name="vectors of CGK, entry by entry",
        ),
    ]
