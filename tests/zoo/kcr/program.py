"""Wrong embeddings, objectives, subgradients and projections of KCR."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.kcr import kcr, result_becomes

STEP = "kcr/algorithm-1"


# Section 3 --------------------------------------------------------------------------------------


@wrong(killed_by=("kcr/theorem-1", "kcr/corollary-3", "kcr/corollary-4"))
def distances_with_a_root(right):
    """Distances for squared ones."""

    def form(squared, *args):
        return np.sqrt(np.maximum(squared, 0.0))

    return result_becomes(right, "squared_distances", form)


@wrong(killed_by="kcr/theorem-1")
def coefficients_of_one_coordinate_only(right):
    """c_1 c_1' for the sum."""
    return kcr(
        right, sigma_from_coefficients=lambda c: np.outer(np.asarray(c)[0], np.asarray(c)[0])
    )


@wrong(killed_by="kcr/remark-2c")
def norm_of_coefficients(right):
    """tr Sigma for tr(K Sigma)."""
    return kcr(right, squared_norm=lambda Sigma, K: float(np.trace(Sigma)))


@wrong(killed_by="kcr/remark-2d")
def eigenvectors_without_their_lengths(right):
    """Unit vectors for coefficients."""

    def form(c, *args):
        return c / np.maximum(np.linalg.norm(c, axis=1, keepdims=True), 1e-300)

    return result_becomes(right, "coefficients_from_sigma", form)


@wrong(killed_by="kcr/corollary-4")
def mahalanobis_of_columns(right):
    """Half of X' Sigma X."""
    return result_becomes(right, "mahalanobis", lambda A, *args: A / 2)


@wrong(killed_by="kcr/lemma-5")
def centers_by_the_mean(right):
    """c less its mean: rows sum to 0, and distances change."""

    def center_coefficients(c, K=None):
        return np.asarray(c) - np.mean(c, axis=1, keepdims=True)

    return kcr(right, center_coefficients=center_coefficients)


@wrong(killed_by="kcr/figure-1")
def shows_the_shortest_directions(right):
    """Eigenvalues ascending."""

    def embed(Sigma, K_a, d=2):
        return np.asarray(right.kcr.embed(Sigma, K_a, len(Sigma)))[:, ::-1][:, :d]

    return kcr(right, embed=embed)


# Eq. (9) ----------------------------------------------------------------------------------------


@wrong(killed_by="kcr/eq-9")
def own_sign_is_zero(right):
    """tau_ii = 0."""

    def label_signs(y):
        tau = np.array(right.kcr.label_signs(y))
        np.fill_diagonal(tau, 0)
        return tau

    return kcr(right, label_signs=label_signs)


@wrong(killed_by="kcr/eq-9")
def counts_the_other_points_of_the_class(right):
    """n+ without i (C5)."""
    return kcr(right, same_class_counts=lambda y: right.kcr.same_class_counts(y) - 1)


@wrong(killed_by="kcr/eq-9")
def loss_without_the_own_pair(right):
    """j = i is left out of the sum (C6)."""

    def objective_from_distances(squared, h2, y):
        tau = right.kcr.label_signs(y)
        inner = np.maximum(0.0, 1 + tau * (np.asarray(squared) - h2))
        np.fill_diagonal(inner, 0.0)
        return float(np.maximum(0.0, 2 - (tau == 1).sum(axis=1) + inner.sum(axis=1)).sum())

    def objective(Sigma, h2, K, y, lam):
        loss = objective_from_distances(right.kcr.squared_distances(Sigma, K), h2, y)
        return loss + lam * float((K * Sigma).sum())

    return kcr(right, objective=objective, objective_from_distances=objective_from_distances)


@wrong(killed_by=("kcr/eq-9", "kcr/invariance"))
def objective_with_h_for_its_square(right):
    """h where h~ = h^2 belongs; and a penalty on tr Sigma."""

    def objective(Sigma, h2, K, y, lam):
        penalty = lam * float(np.trace(Sigma) - np.sum(np.asarray(K) * Sigma))
        return right.kcr.objective(Sigma, np.sqrt(h2), K, y, lam) + penalty

    return kcr(right, objective=objective)


def subgradient_with(right, pairs=lambda sets: sets.N, factor=1.0, penalty=1.0, slope=-1.0):
    """The subgradient over other pairs, or with other factors of its parts."""

    def subgradient(Sigma, h2, K, y, lam):
        w = pairs(right.kcr.active_sets(Sigma, h2, K, y)) * right.kcr.label_signs(y)
        both = w + w.T
        G = K @ (np.diag(both.sum(axis=1)) - both) @ K
        return factor * G + penalty * lam * K, slope * float(w.sum())

    return kcr(right, subgradient=subgradient)


