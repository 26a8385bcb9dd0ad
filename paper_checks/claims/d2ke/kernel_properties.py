"""Section 3, after Eq. (7): the kernel for large gamma, and its definiteness."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_most, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.spectrum import psd_verdict
from gramcheck.verify.types import AnyArray


@claim(
    "d2ke/limit-gamma",
    place="Section 3, after Eq. (7)",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
@erratum("errata/D4", place="Section 3, after Eq. (7)", about=("limit-gamma",))
def large_gamma(run: Run) -> Evidence:
    """If X ⊆ Ω, then k(x, y) → exp(-γ d(x, y)) as γ → ∞.

    True on the log scale only: -log k / γ → d (erratum D4). The ratio of the two sides tends
    to the mass P of the ω on a geodesic from x to y: on a path of five points with uniform p to
    .2, .4, .6, .8, 1 from the first point, and k(x, x) → p({x}). With uniform p on [0, 1] even
    that mass is 0: k(.5, .5) = (1 - e^-γ)/γ → 0. And X ⊆ Ω is not enough: where the support of p
    meets no geodesic, the limit on the log scale is the shortest detour and not d.
    """
    n, points = 5, list(range(5))
    D = spaces.path(n)
    gammas = np.geomspace(0.5, 50, 24)
    line = spaces.between(D)
    soft = np.array([d2ke.soft_distance(points, points, points, g, line) for g in gammas])
    kernels = np.array([d2ke.kernel(points, points, points, g, line) for g in gammas])
    ratio = kernels / np.exp(-gammas[:, None, None] * D)
    detours = D[:, None, :] + D[None, :, :]
    smallest, mass = d2ke.kernel_limit(detours, np.full(n, 1 / n))
    counted = [
        [
            float(definitions.large_gamma_ratio(x, y, points, [1 / n] * n, spaces.between(D)))
            for y in points
        ]
        for x in points
    ]
    aside = d2ke.soft_distance([3], [4], [0], 1e6, spaces.between(D)).item()
    diagonal = [_on_the_interval(g) for g in gammas]
    return Evidence(
        printed=[
            holds(ratio[-1], 1.0, rtol=0.01, name=f"k / exp(-γ d) at γ = {gammas[-1]:g}"),
            holds(diagonal[-1], 1.0, rtol=0.01, name="uniform p on [0, 1]: k(.5, .5)"),
            holds(aside, 1.0, rtol=0.01, name="p at point 0 alone: -log k(3, 4) / γ = d"),
        ],
        corrected=[
            at_most(
                abs(soft - D),
                (math.log(n) / gammas)[:, None, None],
                name="|-log k / γ - d| ≤ log(5)/γ, every pair and γ",
            ),
            holds(smallest, D, name="shortest detour = d"),
            holds(ratio[-1], counted, rtol=1e-9, name="ratio = mass of the ω between x and y"),
            holds(mass, counted, rtol=1e-12, name="the same, computed from the detours"),
            holds(
                diagonal, -np.expm1(-gammas) / gammas, name="k(.5, .5) = (1 - e^-γ)/γ, uniform p"
            ),
            holds(aside, D[3, 0] + D[0, 4], name="p at point 0 alone: limit for the pair 3, 4"),
        ],
        measured={"ratios from point 0": ratio[-1][0], "ratios k(x, x)": np.diag(ratio[-1])},
        picture=[
            plots.curves(
                gammas,
                {"log(5) / γ": math.log(n) / gammas}
                | {f"pair 0, {y}": soft[:, 0, y] - D[0, y] for y in range(4)},
                logx=True,
                logy=True,
                xlabel="γ",
                ylabel="-log k(0, y) / γ - d(0, y)",
            ),
            plots.curves(
                gammas,
                {f"pair 0, {y}": ratio[:, 0, y] for y in points},
                logx=True,
                limit={"stated": 1.0},
                xlabel="γ",
                ylabel="k(0, y) / exp(-γ d(0, y))",
            ),
        ],
    )


def _on_the_interval(gamma: float) -> float:
    """k(1/2, 1/2) for p uniform on [0, 1]: Gauss's quadrature on both sides of 1/2."""
    nodes, weights = np.polynomial.legendre.leggauss(40)
    omegas = np.concatenate([(nodes + 1) / 4, (nodes + 3) / 4]).tolist()
    p = np.tile(weights, 2) / 4
    kernel = d2ke.kernel([0.5], [0.5], omegas, gamma, lambda x, y: abs(x - y), weights=p)
    return float(kernel.item())


