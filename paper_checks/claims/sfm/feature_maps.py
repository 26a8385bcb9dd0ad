"""Sections IV and V: Algorithm 2, Eq. (1) and (2), and the memory that the maps need."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import sparse

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.experiments.sfm.printed import COSTS
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference import sfm
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.spectrum import psd_verdict

# Section VII-B and Table III: coordinates by ESP, and the memory stated for D = 16,384
ESP_DIMENSIONS = {name: COSTS[name].d[0] for name in ("Sports", "Compound")}
MIB, TIB = 2.0**20, 2.0**40


@claim("sfm/eq-1", place="Section V, Eq. (1)", kind="equation", expected=Verdict.HOLDS)
def laplacian_kernel(run: Run) -> Evidence:
    """k(S, S') ≈ exp(-‖V(S) - V(S')‖₁/β), a Laplacian kernel.

    Against its definition, entry by entry; positive semidefinite for every β, with characteristic
    vectors of ESP. As EDM ≤ L1 it is never above exp(-EDM/β), which is none (erratum S15).
    """
    corpus, _ = generated_corpus(40, run.rng())
    V, _ = sfm.characteristic_vectors(corpus)
    few = V[:5].toarray().tolist()
    betas = (1.0, 10.0, 100.0, 1000.0)
    verdicts = [psd_verdict(sfm.laplacian_kernel(V, V, beta)) for beta in betas]
    near = ["ABAB", "ABBA", "BABA", "BBAA", "AABB"]
    W, _ = sfm.characteristic_vectors(near)
    exact = [[np.exp(-sfm.edit_distance_with_moves(s, t) / 2) for t in near] for s in near]
    return Evidence(
        printed=[
            holds(
                sfm.laplacian_kernel(V[:5], V[:5], 50.0),
                [[definitions.laplacian_kernel(x, y, 50.0) for y in few] for x in few],
                rtol=1e-12,
                name="exp(-‖x - y‖₁/β), five strings",
            ),
            at_least(
                [v.smallest for v in verdicts],
                0.0,
                atol=max(v.tolerance for v in verdicts),
                name="smallest eigenvalue, 80 strings, β = 1 ... 1000",
            ),
            at_most(
                sfm.laplacian_kernel(W, W, 2.0), exact, name="at most exp(-EDM/β), five strings"
            ),
            run.verify("sfm/eq-1"),
        ],
    )


@claim("sfm/eq-2", place="Section V, Eq. (2)", kind="equation", expected=Verdict.HOLDS)
def cosine_and_sine(run: Run) -> Evidence:
    """z_r(x) = (cos r'x, sin r'x), z(x) = √(2/D) (z_r₁(x), ..., z_r_{D/2}(x)).

    Algorithm 2 has the sine first, which changes no inner product; so the reference has it. Its
    values to 60 digits, and inner products against (2) with the cosine first.
    """
    rng = run.rng()
    V, W = rng.integers(0, 4, size=(6, 9)), sfm.cauchy_matrix(20, 9, 3.0, rng)
    z = sfm.rff(V, W)
    exact = np.array([definitions.rff(x, W.tolist()) for x in V.tolist()])
    cosine_first = np.array(
        [[float(a) for a in definitions.eq_2_feature_map(x, W.tolist())] for x in V.tolist()]
    )
    # a sum of Cauchy numbers is rounded in proportion to their size
    rounding = 1e-14 * (1 + np.abs(W).max() * V.sum(axis=1).max())
    return Evidence(
        printed=[
            holds(z, exact, atol=rounding, name="z(x) in the order of Algorithm 2"),
            holds(
                z @ z.T,
                cosine_first @ cosine_first.T,
                atol=20 * rounding,
                name="inner products of Eq. (2)",
            ),
            holds((z**2).sum(axis=1), 1.0, rtol=1e-12, name="z(x)'z(x)"),
            run.verify("sfm/eq-2"),
        ],
    )


@claim("sfm/algorithm-2", place="Section IV, Algorithm 2", kind="algorithm", expected=Verdict.HOLDS)
def space_efficient_feature_map(run: Run) -> Evidence:
    """With s = Σ_j V[j] Func_H(i, j): z[2i-1] = √(2/D) sin s, z[2i] = √(2/D) cos s, i = 1 ... D/2.

    Line by line in doubles, in this order of operations; and as the plain map with the matrix of
    the same hash values stored.
    """
    rng = run.rng()
    V = rng.integers(0, 3, size=(5, 30))
    arrays = sfm.sample_hash(30, rng)
    words = [a.tolist() for a in arrays]
    z = sfm.sfm(V, 16, 20.0, *arrays)
    by_line = [definitions.sfm(x, 16, 20.0, *words) for x in V.tolist()]
    h = sfm.hash_cauchy(np.arange(1, 9), *arrays, 20.0)
    stored = sfm.rff(V, h)
    # the only freedom left is the last bit of each tangent, which the sums keep
    rounding = 1e-14 * (1 + float((V @ np.abs(h.T)).max()))
    return Evidence(
        printed=[
            holds(z, by_line, atol=rounding, name="z, line by line"),
            holds(z, stored, atol=rounding, name="z with a stored matrix"),
            holds((z**2).sum(axis=1), 1.0, rtol=1e-12, name="z'z"),
            run.verify("sfm/algorithm-2"),
        ],
    )


def peak_bytes(work: Callable[[], object]) -> int:
    """Most memory held at a time during some work, beyond what was held before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def sparse_rows(d: int, rng: np.random.Generator) -> sparse.csr_array:
    """Three vectors of 200 nonzero counts among ``d`` coordinates."""
    columns = np.sort(rng.choice(d, size=(3, 200)), axis=1).ravel()
    return sparse.csr_array((np.ones(600), columns, [0, 200, 400, 600]), shape=(3, d))


