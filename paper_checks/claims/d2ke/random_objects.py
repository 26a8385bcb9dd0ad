"""Section 3, Effect of p(omega): the distributions of random objects."""

from __future__ import annotations

import math

import numpy as np
import scipy as sp

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import CONFIDENCE, Finding, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


def pairs_within(objects: list[Array], unit: float) -> tuple[float, float]:
    """Mean of <u, v> over the pairs of rows of one object; its standard error.

    ``unit`` is the standard deviation of <u, v>. Products of pairs that share a row are
    uncorrelated, as rows are independent with the mean 0.
    """
    # twice the sum over pairs is the square of the sum of the rows, less their own squares
    total = sum(float(np.sum(x.sum(axis=0) ** 2) - np.sum(x**2)) / 2 for x in objects)
    pairs = sum(math.comb(len(x), 2) for x in objects)
    return total / pairs, unit / math.sqrt(pairs)


def between_neighbors(objects: list[Array], unit: float) -> tuple[float, float]:
    """The same for the first rows of an object and of the next."""
    first = np.array([x[0] for x in objects])
    products = np.sum(first[1:] * first[:-1], axis=1)
    return float(products.mean()), unit / math.sqrt(len(products))


def unrelated(objects: list[Array], unit: float, rows: str, what: str) -> list[Finding]:
    """Whether rows of one object, and those of an object and the next, are uncorrelated."""
    found = (
        (pairs_within(objects, unit), f"mean product of two {rows} of a {what}"),
        (between_neighbors(objects, unit), f"and of the first {rows} of a {what} and the next"),
    )
    return [holds(mean, 0.0, standard_error=error, name=name) for (mean, error), name in found]


def normal_entries(series: list[Array], sigma: float) -> list[Finding]:
    """Entries independent N(0, σ²), in two channels."""
    entries = np.concatenate(series)
    n = len(entries)
    moments = (  # power, mean, variance: E x⁸ = 105 σ⁸
        (1, 0.0, 1.0, "mean of their entries, σ = 3, two channels"),
        (2, 1.0, 2.0, "mean square of them"),
        (4, 3.0, 96.0, "mean fourth power of them: 3 σ⁴"),
    )
    return [
        *(
            holds(
                (entries**power).mean(axis=0),
                mean * sigma**power,
                standard_error=sigma**power * math.sqrt(variance / n),
                name=name,
            )
            for power, mean, variance, name in moments
        ),
        at_most(
            sp.stats.kstest(entries.ravel() / sigma, "norm").statistic,
            sp.stats.kstwo.ppf(CONFIDENCE, entries.size),
            name="largest distance of their distribution function from that of N(0, σ²)",
        ),
        holds(
            np.mean(entries[:, 0] * entries[:, 1]),
            0.0,
            standard_error=sigma**2 / math.sqrt(n),
            name="mean product of both channels",
        ),
        *unrelated(series, math.sqrt(2) * sigma**2, "rows", "series"),
    ]


def unit_vectors(sets: list[Array]) -> list[Finding]:
    """Vectors independent and uniform on the unit sphere of R⁴.

    Moments of a coordinate are 1/4, 1/8 and 7/128 for its square, fourth and eighth power, and
    E u²v² = 1/24 for two coordinates of one vector.
    """
    vectors = np.concatenate(sets)
    n, (i, j) = len(vectors), np.triu_indices(4, 1)
    errors = (np.array([1 / 4, 1 / 8 - 1 / 16, 7 / 128 - 1 / 64, 1 / 24]) / n) ** 0.5
    return [
        holds(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-12, name="length of a vector"),
        holds(
            vectors.mean(axis=0),
            0.0,
            standard_error=errors[0],
            name="mean of the vectors, four dimensions",
        ),
        holds(
            (vectors**2).mean(axis=0),
            1 / 4,
            standard_error=errors[1],
            name="and of their squared coordinates",
        ),
        holds(
            (vectors**4).mean(axis=0),
            1 / 8,
            standard_error=errors[2],
            name="and of the fourth powers of these",
        ),
        holds(
            (vectors[:, i] * vectors[:, j]).mean(axis=0),
            0.0,
            standard_error=errors[3],
            name="mean product of two coordinates of a vector",
        ),
        *unrelated(sets, 1 / 2, "vectors", "set"),
    ]


@claim(
    "d2ke/random-objects",
    place="Section 3, Effect of p(ω)",
    kind="definition",
    checks=["random-s*", "vectors/enumerate_strings"],
)
def random_objects(run: Run) -> Evidence:
    """Random strings, Gaussian series and sets on the unit sphere, of length uniform in a range.

    Series and strings of Section 3 and appendix C, sets of 3 to 15 vectors. Lengths against the
    uniform law; letters uniform over the alphabet; entries of series against moments and
    distribution function of N(0, σ²); coordinates against the moments of a vector that is uniform
    on the sphere. Nothing in an object is related to anything else in it or to the next object: by
    the products of pairs, of which the standard errors are exact. For a small range of lengths all
    strings are listed with their probabilities, as the definition has them. (Until a review mean
    and variance were all that was asked of entries, and nothing was asked of pairs.)
    """
    rng, n, sigma = run.rng(), 3000, 3.0
    series = d2ke.random_series(n, 2, sigma, (2, 10), rng)
    sets = d2ke.random_sets(n, 4, (3, 15), rng)
    strings, p = d2ke.enumerate_strings("abc", (0, 3))
    listed, exact = definitions.enumerate_strings("abc", (0, 3))
    drawn = (("series", series, 2, 10), ("set", sets, 3, 15))
    return Evidence(
        printed=[
            *spaces.uniform_draws(rng),
            *(
                holds(
                    np.bincount([len(x) for x in objects], minlength=high + 1)[low:] / n,
                    1 / (high - low + 1),
                    standard_error=math.sqrt((high - low) / n) / (high - low + 1),
                    name=f"{n} random objects, {what}: share of each length from {low} to {high}",
                )
                for what, objects, low, high in drawn
            ),
            *(
                spaces.unrelated_lengths([len(x) for x in objects], low, high, what)
                for what, objects, low, high in drawn
            ),
            *normal_entries(series, sigma),
            *unit_vectors(sets),
            equals(strings, listed, name="all strings over three letters of length 0 to 3"),
            holds(p, [float(q) for q in exact], rtol=1e-15, name="their probabilities"),
        ]
    )
