"""Section 4: from kernels to risks, Corollary 1 and Claim 1."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, Spread, at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke

# The problem of both claims: X = Ω = {a, b}, labels +1 and -1, logistic loss (M = 1). A feature of
# one string is nearly 0 on the other, and no multiple of it gives the two labels their signs: half
# of what can be gained is lost until both strings are drawn. That is more than ε.
GAMMA, MU, EPSILON, DELTA = 5.0, 1e-3, 0.3, 0.1
OBJECTS, LABELS = ["a", "b"], np.array([1.0, -1.0])
FEW = (1, 2, 4, 16)


def logistic_risk(f: Array, y: Array) -> float:
    """Mean of log(1 + exp(-y f))."""
    return float(np.mean(np.logaddexp(0, -y * f)))


def coefficients(f: Array, y: Array, mu: float) -> Array:
    """Representer coefficients α of f = (1/n) Σ α_i k(x_i, ·), logistic loss: -loss'(f_i) / μ."""
    return y / (1 + np.exp(y * f)) / mu


@dataclass(frozen=True)
class Excess:
    """What came of the risk with R random features, one entry for each draw of them.

    Parameters
    ----------
    risk : of Algorithm 1, minus that with the exact kernel
    share : the same, over M A max |Δ|, the inequality of the paper's proof
    sound : the same, over (M A + μ A²/2) max |Δ|, whose proof is sound
    """

    risk: Array
    share: Array
    sound: Array

    @property
    def beyond(self) -> float:
        """Share of the draws whose excess risk is above ε."""
        return float(np.mean(self.risk > EPSILON))


def excess_risks(run: Run) -> tuple[int, dict[int, Excess]]:
    """R as the corrected Corollary 1 asks; the excess risks with that R and with fewer features."""
    rng = run.rng("excess")
    omegas, p = d2ke.enumerate_strings("ab", (1, 1))
    features = np.exp(-GAMMA * d2ke.cdist(OBJECTS, omegas, "levenshtein")) * np.sqrt(p)
    f = d2ke.predict(features, d2ke.fit(features, LABELS, MU, "logistic"))
    A = float(np.abs(coefficients(f, LABELS, MU)).mean())
    # a finite space: p as small as one likes, with c = |X|
    needed = d2ke.corollary_1_features(EPSILON, DELTA, GAMMA, 1e-9, len(OBJECTS), 1.0, A)
    found = {}
    for R in (*FEW, needed):
        rows = []
        repeats = 100 if run.scale == "full" else 50 if R in FEW else 5
        for _ in range(repeats):
            drawn = d2ke.random_strings(R, "ab", (1, 1), rng)
            phi = d2ke.feature_map(OBJECTS, drawn, GAMMA, "levenshtein")
            values = d2ke.predict(phi, d2ke.fit(phi, LABELS, MU, "logistic"))
            deviation = abs(phi @ phi.T - features @ features.T).max()
            excess = logistic_risk(values, LABELS) - logistic_risk(f, LABELS)
            rows.append([excess, A * deviation, (A + MU / 2 * A**2) * deviation])
        excess, proof, sound = np.array(rows).T
        found[R] = Excess(excess, excess / proof, excess / sound)
    return needed, found


def enough_and_too_few(needed: int, found: dict[int, Excess]) -> list[Finding]:
    """That so many features keep the excess risk below ε, and that one feature does not."""
    return [
        at_most(
            found[needed].beyond,
            DELTA,
            name=f"R = {needed}: share of {len(found[needed].risk)} draws with excess risk above "
            f"ε = {EPSILON}",
        ),
        at_least(
            found[1].beyond,
            1 - DELTA,
            name=f"R = 1, too few: share of {len(found[1].risk)} draws with excess above ε",
        ),
    ]


def excess_table(found: dict[int, Excess]) -> Table:
    """Excess risks by number of features."""
    rows = [[R, len(e.risk), e.beyond, e.risk.max(), e.sound.max()] for R, e in found.items()]
    columns = ["R", "draws", "share above ε", "largest excess risk", "of (M A + μ A²/2) max |Δ|"]
    return Table(columns, rows, title=f"Excess risk with R features, ε = {EPSILON}, δ = {DELTA}")


