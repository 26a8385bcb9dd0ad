"""Wrong forms of Eqs. (3), (5)-(8) and (10), of Lemma 5, and of Algorithm 1's own input."""

import numpy as np

from gramcheck.verify.definitions import kcr as definitions
from tests.zoo import wrong
from tests.zoo.kcr import asked_for, kcr, result_becomes
from tests.zoo.kcr.solvers import Other

METHOD = "gradient_projection"


def lists(*arrays):
    return [np.asarray(a).tolist() for a in arrays]


# the rule and its bound -------------------------------------------------------------------------


@wrong(killed_by="kcr/eq-3")
def regularized_error_without_lambda(right):
    """The penalty as it is."""

    def regularized_error(distances, y, h, penalty, lam, kernel="naive"):
        return right.kcr.regularized_error(distances, y, h, penalty, 1.0, kernel)

    return kcr(right, regularized_error=regularized_error)


@wrong(killed_by="kcr/eq-3")
def errors_counted_where_a_mean_belongs(right):
    """The sum of Eq. (5) in Eq. (3)."""

    def regularized_error(distances, y, h, penalty, lam, kernel="naive"):
        mean = right.kcr.regularized_error(distances, y, h, penalty, 0.0, kernel)
        return len(y) * mean + lam * penalty

    return kcr(right, regularized_error=regularized_error)


def errors_become(right, form):
    """psi as ``form(margins)``, of other classes' votes less those of the own one."""

    def errors_5(distances, y, h, kernel="naive"):
        return form(np.array(definitions.margin(*lists(distances, y), h, kernel), dtype=float))

    return kcr(right, errors_5=errors_5)


@wrong(killed_by="kcr/eq-5")
def own_point_votes_for_itself(right):
    """Footnote 7 forgotten: one vote too many for the own class."""
    return errors_become(right, lambda margins: margins - 1 > 0)


@wrong(killed_by="kcr/eq-5")
def ties_are_errors(right):
    """At most for less."""
    return errors_become(right, lambda margins: margins >= 0)


@wrong(killed_by="kcr/eq-5")
def errors_as_numbers(right):
    """Margins clipped to [0, 1]."""
    return errors_become(right, lambda margins: np.clip(margins, 0.0, 1.0))


@wrong(killed_by="kcr/eq-5")
def mean_of_the_errors(right):
    """The mean of Eq. (3) in Eq. (5)."""

    def objective_5(distances, y, h, penalty, lam, kernel="naive"):
        loss = right.kcr.objective_5(distances, y, h, penalty, 0.0, kernel)
        return loss / len(y) + lam * penalty

    return kcr(right, objective_5=objective_5)


@wrong(killed_by="kcr/eq-6")
def embedding_of_squared_distances(right):
    """The kernels see rho^2 for rho."""

    def objective_6(coefficients, K, y, h, lam, kernel="naive"):
        phi = K @ np.asarray(coefficients).T
        squared = ((phi[:, None] - phi[None]) ** 2).sum(axis=2)
        penalty = float(np.einsum("mi,ij,mj->", coefficients, K, coefficients))
        return definitions.objective_5(*lists(squared, y), h, penalty, lam, kernel)

    return kcr(right, objective_6=objective_6)


@wrong(killed_by="kcr/eq-6")
def penalty_of_the_coefficients_alone(right):
    """sum_m c_m' c_m, as of the linear kernel on orthonormal points."""

    def objective_6(coefficients, K, y, h, lam, kernel="naive"):
        c = np.asarray(coefficients)
        loss = right.kcr.objective_6(c, K, y, h, 0.0, kernel)
        return loss + lam * float((c**2).sum())

    return kcr(right, objective_6=objective_6)


@wrong(killed_by="kcr/eq-7 coordinates_are_sums_of_kernel_functions")
def expansion_about_the_mean(right):
    """The coefficients are centered first, whatever they sum to."""

    def expansion(coefficients, K_a):
        c = np.asarray(coefficients)
        return right.kcr.expansion(c - c.mean(axis=1, keepdims=True) + 0.01, K_a)

    return kcr(right, expansion=expansion)


@wrong(killed_by="kcr/eq-7")
def picture_by_whole_eigenvalues(right):
    """lambda_m u_m for sqrt(lambda_m) u_m."""

    def form(picture, Sigma, rows, d):
        values = np.sort(np.linalg.eigvalsh(Sigma))[::-1][:d]
        return np.asarray(picture) * np.sqrt(np.maximum(values, 0.0))

    return result_becomes(right, "embed", form)


@wrong(killed_by="kcr/eq-7")
def picture_is_centered(right):
    """Each column loses its mean, so that it depends on which rows are shown together."""
    return result_becomes(right, "embed", lambda picture, *args: picture - np.mean(picture, axis=0))


@wrong(killed_by="kcr/eq-8")
def logistic_function_to_base_two_under_both_names(right):
    """The corrected bound for the printed one."""

    def surrogate(how):
        name = how.get("surrogate", "hinge")
        return "logistic-base-2" if "logistic" in name else name

    return asked_for(right, "objective_8", surrogate=surrogate)


