"""Risk minimizers in a ball of the RKHS, for the claims of Section 4."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.reference import d2ke


@dataclass(frozen=True)
class Population:
    """A finite distribution of labeled strings: f_C and every risk are known exactly.

    Parameters
    ----------
    strings : (m,) the objects, equally likely
    features : (m, R) of the exact kernel, with p inside
    chance : (m,) of the label +1, the other one being -1
    """

    strings: list[str]
    features: Array
    chance: Array

    @property
    def rows(self) -> tuple[Array, Array]:
        """Features and labels, repeated as often as they are likely (quarters)."""
        copies = np.repeat(np.arange(len(self.strings)), 4)
        quarter = np.tile(np.arange(4), len(self.strings))
        y = np.where(quarter < np.repeat(np.rint(4 * self.chance), 4), 1.0, -1.0)
        return self.features[copies], y

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Features and labels of n training objects."""
        places = rng.integers(len(self.strings), size=n)
        y = np.where(rng.random(n) < self.chance[places], 1.0, -1.0)
        return self.features[places], y

    def risk(self, weights: Array) -> float:
        """Mean squared error L(f) of f = <weights, features>."""
        f = self.features @ weights
        return float(np.mean(self.chance * (f - 1) ** 2 + (1 - self.chance) * (f + 1) ** 2))


def population() -> Population:
    """Binary strings up to length 4; label +1 is likely where there are more a than b."""
    objects = spaces.strings("ab", 4)
    excess = np.array([s.count("a") - s.count("b") for s in objects])
    chance = np.select([excess > 0, excess < 0], [0.75, 0.25], 0.5)
    return Population(objects, spaces.levenshtein_kernel(objects, 0.5)[1], chance)


def smallest_in_ball(phi: Array, y: Array, norm: float) -> tuple[Array, float]:
    """Weights of least squared error with ``||w|| <= norm``, and their multiplier mu.

    The penalized problem of Algorithm 1 has the same solution when mu is the multiplier: its norm
    falls as mu grows, so mu is the root of one equation; 0 where the ball is no constraint.
    """
    low, high = math.log(1e-12), math.log(1e6)

    def beyond(log_mu: float) -> float:
        return float(np.linalg.norm(d2ke.fit(phi, y, math.exp(log_mu)))) - norm

    if beyond(low) <= 0:
        return d2ke.fit(phi, y, math.exp(low)), 0.0
    mu = math.exp(scipy.optimize.brentq(beyond, low, high, xtol=1e-10))
    return d2ke.fit(phi, y, mu), mu


def gradient(phi: Array, y: Array, weights: Array) -> Array:
    """Of the mean squared error."""
    return 2 * phi.T @ (phi @ weights - y) / len(y)
