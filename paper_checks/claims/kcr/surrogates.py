"""Section 4: convex functions in the place of the step 1{x > 0}, and the program (8); C13."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.kcr.samples import classes_of_points, configurations
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, holds
from gramcheck.paper_checks.ledger import Evidence, claim, erratum
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions

_DEFINED = 50  # configurations at which (8) is computed by its definition


@claim(
    "kcr/eq-8", place="Section 4, Eq. (8)", checks=("vectors/objective_8", "vectors/logistic_bound")
)
def convex_surrogate(run: Run) -> Evidence:
    """Replacing 1{x > 0} by [1 + x]_+ bounds the error, yet does not make the program convex.

    A midpoint of two embeddings where the objective is above the mean of the two shows it, even for
    the Gaussian smoothing kernel, each vote of which is convex in Σ (footnote 9). (Until a review
    (8) was compared with its sum without the penalty, and for the hinge alone.)
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
        drawn = configurations(200, run.rng(kernel), ties=kernel == "naive")
        for number, (D, y, h) in enumerate(drawn):
            hinges = kcr.objective_8(D, y, h, kernel)
            above.append(hinges / len(y) - kcr.resubstitution_error(D, y, h, kernel))
            if number < _DEFINED:
                for each in ("hinge", "logistic"):
                    given = D.tolist(), y.tolist(), h, kernel, each
                    value, defined = (
                        place.objective_8(*given, penalty=2.0, lam=0.7)
                        for place in (kcr, definitions)
                    )
                    off.append(value - defined)
    return Evidence(
        printed=[
            at_least(min(above), 0.0, atol=1e-12, name="hinges minus the error: the smallest"),
            holds(
                off, 0.0, atol=1e-11, name="(8) minus its definition, both functions, with penalty"
            ),
            at_least(excess, 0.01, name="at a midpoint, above the mean: the most of 200"),
        ]
    )


@claim("kcr/footnote-9", place="Section 4, footnote 9", kind="statement")
def gaussian_votes_are_convex(run: Run) -> Evidence:
    """For the Gaussian smoothing kernel a vote is convex in Σ: exp of minus a linear function.

    So are sums of votes, ψ_i^+ and ψ_i^- of (8). (Until a review a vote that is the same for every
    Σ would have passed, and one that is convex and another function.)
    """
    rng, above, logs = run.rng(), [], []
    for _ in range(400):
        n = 5
        K = kcr.gaussian_kernel(rng.normal(size=(n, 2)), s=0.5)
        Sigmas = [kcr.sigma_from_coefficients(rng.normal(size=(2, n))) for _ in "ab"]
        t = rng.uniform()
        mixed = t * Sigmas[0] + (1 - t) * Sigmas[1]
        first, second, middle = (
            kcr.smoothing_kernel(np.sqrt(kcr.squared_distances(S, K)), 1.3, "gaussian")
            for S in (*Sigmas, mixed)
        )
        above.append(t * first + (1 - t) * second - middle)
        logs.append(t * np.log(first) + (1 - t) * np.log(second) - np.log(middle))
    return Evidence(
        printed=[
            at_least(above, 0.0, atol=1e-12, name="mixture of votes minus vote at a mixture"),
            holds(logs, 0.0, atol=1e-10, name="the same of their logarithms"),
            at_least(np.max(above), 0.01, name="mixture of votes minus vote: the most"),
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
