"""Section 3 and appendix A: what the minimizers look like; Remark 2, Corollaries 3 and 4; C9."""

from __future__ import annotations

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import Array, classes_of_points, squared_distances
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim
from gramcheck.reference import kcr

_TRIALS = 50


def functions(
    n: int, p: int, d: int, rng: np.random.Generator
) -> tuple[Array, Array, Array, Array]:
    """Points in a feature space, any functions w'x on it, and the two parts of Lemma 5.

    Returns the points (n, p), the functions (d, p), their parts in the span of the differences of
    points, and the parts orthogonal to it.
    """
    points, w = rng.normal(size=(n, p)), rng.normal(size=(d, p))
    differences = points[1:] - points[:1]
    inside = np.linalg.lstsq(differences.T, w.T, rcond=None)[0]
    parallel = (differences.T @ inside).T
    return points, w, parallel, w - parallel


def coefficients(points: Array, w: Array) -> Array:
    """Coefficients (d, n) with w = sum_i c_i x_i, the rows summing to 0."""
    n = len(points)
    system = np.vstack([points.T, np.ones(n)])
    return np.linalg.lstsq(system, np.vstack([w.T, np.zeros(len(w))]), rcond=None)[0].T


@claim("kcr/eq-6", place="Section 3, Eq. (6)", kind="equation", expected=Verdict.HOLDS)
def distances_are_all_that_matters(run: Run) -> Evidence:
    """For fixed h the loss depends on φ through the distances ||φ(X_i) - φ(X_j)||² alone.

    Rotations and shifts of the embedding leave every step from the error to (9) as it is.
    """
    rng, worst, moved = run.rng(), 0.0, 0.0
    for _ in range(_TRIALS):
        phi, y = classes_of_points(9, rng)
        Q = np.linalg.qr(rng.normal(size=(2, 2)))[0]
        other = phi @ Q + rng.normal(size=2)
        moved = max(moved, float(np.abs(other - phi).max()))
        values = [
            kcr.objective_from_distances(squared_distances(each), 1.3, y) for each in (phi, other)
        ]
        worst = max(worst, abs(values[1] / values[0] - 1))
    return Evidence(
        printed=[
            at_most(worst, 1e-12, name="relative change of the loss under isometries"),
            at_least(moved, 1.0, name="though the points moved by"),
        ]
    )


@claim("kcr/eq-7", place="Section 3, Eq. (7)", kind="equation", expected=Verdict.HOLDS)
def sum_of_kernel_functions(run: Run) -> Evidence:
    """φ_j = Σ_i c_ij K_j(., X_i) with Σ_i c_ij = 0: one row of coefficients a component.

    Built for linear functions: the coefficients reproduce the part that matters, at new points too.
    """
    rng, error, total = run.rng(), 0.0, 0.0
    for _ in range(_TRIALS):
        points, _, parallel, _ = functions(6, 9, 2, rng)
        c = coefficients(points, parallel)
        new = rng.normal(size=(4, 9))
        error = max(error, float(np.abs(new @ points.T @ c.T - new @ parallel.T).max()))
        total = max(total, float(np.abs(c.sum(axis=1)).max()))
    return Evidence(
        printed=[
            at_most(error, 1e-9, name="Σ c_i K(x, X_i) minus φ(x)"),
            at_most(total, 1e-9, name="Σ c_i"),
        ]
    )


@claim("kcr/eq-10", place="Appendix A, Lemma 5, Eq. (10)", kind="equation", expected=Verdict.HOLDS)
def orthogonal_part_costs(run: Run) -> Evidence:
    """θ({f(x_i) - f(x_j)}) + λ||f||²: the part of f orthogonal to all differences only costs.

    It changes no f(x_i) - f(x_j), and ||f||² is the sum of both parts'.
    """
    rng, changed, sums, saved = run.rng(), 0.0, 0.0, np.inf
    for _ in range(_TRIALS):
        points, w, parallel, orthogonal = functions(6, 9, 1, rng)
        difference = (points[:, None] - points[None]) @ orthogonal.T
        changed = max(changed, float(np.abs(difference).max()))
        squares = [float(np.square(f).sum()) for f in (w, parallel, orthogonal)]
        sums = max(sums, abs(squares[0] - squares[1] - squares[2]))
        saved = min(saved, squares[2])
    return Evidence(
        printed=[
            at_most(changed, 1e-9, name="change of differences without the orthogonal part"),
            at_most(sums, 1e-9, name="||f||² minus both parts"),
            at_least(saved, 1e-6, name="||f||² saved, at least"),
        ]
    )