@claim(
    "d2ke/psd",
    place="Section 3, after Eq. (7)",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
@erratum("errata/D5", place="Section 3, after Eq. (7)", about=("psd",))
def definiteness(run: Run) -> Evidence:
    """Unlike the distance substitution kernel, the kernel (4) is always PD by construction.

    Positive semidefinite it is, for every distance, Ω and p: v'Kv = ∫ p (Σ v_i φ_ω(x_i))² ≥ 0.
    Positive definite it is not (erratum D5): an Ω of two objects gives rank 2, and {0, 1} and
    {0, 0, 1, 1} have equal features for every ω, so that no p makes it so. The contrast is real:
    exp(-γ d) is indefinite for DTW and, at γ = 0.5, for the Levenshtein distance.
    """
    strings, series = spaces.strings("ab", 4), spaces.series([0.0, 1.0, 2.0], 3)
    rows, verdicts = [], []
    spectra: dict[str, AnyArray] = {}
    for name, objects, gamma in (
        ("dtw", series, 0.5),
        ("levenshtein", strings, 0.5),
        ("levenshtein", strings, 2.0),
    ):
        substituted = np.exp(-gamma * d2ke.cdist(objects, objects, name))
        K = d2ke.kernel(objects, objects, objects, gamma, name)
        few = d2ke.kernel(objects, objects, objects[:2], gamma, name)
        verdicts += [psd_verdict(K), psd_verdict(few)]
        rank = np.linalg.matrix_rank(few, hermitian=True)
        rows.append([name, gamma, psd_verdict(substituted).smallest, verdicts[-2].smallest, rank])
        if not spectra:
            spectra = {"exp(-γ DTW)": np.linalg.eigvalsh(substituted)}
            spectra["kernel (4)"] = np.linalg.eigvalsh(K)
    same = [np.array([0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])]
    omegas = d2ke.random_sets(50, 1, (1, 5), run.rng())
    phi = d2ke.feature_map(same, omegas, 0.5, "modified_hausdorff")
    worst = min(verdicts, key=lambda v: v.smallest / v.tolerance)
    return Evidence(
        common=is_true(
            all(v.is_psd for v in verdicts),
            f"smallest v'Kv {worst.quadratic_form:.1g}, rounding {worst.tolerance:.1g}",
            name="positive semidefinite: six matrices",
        ),
        printed=is_true(
            all(rank > 2 for *_, rank in rows),
            f"Ω of two objects: {len(strings)} strings, rank {rows[1][-1]}",
            name="positive definite on different objects",
        ),
        corrected=[
            holds(
                [row[2] for row in rows],
                [-0.355, -0.226, 0.476],
                atol=5e-4,
                name="smallest eigenvalues of exp(-γ d)",
            ),
            equals([row[-1] for row in rows], [2, 2, 2], name="rank with two random objects"),
            holds(phi[0], phi[1], name="features of {0, 1} and {0, 0, 1, 1}, 50 random ω"),
        ],
        table=Table(
            ["distance", "γ", "exp(-γ d)", "kernel (4), Ω = the objects", "rank, |Ω| = 2"],
            rows,
            title="Smallest eigenvalues",
        ),
        picture=plots.eigenvalues(spectra, tolerance=1e-12),
        note="DTW on the 39 series over 0, 1, 2 of length 1 to 3; Levenshtein on the 31 binary "
        "strings of length 0 to 4.",
    )
