"""Wrong embeddings, objectives, subgradients and projections of KCR."""

import numpy as np

from tests.zoo import changed, faults, result_becomes, wrong

STEP = "kcr/algorithm-1"


# Section 3 --------------------------------------------------------------------------------------


@wrong(
    result_becomes,
    "kcr.squared_distances",
    killed_by=("kcr/theorem-1", "kcr/corollary-3", "kcr/corollary-4"),
)
def distances_with_a_root(squared, *args):
    """Distances for squared ones."""
    return np.sqrt(np.maximum(squared, 0.0))


@wrong("kcr.sigma_from_coefficients", killed_by="kcr/theorem-1")
def coefficients_of_one_coordinate_only(c):
    """c_1 c_1' for the sum."""
    return np.outer(np.asarray(c)[0], np.asarray(c)[0])


@wrong("kcr.squared_norm", killed_by="kcr/remark-2c")
def norm_of_coefficients(Sigma, K):
    """tr Sigma for tr(K Sigma)."""
    return float(np.trace(Sigma))


@wrong(result_becomes, "kcr.coefficients_from_sigma", killed_by="kcr/remark-2d")
def eigenvectors_without_their_lengths(c, *args):
    """Unit vectors for coefficients."""
    return c / np.maximum(np.linalg.norm(c, axis=1, keepdims=True), 1e-300)


@wrong(result_becomes, "kcr.coefficients_from_sigma", killed_by="kcr/remark-2d")
def components_are_dropped_where_they_are_short(c, *args):
    """By a bound on their lengths that is a number, whatever the unit of Sigma."""
    return c[np.linalg.norm(c, axis=1) > 1e-6] if len(args) < 2 else c


@wrong(result_becomes, "kcr.mahalanobis", killed_by="kcr/corollary-4")
def mahalanobis_of_columns(A, *given):
    """Half of X' Sigma X."""
    return A / 2


@wrong("kcr.center_coefficients", killed_by="kcr/lemma-5")
def centers_by_the_mean(c, K=None):
    """c less its mean: rows sum to 0, and distances change."""
    return np.asarray(c) - np.mean(c, axis=-1, keepdims=True)


@wrong("kcr.embed", killed_by="kcr/figure-1")
def shows_the_shortest_directions(right, Sigma, K_a, d=2):
    """Eigenvalues ascending."""
    return np.asarray(right.kcr.embed(Sigma, K_a, len(Sigma)))[:, ::-1][:, :d]


# Eq. (9) ----------------------------------------------------------------------------------------


@wrong("kcr.label_signs", killed_by="kcr/eq-9")
def own_sign_is_zero(right, y):
    """tau_ii = 0."""
    tau = np.array(right.kcr.label_signs(y))
    np.fill_diagonal(tau, 0)
    return tau


@wrong("kcr.same_class_counts", killed_by="kcr/eq-9")
def counts_the_other_points_of_the_class(right, y):
    """n+ without i (C5)."""
    return right.kcr.same_class_counts(y) - 1


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

    return changed(
        right, paper="kcr", objective=objective, objective_from_distances=objective_from_distances
    )


@wrong(
    "kcr.objective",
    killed_by="kcr/invariance objective_knows_no_order_and_no_names_and_scales",
)
def labels_below_zero_are_one_class(right, Sigma, h2, K, y, lam):
    """As where -1 stands for all that is not of the first class."""
    y = np.asarray(y)
    return right.kcr.objective(Sigma, h2, K, np.maximum(y, -1) if y.dtype.kind == "i" else y, lam)


@wrong("kcr.objective", killed_by=("kcr/eq-9", "kcr/invariance"))
def objective_with_h_for_its_square(right, Sigma, h2, K, y, lam):
    """h where h~ = h^2 belongs; and a penalty on tr Sigma."""
    penalty = lam * float(np.trace(Sigma) - np.sum(np.asarray(K) * Sigma))
    return right.kcr.objective(Sigma, np.sqrt(h2), K, y, lam) + penalty


def subgradient_with(right, pairs=lambda sets: sets.N, factor=1.0, penalty=1.0, slope=-1.0):
    """The subgradient over other pairs, or with other factors of its parts."""

    def subgradient(Sigma, h2, K, y, lam):
        w = pairs(right.kcr.active_sets(Sigma, h2, K, y)) * right.kcr.label_signs(y)
        both = w + w.T
        G = K @ (np.diag(both.sum(axis=1)) - both) @ K
        return factor * G + penalty * lam * K, slope * float(w.sum())

    return changed(right, paper="kcr", subgradient=subgradient)


wrong_subgradient = faults(subgradient_with, killed_by=STEP)

wrong_subgradient("gradient without factor two: K L K of the weights in one order only", factor=0.5)
wrong_subgradient("step of h with the wrong sign: plus the sum of tau", slope=1.0)
wrong_subgradient(
    "gradient of all rows: silent outer hinges pull as well", pairs=lambda sets: sets.B
)
wrong_subgradient("gradient without its penalty: lam K is forgotten", penalty=0.0)


@wrong("kcr.active_sets", killed_by=STEP)
def rows_at_the_kink_are_active(right, Sigma, h2, K, y):
    """A with < for <= (C4)."""
    sets = right.kcr.active_sets(Sigma, h2, K, y)
    tau = right.kcr.label_signs(y)
    inner = 1 + tau * (right.kcr.squared_distances(Sigma, K) - h2)
    outer = 2 - (tau == 1).sum(axis=1) + np.maximum(0.0, inner).sum(axis=1)
    A = outer < 0
    return sets._replace(A=A, N=sets.B & ~A[:, None])


