"""Appendices A to C: what is wrong in their sentences and labels."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, erratum
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions
from gramcheck.verify.spectrum import psd_verdict


@erratum(
    "errata/D16",
    place="Appendix C.2",
    about=("system-DSK-RBF", "system-DSK-ND"),
    expected=Verdict.REFUTED,
)
def levenshtein_is_not_of_negative_type(run: Run) -> Evidence:
    """DSK_RBF with the Levenshtein distance produces a c.p.d. kernel.

    It does not. On the cycle aa, ab, bb, ba the coefficients c = (1, -1, 1, -1), which sum to 0,
    give c'Kc = -0.56 for K = exp(-0.1 d²). Nor is -d² conditionally positive definite, c'd²c = 8,
    nor -d: five strings are enough. (Until a review K was found indefinite, which a c.p.d. kernel
    may be.)
    """
    cycle, five = ["aa", "ab", "bb", "ba"], ["", "a", "ab", "ba", "bb"]
    c, D = np.array([1, -1, 1, -1]), d2ke.cdist(cycle, cycle, "levenshtein")
    squares = (D**2).tolist()
    K = d2ke.dsk_rbf(D, 0.1)
    smallest = psd_verdict(K)
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
                definitions.quadratic_form(c.tolist(), K.tolist()),
                0.0,
                atol=1e-12,
                name="c'Kc for the same c, K = exp(-0.1 d²)",
            ),
            at_least(
                np.linalg.eigvalsh(centered).min(),
                0.0,
                atol=1e-12,
                name="-d on '', a, ab, ba, bb, centered: smallest eigenvalue",
            ),
        ],
        measured={
            "smallest eigenvalue of K": smallest.smallest,
            "v with v'Kv < 0": smallest.witness,
            "v'Kv": smallest.quadratic_form,
        },
        note="exp(-γ d²) is positive semidefinite for every γ only if -d² is conditionally so.",
    )


@erratum("errata/D21", place="Appendices A and B", expected=Verdict.NOT_TESTABLE)
def cross_references(run: Run) -> Evidence:
    """Appendix A proves “Theorem 1” and “Theorem 2”; DSK_ND has the negative distance.

    Labels, to be read and not computed. What can be computed is that the two descriptions of
    DSK_ND in appendix B, “negative distance” and “squared distance”, are different kernels.
    """
    x = ["ab", "abba", "b", "bbbb"]
    D = d2ke.cdist(x, x, "levenshtein")
    by_distance, by_square = (d2ke.dsk_nd(D, beta=beta) for beta in (1, 2))
    return Evidence.not_testable(
        "wrong references are found by reading; the table says what each should be",
        corrected=at_most(by_square, by_distance, name="-d² ≤ -d for integer distances"),
        measured={"entries of -d and -d² that differ": int(np.sum(by_distance != by_square))},
        table=Table(
            ["where", "printed", "should be"],
            [
                ["Appendix A, heading", "Theorem 1", "Proposition 1"],
                ["Appendix A, heading", "Theorem 2", "Proposition 2"],
                ["Appendix A, Corollary 1", "applying Theorem 2", "Proposition 2"],
                ["Theorem 1, proof", "Definition 3", "Assumption 3"],
                ["Appendix B", "GDK_LW", "RSM"],
                ["Appendix B, DSK_ND", "negative distance", "squared distance, beta = 2"],
            ],
        ),
    )
