"""Section 3, "Effect of p(omega)": random series and sets, and generators of any kind.

Every statistical check takes as many samples as it needs to see a fault of 10 per cent (a letter
more frequent by a tenth, sigma larger by a tenth, one coordinate stretched by a tenth) with
probability 1 - 1e-3, whatever the share of the false-alarm rate that the run gives it; at the sizes
that the paper draws, a fault of a half (see ``random_paper_sizes``). Strings are in
``random_strings``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import scipy  # scipy.stats, slow to import, is loaded when it is used
from hypothesis import strategies as st

from gramcheck.verify import strategies, tails
from gramcheck.verify.compare import at_most, close_to, equal, is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check, for_all

SERIES = 'Section 3, "Effect of p(omega)", i)'
SETS = 'Section 3, "Effect of p(omega)", iii)'
MISS = 1e-3  # probability with which a fault of a tenth may pass

# sup |F(x) - F(x / 1.1)| of the normal distribution, and of a coordinate, uniform on [-1, 1], of
# a point on the sphere in three dimensions when this coordinate is stretched by a tenth
SIGMA_OFF_BY_A_TENTH = 0.0230
AXIS_OFF_BY_A_TENTH = 0.0183


def law_of(what: str, place: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a statistical check of what the generator draws."""
    return check(
        f"d2ke/random-{what}",
        place=place,
        needs=f"d2ke.random_{what}",
        since="0.1",
        statistical=True,
    )


law_of_series = law_of("series", SERIES)
law_of_sets = law_of("sets", SETS)


def uniform_over(values: Any) -> dict[Any, float]:
    """The same probability for each value."""
    return {value: 1 / len(values) for value in values}


def miscounted(drawn: Any, R: int) -> Outcome | None:
    """The outcome that says so when these are not R objects, each with a length."""
    try:
        sizes = [len(x) for x in drawn]
    except TypeError:
        return is_true(False, f"got {drawn!r:.200}, should be {R} objects")
    return None if len(sizes) == R else is_true(False, f"got {len(sizes)} objects, should be {R}")


def samples_for(part: float, probabilities: dict[Any, float], alpha: float) -> int:
    """Samples that show any value more or less frequent by this part."""
    discrepancy = part * min(probabilities.values())
    return tails.samples_needed_for_distribution(discrepancy, probabilities, alpha, beta=MISS)


def named(what: str, outcome: Outcome) -> Outcome:
    """The outcome of one of many tests, which says of what."""
    return replace(outcome, detail=f"{what}: {outcome.detail}")


def half_the_time(what: str, counts: Any, n: int, alpha: float) -> Iterator[Outcome]:
    """Events of probability 1/2, n trials of each: the least and the greatest count speak."""
    share = alpha / np.size(counts)
    for count in (np.min(counts), np.max(counts)):
        yield named(what, tails.assert_rate_equals(int(count), n, 0.5, share, beta=MISS))


@law_of_series
def series_are_independent_normals(target: Any, run: Any) -> Iterator[Outcome]:
    """Entries N(0, sigma^2), each one alone, and any two of a series of four points, as their sum.

    So no entry knows another, in time or in the other channel; the last point of a longer series
    is looked at as well.
    """
    sigma, alpha = 0.3, run.alpha / 38
    n = tails.samples_needed_for_cdf(SIGMA_OFF_BY_A_TENTH, alpha, beta=MISS)
    drawn = target.d2ke.random_series(n, 2, sigma, (4, 5), run.rng)
    if complaint := miscounted(drawn, n):
        yield complaint
        return
    if strange := [x for x in drawn if np.shape(x) not in ((4, 2), (5, 2))]:
        yield is_true(False, f"got a series of shape {np.shape(strange[0])}, should be (4 or 5, 2)")
        return
    entries = np.array([x[:4] for x in drawn]).reshape(n, 8).T / sigma
    sums = [(entries[i] + entries[j]) / math.sqrt(2) for i, j in combinations(range(8), 2)]
    last = np.array([x[-1] for x in drawn]).T / sigma
    for sample in (*entries, *sums, *last):
        yield tails.assert_true_cdf_equals(sample, scipy.stats.norm.cdf, alpha, beta=MISS)


@law_of_series
def lengths_of_series_include_both_ends(target: Any, run: Any) -> Iterator[Outcome]:
    """Lengths uniform on 2..4 and on 2..50, shape (length, channels)."""
    alpha = run.alpha / 2
    for channels, lengths, part in ((3, (2, 4), 0.1), (1, (2, 50), 0.5)):
        law = uniform_over(range(lengths[0], lengths[1] + 1))
        n = samples_for(part, law, alpha)
        drawn = target.d2ke.random_series(n, channels, 5.0, lengths, run.rng)
        if complaint := miscounted(drawn, n):
            yield complaint
            return
        yield equal({(2, channels)}, {(np.ndim(x), np.shape(x)[-1]) for x in drawn})
        yield tails.assert_distribution_equals(map(len, drawn), law, alpha, beta=MISS)