@claim("sfm/space", place="Section IV", kind="statement", expected=Verdict.HOLDS)
def space_of_the_map(run: Run) -> Evidence:
    """SFMs reduce the space for generating RFFs from O(dD) to O(d).

    Two words of 64 bits a coordinate, against D/2 doubles: for Sports and Compound these are the
    figures of Section VII-B, 280 MB and 80 MB against 1.1 TB and 323 GB, in units of 1024.
    Measured: the most memory that the reference holds while it writes features into given arrays.
    """
    rng, d = run.rng(), 50_000
    V, arrays = sparse_rows(d, rng), sfm.sample_hash(d, rng)
    dimensions = (128, 512, 2048)
    outputs = {D: np.empty((3, D)) for D in dimensions}
    # the first call imports and allocates what later ones do not
    sfm.sfm(V, 2, 1.0, *arrays)
    held = [peak_bytes(partial(sfm.sfm, V, D, 1.0, *arrays, out=outputs[D])) for D in dimensions]
    matrix = [peak_bytes(partial(sfm.cauchy_matrix, D, d, 1.0, rng)) for D in dimensions[:2]]
    words = sum(a.nbytes for a in arrays)
    stated = {"Sports": (280.0, 1.1), "Compound": (80.0, 323 / 1024)}
    small = {name: 16 * n / MIB for name, n in ESP_DIMENSIONS.items()}
    large = {name: 8 * n * 16384 / 2 / TIB for name, n in ESP_DIMENSIONS.items()}
    return Evidence(
        printed=[
            equals(words, 16 * d, name=f"bytes that describe the hash, d = {d}"),
            at_most(held[-1] / held[0], 1.25, name="memory of SFM: D = 2048 against D = 128"),
            at_least(matrix[1] / matrix[0], 3.9, name="memory of FM: D = 512 against D = 128"),
            *(
                holds(small[name], stated[name][0], atol=1.0, name=f"{name}: MiB of SFM, stated")
                for name in ESP_DIMENSIONS
            ),
            *(
                holds(large[name], stated[name][1], rtol=0.01, name=f"{name}: TiB of FM, stated")
                for name in ESP_DIMENSIONS
            ),
            run.verify("sfm/space"),
        ],
        table=Table(
            ["D", "MiB held by SFM", "MiB of the matrix of FM"],
            [[D, h / MIB, 8 * d * D / 2 / MIB] for D, h in zip(dimensions, held, strict=True)],
            title=f"d = {d}",
        ),
        picture=plots.curves(
            dimensions,
            {
                "SFM, measured": np.array(held) / MIB,
                "FM, its matrix": np.array([8 * d * D / 2 / MIB for D in dimensions]),
            },
            logx=True,
            logy=True,
            xlabel="D",
            ylabel=f"MiB, d = {d}",
        ),
    )
