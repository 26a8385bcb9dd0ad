"""Wrong forms of Eqs. (3), (5)-(8) and (10), of Lemma 5, and of Algorithm 1's own input."""

import numpy as np

from gramcheck.verify.definitions import kcr as definitions
from tests.zoo import Altered, changed, faults, options_become, result_becomes, wrong

METHOD = "kcr.gradient_projection"


def lists(*arrays):
    return [np.asarray(a).tolist() for a in arrays]


# the rule and its bound -------------------------------------------------------------------------


@wrong("kcr.regularized_error", killed_by="kcr/eq-3")
def regularized_error_without_lambda(right, distances, y, h, penalty, lam, *rest, **chi):
    """The penalty as it is."""
    return right.kcr.regularized_error(distances, y, h, penalty, 1.0, *rest, **chi)


@wrong("kcr.regularized_error", killed_by="kcr/eq-3")
def errors_counted_where_a_mean_belongs(right, distances, y, h, penalty, lam, *rest, **chi):
    """The sum of Eq. (5) in Eq. (3)."""
    mean = right.kcr.regularized_error(distances, y, h, penalty, 0.0, *rest, **chi)
    return len(y) * mean + lam * penalty


def errors_become(right, form):
    """psi as ``form(margins)``, of other classes' votes less those of the own one."""

    def errors_5(distances, y, h, *rest, **chi):
        margins = definitions.margin(*lists(distances, y), h, *rest, **chi)
        return form(np.array(margins, dtype=float))

    return changed(right, paper="kcr", errors_5=errors_5)


wrong_errors = faults(errors_become, killed_by="kcr/eq-5")

wrong_errors("own point votes for itself: footnote 7 forgotten", lambda margins: margins - 1 > 0)
wrong_errors("ties are errors: at most for less", lambda margins: margins >= 0)
wrong_errors(
    "errors as numbers: margins clipped to [0, 1]", lambda margins: np.clip(margins, 0.0, 1.0)
)


@wrong("kcr.objective_5", killed_by="kcr/eq-5")
def mean_of_the_errors(right, distances, y, h, penalty, lam, *rest, **chi):
    """The mean of Eq. (3) in Eq. (5)."""
    loss = right.kcr.objective_5(distances, y, h, penalty, 0.0, *rest, **chi)
    return loss / len(y) + lam * penalty


@wrong("kcr.objective_6", killed_by="kcr/eq-6")
def embedding_of_squared_distances(coefficients, K, y, h, lam, *rest, **chi):
    """The kernels see rho^2 for rho."""
    phi = K @ np.asarray(coefficients).T
    squared = ((phi[:, None] - phi[None]) ** 2).sum(axis=2)
    penalty = float(np.einsum("mi,ij,mj->", coefficients, K, coefficients))
    return definitions.objective_5(*lists(squared, y), h, penalty, lam, *rest, **chi)


@wrong("kcr.objective_6", killed_by="kcr/eq-6")
def penalty_of_the_coefficients_alone(right, coefficients, K, y, h, lam, *rest, **chi):
    """sum_m c_m' c_m, as of the linear kernel on orthonormal points."""
    c = np.asarray(coefficients)
    loss = right.kcr.objective_6(c, K, y, h, 0.0, *rest, **chi)
    return loss + lam * float((c**2).sum())


for _name, _check in {
    "regularized_error": "kcr/eq-3 regularized_error_is_a_mean_and_a_penalty",
    "errors_5": "kcr/eq-5 errors_are_positive_margins",
    "objective_5": "kcr/eq-5 errors_are_summed_and_not_averaged",
    "objective_6": "kcr/eq-6 objective_of_coefficients_is_that_of_the_functions",
}.items():
    faults(options_become, killed_by=_check)(
        f"{_name} of the line: 1 / (1 + u^2) whatever exponent is asked for",
        f"kcr.{_name}",
        cauchy_exponent=lambda how: 2.0,
    )


@wrong("kcr.expansion", killed_by="kcr/eq-7 coordinates_are_sums_of_kernel_functions")
def expansion_about_the_mean(right, coefficients, K_a):
    """The coefficients are centered first, whatever they sum to."""
    c = np.asarray(coefficients)
    return right.kcr.expansion(c - c.mean(axis=1, keepdims=True) + 0.01, K_a)


@wrong(result_becomes, "kcr.embed", killed_by="kcr/eq-7")
def picture_by_whole_eigenvalues(picture, Sigma, rows, d=2):
    """lambda_m u_m for sqrt(lambda_m) u_m."""
    values = np.sort(np.linalg.eigvalsh(Sigma))[::-1][:d]
    return np.asarray(picture) * np.sqrt(np.maximum(values, 0.0))


@wrong(result_becomes, "kcr.embed", killed_by="kcr/eq-7")
def picture_is_centered(picture, *rest):
    """Each column loses its mean, so that it depends on which rows are shown together."""
    return picture - np.mean(picture, axis=0)


@wrong(options_become, "kcr.objective_8", as_option="surrogate", killed_by="kcr/eq-8")
def logistic_function_to_base_two_under_both_names(how):
    """The corrected bound for the printed one."""
    name = how.get("surrogate", "hinge")
    return "logistic-base-2" if "logistic" in name else name


wrong_options = faults(options_become, killed_by="kcr/algorithm-1")

