"""Section 4: smoothness (Proposition 1), random features (12), and what is right of Section 4."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.estimation_error import degrees_of_freedom
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.lipschitz import lipschitz_constant


def random_function_ratios(gamma: float, rng: np.random.Generator, n: int) -> Array:
    """Largest |f(x) - f(y)| / (L_f d(x, y)) over strings, for n random f = Σ α_j k(x_j, ·).

    L_f is the bound of Proposition 1 with the norm of f for C.
    """
    objects = spaces.strings("ab", 4)
    D = d2ke.cdist(objects, objects, "levenshtein") + np.eye(len(objects))
    K, _ = spaces.levenshtein_kernel(objects, gamma)
    ratios = []
    for alpha in rng.standard_normal((n, len(objects))):
        f, norm = K @ alpha, math.sqrt(alpha @ K @ alpha)
        slope = np.max(abs(np.subtract.outer(f, f)) / D)
        ratios.append(slope / d2ke.lipschitz_bound(gamma, norm))
    return np.array(ratios)


def largest_ratio(gamma: float) -> float:
    """The supremum of the same over all f of the RKHS: ‖φ(x) - φ(y)‖ / (γ d(x, y)), exactly."""
    objects = spaces.strings("ab", 4)
    D = d2ke.cdist(objects, objects, "levenshtein")
    features = spaces.levenshtein_kernel(objects, gamma)[1]
    return lipschitz_constant(features, D).constant / d2ke.lipschitz_bound(gamma, 1.0)


def constant_without_a_metric(distance: str) -> tuple[float, float]:
    """Largest slope of a feature, γ = 1, under DTW or modified Hausdorff; change at distance 0.

    (0, 1) and (0, 1, 1), or {0, 1} and {0, 0, 1}, are at distance 0, but not equally far from 0.
    """
    pairs = {"dtw": [[0.0, 1.0], [0.0, 1.0, 1.0]], "modified_hausdorff": [[0.0, 1.0], [0, 0, 1.0]]}
    objects = [np.array(x, dtype=float) for x in (*pairs[distance], [0.0])]
    D = d2ke.cdist(objects, objects, distance)
    phi = d2ke.feature_map(objects, objects[-1:], 1.0, distance)
    found = lipschitz_constant(phi, D, resolution=1e-12)
    return found.constant, abs(phi[0, 0] - phi[1, 0])


LIPSCHITZ = [(0.5, 2.0), (3.0, 0.1), (1e-3, 7.0)]  # γ and C


@claim(
    "d2ke/proposition-1",
    place="Section 4, Proposition 1",
    checks=["proposition-1-bound", "vectors/lipschitz_bound"],
)
def lipschitz_functions(run: Run) -> Evidence:
    """|f(x1) - f(x2)| ≤ L_f d(x1, x2) with L_f = γ C, for f in the RKHS with ‖f‖ ≤ C, d a metric.

    Exactly, over all f at once: the largest quotient is that of ‖φ(x) - φ(y)‖ and γ d(x, y).
    It comes near 1 when γ is small and ω lies on a line with x and y, so the constant
    cannot be improved. DTW and the modified Hausdorff distance are no metrics, the proposition
    does not cover them, and for them no constant exists (errata D2, D3).
    """
    gammas = np.geomspace(1e-3, 30, 12)
    exact = [largest_ratio(g) for g in gammas]
    drawn = random_function_ratios(0.5, run.rng(), 2000)
    small = d2ke.feature_map(["a", "aa"], ["aaa"], 1e-6, "levenshtein")
    outside = [constant_without_a_metric(name) for name in ("dtw", "modified_hausdorff")]
    return Evidence(
        printed=[
            at_most(exact, 1.0, name="supremum over all f, as a share of γ C; 12 values of γ"),
            at_most(drawn, 1.0, name="2000 random f at γ = 0.5"),
            spaces.as_defined("lipschitz_bound", *LIPSCHITZ),
            holds(
                abs(small[0, 0] - small[1, 0]) / d2ke.lipschitz_bound(1e-6, 1.0),
                1.0,
                rtol=1e-5,
                name="one ω on the line through x and y, γ → 0: share of the bound",
            ),
        ],
        measured={
            "largest share, random f": drawn.max(),
            "largest share, all f, γ from 0.001 to 30": max(exact),
            "constant under DTW": outside[0][0],
            "constant under modified Hausdorff": outside[1][0],
        },
        picture=plots.curves(
            gammas,
            exact,
            limit={"Proposition 1": 1.0},
            logx=True,
            xlabel="γ",
            ylabel="largest slope of f / (γ ‖f‖)",
        ),
        note="Levenshtein distance, 31 strings, exact kernel. In the proposition C is the norm of "
        "f, not the radius of a fixed ball: f is any function of the RKHS there.",
    )


@claim("d2ke/eq-12", place="Section 4, Eq. (12)", checks=["variance"])
def random_feature_kernel(run: Run) -> Evidence:
    """k̃_R(x1, x2) = (1/R) Σ_j φ_j(x1) φ_j(x2), which approximates k.

    Its mean is the kernel (4), and its variance exactly (k_2γ - k_γ²)/R, since the square of
    φ_ω(x) φ_ω(y) at γ is the same product at 2γ. Both checked against draws, with the
    exact kernel of a finite Ω.
    """
    gamma, objects = 0.3, ["", "ab", "bba", "abab"]
    omegas, p = d2ke.enumerate_strings("ab", (0, 3))
    at = [
        d2ke.kernel(objects, objects, omegas, g, "levenshtein", weights=p)
        for g in (gamma, 2 * gamma, 3 * gamma, 4 * gamma)
    ]
    R, repeats = 20, 4000 if run.scale == "full" else 1000
    drawn = d2ke.random_strings(R * repeats, "ab", (0, 3), run.rng())
    phi = d2ke.feature_map(objects, drawn, gamma, "levenshtein") * math.sqrt(R * repeats)
    phi = phi.reshape(len(objects), repeats, R)
    estimates = np.einsum("xrj,yrj->rxy", phi, phi) / R
    whole = d2ke.kernel(objects, objects, drawn, gamma, "levenshtein")
    variance = d2ke.random_feature_variance(at[1], at[0], R)
    defined = [
        [definitions.kernel_variance(x, y, omegas, gamma, "levenshtein", p) for y in objects]
        for x in objects
    ]
    # fourth central moment of a mean of R summands, from those of one: powers move γ
    one = at[3] - 4 * at[2] * at[0] + 6 * at[1] * at[0] ** 2 - 3 * at[0] ** 4
    fourth = (one + 3 * (R - 1) * (R * variance) ** 2) / R**3
    return Evidence(
        printed=[
            holds(whole, estimates.mean(axis=0), rtol=1e-12, name="kernel = mean of products"),
            holds(
                whole,
                at[0],
                standard_error=np.sqrt(variance / repeats),
                name=f"mean of {R * repeats} products against the exact kernel",
            ),
            holds(
                np.mean((estimates - at[0]) ** 2, axis=0),
                variance,
                standard_error=np.sqrt((fourth - variance**2) / repeats),
                name=f"variance of k̃ with R = {R}: (k_2γ - k_γ²)/R",
            ),
            holds(R * variance, defined, rtol=1e-12, name="R times that: E (φφ - k)²"),
        ],
        measured={"standard deviation at R = 20, pair '', 'ab'": math.sqrt(variance[0, 1])},
    )


DEGREES = [([0.7, 0.2, 0.1], 0.3), ([0.9, 0.05, 0.0], 0.01)]  # eigenvalues and λ


@erratum(
    "errata/D22",
    place="Section 4, Proposition 1; D_λ; Eq. (3)",
    about=("proposition-1", "eq-11", "eq-3"),
    expected=Verdict.HOLDS,
)
def what_is_right(run: Run) -> Evidence:
    """Suspected and found right: Proposition 1 for a metric, D_λ ≤ 1/λ, the exponents of Eq. (3).

    For the Levenshtein distance the supremum over all f is known exactly.
    """
    lams, degrees, bound = degrees_of_freedom()
    powers, stated = [], []
    for p in (0.7, 2.5, 6.0):
        problem = {"n": 100, "sigma": 0.5, "lipschitz": 2.0}
        stated += [-2 / (2 + p), 4 / (p + 2), 2 * p / (2 + p)]
        for name in problem:
            at = []
            for factor in (1, 4):
                scaled = problem | {name: problem[name] * factor}
                case: dict[str, Any] = {**scaled, "p": p, "c": 3.0, "form": "printed"}
                at.append(d2ke.knn_risk_bound(d2ke.optimal_k(**case), **case))
            powers.append(math.log(at[1] / at[0], 4))
    return Evidence(
        printed=[
            spaces.as_defined("lipschitz_bound", *LIPSCHITZ),
            at_most(largest_ratio(0.3), 1.0, name="Proposition 1: supremum over all f"),
            spaces.as_defined("effective_degrees", *DEGREES),
            holds(bound * lams, 1.0, name="the bound on D_λ: 1/λ"),
            at_most(degrees * lams, 1.0, name="λ D_λ ≤ 1"),
            holds(powers, stated, rtol=1e-9, name="exponents of n, σ, L at the best k"),
        ]
    )
