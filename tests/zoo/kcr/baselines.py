"""Wrong versions of the algorithms that KCR is compared with."""

import dataclasses

import numpy as np

from tests.zoo import wrong
from tests.zoo.kcr import asked_for, kcr, result_becomes

LMNN, KMLCC, KLMCA = "kcr/lmnn", "kcr/kmlcc", "kcr/klmca"


# nearest neighbors ------------------------------------------------------------------------------


@wrong(killed_by="kcr/k-nn")
def share_of_hits(right):
    """Accuracy for error."""
    return result_becomes(right, "knn_error", lambda error, *args: 1 - error)


@wrong(killed_by="kcr/k-nn")
def last_of_equally_near_points(right):
    """Ties of distances go to the points that come last."""

    def knn_predict(distances, y, k=1):
        return right.kcr.knn_predict(np.asarray(distances)[:, ::-1], np.asarray(y)[::-1], k)

    return kcr(right, knn_predict=knn_predict)


@wrong(killed_by="kcr/kernel-nn")
def rows_in_the_distance_of_absolute_values(right):
    """City blocks for Euclid."""

    def kernel_nn(K_test_train, K_train, y, k=1):
        gaps = np.abs(np.asarray(K_test_train)[:, None] - np.asarray(K_train)[None])
        return right.kcr.knn_predict(gaps.sum(axis=2), y, k)

    return kcr(right, kernel_nn=kernel_nn)


@wrong(killed_by="kcr/gaussian-kernel")
def kernel_of_a_width(right):
    """exp(-|x - y|^2 / (2 s^2))."""

    def gaussian_kernel(A, B=None, s=1.0):
        return right.kcr.gaussian_kernel(A, B, s=1 / (2 * s**2))

    return kcr(right, gaussian_kernel=gaussian_kernel)


@wrong(killed_by="kcr/table-1")
def balance_with_two_sides_changed(right):
    """The names of left and right."""

    def balance_scale():
        X, y = right.kcr.balance_scale()
        return X, np.array([{"L": "R", "R": "L", "B": "B"}[name] for name in y])

    return kcr(right, balance_scale=balance_scale)


# LMNN -------------------------------------------------------------------------------------------


@wrong(killed_by=LMNN)
def pushes_count_once(right):
    """c is forgotten."""

    def lmnn_objective(M, X, y, k=3, c=1.0, *margin):
        return right.kcr.lmnn_objective(M, X, y, k, 1.0, *margin)

    return kcr(right, lmnn_objective=lmnn_objective)


@wrong(killed_by=LMNN)
def lmnn_slope_without_its_impostors(right):
    """One branch of the gradient: pulls only."""

    def lmnn_subgradient(M, X, y, k=3, c=1.0, *margin):
        return right.kcr.lmnn_subgradient(M, X, y, k, 0.0, *margin)

    return kcr(right, lmnn_subgradient=lmnn_subgradient)


@wrong(killed_by=LMNN)
def targets_of_centered_points(right):
    """Roundings of the mean decide which of equally near points is a target."""

    def centered(name):
        def function(M, X, *rest):
            return right.get(f"kcr.{name}")(M, X - X.mean(axis=0), *rest)

        return function

    return kcr(right, **{name: centered(name) for name in ("lmnn_objective", "lmnn_subgradient")})


@wrong(killed_by=LMNN)
def lmnn_divides_by_its_objective(right):
    """A gap relative to an objective of 0."""

    def form(result, *args):
        if result.objective == 0:
            raise ZeroDivisionError("float division by zero")
        return result

    return result_becomes(right, "lmnn", form)


@wrong(killed_by=LMNN)
def lmnn_converges_by_its_gap_alone(right):
    """An objective of 1e-25 is a failure for want of a bound, as this project once had it."""

    def lmnn(X, y, tol=1e-4, **how):
        result = right.kcr.lmnn(X, y, tol=tol, **how)
        return dataclasses.replace(result, converged=result.gap <= tol)

    return kcr(right, lmnn=lmnn)


