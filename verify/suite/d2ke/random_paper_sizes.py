"""Random series and sets at the sizes that the paper draws: many channels, places, dimensions.

What holds in small cases may fail in large ones, so the laws of ``random_objects`` are looked at
here again, at the power that samples of bounded size allow: they are pooled where they are
independent, and what depends on what is seen by signs, of which two agree every other time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import scipy  # scipy.stats, slow to import, is loaded when it is used
import scipy.special

from gramcheck.verify import tails
from gramcheck.verify.compare import is_true
from gramcheck.verify.record import Outcome
from gramcheck.verify.suite.d2ke.random_objects import (
    MISS,
    SIGMA_OFF_BY_A_TENTH,
    half_the_time,
    law_of_series,
    law_of_sets,
    miscounted,
    named,
)

CHANNELS, LENGTHS = 22, (2, 50)
DIMENSION, SIZES = 128, (3, 15)

# sup |F(x) - G(x)| of a coordinate of a point on the sphere in 128 dimensions, and of the same
# when this coordinate is stretched by a half
AXIS_OFF_BY_A_HALF = 0.0964


def shapeless(drawn: Any, sizes: tuple[int, int], width: int) -> Outcome | None:
    """The outcome that says so when some object is none of these sizes, or of another width."""
    for x in drawn:
        if np.ndim(x) != 2 or not sizes[0] <= len(x) <= sizes[1] or np.shape(x)[1] != width:
            wanted = f"({sizes[0]} to {sizes[1]}, {width})"
            return is_true(False, f"got an object of shape {np.shape(x)}, should be {wanted}")
    return None


def places_of(drawn: Any) -> Any:
    """The place of each row in its object, for the rows of all objects one after another."""
    return np.concatenate([np.arange(len(x)) for x in drawn])


def each_follows(
    law: Callable[[Any], Any], samples: Mapping[str, Any], alpha: float
) -> Iterator[Outcome]:
    """Each of the samples comes from this continuous distribution."""
    for what, sample in samples.items():
        share = alpha / len(samples)
        yield named(what, tails.assert_true_cdf_equals(sample, law, share, beta=MISS))


def agreements(signs: Any) -> Any:
    """How often two columns agree, for each pair of them."""
    both = (len(signs) + signs.T @ signs) / 2
    return both[np.triu_indices(len(both), 1)]


@law_of_series
def channels_and_places_are_independent_normals(target: Any, run: Any) -> Iterator[Outcome]:
    """Series of 22 channels, 2 to 50 long: N(0, sigma^2) in each channel and at each place.

    Sigma larger by a tenth in a channel shows, or three times as large at the last place, which
    one series in 49 reaches. The signs of two channels are independent, and those of two places.
    """
    sigma, alpha = 0.3, run.alpha / 4
    entries_needed = tails.samples_needed_for_cdf(SIGMA_OFF_BY_A_TENTH, alpha / CHANNELS, beta=MISS)
    R = entries_needed // (sum(LENGTHS) // 2) + 1
    drawn = target.d2ke.random_series(R, CHANNELS, sigma, LENGTHS, run.rng)
    if complaint := miscounted(drawn, R) or shapeless(drawn, LENGTHS, CHANNELS):
        yield complaint
        return
    entries, place = np.concatenate(drawn) / sigma, places_of(drawn)
    channels = {f"channel {i}": sample for i, sample in enumerate(entries.T)}
    yield from each_follows(scipy.stats.norm.cdf, channels, alpha)
    last = int(place.max())
    places = {f"place {k}": entries[place == k].ravel() for k in range(last + 1)}
    yield from each_follows(scipy.stats.norm.cdf, places, alpha)
    signs = np.where(entries > 0, 1.0, -1.0)
    yield from half_the_time("one sign in two channels", agreements(signs), len(signs), alpha)
    # rows: a channel of a series; columns: places, 0 where the series has ended
    by_place = np.zeros((R, LENGTHS[1], CHANNELS))
    by_place[np.cumsum(place == 0) - 1, place] = signs
    rows = by_place.swapaxes(1, 2).reshape(-1, LENGTHS[1])
    for k in range(1, last + 1):
        there = rows[rows[:, k] != 0, : k + 1]
        counts = (len(there) + there[:, :k].T @ there[:, k]) / 2
        what = f"one sign at place {k} and one before"
        yield from half_the_time(what, counts, len(there), alpha / last)


@law_of_sets
def directions_are_uniform_in_128_dimensions(target: Any, run: Any) -> Iterator[Outcome]:
    """Sets of 3 to 15: the square of each coordinate is Beta(1/2, 127/2), its sign is free.

    So is the cosine of two vectors of a set, for those that are k places apart: these pairs form
    chains, along which cosines are independent of each other. A coordinate stretched by a half
    shows. The signs of any two coordinates are independent.
    """
    alpha = run.alpha / 3
    n = tails.samples_needed_for_cdf(AXIS_OFF_BY_A_HALF, alpha / DIMENSION, beta=MISS)
    R = n // (sum(SIZES) // 2) + 1
    drawn = target.d2ke.random_sets(R, DIMENSION, SIZES, run.rng)
    if complaint := miscounted(drawn, R) or shapeless(drawn, SIZES, DIMENSION):
        yield complaint
        return
    vectors, place = np.concatenate(drawn), places_of(drawn)

    def law(x: Any) -> Any:
        inside = scipy.special.betainc(0.5, (DIMENSION - 1) / 2, np.minimum(x**2, 1.0))
        return (1 + np.sign(x) * inside) / 2

    coordinates = {f"coordinate {i}": sample for i, sample in enumerate(vectors.T)}
    yield from each_follows(law, coordinates, alpha)
    cosines = {
        f"cosine {k} places apart": (vectors[k:] * vectors[:-k]).sum(axis=1)[place[k:] >= k]
        for k in range(1, int(place.max()) + 1)
    }
    yield from each_follows(law, cosines, alpha)
    signs = np.where(vectors > 0, 1.0, -1.0)
    yield from half_the_time("one sign in two coordinates", agreements(signs), len(signs), alpha)
