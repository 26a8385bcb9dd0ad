"""Section 2.2: the risk of nearest neighbors, Theorem 1."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

SECTION = "Section 2.2"


def nearest_neighbor_risk(D: Array, masses: Array, f: Array, n: int) -> float:
    """Left side of Theorem 1 for k = 1 without noise, mean over training sets too, exactly.

    The nearest of n draws is at distance r from x if all of them miss what is nearer, and not all
    of them this as well.
    """
    risk = 0.0
    for row, mass, value in zip(D, masses, f, strict=True):
        r, place = np.unique(row, return_inverse=True)
        here = np.bincount(place, masses, len(r))
        nearer = np.concatenate([[0.0], here.cumsum()[:-1]])
        share = np.minimum(here / np.maximum(1 - nearer, here), 1.0)
        with np.errstate(divide="ignore"):  # the last share is 1, and its logarithm -inf
            chance = np.exp(n * np.log1p(-nearer)) * -np.expm1(n * np.log1p(-share))
        risk += mass * chance @ (np.bincount(place, masses * (f - value) ** 2, len(r)) / here)
    return float(risk)


def atoms(n: int) -> tuple[Array, Array]:
    """Points in [0, 1] with gaps proportional to 1/j², and their masses 2^-j."""
    j = np.arange(1, n + 1)
    x = np.concatenate([[0.0], np.cumsum(j[:-1] ** -2.0)]) * 6 / math.pi**2
    masses = np.ldexp(1.0, -j)
    masses[-1] *= 2
    return x, masses


def one_rare(n: float) -> Array:
    """Masses of two points, one of which is expected once in n draws."""
    return np.array([1 - 1 / n, 1 / n])


def atom_risks(sizes: Array) -> Array:
    """Exact 1-NN risk of f(x) = x on `atoms`, for several numbers of training objects."""
    x, masses = atoms(60)
    D = np.abs(np.subtract.outer(x, x))
    return np.array([nearest_neighbor_risk(D, masses, x, int(n)) for n in sizes])


def against_the_definition() -> list[Finding]:
    """`nearest_neighbor_risk` against exact fractions, and against all training sets.

    The masses are powers of 2 and the points exact binary fractions, so that nothing is rounded
    on the side of the definition.
    """
    x, masses = atoms(10)
    points, weights = [Fraction(v) for v in x], [Fraction(v) for v in masses]
    exact = [[abs(a - b) for b in points] for a in points]
    D = np.array(exact, dtype=float)
    sizes = (1, 10, 100, 1000)
    few = [row[:4] for row in exact[:4]]
    mass = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)]
    return [
        holds(
            [nearest_neighbor_risk(D, masses, x, n) for n in sizes],
            [float(definitions.one_nn_risk(exact, weights, points, n)) for n in sizes],
            rtol=1e-9,
            name="risk on ten atoms in floating point against fractions, n = 1, ..., 1000",
        ),
        holds(
            float(definitions.one_nn_risk(few, mass, points[:4], 4)),
            float(definitions.knn_risk(few, mass, points[:4], 4, 1)),
            name="that formula against the mean over all training sets of 4, four atoms",
        ),
    ]


@claim(
    "d2ke/theorem-1",
    place=f"{SECTION}, Theorem 1",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=["vectors/knn_risk_bound"],
)
@erratum("errata/D11", place=f"{SECTION}, Theorem 1", about=("theorem-1",))
def risk_of_nearest_neighbors(run: Run) -> Evidence:
    """E (f̂ - f)² ≤ σ²/k + c L² (k/n)^(2/p) for the k-NN estimate and some constant c > 0.

    False for p < 2 (erratum D11). For f(x) = x on atoms in [0, 1] with gaps near 1/j² and masses
    2^-j the exact risk of 1-NN without noise falls more slowly than n^-2, where p = 1 is admitted
    (c = 1.5) and promises n^-2, and the box dimension 1/2 even n^-4. Simpler still, but with a
    distribution that changes with n: two points at distance 1 with masses 1 - 1/n and 1/n, where
    the risk is 1/(en).

    Corrected, with the mean over the training set too (the paper's is over x alone; a training set
    with all its objects at the first atom is as wrong for every n) and c that of the covering
    number: for p > 2 the constant 4p/(p-2) (2c/e)^(2/p) does; for p < 2 the second
    term is 16c/((2-p)e) L² k/n, a rate that the two points show to be the right one. The proof is
    at `gramcheck.reference.d2ke.neighbors`.
    """
    sizes = np.logspace(2, 8, 7)
    risks = atom_risks(sizes)
    slopes = np.diff(np.log10(risks))
    two = np.array([[0.0, 1.0], [1.0, 0.0]])
    pair = [nearest_neighbor_risk(two, one_rare(n), np.array([0.0, 1.0]), int(n)) for n in sizes]
    interval = [
        [d2ke.knn_risk_bound(1, int(n), 0.0, 1.0, p, c) for n in sizes]
        for p, c in ((3.0, 1.5), (1.0, 1.5))
    ]
    apart = [d2ke.knn_risk_bound(1, int(n), 0.0, 1.0, 1.0, 2.0) for n in sizes]
    x, masses = atoms(60)
    bad = float(masses @ (x - x[0]) ** 2)
    radii = 2.0 ** -np.arange(1, 9)
    covers = [d2ke.covering_number(np.abs(np.subtract.outer(x, x)), delta) for delta in radii]
    random_risks, bounds = _random_spaces(run)
    return Evidence(
        common=[
            *against_the_definition(),
            *_formula(),
            at_most(covers * radii, 1.5, name="atoms, δ = 1/2 to 1/256: δ N(δ), so p = 1, c = 1.5"),
        ],
        printed=[
            at_most(slopes[-1], -2.0, name="slope of log risk on the atoms, last decade, p = 1"),
            at_most(
                pair[-1] * sizes[-1] ** 2,
                pair[0] * sizes[0] ** 2,
                name="n² times the risk of the two points stays bounded, p = 1",
            ),
            at_most(
                bad, interval[0][-1], name="error of a training set at one atom, n = 10⁸, p = 3"
            ),
        ],
        corrected=[
            at_most(
                np.divide(random_risks, bounds),
                1.0,
                name="risk / bound, six p from 0.5 to 6, random spaces, k = 1 and k = 2 with noise",
            ),
            at_most(risks / interval, 1.0, name="risk / bound, p = 3 and p = 1 on the atoms"),
            at_most(np.divide(pair, apart), 1.0, name="risk / bound, p = 1, the two points"),
            at_least(
                np.divide(pair, apart)[1:],
                np.divide(pair, apart)[0],
                rtol=0.02,
                name="which is no smaller for large n: their rate is k/n",
            ),
            holds(pair, _two_point_risk(sizes), rtol=1e-6, name="two points in closed form"),
        ],
        measured={
            "n": sizes,
            "risk on the atoms": risks,
            "n² risk": risks * sizes**2,
            "slack: bound / risk, the two points, p = 1": np.divide(apart, pair)[-1],
            "slack on the random spaces, from": np.min(np.divide(bounds, random_risks)),
        },
        picture=plots.curves(
            sizes,
            {
                "exact risk on the atoms": risks,
                "rate of Theorem 1 at p = 1: n⁻²": risks[0] * (sizes / sizes[0]) ** -2,
                "n⁻¹": risks[0] * sizes[0] / sizes,
            },
            xlabel="training objects n",
            ylabel="mean squared error of 1-NN",
            logx=True,
            logy=True,
        ),
    )


def _formula() -> list[Finding]:
    """Both forms of the bound, with p on both sides of 2."""
    cases = [
        (1, 10, 0.0, 1.0, 0.5, 1.5),
        (3, 1000, 0.7, 2.0, 1.9, 2.0),
        (2, 50, 0.1, 1.0, 3.0, 4.0),
    ]
    return [spaces.as_defined("knn_risk_bound", *cases, form=f) for f in ("printed", "corrected")]


def _two_point_risk(n: Array) -> Array:
    """A test object at the rare point and no draw there; or at the other one, all draws rare."""
    return (1 / n) * (1 - 1 / n) ** n + (1 - 1 / n) * (1 / n) ** n


def _random_spaces(run: Run) -> tuple[list[float], list[float]]:
    """Exact risks on random finite spaces, and the corrected bound with p on both sides of 2."""
    rng, risks, bounds = run.rng(), [], []
    for p in (0.5, 1.0, 1.5, 2.5, 3.0, 6.0):
        D = spaces.cloud(5, 3, rng)
        masses = rng.dirichlet(np.ones(len(D)))
        f = D[0]  # the distance to a point has L = 1
        c = definitions.covering_constant(D.tolist(), p)
        for n in (1, 10, 100, 1000):
            risks.append(nearest_neighbor_risk(D, masses, f, n))
            bounds.append(d2ke.knn_risk_bound(1, n, 0.0, 1.0, p, c))
        risks.append(definitions.knn_risk(D.tolist(), masses.tolist(), f.tolist(), 4, 2, 0.01))
        bounds.append(d2ke.knn_risk_bound(2, 4, 0.1, 1.0, p, c))
    return risks, bounds