@claim("kcr/lemma-5", place="Appendix A, Lemma 5", kind="theorem", expected=Verdict.HOLDS)
def representer(run: Run) -> Evidence:
    """Each minimizer of (10) is Σ c_i K(., x_i) with Σ c_i = 0.

    For a positive definite K the sum of any c can be taken out without changing a distance, and
    the norm falls by (1'c)²/(1'K⁻¹1): what is left is the minimizer's form.
    """
    rng, kept, saved, total = run.rng(), [], [], []
    for _ in range(_TRIALS):
        X, _ = classes_of_points(7, rng)
        K = kcr.gaussian_kernel(X, s=1.0) + 0.1 * np.eye(7)
        c = rng.normal(size=(2, 7))
        centered = kcr.center_coefficients(c, K)
        before, after = (kcr.sigma_from_coefficients(each) for each in (c, centered))
        kept.append(
            np.abs(kcr.squared_distances(after, K) - kcr.squared_distances(before, K)).max()
        )
        ones = np.linalg.solve(K, np.ones(7)).sum()
        fall = np.square(c.sum(axis=1)).sum() / ones
        saved.append(kcr.squared_norm(before, K) - kcr.squared_norm(after, K) - fall)
        total.append(np.abs(centered.sum(axis=1)).max())
    return Evidence(
        printed=[
            at_most(max(kept), 1e-9, name="distances changed by"),
            at_most(max(total), 1e-9, name="Σ c_i left"),
            holds(saved, 0.0, atol=1e-9, name="fall of the norm minus (1'c)²/(1'K⁻¹1)"),
            run.verify("kcr/lemma-5"),
        ]
    )


@claim("kcr/theorem-1", place="Section 3, Theorem 1", kind="theorem", expected=Verdict.HOLDS)
def multi_output_representer(run: Run) -> Evidence:
    """Every component of a minimizer of (6) has the form of Lemma 5, d components at once."""
    rng, error = run.rng(), 0.0
    for _ in range(_TRIALS):
        points, w, parallel, _ = functions(6, 9, 3, rng)
        K = points @ points.T
        Sigma = kcr.sigma_from_coefficients(coefficients(points, parallel))
        image = points @ w.T
        expected = squared_distances(image)
        error = max(error, float(np.abs(kcr.squared_distances(Sigma, K) - expected).max()))
        norm = float(np.square(parallel).sum())
        error = max(error, abs(kcr.squared_norm(Sigma, K) - norm))
    return Evidence(
        printed=[
            at_most(error, 1e-8, name="distances and norm from Σ minus those of φ"),
            run.verify("kcr/theorem-1"),
        ]
    )


@claim("kcr/remark-2a", place="Section 3, Remark 2 (a)", kind="statement", expected=Verdict.HOLDS)
def finitely_many_numbers(run: Run) -> Evidence:
    """φ is determined by n d numbers c_ij with Σ_i c_ij = 0; d (n - 1) of them are free."""
    rng = run.rng()
    n, d = 7, 3
    c = rng.normal(size=(d, n))
    centered = kcr.center_coefficients(c)
    sums = centered @ np.ones(n)
    constraint = np.kron(np.eye(d), np.ones(n))
    free = n * d - int(np.linalg.matrix_rank(constraint))
    return Evidence(
        printed=[
            holds(sums, 0.0, atol=1e-13, name="Σ_i c_ij"),
            equals(centered.size, n * d, name="numbers"),
            equals(free, d * (n - 1), name="of them free"),
        ]
    )


@claim("kcr/remark-2b", place="Section 3, Remark 2 (b)", kind="statement", expected=Verdict.HOLDS)
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


@claim("kcr/remark-2c", place="Section 3, Remark 2 (c)", kind="statement", expected=Verdict.HOLDS)
def norm_from_sigma(run: Run) -> Evidence:
    """||φ||² = Σ_m tr(K_m Σ_m): linear in Σ_m, quadratic in c_m."""
    rng, worst = run.rng(), 0.0
    for _ in range(_TRIALS):
        features = [rng.normal(size=(6, p)) for p in (3, 6, 9)]
        c = rng.normal(size=(3, 6))
        norm = sum(np.square(F.T @ c_m).sum() for F, c_m in zip(features, c, strict=True))
        traces = sum(
            kcr.squared_norm(kcr.sigma_from_coefficients(c[m : m + 1]), F @ F.T)
            for m, F in enumerate(features)
        )
        worst = max(worst, abs(norm / traces - 1))
    return Evidence(
        printed=[
            at_most(worst, 1e-12, name="||φ||² in feature space against the traces, relative"),
            run.verify("kcr/remark-2c"),
        ]
    )


