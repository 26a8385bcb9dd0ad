"""Section V: the kernel of Eq. (1)."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.sfm.esp_bounds import distances
from gramcheck.paper_checks.claims.sfm.strings import BINARY
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.spectrum import psd_verdict


@claim(
    "sfm/eq-1",
    place="Section V, Eq. (1)",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("vectors/laplacian_kernel", "vectors/l1_distances"),
)
def laplacian_kernel(run: Run) -> Evidence:
    """k(S, S') ≈ exp(-‖V(S) - V(S')‖₁/β), a Laplacian kernel.

    It is one: entry by entry by its definition, and positive semidefinite for every β, where
    exp(-EDM/β) is not (erratum S15). It is no approximation of that: as EDM ≤ L1 it is at most
    exp(-EDM/β), and far below it. On all binary strings up to length 5 the median EDM is 2, that of
    L1 is 7. With β = 2 the ratio of the two kernels has median 0.08 and falls to 0.004. "≈" is
    taken to ask no more of a typical pair than that its distances differ by β at most, the unit of
    the kernel: a ratio of 1/e. Another β for L1 does not mend it, as L1/EDM goes from 1 to 8.
    (Until a review "≈" was not judged.)
    """
    corpus, _ = generated_corpus(40, run.rng())
    V, _ = sfm.characteristic_vectors(corpus)
    few = V[:5].toarray().tolist()
    betas = (1.0, 10.0, 100.0, 1000.0)
    verdicts = [psd_verdict(sfm.laplacian_kernel(V, V, beta)) for beta in betas]
    short, EDM = distances(5)
    W, _ = sfm.characteristic_vectors(short)
    of_trees, of_moves = sfm.laplacian_kernel(W, W, 2.0), np.exp(-EDM / 2)
    pairs = np.triu_indices(len(short), 1)
    ratio = (of_trees / of_moves)[pairs]
    L1 = sfm.l1_distances(W, W)
    factors = (L1 / np.maximum(EDM, 1))[pairs]
    return Evidence(
        printed=at_least(
            float(np.median(ratio)),
            math.exp(-1),
            name=f"β = 2: kernel over exp(-EDM/β), median of {len(ratio)} pairs",
        ),
        corrected=at_most(of_trees, of_moves, name="β = 2: at most exp(-EDM/β)"),
        common=[
            holds(
                sfm.laplacian_kernel(V[:5], V[:5], 50.0),
                [[definitions.laplacian_kernel(x, y, 50.0) for y in few] for x in few],
                rtol=1e-12,
                name="exp(-‖x - y‖₁/β), five strings",
            ),
            holds(
                of_trees,
                definitions.espkernel(short, 2.0),
                rtol=1e-12,
                name=f"β = 2: {len(short)} strings, their trees by definition",
            ),
            at_least(
                [v.smallest for v in verdicts],
                0.0,
                atol=max(v.tolerance for v in verdicts),
                name="smallest eigenvalue, 80 strings, β = 1 ... 1000",
            ),
        ],
        measured={
            "ratio, least": float(ratio.min()),
            "EDM and L1, medians": [float(np.median(x[pairs])) for x in (EDM, L1)],
            "L1/EDM, least and largest": [float(factors.min()), float(factors.max())],
        },
    )


@erratum("errata/S15", place="Section V", about=("edm",), checks=("edm kernel*",))
def kernel_of_the_distance(run: Run) -> Evidence:
    """We define alignment kernels k(S, S') = exp(-EDM(S, S')/β).

    No kernel: not positive semidefinite, for A, AB, BB, ABA, BBA with β = 10, for all strings over
    two letters up to length 4 with β = 2 and 10. exp(-‖V - V'‖₁/β) is for every β, by Cauchy
    features, and is what is used.
    """
    five = ["A", "AB", "BB", "ABA", "BBA"]
    thirty = [s for s in BINARY if len(s) <= 4]
    smallest, vectors = {}, []
    for name, corpus, betas in (("5", five, (10.0,)), ("30", thirty, (2.0, 10.0))):
        EDM = np.array([[sfm.edit_distance_with_moves(s, t) for t in corpus] for s in corpus])
        V, _ = sfm.characteristic_vectors(corpus)
        for beta in betas:
            smallest[name, beta] = psd_verdict(np.exp(-EDM / beta)).smallest
            vectors.append(psd_verdict(sfm.laplacian_kernel(V, V, beta)).smallest)
    return Evidence(
        printed=[
            at_least(value, 0.0, atol=1e-12, name=f"smallest eigenvalue, {n} strings, β = {beta:g}")
            for (n, beta), value in smallest.items()
        ],
        corrected=at_least(vectors, 0.0, atol=1e-12, name="smallest eigenvalue, exp(-‖V - V'‖₁/β)"),
        measured={f"{n} strings, β = {beta:g}": value for (n, beta), value in smallest.items()},
    )