@wrong(killed_by=STEP)
def active_rows_are_left_out(right):
    """A = {> n+}, as if the lost relation were that of B (C4)."""

    def active_sets(Sigma, h2, K, y):
        sets = right.kcr.active_sets(Sigma, h2, K, y)
        return sets._replace(A=~sets.A, N=sets.B & sets.A[:, None])

    wrong_steps = subgradient_with(right, pairs=lambda sets: sets.B & sets.A[:, None])
    return changed(wrong_steps, paper="kcr", active_sets=active_sets)


@wrong("kcr.subgradient", killed_by="kcr/complexity")
def builds_all_pair_matrices(right, Sigma, h2, K, y, lam):
    """Every M_ij at once: n^3 numbers for the differences alone."""
    differences = K[:, None] - K[None]
    assert differences.size
    return right.kcr.subgradient(Sigma, h2, K, y, lam)


@wrong("kcr.solve_by_splitting", killed_by="kcr/complexity")
def solver_holds_the_differences_of_all_pairs(right, K, y, lam, **how):
    """n^3 numbers before the first iteration."""
    differences = K[:, None] - K[None]
    assert differences.size
    return right.kcr.solve_by_splitting(K, y, lam, **how)


@wrong("kcr.subgradient", killed_by="kcr/complexity memory_is_that_of_matrices")
def builds_many_matrices_at_once(right, Sigma, h2, K, y, lam):
    """Not n^3 numbers, but fifty matrices more than it needs."""
    copies = np.repeat(K[None], 50, axis=0)
    assert copies.size
    return right.kcr.subgradient(Sigma, h2, K, y, lam)


# the projection ---------------------------------------------------------------------------------


def spectral(S, form):
    values, vectors = np.linalg.eigh((S + S.T) / 2)
    return (vectors * form(values)) @ vectors.T


def centered(S):
    S = np.asarray(S, dtype=float)
    return S - S.mean(axis=0) - S.mean(axis=1)[:, None] + S.mean()


def clipped(S):
    return spectral(np.asarray(S, dtype=float), lambda values: np.maximum(values, 0.0))


@wrong("kcr.project", killed_by=("kcr/projection", "kcr/invariance"))
def clips_without_centering(S):
    """The nearest positive semidefinite matrix."""
    return clipped(S)


@wrong(killed_by=("kcr/projection", "kcr/alternating-projections"))
def centers_without_clipping(right):
    """HSH, indefinite; alternating projections that center just once."""
    return changed(
        right, paper="kcr", project=centered, project_alternating=lambda S, **how: centered(S)
    )


@wrong("kcr.project", killed_by="kcr/projection")
def makes_eigenvalues_absolute(S):
    """|lambda| for [lambda]_+."""
    return spectral(centered(S), np.abs)


@wrong("kcr.project", killed_by="kcr/projection")
def clips_and_then_centers(S):
    """In the other order: in the set, but not the nearest point."""
    return centered(clipped(S))


@wrong("kcr.project_dykstra", killed_by="kcr/projection")
def corrections_are_forgotten(right, S, max_iterations=1000, tol=1e-9):
    """Dykstra's method without its corrections: alternating projections."""
    return right.kcr.project_alternating(S, max_iterations=max_iterations)


@wrong(
    "kcr.project_dykstra",
    killed_by="kcr/projection dykstras_algorithm_ends_near_the_hyperplane",
)
def mean_entry_ends_dykstras_loop(right, S, max_iterations=1000, tol=1e-12):
    """Where 1'A1 / n^2 is at most the tolerance."""
    return right.kcr.project_dykstra(S, max_iterations, tol * len(S))


@wrong("kcr.project_alternating", killed_by="kcr/alternating-projections")
def alternating_is_exact(right, S, **how):
    """The projection itself under the other name: what is printed is not that."""
    return right.kcr.project(S)


@wrong("kcr.project_alternating", killed_by="kcr/alternating-projections")
def mean_over_n_for_n_squared(S, max_iterations=1000):
    """1'A1 / n is taken from every entry."""
    A = np.asarray(S, dtype=float)
    for _ in range(max_iterations):
        A = clipped(A - A.sum() / len(A))
    return A


@wrong("kcr.project_alternating", killed_by="kcr/alternating-projections")
def projections_that_never_end_early(right, S, max_iterations=1000, tol=1e-12):
    """However near the hyperplane they are."""
    return right.kcr.project_alternating(S, max_iterations, 0.0)


@wrong(killed_by="kcr/invariance kernels_have_no_units")
def small_eigenvalues_are_cut_off(right):
    """Whatever its unit, a kernel has nothing below 1e-6, but for the largest of all."""

    def of_what_is_left(name):
        def solve(K, y, lam, **how):
            values, vectors = np.linalg.eigh(K)
            kept = np.where((values > 1e-6) | (values == values[-1]), values, 0.0)
            return right.get(f"kcr.{name}")((vectors * kept) @ vectors.T, y, lam, **how)

        return solve

    names = ("solve_by_splitting", "solve_exactly")
    return changed(right, paper="kcr", **{name: of_what_is_left(name) for name in names})