@wrong(killed_by=LMNN)
def lmnn_stops_early(right):
    """After three iterations, which it calls convergence."""

    def lmnn(X, y, k=3, c=1.0, **how):
        result = right.kcr.lmnn(X, y, k=k, c=c, **how | {"max_iterations": 3})
        return dataclasses.replace(result, converged=True)

    return kcr(right, lmnn=lmnn)


@wrong(killed_by="kcr/learned-distances")
def learned_distances_with_a_root(right):
    """Distances for squared ones."""

    class Rooted:
        def __init__(self, result):
            self.matrix = result.matrix
            self.squared_distances = lambda *rows: np.sqrt(
                np.maximum(result.squared_distances(*rows), 0.0)
            )

    return kcr(right, kmlcc=lambda *args, **how: Rooted(right.kcr.kmlcc(*args, **how)))


# KMLCC ------------------------------------------------------------------------------------------


@wrong(killed_by=KMLCC)
def own_point_is_its_own_neighbor(right):
    """p_A(i | i) counts in the sum: one more in each normalizer."""

    def form(value, A, K, *rest):
        gaps = K[:, None] - K[None]
        weights = np.exp(-np.einsum("ija,ab,ijb->ij", gaps, A, gaps))
        sums = weights.sum(axis=1)
        return value + float(np.log(sums / (sums - 1)).sum())

    return result_becomes(right, "kmlcc_objective", form)


@wrong(killed_by=KMLCC)
def kmlcc_slope_with_the_wrong_sign(right):
    """p_A - p0."""

    def kmlcc_gradient(A, K, y, lam=0.0):
        penalty = right.kcr.kmlcc_gradient(A, K, y, lam) - right.kcr.kmlcc_gradient(A, K, y, 0.0)
        return penalty - right.kcr.kmlcc_gradient(A, K, y, 0.0)

    return kcr(right, kmlcc_gradient=kmlcc_gradient)


@wrong(killed_by=KMLCC)
def kmlcc_stops_early(right):
    """After two iterations, which it calls convergence."""

    def kmlcc(K, y, lam=0.0, **how):
        result = right.kcr.kmlcc(K, y, lam=lam, **how | {"max_iterations": 2})
        return dataclasses.replace(result, converged=True)

    return kcr(right, kmlcc=kmlcc)


# KLMCA ------------------------------------------------------------------------------------------


@wrong(killed_by=KLMCA)
def one_gradient_for_both_inner_products(right):
    """That of matrices, whatever is asked for."""
    return asked_for(right, "klmca_gradient", inner_product=lambda how: "euclidean")


@wrong(killed_by=KLMCA)
def klmca_gradient_without_its_two(right):
    """Half of it."""
    return result_becomes(right, "klmca_gradient", lambda G, *args: np.asarray(G) / 2)


@wrong(killed_by=KLMCA)
def klmca_stays_at_its_start(right):
    """Twice as long, and one iteration."""

    def klmca(K, y, d=2, k=3, c=1.0, update="rkhs", **how):
        result = right.kcr.klmca(K, y, d=d, k=k, c=c, update=update, max_iterations=1)
        Omega = 2 * np.asarray(result.Omega)
        value = right.kcr.klmca_objective(Omega, K, y, k, c)
        return dataclasses.replace(result, Omega=Omega, objective=value)

    return kcr(right, klmca=klmca)


# units ------------------------------------------------------------------------------------------


@wrong(killed_by=(KMLCC, KLMCA))
def small_kernels_are_left_at_their_start(right):
    """A first step of length 1, after which nothing seems to change."""

    def kmlcc(K, y, lam=0.0, **how):
        small = np.abs(K).max() < 1e-30
        result = right.kcr.kmlcc(K, y, lam, **how)
        return dataclasses.replace(result, converged=False) if small else result

    def klmca(K, y, **how):
        size = np.abs(K).max()
        result = right.kcr.klmca(K, y, **how)
        if size >= 1e-3:
            return result
        factor = size * result.factor
        objective = right.kcr.klmca_objective(factor.T, K, y, how["k"])
        return dataclasses.replace(result, factor=factor, objective=objective, residual=0.0)

    return kcr(right, kmlcc=kmlcc, klmca=klmca)