wrong_options(
    "objective 8 without its penalty: the loss alone",
    "kcr.objective_8",
    penalty=lambda how: 0.0,
    killed_by="kcr/eq-8",
)


# Lemma 5 ----------------------------------------------------------------------------------------


@wrong("kcr.objective_10", killed_by="kcr/eq-10")
def differences_with_their_sign_lost(right, coefficients, K, theta, lam):
    """f(x_j) - f(x_i)."""
    return right.kcr.objective_10(coefficients, K, lambda d: theta(-np.asarray(d)), lam)


@wrong("kcr.objective_10", killed_by="kcr/eq-10")
def norm_without_its_square(right, coefficients, K, theta, lam):
    """||f|| for ||f||^2."""
    loss = right.kcr.objective_10(coefficients, K, theta, 0.0)
    return loss + lam * float(np.sqrt(max(0.0, coefficients @ K @ coefficients)))


@wrong("kcr.coefficients_from_pairs", killed_by="kcr/lemma-5")
def pairs_counted_in_one_direction(b):
    """c_i = sum_j b_ij."""
    return np.asarray(b).sum(axis=1)


@wrong("kcr.coefficients_from_pairs", killed_by="kcr/lemma-5")
def pairs_counted_with_the_wrong_sign(b):
    """Columns less rows."""
    return np.sum(b, axis=0) - np.sum(b, axis=1)


@wrong("kcr.lemma_5", killed_by="kcr/lemma-5")
def mean_of_the_coefficients_taken_off(coefficients, K):
    """They sum to 0, and the differences are others."""
    return coefficients - np.mean(coefficients)


@wrong("kcr.lemma_5", killed_by="kcr/lemma-5")
def constant_taken_off_the_values(coefficients, K):
    """f less its mean on the sample: the same differences, but coefficients of another sum."""
    f = K @ coefficients
    return np.linalg.lstsq(K, f - f.mean(), rcond=1e-10)[0]


@wrong("kcr.lemma_5", killed_by="kcr/lemma-5")
def last_coefficient_is_minus_the_others(coefficients, K):
    """They sum to 0 because one of them is forgotten."""
    return np.append(coefficients[:-1], -np.sum(coefficients[:-1]))


def inverted_above(least, c, K):
    """The projection by those eigenvalues of HKH that are above this number."""
    H = np.eye(len(K)) - 1 / len(K)
    values, Q = np.linalg.eigh(H @ K @ H)
    kept = values > least
    return H @ (Q[:, kept] / values[kept]) @ (Q[:, kept].T @ (H @ K @ c))


@wrong(
    "kcr.lemma_5",
    killed_by="kcr/lemma-5 what_is_orthogonal_to_the_differences_is_taken_off",
)
def eigenvalues_count_from_a_millionth_on(c, K):
    """In whatever unit K is."""
    return inverted_above(1e-6, c, K)


@wrong(
    "kcr.lemma_5",
    killed_by="kcr/lemma-5 what_is_orthogonal_to_the_differences_is_taken_off",
)
def what_is_left_of_singular_kernels_is_inverted(c, K):
    """Every eigenvalue of HKH above 0 counts, and half of those that are rounding are."""
    return inverted_above(1e-300, c, K)


# Algorithm 1 ------------------------------------------------------------------------------------


wrong_options(
    "one step length for both variables: beta_t is accepted and forgotten",
    METHOD,
    beta=lambda how: how["alpha"],
)


@wrong(killed_by="kcr/algorithm-1")
def steps_counted_from_one(right):
    """alpha(1) is the first; sequences lose their first term."""

    def later(steps):
        if callable(steps):
            return lambda t: steps(t + 1)
        return [*steps[1:], steps[-1]] if np.ndim(steps) else steps

    return options_become(
        right, METHOD, alpha=lambda how: later(how["alpha"]), beta=lambda how: later(how["beta"])
    )


wrong_options(
    "start is always zero: Sigma_0 is accepted and forgotten", METHOD, Sigma0=lambda how: None
)
wrong_options(
    "start of h is squared again: h0 taken for h where it is h~ = h^2",
    METHOD,
    h0=lambda how: how["h0"] ** 2 if "h0" in how else None,
)
wrong_options(
    "exact projection is the default: the better projection in place of the printed one",
    METHOD,
    projection=lambda how: how.get("projection", "exact"),
)


@wrong("kcr.gradient_projection", killed_by="kcr/algorithm-1")
def steps_of_h_are_halved(right, K, y, lam, **how):
    """h~ moves by half of its step."""
    result = right.kcr.gradient_projection(K, y, lam, **how)
    start = how["h0"] if how.get("h0") is not None else 1.0
    return Altered(result, h2=(start + result.h2) / 2)


@wrong("kcr.algorithm_1", killed_by="kcr/algorithm-1 lines_are_repeated")
def lines_begin_with_a_larger_h(right, K, y, lam, alpha, beta, Sigma0, h0, iterations, **how):
    """h~_0 is raised before the first active sets are taken."""
    first = max(0.5, h0)
    return right.kcr.algorithm_1(K, y, lam, alpha, beta, Sigma0, first, iterations, **how)


@wrong("kcr.algorithm_1", killed_by="kcr/algorithm-1 lines_are_repeated")
def lines_share_one_step(right, K, y, lam, alpha, beta, *rest, **how):
    """beta_t is taken for alpha_t."""
    return right.kcr.algorithm_1(K, y, lam, beta, beta, *rest, **how)
