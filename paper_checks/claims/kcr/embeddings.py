"""Section 3: Remark 2 and Corollaries 3 and 4, what an embedding is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import classes_of_points, squared_distances
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import kcr
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import kcr as definitions

_TRIALS = 50


@claim("kcr/remark-2a", place="Section 3, Remark 2 (a)", kind="statement")
def finitely_many_numbers(run: Run) -> Evidence:
    """φ is determined by n d numbers c_ij with Σ_i c_ij = 0; d (n - 1) of them are free.

    Determined: φ at forty new points is the sum of Eq. (7), which is linear in the numbers. None of
    the free ones can be spared, as the rank of that function is theirs (Gaussian kernel, distinct
    points); counted from what is computed, and by elimination in fractions.
    """
    rng = run.rng()
    n, d = 7, 3
    K_new = kcr.gaussian_kernel(rng.normal(size=(40, 2)), rng.normal(size=(n, 2)), s=1.0)
    units = np.eye(n * d).reshape(n * d, d, n)
    values = {
        "n d": [kcr.expansion(c, K_new).ravel() for c in units],
        "d (n - 1)": [kcr.expansion(kcr.center_coefficients(c), K_new).ravel() for c in units],
    }
    sums = [kcr.center_coefficients(c).sum(axis=1) for c in units]
    ranks = {name: int(np.linalg.matrix_rank(np.array(v))) for name, v in values.items()}
    counted = [definitions.numbers_of_phi(K_new.tolist(), d, free) for free in (False, True)]
    c = rng.normal(size=(d, n))
    combined = np.tensordot(c.ravel(), np.array(values["n d"]), 1)
    phi = [float(x) for k in K_new.tolist() for x in definitions.embedded(c.tolist(), k)]
    return Evidence(
        printed=[
            holds(combined, np.array(phi), atol=1e-12, name="φ, from units, minus Eq. (7)"),
            holds(sums, 0.0, atol=1e-14, name="Σ_i c_ij of the units, centered"),
            equals([ranks["n d"], counted[0]], [n * d] * 2, name="numbers φ depends on; twice"),
            equals(
                [ranks["d (n - 1)"], counted[1]],
                [d * (n - 1)] * 2,
                name="of them free where Σ_i c_ij = 0; twice",
            ),
        ]
    )


@claim(
    "kcr/remark-2b",
    place="Section 3, Remark 2 (b)",
    kind="statement",
    checks=("theorem-1", "corollary-3"),
)
def distances_from_sigma(run: Run) -> Evidence:
    """||φ(z) - φ(w)||² = Σ_m tr(Σ_m (k_z^m - k_w^m)(k_z^m - k_w^m)'), a kernel for each component.

    The left side from the components themselves, the right one from Σ_m = c_m c_m'.
    """
    rng, worst = run.rng(), 0.0
    for _ in range(_TRIALS):
        X, _ = classes_of_points(8, rng)
        new = rng.normal(size=(3, 2))
        widths = (0.2, 1.0, 5.0)
        rows = [kcr.gaussian_kernel(new, X, s=s) for s in widths]
        c = rng.normal(size=(3, 8))
        phi = np.column_stack([k @ c_m for k, c_m in zip(rows, c, strict=True)])
        left = squared_distances(phi)
        right = sum(
            kcr.squared_distances(kcr.sigma_from_coefficients(c[m : m + 1]), k)
            for m, k in enumerate(rows)
        )
        worst = max(worst, float(np.abs(left - right).max()))
    return Evidence(printed=at_most(worst, 1e-10, name="left minus right side"))


@claim(
    "kcr/remark-2c",
    place="Section 3, Remark 2 (c)",
    kind="statement",
    checks=("vectors/squared_norm",),
)
def norm_from_sigma(run: Run) -> Evidence:
    """||φ||² = Σ_m tr(K_m Σ_m): linear in Σ_m, quadratic in c_m.

    Linear: of a Σ + b Σ' it is a and b times that of Σ and Σ'. Quadratic: of t c, t² times; and of
    c + c' and c - c' together twice the sum of those of c and c'.
    """
    rng = run.rng()
    off: dict[str, list[float]] = {"in feature space": [], "linear in Σ": [], "quadratic in c": []}
    for _ in range(_TRIALS):
        features = [rng.normal(size=(6, p)) for p in (3, 6, 9)]
        c, other = rng.normal(size=(2, 3, 6))
        a, b = rng.uniform(0.5, 2, size=2)
        norm = sum(np.square(F.T @ c_m).sum() for F, c_m in zip(features, c, strict=True))
        by_traces = partial(_sum_of_traces, [F @ F.T for F in features])
        traces = by_traces(_matrices(c))
        off["in feature space"].append(norm / traces - 1)
        both = a * _matrices(c) + b * _matrices(other)
        apart = a * traces + b * by_traces(_matrices(other))
        off["linear in Σ"].append(by_traces(both) / apart - 1)
        parallelogram = by_traces(_matrices(c + other)) + by_traces(_matrices(c - other))
        sides = 2 * traces + 2 * by_traces(_matrices(other))
        stretched = by_traces(_matrices(a * c)) / (a**2 * traces)
        off["quadratic in c"] += [parallelogram / sides - 1, stretched - 1]
    return Evidence(
        printed=[
            holds(values, 0.0, atol=1e-12, name=f"||φ||² by traces, relative: {what}")
            for what, values in off.items()
        ]
    )


def _matrices(c: Array) -> Array:
    """Σ_m = c_m c_m', one for each component."""
    return np.array([kcr.sigma_from_coefficients(c_m[None]) for c_m in c])


def _sum_of_traces(kernels: Sequence[Array], matrices: Array) -> float:
    return sum(kcr.squared_norm(Sigma, K) for Sigma, K in zip(matrices, kernels, strict=True))


@claim(
    "kcr/remark-2d",
    place="Section 3, Remark 2 (d)",
    kind="statement",
    checks=("vectors/sigma_from_coefficients",),
)
def rank_one_matrices(run: Run) -> Evidence:
    """Learning φ is learning Σ_m ≥ 0 of rank 1 with 1'Σ_m 1 = 0: c_m is back up to its sign.

    One way, c c' is such a matrix, and as c and -c have the same one, (6) must not tell them apart.
    The other way, every such matrix is s v v' with v a unit vector orthogonal to 1, and has a c,
    which then sums to 0. Without "≥ 0" that fails: -c c' has rank 1 and the sum 0, and no c, as the
    diagonal of c c' holds squares.

    (The text has lost "Σ_m ≥ 0:" but for a stray "0:" a few lines on, and "Σ ≥ 0" after Corollary
    3, where "0" is left; read so, both agree with the set A of Section 4.1. Until a review the
    sentence here was without it, and neither rank nor sign was looked at, nor the way from Σ to c.)
    """
    rng, n = run.rng(), 6
    found: dict[str, list[Any]] = defaultdict(list)
    for _ in range(_TRIALS):
        c = kcr.center_coefficients(rng.normal(size=(1, n)))
        Sigma = kcr.sigma_from_coefficients(c)
        values = np.linalg.eigvalsh(Sigma) / np.square(c).sum()
        found["rank"].append(int((np.abs(values) > 1e-12).sum()))
        found["least"].append(values[0])
        found["sum"].append(Sigma.sum())
        back = kcr.coefficients_from_sigma(Sigma)
        found["back"].append(min(np.abs(back - c).max(), np.abs(back + c).max()))
        X, y = classes_of_points(n, rng)
        K = kcr.gaussian_kernel(X, s=0.5)
        h = float(rng.uniform(0.5, 2))
        found["signs"].append(np.diff([kcr.objective_6(b, K, y, h, 0.7) for b in (c, -c)]))
        v = rng.normal(size=n)
        v = (v - v.mean()) / np.linalg.norm(v - v.mean())
        given = rng.uniform(0.5, 2) * np.outer(v, v)
        of_given = kcr.coefficients_from_sigma(given)
        found["given"].append(np.abs(of_given.T @ of_given - given).max())
        found["refused"].append(_has_no_coefficients(-given))
    return Evidence(
        printed=[
            equals(sorted(set(found["rank"])), [1], name="ranks of c c'"),
            at_least(found["least"], 0.0, atol=1e-14, name="its least eigenvalue over |c|²"),
            holds(found["sum"], 0.0, atol=1e-12, name="1'Σ1"),
            at_most(found["back"], 1e-12, name="c from Σ minus c, up to sign"),
            holds(found["signs"], 0.0, atol=1e-12, name="(6) at -c minus (6) at c"),
            at_most(found["given"], 1e-12, name="c c' minus s v v', c from s v v'"),
            equals(sum(found["refused"]), _TRIALS, name=f"of {_TRIALS} -s v v': no c is found"),
        ]
    )


def _has_no_coefficients(Sigma: Array) -> bool:
    try:
        kcr.coefficients_from_sigma(Sigma)
    except ValueError:
        return True
    return False


@claim("kcr/corollary-3", place="Section 3, Corollary 3", checks=("vectors/squared_distances",))
def one_kernel_one_metric(run: Run) -> Evidence:
    """With K_1 = ... = K_d the distance is (k_z - k_w)' Σ (k_z - k_w), Σ the sum of all Σ_m.

    So learning φ is learning Σ ≥ 0 of rank d at most with 1'Σ1 = 0, as the paper says next: each
    such Σ has d rows of coefficients, whose sums are 0 then. (Until a review nothing was about
    that.)
    """
    rng, worst, off = run.rng(), 0.0, []
    for _ in range(_TRIALS):
        X, _ = classes_of_points(8, rng)
        rows = kcr.gaussian_kernel(rng.normal(size=(4, 2)), X, s=0.7)
        c = rng.normal(size=(3, 8))
        phi = rows @ c.T
        expected = squared_distances(phi)
        got = kcr.squared_distances(kcr.sigma_from_coefficients(c), rows)
        worst = max(worst, float(np.abs(got - expected).max()))
        v = rng.normal(size=(8, int(rng.integers(1, 4))))
        v -= v.mean(axis=0)
        back = kcr.coefficients_from_sigma(v @ v.T, 3)
        off.append(_largest(back.T @ back - v @ v.T) if len(back) == 3 else np.inf)
    return Evidence(
        printed=[
            at_most(worst, 1e-10, name="distance from Σ minus that of φ"),
            at_most(max(off), 1e-12, name="Σ of rank ≤ 3 minus that of 3 rows"),
        ]
    )


@claim("kcr/corollary-4", place="Section 3, Corollary 4")
def linear_kernel(run: Run) -> Evidence:
    """With K(z, w) = z'w: φ(z) = L z and the metric is A = L'L, a Mahalanobis distance.

    L has the row Σ_i c_ij X_i' for component j; A and L are computed from it in fractions.
    """
    rng = run.rng()
    off: dict[str, list[float]] = {"φ(z) minus Lz": [], "A minus L'L": []}
    distances = off["distances under Σ minus (z - w)'A(z - w)"] = []
    for _ in range(_TRIALS):
        X, c, z = rng.normal(size=(7, 3)), rng.normal(size=(2, 7)), rng.normal(size=(4, 3))
        L = np.array(definitions.linear_map(c.tolist(), X.tolist()), dtype=float)
        A = np.array(definitions.mahalanobis(c.tolist(), X.tolist()), dtype=float)
        Sigma, steps = kcr.sigma_from_coefficients(c), z[:, None] - z
        off["φ(z) minus Lz"].append(_largest(kcr.expansion(c, z @ X.T) - z @ L.T))
        off["A minus L'L"].append(_largest(kcr.mahalanobis(Sigma, X) - A))
        squared = np.einsum("ija,ab,ijb->ij", steps, A, steps)
        distances.append(_largest(kcr.squared_distances(Sigma, z @ X.T) - squared))
    return Evidence(printed=[at_most(each, 1e-9, name=name) for name, each in off.items()])


def _largest(differences: Array) -> float:
    return float(np.abs(differences).max())