@law_of_sets
def directions_are_uniform_on_the_sphere(target: Any, run: Any) -> Iterator[Outcome]:
    """In three dimensions every coordinate is uniform on [-1, 1] (Archimedes).

    So is that along the diagonal, and so is the cosine between any two vectors of one set. The
    first three vectors are looked at, and the last one, in sets of three and four.
    """
    alpha = run.alpha / 21
    n = tails.samples_needed_for_cdf(AXIS_OFF_BY_A_TENTH, alpha, beta=MISS)
    drawn = target.d2ke.random_sets(n, 3, (3, 4), run.rng)
    if complaint := miscounted(drawn, n):
        yield complaint
        return
    if strange := [x for x in drawn if np.shape(x) not in ((3, 3), (4, 3))]:
        yield is_true(False, f"got a set of shape {np.shape(strange[0])}, should be (3 or 4, 3)")
        return
    vectors = np.array([[*x[:3], x[-1]] for x in drawn]).swapaxes(0, 1)

    def uniform(x: Any) -> Any:
        return np.clip((x + 1) / 2, 0.0, 1.0)

    directions = np.vstack([np.eye(3), np.full(3, 1 / math.sqrt(3))])
    # the last two may be one and the same vector
    pairs = [(i, j) for i, j in combinations(range(4), 2) if (i, j) != (2, 3)]
    cosines = [(vectors[i] * vectors[j]).sum(axis=1) for i, j in pairs]
    coordinates = [along for each in vectors for along in directions @ each.T]
    for sample in (*coordinates, *cosines):
        yield tails.assert_true_cdf_equals(sample, uniform, alpha, beta=MISS)


@law_of_sets
def sizes_of_sets_include_both_ends(target: Any, run: Any) -> Iterator[Outcome]:
    """Sizes uniform on 1..3 and on 3..15; on a line the sphere is {-1, +1}, both as often."""
    alpha = run.alpha / 4
    for sizes, part in (((1, 3), 0.1), ((3, 15), 0.5)):
        law = uniform_over(range(sizes[0], sizes[1] + 1))
        n = samples_for(part, law, alpha)
        drawn = target.d2ke.random_sets(n, 1, sizes, run.rng)
        if complaint := miscounted(drawn, n):
            yield complaint
            return
        yield tails.assert_distribution_equals(map(len, drawn), law, alpha, beta=MISS)
        signs = (float(x[0, 0]) for x in drawn)
        yield tails.assert_distribution_equals(signs, uniform_over([-1.0, 1.0]), alpha, beta=MISS)


@check("d2ke/random-sets", place=SETS, needs="d2ke.random_sets", since="0.1")
@for_all(
    dimension=st.sampled_from([1, 2, 3, 128]),
    sizes=st.sampled_from([(1, 1), (3, 15), (2, 5)]),
    rng=strategies.generators(),
    examples=[{"dimension": 128, "sizes": (3, 15), "rng": np.random.default_rng(0)}],
)
def vectors_have_length_one(
    target: Any, dimension: int, sizes: tuple[int, int], rng: np.random.Generator
) -> Iterator[Outcome]:
    """Each is a unit vector, in a set of an admissible size."""
    drawn = target.d2ke.random_sets(5, dimension, sizes, rng)
    if complaint := miscounted(drawn, 5):
        yield complaint
        return
    for x in drawn:
        yield equal((True, dimension), (sizes[0] <= len(x) <= sizes[1], np.shape(x)[-1]))
        lengths = np.array([math.hypot(*row) for row in x])
        yield close_to(np.ones(len(x)), lengths, ulps=4 + dimension)


def depend_on_the_generator_only(what: str, *given: Any) -> None:
    """Make it a check of the function that draws these."""

    def drawn(target: Any, run: Any) -> Iterator[Outcome]:
        """R objects; the same generator gives the same ones, and other ones at the next call."""

        def draw(size: int, rng: np.random.Generator) -> list[Any]:
            objects: list[Any] = target.get(f"d2ke.random_{what}")(size, *given, rng)
            return objects

        for R in range(1, 31):
            seed = int(run.rng.integers(2**32))
            rng, again = (np.random.default_rng(seed) for _ in range(2))
            first, second = draw(R, rng), draw(20, rng)
            yield equal(R, len(first))
            yield equal([*first, *second], [*draw(R, again), *draw(20, again)])
            # twenty objects repeat by chance with probability below 1e-9
            same = equal(second, draw(20, rng)).passed
            yield at_most(0.0, float(same))

    drawn.__name__ = f"{what}_depend_on_the_generator_only"
    place, needs = 'Section 3, "Effect of p(omega)"', f"d2ke.random_{what}"
    check("d2ke/random-objects", place=place, needs=needs, since="0.3")(drawn)


depend_on_the_generator_only("strings", "abc", (0, 5))
depend_on_the_generator_only("series", 2, 1.5, (1, 4))
depend_on_the_generator_only("sets", 3, (1, 4))