@claim("kcr/remark-2d", place="Section 3, Remark 2 (d)", kind="statement", expected=Verdict.HOLDS)
def rank_one_matrices(run: Run) -> Evidence:
    """Learning φ is learning Σ_m of rank 1 with 1'Σ_m 1 = 0: c_m is back up to its sign."""
    rng, worst, sums = run.rng(), 0.0, 0.0
    for _ in range(_TRIALS):
        c = kcr.center_coefficients(rng.normal(size=(1, 6)))
        Sigma = kcr.sigma_from_coefficients(c)
        back = kcr.coefficients_from_sigma(Sigma)
        worst = max(worst, float(min(np.abs(back - c).max(), np.abs(back + c).max())))
        sums = max(sums, abs(float(Sigma.sum())))
    return Evidence(
        printed=[
            at_most(worst, 1e-12, name="c from Σ minus c, up to sign"),
            at_most(sums, 1e-12, name="1'Σ1"),
            run.verify("kcr/remark-2d"),
        ]
    )


@claim("kcr/corollary-3", place="Section 3, Corollary 3", kind="theorem", expected=Verdict.HOLDS)
def one_kernel_one_metric(run: Run) -> Evidence:
    """With K_1 = ... = K_d the distance is (k_z - k_w)' Σ (k_z - k_w), Σ the sum of all Σ_m."""
    rng, worst = run.rng(), 0.0
    for _ in range(_TRIALS):
        X, _ = classes_of_points(8, rng)
        rows = kcr.gaussian_kernel(rng.normal(size=(4, 2)), X, s=0.7)
        c = rng.normal(size=(3, 8))
        phi = rows @ c.T
        expected = squared_distances(phi)
        got = kcr.squared_distances(kcr.sigma_from_coefficients(c), rows)
        worst = max(worst, float(np.abs(got - expected).max()))
    return Evidence(
        printed=[
            at_most(worst, 1e-10, name="distance from Σ minus that of φ"),
            run.verify("kcr/corollary-3"),
        ]
    )


@claim("kcr/corollary-4", place="Section 3, Corollary 4", kind="theorem", expected=Verdict.HOLDS)
def linear_kernel(run: Run) -> Evidence:
    """With K(z, w) = z'w: φ(z) = Lz and the metric is A = L'L, a Mahalanobis distance."""
    rng, worst = run.rng(), 0.0
    for _ in range(_TRIALS):
        X, c = rng.normal(size=(7, 3)), rng.normal(size=(2, 7))
        L = c @ X
        A = kcr.mahalanobis(kcr.sigma_from_coefficients(c), X)
        worst = max(worst, float(np.abs(A - L.T @ L).max()))
        z = rng.normal(size=(4, 3))
        direct = squared_distances(z @ L.T)
        got = kcr.squared_distances(kcr.sigma_from_coefficients(c), z @ X.T)
        worst = max(worst, float(np.abs(got - direct).max()))
    return Evidence(
        printed=[
            at_most(worst, 1e-9, name="A minus L'L, and distances"),
            run.verify("kcr/corollary-4"),
        ]
    )


@claim("errata/C9", place="Section 4.1, Eq. (9)", kind="erratum", expected=Verdict.HOLDS)
def constraint_is_redundant(run: Run) -> Evidence:
    """The constraint 1'Σ1 = 0 of (9) is redundant where K is positive definite and λ > 0.

    From any Σ the coefficients can be centered, which keeps all distances, so the loss, and lowers
    tr(KΣ) unless the constraint held. Looked at from random Σ, not only from minimizers.
    """
    rng, loss, gained, total = run.rng(), [], [], []
    for _ in range(_TRIALS):
        X, y = classes_of_points(8, rng)
        K = kcr.gaussian_kernel(X, s=0.5) + 0.05 * np.eye(8)
        Sigma = kcr.sigma_from_coefficients(rng.normal(size=(3, 8)))
        c = kcr.coefficients_from_sigma(Sigma)
        centered = kcr.sigma_from_coefficients(kcr.center_coefficients(c, K))
        before, after = (kcr.objective(S, 1.2, K, y, 0.5) for S in (Sigma, centered))
        fall = 0.5 * (kcr.squared_norm(Sigma, K) - kcr.squared_norm(centered, K))
        gained.append(fall)
        loss.append((before - after - fall) / before)
        total.append(abs(float(centered.sum())))
    return Evidence(
        printed=[
            holds(loss, 0.0, atol=1e-10, name="change of the loss, relative"),
            at_least(min(gained), 1e-9, name="fall of λ tr(KΣ), at least"),
            at_most(max(total), 1e-9, name="1'Σ1 afterwards"),
        ]
    )