@wrong(killed_by="kcr/eq-8")
def objective_8_without_its_penalty(right):
    """The loss alone."""
    return asked_for(right, "objective_8", penalty=lambda how: 0.0)


# Lemma 5 ----------------------------------------------------------------------------------------


@wrong(killed_by="kcr/eq-10")
def differences_with_their_sign_lost(right):
    """f(x_j) - f(x_i)."""

    def objective_10(coefficients, K, theta, lam):
        return right.kcr.objective_10(coefficients, K, lambda d: theta(-np.asarray(d)), lam)

    return kcr(right, objective_10=objective_10)


@wrong(killed_by="kcr/eq-10")
def norm_without_its_square(right):
    """||f|| for ||f||^2."""

    def objective_10(coefficients, K, theta, lam):
        loss = right.kcr.objective_10(coefficients, K, theta, 0.0)
        return loss + lam * float(np.sqrt(max(0.0, coefficients @ K @ coefficients)))

    return kcr(right, objective_10=objective_10)


@wrong(killed_by="kcr/lemma-5")
def pairs_counted_in_one_direction(right):
    """c_i = sum_j b_ij."""
    return kcr(right, coefficients_from_pairs=lambda b: np.asarray(b).sum(axis=1))


@wrong(killed_by="kcr/lemma-5")
def pairs_counted_with_the_wrong_sign(right):
    """Columns less rows."""
    return kcr(right, coefficients_from_pairs=lambda b: np.sum(b, axis=0) - np.sum(b, axis=1))


@wrong(killed_by="kcr/lemma-5")
def mean_of_the_coefficients_taken_off(right):
    """They sum to 0, and the differences are others."""
    return kcr(right, lemma_5=lambda coefficients, K: coefficients - np.mean(coefficients))


@wrong(killed_by="kcr/lemma-5")
def constant_taken_off_the_values(right):
    """f less its mean on the sample: the same differences, but coefficients of another sum."""

    def lemma_5(coefficients, K):
        f = K @ coefficients
        return np.linalg.lstsq(K, f - f.mean(), rcond=1e-10)[0]

    return kcr(right, lemma_5=lemma_5)


@wrong(killed_by="kcr/lemma-5")
def last_coefficient_is_minus_the_others(right):
    """They sum to 0 because one of them is forgotten."""

    def lemma_5(coefficients, K):
        return np.append(coefficients[:-1], -np.sum(coefficients[:-1]))

    return kcr(right, lemma_5=lemma_5)


# Algorithm 1 ------------------------------------------------------------------------------------


@wrong(killed_by="kcr/algorithm-1")
def one_step_length_for_both_variables(right):
    """beta_t is accepted and forgotten."""
    return asked_for(right, METHOD, beta=lambda how: how["alpha"])


@wrong(killed_by="kcr/algorithm-1")
def steps_counted_from_one(right):
    """alpha(1) is the first; sequences lose their first term."""

    def later(steps):
        if callable(steps):
            return lambda t: steps(t + 1)
        return [*steps[1:], steps[-1]] if np.ndim(steps) else steps

    return asked_for(
        right, METHOD, alpha=lambda how: later(how["alpha"]), beta=lambda how: later(how["beta"])
    )


@wrong(killed_by="kcr/algorithm-1")
def start_is_always_zero(right):
    """Sigma_0 is accepted and forgotten."""
    return asked_for(right, METHOD, Sigma0=lambda how: None)


@wrong(killed_by="kcr/algorithm-1")
def start_of_h_is_squared_again(right):
    """h0 taken for h where it is h~ = h^2."""
    return asked_for(right, METHOD, h0=lambda how: how["h0"] ** 2 if "h0" in how else None)


@wrong(killed_by="kcr/algorithm-1")
def exact_projection_is_the_default(right):
    """The better projection in place of the printed one."""
    return asked_for(right, METHOD, projection=lambda how: how.get("projection", "exact"))


@wrong(killed_by="kcr/algorithm-1")
def steps_of_h_are_halved(right):
    """h~ moves by half of its step."""

    def gradient_projection(K, y, lam, **how):
        result = right.kcr.gradient_projection(K, y, lam, **how)
        start = how["h0"] if how.get("h0") is not None else 1.0
        return Other(result, h2=(start + result.h2) / 2)

    return kcr(right, gradient_projection=gradient_projection)


@wrong(killed_by="kcr/algorithm-1 lines_are_repeated")
def lines_begin_with_a_larger_h(right):
    """h~_0 is raised before the first active sets are taken."""

    def algorithm_1(K, y, lam, alpha, beta, Sigma0, h0, iterations, **how):
        first = max(0.5, h0)
        return right.kcr.algorithm_1(K, y, lam, alpha, beta, Sigma0, first, iterations, **how)

    return kcr(right, algorithm_1=algorithm_1)


@wrong(killed_by="kcr/algorithm-1 lines_are_repeated")
def lines_share_one_step(right):
    """beta_t is taken for alpha_t."""

    def algorithm_1(K, y, lam, alpha, beta, *rest, **how):
        return right.kcr.algorithm_1(K, y, lam, beta, beta, *rest, **how)

    return kcr(right, algorithm_1=algorithm_1)
