"""Sections 2 and 4: upper bounds on the resubstitution error, step by step; C5-C8, C13."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.kcr.samples import (
    classes_of_points,
    configurations,
    program,
    three_points,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, enough, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray, Array
from gramcheck.verify.definitions import kcr as definitions

STEPS = kcr.Relaxations._fields
_COUNT = {"quick": 1000, "full": 50_000}
_WRITTEN = 500  # points at which fractions are compared
_BOUNDED = {"quick": 14, "full": 56}  # programs


def double_hinge(D: Array, y: AnyArray, h: float) -> Array:
    """[2 - n_i^+ + Σ_j [1 + τ_ij (ρ_ij² - h²)]_+]_+ as it stands in (9)."""
    tau = np.where(y[:, None] == y, 1.0, -1.0)
    inner = np.maximum(1 + tau * (D**2 - h**2), 0.0)
    return np.maximum(2 - (tau > 0).sum(axis=1) + inner.sum(axis=1), 0.0)


@claim(
    "kcr/upper-bound",
    place="Sections 2 and 4, Eq. (4) to (9)",
    kind="statement",
    checks=("vectors/relaxations", "vectors/resubstitution_bound"),
    about=[f"eq-{number}" for number in range(4, 10)],
)
def chain_of_bounds(run: Run) -> Evidence:
    """Each step from the error to (9) is an upper bound of the one before, point by point.

    max ≤ sum with X_i left out; 1{x > 0} ≤ [1 + x]_+, twice. All configurations have distances of
    exactly h (but the few in which all points coincide), seven in ten ties of votes, and four in
    ten coincident points. (Until a review "most" were said to have all three; a quarter have.)
    """
    smallest, written = dict.fromkeys(STEPS[1:], math.inf), []
    totals, points, empty = dict.fromkeys(STEPS, 0.0), 0, 0
    seen = {"distances of exactly h": 0, "ties of votes": 0, "coincident points": 0, "all three": 0}
    for D, y, h in configurations(_COUNT[run.scale], run.rng(), ties=True):
        chain = kcr.relaxations(D, y, h)
        for (name, above), below in zip(list(chain._asdict().items())[1:], chain[:-1], strict=True):
            smallest[name] = min(smallest[name], float((above - below).min()))
        for name, values in chain._asdict().items():
            totals[name] += float(values.sum())
        if points < _WRITTEN:
            exact = definitions.relaxations(D.tolist(), y.tolist(), h)
            written.append(np.abs(np.array(exact, dtype=float) - np.array(chain)).max())
        votes = kcr.kernel_rule(D, y, h)
        points += len(y)
        empty += int(votes.empty.sum())
        pairs = D[np.triu_indices(len(y), 1)]
        met = (pairs == h).any(), votes.tied.any(), (pairs == 0).any()
        for name, there in zip(seen, (*met, all(met)), strict=True):
            seen[name] += int(there)
    return Evidence(
        printed=[
            *(
                at_least(value, 0.0, atol=1e-12, name=f"{name} minus the step before: the smallest")
                for name, value in smallest.items()
            ),
            holds(written, 0.0, atol=1e-9, name="all steps minus their formulas in fractions"),
        ],
        measured={
            "points": points,
            **{f"configurations with {name}": count for name, count in seen.items()},
            "empty balls": empty,
        },
        table=Table(
            ["step", "mean at a point"],
            [[name, total / points] for name, total in totals.items()],
            title=f"{_COUNT[run.scale]} configurations",
        ),
        note="A point of the training set always votes for itself, so that no ball is empty.",
    )


@erratum("errata/C7", place="Section 4.1, Eq. (9)", about=("eq-9",), expected=Verdict.HOLDS)
def bound_is_often_vacuous(run: Run) -> Evidence:
    """The loss in (9) bounds the number of resubstitution errors of the rule it learns.

    It does, and often says nothing: at the optimum it can be more than the number of points. Three
    points of three classes and λ = 10: Σ = 0 is optimal, and the loss 12 + 3 h~.
    """
    rows: list[list[Any]] = []
    for number in range(_BOUNDED[run.scale]):
        K, y, lam, kernel = program(number, run.seed, n=15)
        rows.append([kernel, lam, *_errors_and_loss(K, y, lam)])
    errors, loss = _errors_and_loss(*three_points())
    return Evidence(
        printed=[
            at_least([r[3] for r in rows], [r[2] for r in rows], name="loss, against the errors"),
            at_least(loss, errors, name="three points: loss, against the errors"),
            holds(loss, 12.0, atol=1e-4, name="three points: loss, with h~ at its lower bound"),
        ],
        measured={f"of {len(rows)} programs, loss above n = 15": sum(r[3] > 15 for r in rows)},
        table=Table(["kernel", "λ", "errors", "loss"], rows, title="n = 15"),
    )


def _errors_and_loss(K: Array, y: Any, lam: float) -> tuple[int, float]:
    """Resubstitution errors of the learned rule, and the loss in (9), without the penalty."""
    rule = kcr.solve_by_splitting(K, y, lam, tol=1e-2)
    squared = kcr.squared_distances(rule.Sigma, K)
    loss = kcr.objective_from_distances(squared, rule.h2, y)
    return int((rule.predict(K) != y).sum()), loss


@claim(
    "kcr/eq-8", place="Section 4, Eq. (8)", checks=("vectors/objective_8", "vectors/logistic_bound")
)
def convex_surrogate(run: Run) -> Evidence:
    """Replacing 1{x > 0} by [1 + x]_+ bounds the error, yet does not make the program convex.

    A midpoint of two embeddings where the objective is above the mean of the two shows it, even for
    the Gaussian smoothing kernel, each vote of which is convex in Σ (footnote 9).
    """
    rng, excess = run.rng(), -math.inf
    X, y = classes_of_points(8, rng)
    K = kcr.gaussian_kernel(X, s=0.5)

    def loss(Sigma: np.ndarray) -> float:
        rho = np.sqrt(kcr.squared_distances(Sigma, K))
        return kcr.objective_8(rho, y, 1.0, kernel="gaussian", surrogate="hinge")

    for _ in range(200):
        Sigmas = [kcr.sigma_from_coefficients(3 * rng.normal(size=(2, len(y)))) for _ in "ab"]
        middle = loss((Sigmas[0] + Sigmas[1]) / 2) - sum(map(loss, Sigmas)) / 2
        excess = max(excess, middle)
    above, off = [], []
    for kernel in ("naive", "gaussian"):
        for D, y, h in configurations(200, run.rng(kernel), ties=kernel == "naive"):
            hinges = kcr.objective_8(D, y, h, kernel)
            above.append(hinges / len(y) - kcr.resubstitution_error(D, y, h, kernel))
            votes = np.where(np.eye(len(y)) > 0, 0.0, kcr.smoothing_kernel(D, h, kernel))
            against = (votes * np.where(y[:, None] == y, -1.0, 1.0)).sum(axis=1)
            off.append(hinges - np.maximum(1 + against, 0.0).sum())
    return Evidence(
        printed=[
            at_least(min(above), 0.0, atol=1e-12, name="hinges minus the error: the smallest"),
            holds(off, 0.0, atol=1e-11, name="(8) minus Σ [1 + votes against - votes for]_+"),
            at_least(excess, 0.01, name="at a midpoint, above the mean: the most of 200"),
        ]
    )


@claim("kcr/footnote-9", place="Section 4, footnote 9", kind="statement")
def gaussian_votes_are_convex(run: Run) -> Evidence:
    """For the Gaussian smoothing kernel a vote is convex in Σ: exp of minus a linear function."""
    rng, worst = run.rng(), -math.inf
    for _ in range(400):
        n = 5
        K = kcr.gaussian_kernel(rng.normal(size=(n, 2)), s=0.5)
        Sigmas = [kcr.sigma_from_coefficients(rng.normal(size=(2, n))) for _ in "ab"]
        t = rng.uniform()
        mixed = t * Sigmas[0] + (1 - t) * Sigmas[1]
        votes = [
            kcr.smoothing_kernel(np.sqrt(kcr.squared_distances(S, K)), 1.3, "gaussian")
            for S in (*Sigmas, mixed)
        ]
        worst = max(worst, float((votes[2] - t * votes[0] - (1 - t) * votes[1]).max()))
    return Evidence(
        printed=at_most(worst, 0.0, atol=1e-12, name="vote at a mixture minus the mixture of votes")
    )


@erratum(
    "errata/C5",
    place="Section 4.1, the algebra before Eq. (9)",
    about=("eq-9",),
    expected=Verdict.HOLDS,
)
def own_point_is_counted(run: Run) -> Evidence:
    """τ_i^- - τ_i^+ = 1 - n_i^+ + Σ_j 1{τ_ij ρ² > τ_ij h²}, with n_i^+ counting X_i itself.

    (Points of other classes at exactly h aside, as the paper says.) So without X_i in n_i^+ it
    would be off by one at every point. (Until a review that was computed, too, which says nothing
    that the identity does not; now n_i^+ is counted.)
    """
    rng, difference, miscounted = run.rng(), [], 0
    for D, y, h in configurations(400, rng, ties=False):
        tau, n_plus = kcr.label_signs(y), kcr.same_class_counts(y)
        steps = (tau * D**2 > tau * h**2).sum(axis=1)
        margin = kcr.margin(D, y, h)
        difference.append(np.abs(1 - n_plus + steps - margin).max())
        counted = [sum(other == own for other in y) for own in y]  # X_i among them
        miscounted += int((n_plus != counted).sum())
    return Evidence(
        printed=[
            equals(float(max(difference)), 0.0, name="left side minus right side: the largest"),
            equals(miscounted, 0, name="n_i^+ unlike the points of the class of X_i, X_i counted"),
        ]
    )


@erratum("errata/C6", place="Section 4.1, Eq. (9)", about=("eq-9",), expected=Verdict.HOLDS)
def term_of_the_own_point(run: Run) -> Evidence:
    """The sum over j of (9) holds j = i, whose hinge is [1 - h~]_+: a valid bound, but looser.

    Where the outer hinge of a point is active without it, it adds just that, and nowhere more: so
    nothing from h~ = 1 on; below, up to 1 a point.
    """
    gained, added, valid, active = [], [], [], []
    for D, y, h in configurations(400, run.rng(), ties=False):
        chain = kcr.relaxations(D, y, h)
        own = max(0.0, 1 - h**2)
        tau = kcr.label_signs(y)
        inner = np.maximum(1 + tau * (D**2 - h**2), 0)
        others = inner.sum(axis=1) - own
        without = np.maximum(2 - kcr.same_class_counts(y) + others, 0)
        valid.append((without - chain.errors).min())
        difference = chain.double_hinge - without
        added.append(float(difference.max()))
        gained.append(added[-1] - own)
        active += (difference - own)[without > 0].tolist()
    return Evidence(
        printed=[
            at_least(min(valid), 0.0, atol=1e-12, name="without j = i: above the error still"),
            at_most(max(gained), 0.0, atol=1e-12, name="what j = i adds, minus [1 - h²]_+"),
            holds(active, 0.0, atol=1e-12, name="the same where the outer hinge is active"),
            at_least(max(added), 0.1, name="the most that it adds at a point"),
        ]
    )


@erratum("errata/C8", place="Section 4.1", about=("eq-9",), expected=Verdict.HOLDS)
def distances_of_exactly_h(run: Run) -> Evidence:
    """Leaving out {j of another class: ρ = h} "for simplicity" does no harm: the hinge is 1 there.

    Looked at where such pairs exist.
    """
    smallest, pairs, off = math.inf, 0, []
    for D, y, h in configurations(_COUNT[run.scale], run.rng(), ties=True):
        at_h = (h == D) & (kcr.label_signs(y) < 0)
        if at_h.any():
            chain = kcr.relaxations(D, y, h)
            rows = at_h.any(axis=1)
            off.append(np.abs(chain.double_hinge - double_hinge(D, y, h)).max())
            smallest = min(smallest, float((chain.double_hinge - chain.outer_hinge)[rows].min()))
            pairs += int(at_h.sum())
    return Evidence(
        printed=[
            at_least(smallest, 0.0, atol=1e-12, name="double hinge minus outer hinge there"),
            holds(off, 0.0, atol=1e-11, name="double hinge minus its formula"),
            enough(pairs, 100, name="such pairs"),
        ]
    )


@erratum("errata/C13", place="Section 4, convex upper bounds", about=("eq-8",), checks=("eq-8",))
def logistic_function(run: Run) -> Evidence:
    """log(1 + e^x) is an upper bound of 1{x > 0}.

    Not on (0, log(e - 1)) = (0, 0.541); at 0.01 it is 0.698. Corrected: to base 2 it is one. For
    counts, which are integers, either is.
    """
    x = np.linspace(-3, 3, 6001)
    step = (x > 0).astype(float)
    natural, binary = (kcr.logistic_bound(x, base=base) for base in (math.e, 2.0))
    short = x[natural < step]
    exact = [definitions.logistic_bound(v, base=2) for v in x[::500].tolist()]
    return Evidence(
        printed=at_least((natural - step).min(), 0.0, name="log(1 + e^x) - 1{x > 0}: the smallest"),
        corrected=[
            at_least((binary - step).min(), 0.0, atol=1e-15, name="to base 2: the smallest"),
            holds(
                short.max(initial=-math.inf),
                math.log(math.e - 1),
                atol=1e-3,
                name="printed form fails up to",
            ),
            at_least(
                kcr.logistic_bound(np.arange(1.0, 50), base=math.e).min(), 1.0, name="on 1, 2, ..."
            ),
            holds(binary[::500], exact, rtol=1e-14, name="base 2 against 60 digits"),
        ],
        measured={"log(1 + e^0.01)": math.log1p(math.exp(0.01))},
        picture=plots.curves(
            x,
            {"log(1 + eˣ)": natural, "log₂(1 + eˣ)": binary, "1{x > 0}": step},
            xlabel="x",
            ylabel="bound",
        ),
    )
