"""Section 3: the kernel (4), its forms (5)-(7), representative sets, Eq. (8)."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, claim, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

SECTION = "Section 3"
GAMMAS = (0.01, 0.3, 2.0, 30.0)
OBJECTS = ["", "a", "ab", "bba", "abab", "bbbbb"]


def omega() -> tuple[list[str], np.ndarray]:
    """A finite Omega: random strings over two letters of length 0 to 3, with their p."""
    return d2ke.enumerate_strings("ab", (0, 3))


@claim("d2ke/eq-4", place=f"{SECTION}, Eq. (4)", checks=["vectors/kernel"])
def the_kernel(run: Run) -> Evidence:
    """k(x, y) = ∫ p(ω) φ_ω(x) φ_ω(y) dω with φ_ω(x) = exp(-γ d(x, ω)).

    For strings over two letters of length 0 to 3 the integral is a sum over 15 strings, so that
    the kernel is known exactly: the reference's sum against 60-digit arithmetic.
    """
    omegas, p = omega()
    got = [d2ke.kernel(OBJECTS, OBJECTS, omegas, g, "levenshtein", weights=p) for g in GAMMAS]
    wanted = [definitions.kernel(OBJECTS, OBJECTS, omegas, g, "levenshtein", p) for g in GAMMAS]
    return Evidence(
        printed=holds(got, wanted, rtol=1e-12, name="kernel, 6 strings, 4 values of γ"),
        measured={f"k('ab', 'abab') at γ = {g}": K[2, 4] for g, K in zip(GAMMAS, got, strict=True)},
    )


@claim("d2ke/eq-5", place=f"{SECTION}, Eq. (5)")
def exponential_of_the_soft_distance(run: Run) -> Evidence:
    """k(x, y) = exp(-γ softmin_p(ω) {d(x, ω) + d(ω, y)}).

    Both sides computed apart: the sum of products of features, and the soft minimum in the log
    domain. And against the kernel as defined.
    """
    omegas, p = omega()
    K, soft = [], []
    for g in GAMMAS:
        arguments = (OBJECTS, OBJECTS, omegas, g, "levenshtein")
        K.append(d2ke.kernel(*arguments, weights=p))
        soft.append(d2ke.softmin_kernel(*arguments, weights=p))
    wanted = [definitions.kernel(OBJECTS, OBJECTS, omegas, g, "levenshtein", p) for g in GAMMAS]
    return Evidence(
        printed=[
            holds(soft, K, rtol=1e-11, name="exp(-γ softmin) against the kernel"),
            holds(soft, wanted, rtol=1e-11, name="and against the kernel in 60-digit arithmetic"),
        ]
    )


@claim("d2ke/eq-6", place=f"{SECTION}, Eq. (6)", checks=["vectors/softmin"])
def soft_minimum(run: Run) -> Evidence:
    """softmin_p f = -(1/γ) log ∫ p(ω) exp(-γ f(ω)) dω, a soft minimum.

    Term by term in 60-digit arithmetic. That it is a soft minimum: it lies between the minimum
    over the support of p and the mean, falls as γ grows, and comes within log(1/P)/γ of the
    minimum, where P is the mass that attains it.
    """
    rng = run.rng()
    values, p = rng.normal(0, 10, 12), rng.dirichlet(np.ones(12))
    gammas = np.geomspace(1e-2, 1e3, 30)
    soft = np.array([d2ke.softmin(values, p, g) for g in gammas])
    wanted = [definitions.softmin(values.tolist(), p.tolist(), g) for g in gammas]
    mass = p[values.argmin()]
    return Evidence(
        printed=[
            holds(soft, wanted, rtol=1e-12, atol=1e-12, name="softmin term by term"),
            at_most(np.diff(soft), 0.0, atol=1e-12, name="falls as γ grows"),
            at_most(soft[0], values @ p, name="at most the mean"),
            at_least(soft, values.min(), atol=1e-12, name="at least the minimum"),
            at_most(
                soft - values.min(),
                np.log(1 / mass) / gammas,
                atol=1e-12,
                name="distance to the minimum ≤ log(1/P)/γ",
            ),
        ],
        picture=plots.curves(
            gammas,
            {"softmin": soft},
            limit={"minimum": values.min(), "mean": float(values @ p)},
            logx=True,
            xlabel="γ",
            ylabel="softmin of 12 random values",
        ),
    )


@claim("d2ke/eq-7", place=f"{SECTION}, Eq. (7)", checks=["vectors/soft_distance"])
def soft_distance(run: Run) -> Evidence:
    """The kernel substitutes softmin_p(ω) {d(x, ω) + d(ω, y)}, a soft version, for d(x, y).

    Against the definition, also where the kernel itself underflows; for a metric it is at least
    d(x, y), by the triangle inequality. Its value at x = y is not 0: it is no distance.
    """
    omegas, p = omega()
    gammas = (*GAMMAS, 1e4)
    soft = np.array(
        [d2ke.soft_distance(OBJECTS, OBJECTS, omegas, g, "levenshtein", weights=p) for g in gammas]
    )
    wanted = [
        definitions.soft_distance(OBJECTS, OBJECTS, omegas, g, "levenshtein", p) for g in gammas
    ]
    D = d2ke.cdist(OBJECTS, OBJECTS, "levenshtein")
    return Evidence(
        printed=[
            holds(soft, wanted, rtol=1e-12, name="soft distance against its definition"),
            at_least(soft, np.broadcast_to(D, soft.shape), atol=1e-12, name="at least d(x, y)"),
        ],
        measured={"soft distance of '' to itself at γ = 0.3": soft[1, 0, 0]},
    )


@claim("d2ke/eq-8", place=f"{SECTION}, Eq. (8)", checks=["vectors/feature_map"])
def representative_embedding(run: Run) -> Evidence:
    """φ̂_j(x) = (1/√R) exp(-γ d(x, x̂_j)), j = 1, ..., R, with held-out training objects x̂_j.

    Held out are R different objects of the data, each of them as often as any other. (Until a
    review nothing was asked of them.)
    """
    data, rng = spaces.strings("ab", 4), run.rng()
    held_out = d2ke.representatives(data, 7, rng)
    got = [d2ke.feature_map(OBJECTS, held_out, g, "levenshtein") for g in GAMMAS]
    wanted = [definitions.feature_map(OBJECTS, held_out, g, "levenshtein") for g in GAMMAS]
    rsm = [d2ke.representative_set_map(OBJECTS, held_out, "levenshtein", gamma=g) for g in GAMMAS]
    return Evidence(
        printed=[
            *spaces.held_out_alike(data, len(held_out), rng),
            holds(got, wanted, rtol=1e-12, name="features against the formula"),
            holds(rsm, wanted, rtol=1e-12, name="representative-set map, exponential form"),
        ],
        note="Appendix B's RSM uses the distances themselves; both are there, by name.",
    )


@claim(
    "d2ke/rsm-special-case",
    place="Section 3, Relationship to Representative-Set Method",
    kind="statement",
)
def representative_set_method(run: Run) -> Evidence:
    """Ω = X with p(ω) = p(x) gives the representative-set method: features (8) up to 1/√R.

    The random features of the kernel with p the distribution of the data are Eq. (8): draws
    from the data have, within chance, the kernel (4) of that p as their mean; and with the whole
    data set as representatives the two agree exactly.
    """
    data = spaces.strings("ab", 4)
    p = np.full(len(data), 1 / len(data))
    exact = d2ke.kernel(OBJECTS, OBJECTS, data, 0.4, "levenshtein", weights=p)
    twice = d2ke.kernel(OBJECTS, OBJECTS, data, 0.8, "levenshtein", weights=p)
    R = 20000 if run.scale == "full" else 4000
    drawn = d2ke.data_sample(data, R, run.rng())
    phi = d2ke.representative_set_map(OBJECTS, drawn, "levenshtein", gamma=0.4)
    whole = d2ke.representative_set_map(OBJECTS, data, "levenshtein", gamma=0.4)
    error = np.sqrt(d2ke.random_feature_variance(twice, exact, R))
    return Evidence(
        printed=[
            holds(phi @ phi.T, exact, standard_error=error, name=f"{R} draws from the data"),
            holds(whole @ whole.T, exact, rtol=1e-12, name="the whole data set"),
        ],
        note="“A much nicer generalization error bound even for R → ∞” is d2ke/rsm-many-features.",
    )


# of the random series, as printed
LENGTHS = {"Section 3": (2, 10), "Appendix C.1": (2, 50)}
COSTS = ("euclidean", "sqeuclidean")


@erratum("errata/D18", place="Section 3; Appendix C", about=("random-objects",))
def unstated_choices(run: Run) -> Evidence:
    """Random series have lengths uniform in [2, 10] (Section 3) and in [2, 50] (appendix C.1).

    Both stand there. Other choices that the features depend on are not stated: the range of γ for
    series, the local cost of DTW, the ground distance of the modified Hausdorff distance, and the
    scale of the SIFT vectors next to random ones of length 1. Here the lengths, γ and the local
    cost are arguments with a name; the ground distance is the Euclidean one, and vectors have the
    scale at which they are passed. Shown for the local cost: the two usual ones are computed as
    named, and are not alike.
    """
    rng = run.rng()
    series = d2ke.random_series(40, 2, 1.0, (5, 15), rng)
    nearest = {}
    for cost in COSTS:
        D = d2ke.cdist(series, series, "dtw", local_cost=cost) + np.diag(np.full(40, np.inf))
        nearest[cost] = D.argmin(axis=1)
    other = int(np.sum(nearest["euclidean"] != nearest["sqeuclidean"]))
    named = [
        (d2ke.dtw(x, y, local_cost=cost), definitions.dtw(x, y, local_cost=cost))
        for x, y in zip(series[:4], series[4:8], strict=True)
        for cost in COSTS
    ]
    return Evidence(
        printed=equals(
            LENGTHS["Appendix C.1"],
            LENGTHS["Section 3"],
            name="lengths in appendix C.1 are those of Section 3",
        ),
        corrected=[
            holds(*np.transpose(named), rtol=1e-12, name="DTW with its local cost named, both"),
            at_least(other, 1, name="of 40 series, those with another nearest under the other"),
        ],
        table=Table(
            ["choice", "one place", "another", "here"],
            [
                ["length of random series", "[2, 10], Section 3", "[2, 50], C.1", "argument"],
                ["γ for series", "not given", "not given", "argument, searched for the tables"],
                ["local cost of DTW", "not given", "not given", "argument, unless given Euclidean"],
                ["ground distance of sets", "not given", "not given", "always Euclidean"],
                [
                    "scale of SIFT vectors",
                    "random ω: unit sphere",
                    "data: not given",
                    "as passed; in the tables of typical length 1",
                ],
            ],
        ),
    )
