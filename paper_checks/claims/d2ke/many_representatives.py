"""Section 3, Relationship to Representative-Set Method: generalization with many features."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, below, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim
from gramcheck.paper_checks.wording import Spread
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

GAMMA = 0.1
N = 20  # training objects, fixed, while R grows
FEATURES = (1, 10, 100, 1000, 10_000)
SETS = 400  # training sets
WITHOUT = 1e-14  # μ that bounds no norm
HALF = 0.5  # of the squared labels: less than what one feature leaves of random ones


def length(kernel: Array, coefficients: Array) -> float:
    """Of Σ c_j φ(x_j); rounding must not make its square negative."""
    return math.sqrt(max(float(coefficients @ kernel @ coefficients), 0.0))


@dataclass(frozen=True)
class Population:
    """Equally likely strings with a kernel; ``mean`` is E y for each. ‖w‖ ≤ 1, hinge loss.

    As |f| ≤ 1, the hinge is 1 - y f, and L(w) - L̂(w) is linear in w: its largest value in the ball
    is the length of the mean of y φ over the training set minus E y φ.
    """

    kernel: Array
    mean: Array

    @property
    def root_mean_square(self) -> float:
        """Of that largest value over training sets: the variance of y φ over n."""
        center = self.mean @ self.kernel @ self.mean / len(self.mean) ** 2
        return math.sqrt((np.trace(self.kernel) / len(self.mean) - center) / N)

    def largest_gaps(self, rng: np.random.Generator) -> Array:
        """The largest L - L̂ in the ball, for each of many training sets."""
        m, gaps = len(self.mean), []
        for _ in range(SETS):
            drawn = rng.integers(m, size=N)
            y = np.where(rng.random(N) < (1 + self.mean[drawn]) / 2, 1.0, -1.0)
            difference = np.bincount(drawn, y, m) / N - self.mean / m
            gaps.append(length(self.kernel, difference))
        return np.array(gaps)


def labels(x: list[str]) -> dict[str, Array]:
    """E y: a coin decides; or whether at least half of the letters are a, a tenth wrong."""
    most = np.array([0.8 if 2 * s.count("a") >= len(s) else -0.8 for s in x])
    return {"a coin": np.zeros(len(x)), "letters": most}


def kernels(x: list[str], rng: np.random.Generator) -> dict[int | str, Array]:
    """Inner products of the features (8) for each R, and the kernel (4) with p that of the data."""
    found: dict[int | str, Array] = {}
    for R in FEATURES:
        held_out = d2ke.data_sample(x, R, rng)
        phi = d2ke.representative_set_map(x, held_out, "levenshtein", gamma=GAMMA)
        found[R] = phi @ phi.T
    return found | {"∞": d2ke.kernel(x, x, x, GAMMA, "levenshtein")}


def left_of_random_labels(x: list[str], held_out: list[str], rng: np.random.Generator) -> float:
    """Mean squared training error of N different strings, half of them 1, without a bound."""
    chosen = [x[i] for i in rng.choice(len(x), N, replace=False)]
    phi = d2ke.representative_set_map(chosen, held_out, "levenshtein", gamma=GAMMA)
    y = rng.permutation(np.repeat([1.0, -1.0], N // 2))
    return float(np.mean((d2ke.predict(phi, d2ke.fit(phi, y, WITHOUT)) - y) ** 2))


def most_left(x: list[str]) -> float:
    """The most that features by all of x leave of labels ±1 of any N of them.

    That is (nμ/2)² y'(G + nμ/2)⁻² y / n, where y'y = n, and the least eigenvalue of G is at least
    that of the inner products of all of x.
    """
    phi = d2ke.representative_set_map(x, x, "levenshtein", gamma=GAMMA)
    least = float(np.linalg.svd(phi, compute_uv=False)[-1]) ** 2
    ridge = N * WITHOUT / 2
    return (ridge / (ridge + least)) ** 2


@claim(
    "d2ke/rsm-many-features",
    place="Section 3, Relationship to Representative-Set Method",
    kind="statement",
)
def many_representatives(run: Run) -> Evidence:
    """(8) as random features gives a much nicer generalization error bound even for R → ∞.

    As long as ‖w‖ ≤ C, which the kernel's ball asks for. The features have length 1 at the most,
    whatever R is, so that the largest L - L̂ over the ball has a mean of at most C/√n for losses of
    slope 1 that are linear in the ball, as the hinge with C = 1. On 127 binary strings and n = 20
    its root mean square, exactly, and its mean over training sets are below 1/√20 = .224 for R from
    1 to 10,000 and for the kernel (4) itself, with labels by a coin and by letters. Without a bound
    on w the number of features decides, as in the older analysis, which wants R of the order o(n):
    one feature leaves nearly all of 20 random labels, and the features by all 127 strings fit every
    one, whichever 20 strings these are: with μ = 10⁻¹⁴ no more than .0002 of the squares is left.

    Algorithm 1 has a penalty in the place of the ball. At its minimum ‖w‖² ≤ 2 loss(0)/μ (since
    μ/2 ‖w‖² is at most the objective at 0), which bounds the norm as well, and whatever R.
    """
    rng, x = run.rng(), spaces.strings("ab", 6)
    few = slice(0, 127, 30)
    held_out = d2ke.data_sample(x, 5, rng)
    of, bound = kernels(x, rng), 1 / math.sqrt(N)
    people = {
        (name, R): Population(K, mean) for name, mean in labels(x).items() for R, K in of.items()
    }
    gaps = {key: Spread.of(each.largest_gaps(rng)) for key, each in people.items()}
    exact = [each.root_mean_square for each in people.values()]
    y = rng.permutation(np.repeat([1.0, -1.0], N // 2))
    rows = [K[::6, ::6][:N, :N] for K in of.values()]
    sets = {R: d2ke.data_sample(x, R, rng) for R in FEATURES[:2]} | {len(x): x}
    without = {R: left_of_random_labels(x, held_out, rng) for R, held_out in sets.items()}
    return Evidence(
        common=[
            holds(
                d2ke.representative_set_map(x[few], held_out, "levenshtein", gamma=GAMMA),
                definitions.feature_map(x[few], held_out, GAMMA, "levenshtein"),
                rtol=1e-12,
                name="features (8) as defined",
            ),
            holds(
                [d2ke.risk_minimizer(K, y, 1.0, "hinge").risk for K in rows],
                [1 - length(K, y) / N for K in rows],
                rtol=1e-5,
                name="least hinge loss on 20 random labels in the ball: 1 - |mean of y φ|, six R",
            ),
        ],
        printed=[
            at_most(
                exact,
                bound,
                name="root mean square of the largest L - L̂, ‖w‖ ≤ 1, n = 20: R = 1 to ∞, two y",
            ),
            at_most(
                [gap.mean for gap in gaps.values()],
                bound,
                name=f"mean of the largest L - L̂ over {SETS} training sets",
            ),
            at_least(
                without[FEATURES[0]],
                HALF,
                name=f"no bound on w, R = {FEATURES[0]}: squares of 20 random labels that are left",
            ),
            below(
                [without[len(x)], most_left(x)],
                0.01,
                name=f"and with all {len(x)} strings, R = {len(x)}; the most of any 20 labels",
            ),
        ],
        table=Table(
            ["labels by", "R", "largest L - L̂", "root mean square, exactly", "1/√n"],
            [
                [name, R, gaps[name, R], each.root_mean_square, bound]
                for (name, R), each in people.items()
            ],
        ),
        measured={f"no bound on w: left of random labels, R = {R}": e for R, e in without.items()},
    )
