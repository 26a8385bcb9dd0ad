"""Section 3, Effect of p(omega): the distributions of random objects."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions


@claim(
    "d2ke/random-objects",
    place="Section 3, Effect of p(ω)",
    kind="definition",
    checks=["random-s*", "vectors/enumerate_strings"],
)
def random_objects(run: Run) -> Evidence:
    """Random strings, Gaussian series and sets on the unit sphere, of length uniform in a range.

    Series and strings of Section 3 and appendix C, sets of 3 to 15 vectors. Lengths against the
    uniform law; letters uniform over the alphabet; entries of series against mean and variance of
    N(0, σ²); vectors of length 1 without a preferred direction. For a small range of lengths all
    strings are listed with their probabilities, as the definition has them.
    """
    rng, n = run.rng(), 3000
    series = d2ke.random_series(n, 2, 3.0, (2, 10), rng)
    sets = d2ke.random_sets(n, 4, (3, 15), rng)
    entries, vectors = np.concatenate(series), np.concatenate(sets)
    strings, p = d2ke.enumerate_strings("abc", (0, 3))
    listed, exact = definitions.enumerate_strings("abc", (0, 3))
    return Evidence(
        printed=[
            *spaces.uniform_draws(rng),
            *(
                holds(
                    np.bincount([len(x) for x in drawn], minlength=high + 1)[low:] / n,
                    1 / (high - low + 1),
                    standard_error=math.sqrt((high - low) / n) / (high - low + 1),
                    name=f"{n} random {what}: share of each length from {low} to {high}",
                )
                for what, drawn, low, high in (("series", series, 2, 10), ("sets", sets, 3, 15))
            ),
            holds(
                entries.mean(axis=0),
                0.0,
                standard_error=3 / math.sqrt(len(entries)),
                name="mean of their entries, σ = 3, two channels",
            ),
            holds(
                (entries**2).mean(axis=0),
                9.0,
                standard_error=9 * math.sqrt(2 / len(entries)),
                name="mean square of them",
            ),
            holds(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-12, name="length of a vector"),
            holds(
                vectors.mean(axis=0),
                0.0,
                standard_error=0.5 / math.sqrt(len(vectors)),
                name="mean of the vectors, four dimensions",
            ),
            holds(
                (vectors**2).mean(axis=0),
                0.25,
                # E u⁴ = 3/24 for a coordinate of a vector that is uniform on the sphere of R⁴
                standard_error=math.sqrt((1 / 8 - 1 / 16) / len(vectors)),
                name="and of their squared coordinates",
            ),
            equals(strings, listed, name="all strings over three letters of length 0 to 3"),
            holds(p, [float(q) for q in exact], rtol=1e-15, name="their probabilities"),
        ]
    )
