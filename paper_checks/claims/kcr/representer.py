"""Section 3 and appendix A: what the minimizers look like; C9."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from gramcheck.paper_checks.claims.kcr.samples import Array, classes_of_points, squared_distances
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.reference.types import AnyArray

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


@claim("kcr/eq-6", place="Section 3, Eq. (6)", checks=("vectors/objective_6",))
def distances_are_all_that_matters(run: Run) -> Evidence:
    """For fixed h the loss of (6) depends on φ through ||φ(X_i) - φ(X_j)|| alone; λ||φ||² is added.

    Turning the components of φ into each other leaves (6) as it is; and isometries of the points
    under a linear kernel, shifts among them, leave the loss of (9) as it is where Σ1 = 0, and only
    there.
    """
    rng, defined, turned = run.rng(), [], []
    loss: list[float] = []
    seen: list[float] = []
    for _ in range(_TRIALS):
        X, y = classes_of_points(9, rng)
        K, c = kcr.gaussian_kernel(X, s=0.5), rng.normal(size=(2, 9))
        Q = np.linalg.qr(rng.normal(size=(2, 2)))[0]
        h, lam = rng.uniform(0.5, 2, size=2)
        value = kcr.objective_6(c, K, y, h, lam)
        errors = kcr.errors_5(np.sqrt(squared_distances((c @ K).T)), y, h).sum()
        defined.append(value - errors - lam * np.einsum("mi,ij,mj", c, K, c))
        turned.append(kcr.objective_6(Q @ c, K, y, h, lam) - value)
        other = X @ Q + rng.normal(size=2)
        for coefficients, changes in ((kcr.center_coefficients(c), loss), (c, seen)):
            S = kcr.sigma_from_coefficients(coefficients)
            before, after = (kcr.objective(S, 1.3, each @ each.T, y, 0.0) for each in (X, other))
            changes.append(after / before - 1)
    return Evidence(
        printed=[
            holds(defined, 0.0, atol=1e-11, name="(6) minus Σ ψ_i and λ Σ c'Kc"),
            holds(turned, 0.0, atol=1e-11, name="change of (6) when the components are turned"),
            holds(loss, 0.0, atol=1e-12, name="relative change of the loss under isometries"),
            at_least(np.abs(seen).min(), 1e-6, name="the same where Σ1 is not 0: the smallest"),
        ]
    )


@claim("kcr/eq-7", place="Section 3, Eq. (7)")
def sum_of_kernel_functions(run: Run) -> Evidence:
    """φ_j = Σ_i c_ij K_j(., X_i) with Σ_i c_ij = 0: one row of coefficients a component.

    Built for linear functions, each component on a feature space of its own, so that K_j is another
    kernel for each: the coefficients reproduce the part that matters, at new points too. (Until a
    review there was one kernel for all.)
    """
    rng, error, total = run.rng(), 0.0, 0.0
    for size in (6, 9) * _TRIALS:
        points, _, parallel, _ = functions(6, size, 1, rng)
        c = coefficients(points, parallel)
        new = rng.normal(size=(4, size))
        phi_j = kcr.expansion(c, new @ points.T)
        error = max(error, float(np.abs(phi_j - new @ parallel.T).max()))
        total = max(total, float(np.abs(c.sum(axis=1)).max()))
    return Evidence(
        printed=[
            at_most(error, 1e-9, name="Σ c_i K(x, X_i) minus φ(x)"),
            at_most(total, 1e-9, name="Σ c_i"),
        ]
    )


def _theta(differences: Array) -> float:
    """A function of the differences that is neither convex nor symmetric in them."""
    weights = np.arange(differences.size).reshape(differences.shape) / differences.size
    return float(np.vdot(weights, np.sin(differences) + np.maximum(differences - 0.3, 0)))


@claim("kcr/eq-10", place="Appendix A, Lemma 5, Eq. (10)", about=("lemma-5",))
def orthogonal_part_costs(run: Run) -> Evidence:
    """θ({f(x_i) - f(x_j)}) + λ||f||²: the part of f orthogonal to all differences only costs.

    It changes no f(x_i) - f(x_j), and ||f||² is the sum of both parts': with the coefficients of
    Lemma 5, which leave it out, (10) falls by its share. For linear functions w'x, so that (10) is
    written out and the part is found without coefficients. (Until a review θ had the same weight
    for all pairs, so that the sine cancelled and what was left was convex.)
    """
    rng, objective, left, saved, lam = run.rng(), [], [], [], 0.4
    for _ in range(_TRIALS):
        points, _, _, _ = functions(6, 9, 1, rng)
        c = rng.normal(size=6)
        w = c @ points
        differences = points[1:] - points[:1]
        parallel = differences.T @ np.linalg.lstsq(differences.T, w, rcond=None)[0]
        written = _theta(np.subtract.outer(points @ w, points @ w)) + lam * w @ w
        K = points @ points.T
        whole, part = (kcr.objective_10(each, K, _theta, lam) for each in (c, kcr.lemma_5(c, K)))
        objective.append(whole - written)
        saved.append(whole - part)
        left.append(saved[-1] - lam * np.square(w - parallel).sum())
    return Evidence(
        printed=[
            holds(objective, 0.0, atol=1e-9, name="(10) from coefficients minus (10) written out"),
            holds(left, 0.0, atol=1e-9, name="fall of (10) minus λ||orthogonal part||²"),
            at_least(min(saved), 1e-9, name="fall of (10) without that part, at least"),
        ]
    )


@claim(
    "kcr/lemma-5",
    place="Appendix A, Lemma 5",
    checks=("vectors/lemma_5", "vectors/coefficients_from_pairs"),
)
def representer(run: Run) -> Evidence:
    """Each minimizer of (10) is Σ c_i K(., x_i) with Σ c_i = 0.

    Of θ a minimizer is known in feature space where θ is Σ (f(x_i) - f(x_j) - t_ij)²: least squares
    for w, which knows nothing of coefficients, has this form. Of any θ, convex or not: from every
    f = Σ c_i K(., x_i) the lemma's coefficients have the same differences, the sum 0, and a norm
    that is smaller by that of the part that is taken off.
    """
    rng, form, kept, norm, total, lam = run.rng(), [], [], [], [], 0.4
    for _ in range(_TRIALS):
        points, _, _, _ = functions(6, 9, 1, rng)
        K, c = points @ points.T, rng.normal(size=6)
        pairs = (points[:, None] - points[None]).reshape(-1, 9)
        w = linalg.solve(pairs.T @ pairs + lam * np.eye(9), pairs.T @ rng.normal(size=36))
        form.append(kcr.lemma_5(coefficients(points, w[None])[0], K) @ points - w)
        centered = kcr.lemma_5(c, K)
        f, g = K @ c, K @ centered
        kept.append(np.subtract.outer(f, f) - np.subtract.outer(g, g))
        total.append(centered.sum())
        off = (c - centered) @ points
        norm.append(c @ f - centered @ g - off @ off)
    return Evidence(
        printed=[
            holds(form, 0.0, atol=1e-9, name="minimizer in feature space minus Σ c_i x_i"),
            holds(kept, 0.0, atol=1e-9, name="differences changed by"),
            holds(total, 0.0, atol=1e-9, name="Σ c_i"),
            holds(norm, 0.0, atol=1e-9, name="fall of ||f||² minus that of the part taken off"),
        ]
    )


@claim("kcr/theorem-1", place="Section 3, Theorem 1")
def multi_output_representer(run: Run) -> Evidence:
    """Every component of a minimizer of (6) has the form of Lemma 5, d components at once.

    From any three functions w'x the coefficients of Lemma 5 have the same distances, so the same
    errors ψ, and (6) is less by λ times the squared norm of what they leave out: no minimizer
    leaves anything out. So with one kernel for all components, and with one for each. (The latter
    since a review, as the theorem has K_1, ..., K_d.)
    """
    rng, error, off, fall, lam = run.rng(), 0.0, [], [], 0.7
    y, own = np.arange(6) % 2, []
    for _ in range(_TRIALS):
        points, w, parallel, orthogonal = functions(6, 9, 3, rng)
        K, c = points @ points.T, coefficients(points, parallel)
        Sigma = kcr.sigma_from_coefficients(c)
        image = points @ w.T
        expected = squared_distances(image)
        error = max(error, float(np.abs(kcr.squared_distances(Sigma, K) - expected).max()))
        norm = float(np.square(parallel).sum())
        error = max(error, abs(kcr.squared_norm(Sigma, K) - norm))
        h = float(np.sqrt(np.median(expected)))
        errors = kcr.errors_5(np.sqrt(expected), y, h).sum()
        before = errors + lam * float(np.square(w).sum())
        fall.append(before - kcr.objective_6(c, K, y, h, lam))
        off.append(fall[-1] - lam * float(np.square(orthogonal).sum()))
        own.append(_fall_with_own_kernels(y, lam, rng))
    return Evidence(
        printed=[
            at_most(error, 1e-8, name="distances and norm from Σ minus those of φ"),
            holds(off, 0.0, atol=1e-8, name="fall of (6) minus λ times what is left out, squared"),
            holds(own, 0.0, atol=1e-8, name="the same, a kernel for each component"),
            at_least(min(fall), 1e-9, name="fall of (6), at least"),
        ]
    )


def _fall_with_own_kernels(y: AnyArray, lam: float, rng: np.random.Generator) -> float:
    """Fall of (6) for functions on three feature spaces, less λ times what is left out, squared."""
    parts = [functions(6, 9, 1, rng) for _ in range(3)]
    kernels = [points @ points.T for points, *_ in parts]
    metrics = [
        kcr.sigma_from_coefficients(coefficients(points, parallel))
        for points, _, parallel, _ in parts
    ]
    squared = squared_distances(np.hstack([points @ w.T for points, w, *_ in parts]))
    h = float(np.sqrt(np.median(squared)))
    before, after = lam * sum(np.square(w).sum() for _, w, *_ in parts), 0.0
    learned = np.zeros_like(squared)
    for Sigma, K in zip(metrics, kernels, strict=True):
        learned += kcr.squared_distances(Sigma, K)
        after += lam * kcr.squared_norm(Sigma, K)
    before += kcr.errors_5(np.sqrt(squared), y, h).sum()
    after += kcr.errors_5(np.sqrt(learned), y, h).sum()
    return float(before - after - lam * sum(np.square(left).sum() for *_, left in parts))


def with_the_constraint(Sigma: Array, K: Array) -> Array:
    """Σ from the same coefficients centered, so that 1'Σ1 = 0 and all distances are kept."""
    c = kcr.coefficients_from_sigma(Sigma)
    return kcr.sigma_from_coefficients(kcr.center_coefficients(c, K))


@erratum(
    "errata/C9",
    place="Section 4.1, Eq. (9)",
    about=("eq-9",),
    expected=Verdict.HOLDS,
    checks=("eq-9-exactly constraint_on_the_sum_is_redundant",),
)
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
        centered = with_the_constraint(Sigma, K)
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