@claim(
    "d2ke/corollary-1",
    place="Section 4, Corollary 1",
    kind="theorem",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def enough_features_for_the_risk(run: Run) -> Evidence:
    """R = Ω((p M²A²/ε²) log(γ/ε) + (M²A²/ε²) log(1/δ)) suffices for L̂(f̃_R) - L̂(f̂_n) ≤ ε.

    The order is wrong as printed: it is 0 or negative for small γ, and lacks the constant c of
    Assumption 3 (erratum D15). With e = ε/(MA), (1/e²) (p log(c^(1/p) γ/e)_+ + log(1/δ)) is what
    Proposition 2, corrected, gives; “suffices” is O and not Ω. The proof has a wrong step (D12):
    α is not admitted by the ball of the other kernel. For the penalized problem of
    Algorithm 1 the step is sound, with (M A + μ A²/2) max |Δ| in the place of M A max |Δ|.
    """
    order = {
        form: [
            d2ke.n_features_order(0.1, 0.1, gamma, 1.0, form=form)
            for gamma in (1.0, 0.1, 0.01, 0.001)
        ]
        for form in ("printed", "corrected")
    }
    needed, found = excess_risks(run)
    share, sound = (
        np.concatenate([getattr(e, name) for e in found.values()]) for name in ("share", "sound")
    )
    return Evidence(
        printed=[
            at_most(share, 1.0, name="excess risk / (M A max |Δ|), the inequality of the proof"),
            at_least(order["printed"], 1.0, name="order of R, ε = δ = 0.1, p = 1, four γ"),
        ],
        corrected=[
            at_most(sound, 1.0, name="excess risk / ((M A + μ A²/2) max |Δ|)"),
            at_least(order["corrected"], 1.0, name="corrected order of R, the same four γ"),
            *enough_and_too_few(needed, found),
        ],
        table=excess_table(found),
        measured={
            "γ": (1.0, 0.1, 0.01, 0.001),
            "printed order": order["printed"],
            "corrected order": order["corrected"],
        },
        note="Logistic loss, M = 1, μ = 0.001; two strings with the labels +1 and -1. R is what "
        "is sufficient by way of max |Δ|; here far fewer features are enough, one is not.",
    )


def best_risk_of_one_feature(gamma: float) -> float:
    """Least mean squared error of f = w φ_ω on two strings at distance 1 with labels +1 and -1."""
    phi = d2ke.feature_map(["a", "b"], ["a"], gamma, "levenshtein")[:, 0]
    y = np.array([1.0, -1.0])
    w = phi @ y / (phi @ phi)
    return float(np.mean((w * phi - y) ** 2))


def coefficient_norms(run: Run) -> tuple[Array, Array]:
    """A = ‖α‖₁/n at n = 100, 400, 1600, μ = 1/√n, (5, 3): long strings or short, noisy labels."""
    rng, sizes = run.rng("coefficients"), np.array([100, 400, 1600])
    norms = []
    for _ in range(5):
        omegas = d2ke.random_strings(64, "ab", (2, 30), rng)
        norms.append([_coefficient_norm(int(n), omegas, rng) for n in sizes])
    return sizes, np.array(norms)


def _coefficient_norm(n: int, omegas: list[str], rng: np.random.Generator) -> float:
    objects = d2ke.random_strings(n, "ab", (2, 30), rng)
    y = np.where([len(s) > 16 for s in objects], 1.0, -1.0)
    y *= np.where(rng.random(n) < 0.1, -1.0, 1.0)
    phi = d2ke.feature_map(objects, omegas, 0.05, "levenshtein")
    mu = 1 / math.sqrt(n)
    f = d2ke.predict(phi, d2ke.fit(phi, y, mu, "logistic"))
    return float(np.abs(coefficients(f, y, mu)).mean())


def growth(sizes: Array, A: Array) -> Finding:
    """Slope of log A over log n: 1/2, as long as the training loss has a slope."""
    slopes = np.polyfit(np.log(sizes), np.log(A).T, 1)[0]
    spread = Spread.of(slopes)
    return holds(
        spread.mean,
        0.5,
        atol=0.1,
        standard_error=spread.standard_error,
        name=f"slope of log A over log n, mean of {spread.n} samples",
    )


@claim(
    "d2ke/claim-1",
    place="Section 4, Claim 1",
    kind="theorem",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def suboptimality(run: Run) -> Evidence:
    """If n ≥ c₁ C⁴/ε² and R ≥ c₂ p/ε², absolute c₁ and c₂, then L(f̃_R) - L(f*) ≤ ε, w.p. 1 - δ.

    Not with absolute constants. Two strings have every p > 0 for effective dimension, so that
    R = 1 is enough according to the claim, whatever c₂ is; but no multiple of one feature
    comes within ε of the labels +1 and -1, for any n. What is missing are the constant c of
    Assumption 3, the log(1/δ)/ε² that has no factor p, and M²A², where A grows as √n for
    μ = 1/√n (erratum D13). Corrected: R from Corollary 1, corrected. (For n the claim is Eq. (11):
    the constant is not testable. Here n is unlimited, the distribution itself.)
    """
    gamma, epsilon, c2 = 3.0, 0.4, 1e6
    n, R = d2ke.claim_1_sizes(epsilon, 2.2, 1e-9, 1.0, c2)
    exact = d2ke.feature_map(["a", "b"], ["a", "b"], gamma, "levenshtein")
    weights = np.linalg.solve(exact, [1.0, -1.0])
    needed, found = excess_risks(run)
    sizes, A = coefficient_norms(run)
    return Evidence(
        printed=[
            at_most(np.linalg.norm(weights), 2.2, name="norm of f* = (+1, -1), so f_C = f*"),
            at_most(
                best_risk_of_one_feature(gamma),
                epsilon,
                name=f"least risk with R = {R}, where L(f*) = 0 and ε = {epsilon}",
            ),
        ],
        corrected=[*enough_and_too_few(needed, found), growth(sizes, A)],
        table=excess_table(found),
        measured={
            "R that the claim asks for at p = 1e-9, c₂ = 1e6": R,
            "n that it asks for at c₁ = 1, C = 2.2": n,
            "n": sizes,
            "A = ‖α‖₁/n": A.mean(axis=0),
        },
        picture=plots.curves(
            sizes,
            {"A = ‖α‖₁/n": A.mean(axis=0), "√n / 2": np.sqrt(sizes) / 2},
            logx=True,
            logy=True,
            xlabel="training objects n, μ = 1/√n",
            ylabel="A",
        ),
        note="Logistic loss, M = 1, in the corrected form: two strings, R from Corollary 1.",
    )