@wrong(killed_by=STEP)
def gradient_without_factor_two(right):
    """K L K of the weights in one order only."""
    return subgradient_with(right, factor=0.5)


@wrong(killed_by=STEP)
def step_of_h_with_the_wrong_sign(right):
    """Plus the sum of tau."""
    return subgradient_with(right, slope=1.0)


@wrong(killed_by=STEP)
def gradient_of_all_rows(right):
    """B for N: silent outer hinges pull as well."""
    return subgradient_with(right, pairs=lambda sets: sets.B)


@wrong(killed_by=STEP)
def gradient_without_its_penalty(right):
    """lam K is forgotten."""
    return subgradient_with(right, penalty=0.0)


@wrong(killed_by=STEP)
def rows_at_the_kink_are_active(right):
    """A with < for <= (C4)."""

    def active_sets(Sigma, h2, K, y):
        sets = right.kcr.active_sets(Sigma, h2, K, y)
        tau = right.kcr.label_signs(y)
        inner = 1 + tau * (right.kcr.squared_distances(Sigma, K) - h2)
        outer = 2 - (tau == 1).sum(axis=1) + np.maximum(0.0, inner).sum(axis=1)
        A = outer < 0
        return sets._replace(A=A, N=sets.B & ~A[:, None])

    return kcr(right, active_sets=active_sets)


@wrong(killed_by=STEP)
def active_rows_are_left_out(right):
    """A = {> n+}, as if the lost relation were that of B (C4)."""

    def active_sets(Sigma, h2, K, y):
        sets = right.kcr.active_sets(Sigma, h2, K, y)
        return sets._replace(A=~sets.A, N=sets.B & sets.A[:, None])

    wrong_steps = subgradient_with(right, pairs=lambda sets: sets.B & sets.A[:, None])
    return kcr(wrong_steps, active_sets=active_sets)


@wrong(killed_by="kcr/complexity")
def builds_all_pair_matrices(right):
    """Every M_ij at once: n^3 numbers for the differences alone."""

    def subgradient(Sigma, h2, K, y, lam):
        differences = K[:, None] - K[None]
        assert differences.size
        return right.kcr.subgradient(Sigma, h2, K, y, lam)

    return kcr(right, subgradient=subgradient)


@wrong(killed_by="kcr/complexity")
def solver_holds_the_differences_of_all_pairs(right):
    """n^3 numbers before the first iteration."""

    def solve_by_splitting(K, y, lam, **how):
        differences = K[:, None] - K[None]
        assert differences.size
        return right.kcr.solve_by_splitting(K, y, lam, **how)

    return kcr(right, solve_by_splitting=solve_by_splitting)


# the projection ---------------------------------------------------------------------------------


def spectral(S, form):
    values, vectors = np.linalg.eigh((S + S.T) / 2)
    return (vectors * form(values)) @ vectors.T


def centered(S):
    S = np.asarray(S, dtype=float)
    return S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()


def clipped(S):
    return spectral(np.asarray(S, dtype=float), lambda values: np.maximum(values, 0.0))


@wrong(killed_by=("kcr/projection", "kcr/invariance"))
def clips_without_centering(right):
    """The nearest positive semidefinite matrix."""
    return kcr(right, project=clipped)


@wrong(killed_by=("kcr/projection", "kcr/alternating-projections"))
def centers_without_clipping(right):
    """HSH, indefinite; alternating projections that center just once."""
    return kcr(right, project=centered, project_alternating=lambda S, **how: centered(S))


@wrong(killed_by="kcr/projection")
def makes_eigenvalues_absolute(right):
    """|lambda| for [lambda]_+."""
    return kcr(right, project=lambda S: spectral(centered(S), np.abs))


@wrong(killed_by="kcr/projection")
def clips_and_then_centers(right):
    """In the other order: in the set, but not the nearest point."""
    return kcr(right, project=lambda S: centered(clipped(S)))


@wrong(killed_by="kcr/projection")
def corrections_are_forgotten(right):
    """Dykstra's method without its corrections: alternating projections."""

    def project_dykstra(S, max_iterations=1000, tol=1e-9):
        return right.kcr.project_alternating(S, max_iterations=max_iterations)

    return kcr(right, project_dykstra=project_dykstra)


@wrong(killed_by="kcr/alternating-projections")
def alternating_is_exact(right):
    """The projection itself under the other name: what is printed is not that."""
    return kcr(right, project_alternating=lambda S, **how: right.kcr.project(S))


@wrong(killed_by="kcr/alternating-projections")
def mean_over_n_for_n_squared(right):
    """1'A1 / n is taken from every entry."""

    def project_alternating(S, max_iterations=1000):
        A = np.asarray(S, dtype=float)
        for _ in range(max_iterations):
            A = clipped(A - A.sum() / len(A))
        return A

    return kcr(right, project_alternating=project_alternating)
