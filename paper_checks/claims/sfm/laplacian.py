"""Section V: the kernel of Eq. (1)."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.sfm import strings
from gramcheck.paper_checks.claims.sfm.esp_bounds import (
    LENGTHS,
    LONGER,
    cost_of_operations,
    distances,
    growth,
)
from gramcheck.paper_checks.claims.sfm.strings import BINARY
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.experiments.sfm.systems import BETAS
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
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

    It is one: entry by entry by its definition, and positive semidefinite for every β of the paper,
    where exp(-EDM/β) is not (erratum S15). As an approximation of that it depends on β, as both are
    near 1 for a large one; what does not are the exponents. "≈" is taken to ask that on a typical
    pair L1 is within a factor of 2 of EDM: by that factor one operation counts as two, and the one
    kernel is the square of the other. On all binary strings up to length 5 the median of L1/EDM is
    3.25. At β = 1, of which Tables IV and V are, the median ratio of the kernels is 0.0067, at 10
    it is 0.61, at 100 and beyond 0.95 or more.

    The corrected form is that of Section III, which calls EDM ≤ L1 ≤ O(log L log* L) EDM the bounds
    of the approximation: the kernel is at most exp(-EDM/β), some pairs attain that, and at least a
    power O(log L log* L) of it, for which the growth of L1 after one operation is judged as in
    sfm/esp-bounds. The power is no other β, which would be common to all pairs: L1/EDM goes from 1
    to 8 on the short strings, and the first letter doubled, which is one operation, costs some 17
    at L = 256 and 25 at 4096, any other up to 40. On the short strings alone another β would do for
    most, as nine pairs in ten lie within a factor of 2 of the median.
    (Until a review "≈" was not judged, and after it by the ratio at β = 2, which is no β of the
    paper. The factor of 2 was fixed with the ratios in view.)
    """
    corpus, _ = generated_corpus(40, run.rng())
    V, _ = sfm.characteristic_vectors(corpus)
    few = V[:5].toarray().tolist()
    verdicts = [psd_verdict(sfm.laplacian_kernel(V, V, beta)) for beta in BETAS]
    short, EDM = distances(5)
    W, _ = sfm.characteristic_vectors(short)
    pairs = np.triu_indices(len(short), 1)
    factors = (sfm.l1_distances(W, W) / np.maximum(EDM, 1))[pairs]
    of_trees = {beta: sfm.laplacian_kernel(W, W, beta) for beta in BETAS}
    of_moves = {beta: np.exp(-EDM / beta) for beta in BETAS}
    ratios = {beta: (of_trees[beta] / of_moves[beta])[pairs] for beta in BETAS}
    doubled = strings.cost_of_doubling(strings.random_letters, LENGTHS, "cm", run.rng("doubled"))
    changed = cost_of_operations(strings.random_letters, run.rng("operations"))
    typical = float(np.median(factors))
    return Evidence(
        printed=at_most(typical, 2.0, name=f"L1/EDM, median of {len(factors)} pairs"),
        corrected=[
            at_most(
                [of_trees[beta][pairs] for beta in BETAS],
                [of_moves[beta][pairs] for beta in BETAS],
                name="at most exp(-EDM/β), β = 1 ... 10000",
            ),
            holds(factors.min(), 1.0, name="L1/EDM, least"),
            *(growth(doubled, place) for place in doubled),
            *(growth(changed, operation, LONGER) for operation in changed),
        ],
        common=[
            holds(
                sfm.laplacian_kernel(V[:5], V[:5], 50.0),
                [[definitions.laplacian_kernel(x, y, 50.0) for y in few] for x in few],
                rtol=1e-12,
                name="exp(-‖x - y‖₁/β), five strings",
            ),
            holds(
                of_trees[1.0],
                definitions.espkernel(short, 1.0),
                rtol=1e-12,
                name=f"β = 1: {len(short)} strings, their trees by definition",
            ),
            at_least(
                [v.smallest for v in verdicts],
                0.0,
                atol=max(v.tolerance for v in verdicts),
                name="smallest eigenvalue, 80 strings, β = 1 ... 10000",
            ),
        ],
        table=Table(
            ["β", "kernel over exp(-EDM/β), median", "least", "difference, largest"],
            [
                [
                    f"{beta:g}",
                    float(np.median(ratios[beta])),
                    float(ratios[beta].min()),
                    float(abs(of_trees[beta] - of_moves[beta]).max()),
                ]
                for beta in BETAS
            ],
            title="All binary strings up to length 5",
        ),
        measured={
            "L1/EDM, least and largest": [float(factors.min()), float(factors.max())],
            "pairs within a factor of 2 of the median": float(
                np.mean((factors >= typical / 2) & (factors <= typical * 2))
            ),
            **{
                f"{place} doubled: mean L1": dict(zip(LENGTHS, costs.tolist(), strict=True))
                for place, costs in doubled.items()
            },
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
