"""Abstract, Section 1 and Appendix B: representative sets whose features are the distances."""

from __future__ import annotations

import math

import numpy as np
import scipy

from gramcheck.paper_checks.claims.d2ke import spaces
from gramcheck.paper_checks.claims.d2ke.spaces import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

GAMMAS = (0.01, 0.03, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # of the mixtures
SMALL = (0.1, 0.01, 0.001)  # γ on the way to 0
MU = 0.01
LOSSES = ("squared", "squared_hinge")
HELD_OUT = (["ab"], ["ab", "bba"])  # one representative, and two
NEAR = 1e-3  # what a special case would have to come within, relative


def misfit(x: list[str], held_out: list[str]) -> float:
    """Relative distance of the raw Gram matrix from the nearest mixture of kernels (4).

    Each ω of 31 strings and each of eight γ is a kernel of rank 1, and a mixture has any weights
    that are not negative: all p, all scales, and more than one γ at a time.
    """
    raw = d2ke.representative_set_map(x, held_out, "levenshtein")
    K = (raw @ raw.T).ravel()
    omegas = spaces.strings("ab", 4)
    features = [d2ke.feature_map(x, omegas, gamma, "levenshtein").T for gamma in GAMMAS]
    columns = [np.outer(phi, phi).ravel() for of_gamma in features for phi in of_gamma]
    columns = [column / np.linalg.norm(column) for column in columns]
    return float(scipy.optimize.nnls(np.transpose(columns), K)[1] / np.linalg.norm(K))


def least_share(x: list[str], held_out: list[str]) -> float:
    """Least k(x, y) of kernel (4) over exp(-2γ · 4), all pairs and γ; no distance is above 4."""
    kernels = [d2ke.kernel(x, x, held_out, gamma, "levenshtein") for gamma in GAMMAS]
    return min(
        float(K.min()) / math.exp(-8 * gamma) for gamma, K in zip(GAMMAS, kernels, strict=True)
    )


def gaps(train: list[str], test: list[str], y: Array, held_out: list[str], loss: str) -> Array:
    """Relative distance of predictions, raw RSM against (8) with μγ²/R, for each small γ."""

    def predicted(gamma: float | None) -> Array:
        rows, new = (
            d2ke.representative_set_map(part, held_out, "levenshtein", gamma=gamma)
            for part in (train, test)
        )
        mu = MU if gamma is None else MU * gamma**2 / len(held_out)
        return d2ke.predict(new, d2ke.fit(rows, y, mu, loss, intercept=True))

    raw = predicted(None)
    return np.array(
        [np.linalg.norm(predicted(gamma) - raw) / np.linalg.norm(raw) for gamma in SMALL]
    )


@claim(
    "d2ke/rsm-raw-distances",
    place="Abstract; Section 1",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def raw_representative_sets(run: Run) -> Evidence:
    """The family of kernels subsumes the widely-used representative-set method as a special case.

    Section 1 names distances or similarities. With similarities exp(-γ d) it does, see
    d2ke/rsm-special-case; Appendix B runs it with distances, and that is no kernel of the family,
    whatever γ, p(ω) and scale: where x is the only representative the raw K(x, ·) is 0, and every
    kernel (4) is above 0 at finite distances. On 15 strings the nearest mixture of kernels (4),
    with eight γ at once, is at a distance of 41 % of the raw matrix's norm from that of one
    representative, and of 27 % from that of two, ω being any of 31 strings of up to four letters.

    Corrected: with the features (8), and with raw distances in a limit. As γ → 0 (1 - φ)/γ → d:
    with an intercept, and the penalty times γ²/R, predictions tend to those of the raw method, for
    the squared loss and the squared hinge, and the difference falls as γ.
    """
    x = spaces.strings("ab", 3)
    raw = d2ke.representative_set_map(x, HELD_OUT[0], "levenshtein")
    itself = x.index(HELD_OUT[0][0])
    train, test = (spaces.strings("ab", 5)[start::2] for start in (0, 1))
    y = np.where([2 * s.count("a") >= len(s) for s in train], 1.0, -1.0)
    held_out = train[::4]
    found = {loss: gaps(train, test, y, held_out, loss) for loss in LOSSES}
    misfits = [misfit(x, representatives) for representatives in HELD_OUT]
    return Evidence(
        common=holds(
            d2ke.representative_set_map(test, held_out, "levenshtein"),
            definitions.representative_set_map(test, held_out, "levenshtein"),
            name="raw features as defined: the distances",
        ),
        printed=at_most(
            misfits,
            NEAR,
            name="raw matrix, R = 1 and 2: distance from mixtures of kernels (4), ω of 31 strings",
        ),
        corrected=[
            equals(
                (raw @ raw[itself]).tolist(),
                [0.0] * len(x),
                name="raw K(x, ·) where x is the only representative",
            ),
            at_least(
                [least_share(x, representatives) for representatives in HELD_OUT],
                1.0,
                rtol=1e-12,
                name="kernel (4), eight γ: least entry over exp(-8γ), which is above 0",
            ),
            at_most(
                [of_loss[-1] for of_loss in found.values()],
                0.01,
                name=f"predictions at γ = {SMALL[-1]:g} against the raw method, two losses",
            ),
            holds(
                [math.log10(of_loss[1] / of_loss[2]) for of_loss in found.values()],
                1.0,
                atol=0.1,  # as for other powers in this paper's claims
                name="power of γ in that distance, γ = 0.01 to 0.001",
            ),
        ],
        table=Table(
            ["loss", *(f"γ = {gamma:g}" for gamma in SMALL)],
            [[loss, *of_loss] for loss, of_loss in found.items()],
            title="Predictions against the raw method, relative distance",
        ),
        measured={"distance from mixtures, one and two representatives": misfits},
        note="With -log d for the distance, if d ≤ 1, φ is d itself at γ = 1. But then objects are "
        "the farther from each other the nearer they are: it is another dissimilarity measure.",
    )
