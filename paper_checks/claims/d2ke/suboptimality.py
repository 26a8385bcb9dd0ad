"""Section 4: from kernels to risks, Corollary 1 and Claim 1."""

from __future__ import annotations

import math

import numpy as np

from paper_checks import plots
from paper_checks.claims.d2ke import spaces
from paper_checks.claims.d2ke.spaces import Array
from paper_checks.context import Run
from paper_checks.findings import at_least, at_most
from paper_checks.ledger import Evidence, Verdict, claim
from reference import d2ke

# the problem of both claims: all binary strings up to length 4, logistic loss (M = 1)
GAMMA, MU, EPSILON, DELTA = 0.5, 0.5, 0.5, 0.1


def logistic_risk(f: Array, y: Array) -> float:
    """Mean of log(1 + exp(-y f))."""
    return float(np.mean(np.logaddexp(0, -y * f)))


def coefficients(f: Array, y: Array, mu: float) -> Array:
    """Representer coefficients α of f = (1/n) Σ α_i k(x_i, ·), logistic loss: -loss'(f_i) / μ."""
    return y / (1 + np.exp(y * f)) / mu


def excess_risks(run: Run, repeats: int) -> tuple[int, Array, Array, Array]:
    """Corollary 1 at work: R as its corrected form asks, and what then comes of the risk.

    Returns R; risk of Algorithm 1 minus risk with the exact kernel, for each repeat; the same as
    a share of M A max |Δ|, and of the bound whose proof is sound (see the corollary).
    """
    rng = run.rng("excess")
    objects = spaces.strings("ab", 4)
    y = np.where([s.count("a") > s.count("b") for s in objects], 1.0, -1.0)
    K, features = spaces.levenshtein_kernel(objects, GAMMA)
    f = d2ke.predict(features, d2ke.fit(features, y, MU, "logistic"))
    A = float(np.abs(coefficients(f, y, MU)).mean())
    # a finite space: p as small as one likes, with c = |X|
    R = d2ke.corollary_1_features(EPSILON, DELTA, GAMMA, 1e-9, len(objects), 1.0, A)
    excess, share, sound = [], [], []
    for _ in range(repeats):
        omegas = d2ke.random_strings(R, "ab", (0, 4), rng)
        phi = d2ke.feature_map(objects, omegas, GAMMA, "levenshtein")
        drawn = d2ke.predict(phi, d2ke.fit(phi, y, MU, "logistic"))
        deviation = abs(phi @ phi.T - K).max()
        excess.append(logistic_risk(drawn, y) - logistic_risk(f, y))
        share.append(excess[-1] / (A * deviation))
        sound.append(excess[-1] / ((A + MU / 2 * A**2) * deviation))
    return R, np.array(excess), np.array(share), np.array(sound)


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
    repeats = 200 if run.scale == "full" else 20
    R, excess, share, sound = excess_risks(run, repeats)
    return Evidence(
        printed=[
            at_most(share, 1.0, name="excess risk / (M A max |Δ|), the inequality of the proof"),
            at_least(order["printed"], 1.0, name="order of R, ε = δ = 0.1, p = 1, four γ"),
        ],
        corrected=[
            at_most(sound, 1.0, name="excess risk / ((M A + μ A²/2) max |Δ|)"),
            at_least(order["corrected"], 1.0, name="corrected order of R, the same four γ"),
            at_most(
                np.mean(excess > EPSILON),
                DELTA,
                name=f"share of {repeats} draws of R = {R} with excess risk above ε = 0.5",
            ),
        ],
        measured={
            "γ": (1.0, 0.1, 0.01, 0.001),
            "printed order": order["printed"],
            "corrected order": order["corrected"],
            "largest excess risk": excess.max(),
        },
        note="Logistic loss, M = 1, μ = 0.5, 31 strings.",
    )


def best_risk_of_one_feature(gamma: float) -> float:
    """Least mean squared error of f = w φ_ω on two strings at distance 1 with labels +1 and -1."""
    phi = d2ke.feature_map(["a", "b"], ["a"], gamma, "levenshtein")[:, 0]
    y = np.array([1.0, -1.0])
    w = phi @ y / (phi @ phi)
    return float(np.mean((w * phi - y) ** 2))


def coefficient_norms(run: Run) -> tuple[Array, Array]:
    """A = ‖α‖₁/n for n = 100, 400, 1600 with μ = 1/√n: long strings or short, labels with noise."""
    rng, sizes = run.rng("coefficients"), np.array([100, 400, 1600])
    omegas = d2ke.random_strings(128, "ab", (2, 30), rng)
    norms = []
    for n in sizes:
        objects = d2ke.random_strings(int(n), "ab", (2, 30), rng)
        y = np.where([len(s) > 16 for s in objects], 1.0, -1.0)
        y *= np.where(rng.random(n) < 0.1, -1.0, 1.0)
        phi = d2ke.feature_map(objects, omegas, 0.05, "levenshtein")
        mu = 1 / math.sqrt(n)
        f = d2ke.predict(phi, d2ke.fit(phi, y, mu, "logistic"))
        norms.append(np.abs(coefficients(f, y, mu)).mean())
    return sizes, np.array(norms)


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
    repeats = 200 if run.scale == "full" else 20
    needed, excess, *_ = excess_risks(run, repeats)
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
        corrected=[
            at_most(
                np.mean(excess > EPSILON),
                DELTA,
                name=f"share of {repeats} draws of R = {needed} with excess above ε = 0.5",
            ),
            at_most(
                np.ptp(A / np.sqrt(sizes)) / np.mean(A / np.sqrt(sizes)),
                0.25,
                name="A/√n is the same at n = 100, 400, 1600: relative spread",
            ),
        ],
        measured={
            "R that the claim asks for at p = 1e-9, c₂ = 1e6": R,
            "n that it asks for at c₁ = 1, C = 2.2": n,
            "n": sizes,
            "A = ‖α‖₁/n": A,
        },
        picture=plots.curves(
            sizes,
            {"A = ‖α‖₁/n": A, "√n / 2": np.sqrt(sizes) / 2},
            logx=True,
            logy=True,
            xlabel="training objects n, μ = 1/√n",
            ylabel="A",
        ),
        note="Logistic loss, M = 1, in the corrected form: 31 strings, with R from Corollary 1.",
    )
