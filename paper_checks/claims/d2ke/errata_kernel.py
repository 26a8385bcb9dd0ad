"""Errata of Section 3 and of what is said about kernels elsewhere: D4, D5, D16, D17."""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import quad

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.algorithm import SLACK, seconds
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.spectrum import psd_verdict


@claim(
    "errata/D4",
    place="Section 3, after Eq. (7)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def limit_of_the_kernel(run: Run) -> Evidence:
    """When X ⊆ Ω, k(x, y) → exp(-γ d(x, y)) as γ → ∞.

    Wrong but on the log scale. On a path 0, ..., 4 with uniform p the ratio of the two sides tends
    to the mass of the points between x and y, .2, .4, .6, .8, 1 in row 0, and k(x, x) → .2, not
    1. With uniform p on [0, 1] even that mass is 0: k(.5, .5) = (1 - e^-γ)/γ → 0. And X ⊆ Ω is
    not enough: the support of p must meet a geodesic from x to y.
    """
    points, line = list(range(5)), spaces.between(spaces.path(5))
    ratio = d2ke.kernel(points, points, points, 40.0, line) / np.exp(-40.0 * spaces.path(5))
    gammas = np.geomspace(1, 1000, 13)
    diagonal = [_on_the_interval(g) for g in gammas]
    corner = [
        d2ke.soft_distance([2], [3], points, g, line, weights=[1, 0, 0, 0, 0]).item()
        for g in gammas
    ]
    log_scale = [
        float(np.abs(d2ke.soft_distance(points, points, points, g, line) - spaces.path(5)).max())
        for g in gammas
    ]
    return Evidence(
        printed=[
            holds(ratio[0], 1.0, atol=0.01, name="path, row 0: k / exp(-γ d) at γ = 40"),
            holds(_on_the_interval(200.0), 1.0, atol=0.01, name="uniform p on [0, 1]: k(.5, .5)"),
            holds(corner[-1], 1.0, atol=0.01, name="p at point 0 alone: -log k(2, 3) / γ = d"),
        ],
        corrected=[
            holds(ratio[0], [0.2, 0.4, 0.6, 0.8, 1.0], rtol=1e-9, name="row 0 of the ratio"),
            holds(np.diag(ratio), 0.2, rtol=1e-9, name="k(x, x) → p({x})"),
            at_most(
                log_scale,
                math.log(5) / gammas,
                atol=1e-12,
                name="|-log k / γ - d| ≤ log(5)/γ on the path",
            ),
            holds(_on_the_interval(200.0), (1 - math.exp(-200)) / 200, name="k(.5, .5) at γ = 200"),
            holds(corner, 5.0, name="p at point 0 alone: the detour 2 + 3"),
        ],
        measured={"row 0 of the ratio": ratio[0], "k(.5, .5) at γ = 200": _on_the_interval(200.0)},
        picture=plots.curves(
            gammas,
            {
                "uniform p on [0, 1]: k(.5, .5)": diagonal,
                "path of five: k(0, 0)": [
                    d2ke.kernel([0], [0], points, g, line).item() for g in gammas
                ],
            },
            limit={"stated limit": 1.0},
            logx=True,
            logy=True,
            xlabel="γ",
            ylabel="k(x, x)",
        ),
    )


def _on_the_interval(gamma: float) -> float:
    """k(1/2, 1/2) for p uniform on [0, 1], by quadrature."""
    return 2 * quad(lambda u: math.exp(-2 * gamma * u), 0, 0.5, points=[1 / gamma / 2])[0]


@claim(
    "errata/D5",
    place="Section 3, after Eq. (7)",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def only_semidefinite(run: Run) -> Evidence:
    """Our kernel is always PD by construction.

    Positive semidefinite only: an Ω of two objects has rank 2 on three, and the sets {0, 1} and
    {0, 0, 1, 1} have equal features for every ω, so that no p makes their kernel definite.
    """
    three = d2ke.kernel(["", "a", "bb"], ["", "a", "bb"], ["a", "ab"], 0.5, "levenshtein")
    same = [np.array([0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])]
    omegas = d2ke.random_sets(50, 1, (1, 5), run.rng())
    K = d2ke.kernel(same, same, omegas, 0.5, "modified_hausdorff")
    phi = d2ke.feature_map(same, omegas, 0.5, "modified_hausdorff")
    ranks = [int(np.linalg.matrix_rank(m, hermitian=True)) for m in (three, K)]
    return Evidence(
        printed=equals(ranks, [3, 2], name="ranks of the kernels of three strings and two sets"),
        corrected=[
            equals(ranks, [2, 1], name="ranks"),
            holds(phi[0], phi[1], name="features of {0, 1} and {0, 0, 1, 1}, 50 random ω"),
            at_least(
                [psd_verdict(m).smallest for m in (three, K)],
                0.0,
                atol=1e-14,
                name="smallest eigenvalues",
            ),
        ],
    )


@claim("errata/D16", place="Appendix C.2", kind="erratum", expected=Verdict.REFUTED)
def levenshtein_is_not_of_negative_type(run: Run) -> Evidence:
    """DSK_RBF with the Levenshtein distance produces a c.p.d. kernel.

    It does not. On the cycle aa, ab, bb, ba the coefficients (1, -1, 1, -1), which sum to 0, give
    c'd²c = 8 > 0, and exp(-0.1 d²) is indefinite. Nor is -d conditionally positive definite:
    five strings are enough.
    """
    cycle, five = ["aa", "ab", "bb", "ba"], ["", "a", "ab", "ba", "bb"]
    c, D = np.array([1, -1, 1, -1]), d2ke.cdist(cycle, cycle, "levenshtein")
    squares = (D**2).tolist()
    smallest = psd_verdict(d2ke.dsk_rbf(D, 0.1))
    D5 = d2ke.cdist(five, five, "levenshtein")
    H = np.eye(5) - 1 / 5
    centered = -H @ D5 @ H
    return Evidence(
        printed=[
            at_most(
                definitions.quadratic_form(c.tolist(), squares),
                0,
                name="c'd²c for (1, -1, 1, -1) on aa, ab, bb, ba",
            ),
            at_least(
                smallest.smallest,
                0.0,
                atol=1e-12,
                name="smallest eigenvalue of exp(-0.1 d²) there",
            ),
            at_least(
                np.linalg.eigvalsh(centered).min(),
                0.0,
                atol=1e-12,
                name="-d on '', a, ab, ba, bb, centered: smallest eigenvalue",
            ),
        ],
        measured={"v with v'Kv < 0": smallest.witness, "v'Kv": smallest.quadratic_form},
        note="exp(-γ d²) is positive semidefinite for every γ only if -d² is conditionally so.",
    )


@claim(
    "errata/D17",
    place="Section 5, Baselines",
    kind="erratum",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def length_of_the_random_objects(run: Run) -> Evidence:
    """D2KE has complexity O(NRL).

    With the length L_ω of the random objects as a constant: the dynamic program has N R L L_ω
    cells, and L_ω is searched up to 50. On splice, where L = 60, random objects of length 50
    cost 5/6 of what RSM costs at the same R. Measured here: processor time of the reference's
    feature map with DTW.
    """
    lengths = np.array([20, 60, 180])
    times = np.array([[seconds(60, 60, 100, int(length)) for length in lengths] for _ in range(3)])
    least = times.min(axis=0)
    power = math.log(least[-1] / least[0], lengths[-1] / lengths[0])
    return Evidence(
        printed=holds(power, 0.0, atol=SLACK, name="power of L_ω in the time, from 20 to 180"),
        corrected=holds(power, 1.0, atol=SLACK, name="power of L_ω in the time"),
        measured={"L_ω": lengths, "milliseconds": 1000 * least},
    )
