"""Wrong margins, Lagrangians, multipliers, dual programs and KKT conditions of Section 3.2."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.idealized.kernels import arguments_become, idealized, result_becomes
from tests.zoo.idealized.metrics import Altered, learn_becomes

# margins ----------------------------------------------------------------------------------------


@wrong(killed_by="idealized/eq-6")
def gamma_within_a_class_too(right):
    """Similar patterns are asked to come nearer by gamma."""
    return result_becomes(
        right,
        "margins_from_labels",
        lambda margins, squared, original, y, gamma: np.where(
            np.equal.outer(y, y), margins - gamma, margins
        ),
    )


@wrong(killed_by="idealized/eq-6")
def distances_exchanged_in_the_margins(right):
    """The learned distance for the original one."""
    return arguments_become(
        right,
        "margins_from_labels",
        lambda squared, original, *rest: (original, squared, *rest),
    )


@wrong(killed_by="idealized/eq-7")
def pair_margins_without_gamma(right):
    """dt^2 - d^2 on D."""
    return result_becomes(
        right,
        "pair_margins",
        lambda margins, X, S, D, metric, gamma: (margins[0], margins[1] + gamma),
    )


@wrong(killed_by="idealized/eq-7")
def pair_margins_with_the_sign_of_violations(right):
    """dt^2 - d^2 on S as well."""
    return result_becomes(right, "pair_margins", lambda margins, *_: (-margins[0], margins[1]))


@wrong(killed_by="idealized/eq-7")
def margins_from_the_last_pair_on(right):
    """The margins of the pairs of D come in the opposite order."""
    return result_becomes(right, "pair_margins", lambda margins, *_: (margins[0], margins[1][::-1]))


# the primal and its Lagrangian ------------------------------------------------------------------


@wrong(killed_by="idealized/eq-8")
def slacks_below_zero(right):
    """What constraints have to spare counts as well."""

    def smallest_slacks(*arguments, **options):
        return tuple(-np.asarray(m) for m in right.idealized.pair_margins(*arguments, **options))

    return idealized(right, smallest_slacks=smallest_slacks)


@wrong(killed_by="idealized/eq-8")
def primal_with_the_norm_itself(right):
    """|AA'| for its square."""

    def change(value, metric, *rest):
        norm = np.linalg.norm(metric)
        return value - norm**2 / 2 + norm / 2

    return result_becomes(right, "primal_objective", change)


@wrong(killed_by="idealized/eq-8")
def primal_with_sums_of_slacks(right):
    """C_S and C_D are not divided by the numbers of pairs."""

    def change(value, metric, gamma, slack_S, slack_D, C_S, C_D, nu):
        return value + C_S * (np.sum(slack_S) - np.mean(slack_S))

    return result_becomes(right, "primal_objective", change)


def lagrangian_becomes(right, change):
    """``change(value, X, S, D, metric, gamma, xi_S, xi_D, a_S, a_D, eta_S, eta_D, mu, ...)``."""
    return result_becomes(right, "lagrangian", change)


@wrong(killed_by="idealized/eq-10")
def lagrangian_with_plus_mu(right):
    """The sign of the last term."""
    return lagrangian_becomes(right, lambda value, *a: value + 2 * a[11] * a[4])


@wrong(killed_by="idealized/eq-10")
def lagrangian_without_the_slacks_of_similar_pairs(right):
    """alpha_S (d^2 - dt^2) alone."""
    return lagrangian_becomes(right, lambda value, *a: value + np.dot(a[7], a[5]))


@wrong(killed_by="idealized/eq-10")
def lagrangian_with_eta_on_d_only(right):
    """The sum of eta xi forgets S."""
    return lagrangian_becomes(right, lambda value, *a: value + np.dot(a[9], a[5]))


# its multipliers --------------------------------------------------------------------------------


@wrong(killed_by=("idealized/eq-11", "idealized/eq-10"))
def recovery_with_equal_signs(right):
    """Similar pairs are added."""

    def change(matrix, X, S, D, alpha_S, alpha_D):
        z = X[np.asarray(S)[:, 0]] - X[np.asarray(S)[:, 1]]
        return matrix + 2 * (z.T * alpha_S) @ z

    return result_becomes(right, "metric_from_multipliers", change)


@wrong(killed_by="idealized/eq-11")
def learned_matrix_plus_the_identity(right):
    """A ridge that nobody asked for."""
    return learn_becomes(
        right, lambda metric, *_: {"matrix": metric.matrix + 1e-6 * np.eye(len(metric.matrix))}
    )


@wrong(killed_by="idealized/eq-12")
def nu_with_the_sign_of_mu_lost(right):
    """(sum alpha + mu) / C_D."""
    return idealized(
        right, nu_from_multipliers=lambda alpha_D, mu, C_D: (np.sum(alpha_D) + mu) / C_D
    )


@wrong(killed_by="idealized/eq-12")
def mu_cut_at_zero(right):
    """What (12) gives is not always a multiplier, but it is what (12) gives."""
    return result_becomes(right, "mu_from_multipliers", lambda mu, *_: max(0.0, mu))


@wrong(killed_by=("idealized/eq-13", "idealized/eq-10"))
def eta_of_the_whole_constants(right):
    """C_S and C_D for C_S / N_S and C_D / N_D."""

    def change(etas, alpha_S, alpha_D, C_S, C_D):
        return C_S - np.asarray(alpha_S), C_D - np.asarray(alpha_D)

    return result_becomes(right, "eta_from_multipliers", change)


@wrong(killed_by="idealized/eq-12")
def mu_of_the_wrong_constraint(right):
    """gamma, which is the multiplier of (15), under the name of mu."""
    return learn_becomes(right, lambda metric, *_: {"mu": metric.gamma + 1.0})


@wrong(killed_by="idealized/eq-13")
def learned_eta_is_alpha(right):
    """Multipliers of (8) and (9) for those of xi >= 0."""
    return learn_becomes(
        right, lambda metric, *_: {"eta_S": metric.alpha_S, "eta_D": metric.alpha_D}
    )


# the dual ---------------------------------------------------------------------------------------


def program_becomes(right, change):
    """P, q, G and h as ``change(P, q, G, h, number of similar pairs)``."""

    def whole(arrays, X, S, *rest):
        return change(*(np.array(each, dtype=float) for each in arrays), len(S))

    return result_becomes(right, "dual_program", whole)


@wrong(killed_by="idealized/eq-14")
def program_to_be_maximized(right):
    """q with the sign of (14), for a solver that minimizes."""
    return program_becomes(right, lambda P, q, G, h, n: (P, -q, G, h))


@wrong(killed_by="idealized/eq-14")
def program_with_cross_terms_added(right):
    """All squared products positive."""
    return program_becomes(right, lambda P, q, G, h, n: (np.abs(P), q, G, h))


@wrong(killed_by="idealized/eq-14")
def program_with_15_reversed(right):
    """sum alpha / C_D at most nu."""

    def change(P, q, G, h, n):
        G[-1], h[-1] = -G[-1], -h[-1]
        return P, q, G, h

    return program_becomes(right, change)


@wrong(killed_by="idealized/eq-14")
def constraint_15_over_all_pairs(right):
    """The sum runs over S too."""

    def change(P, q, G, h, n):
        G[-1, :n] = G[-1, -1]
        return P, q, G, h

    return program_becomes(right, change)


@wrong(killed_by="idealized/eq-14")
def dual_solved_without_15(right):
    """Constraint (15) is left out: gamma = 0 in the primal."""
    return arguments_become(right, "solve_dual", lambda *given: (*given[:5], 1e-9))


@wrong(killed_by="idealized/eq-14")
def dual_solved_with_a_doubled_constant(right):
    """2 C_D for C_D."""
    return arguments_become(
        right, "solve_dual", lambda X, S, D, C_S, C_D, nu: (X, S, D, C_S, 2 * C_D, nu)
    )


@wrong(killed_by="idealized/eq-14")
def learned_multipliers_halved(right):
    """As if the squared norm had no half in front of it; the matrix is left as it is."""

    def change(metric, X, S, D, C_S, C_D, nu, M):
        return {
            "alpha_S": 0.5 * np.asarray(metric.alpha_S),
            "alpha_D": 0.5 * np.asarray(metric.alpha_D),
        }

    return learn_becomes(right, change)


# the KKT conditions -----------------------------------------------------------------------------


def condition_becomes(right, name, change):
    """One left side as ``change(the right one, all of them)``."""

    def whole(left, *_):
        return Altered(left, **{name: change(np.asarray(getattr(left, name)), left)})

    return result_becomes(right, "kkt_conditions", whole)


@wrong(killed_by="idealized/eq-17")
def condition_17_with_d_and_dt_exchanged(right):
    """The sign of the whole."""
    return condition_becomes(right, "eq_17", lambda eq, left: -eq)


@wrong(killed_by="idealized/eq-18")
def condition_18_without_alpha(right):
    """The constraint alone, which need not vanish."""
    return condition_becomes(right, "eq_18", lambda eq, left: left.eq_21)


@wrong(killed_by="idealized/eq-19")
def condition_19_of_similar_pairs_only(right):
    """Zeros for D."""
    return condition_becomes(right, "eq_19_D", lambda eq, left: np.zeros_like(eq))


@wrong(killed_by="idealized/eq-20")
def condition_20_as_a_sum(right):
    """mu + gamma, in effect: never 0 by one factor alone."""
    return condition_becomes(right, "eq_20", lambda eq, left: float(eq) + 1.0)


@wrong(killed_by="idealized/eq-21")
def condition_21_cut_at_zero(right):
    """Positive parts only, as slacks are."""
    return condition_becomes(right, "eq_21", lambda eq, left: np.maximum(eq, 0.0))


@wrong(killed_by="idealized/eq-22")
def condition_22_of_dissimilar_pairs(right):
    """dt^2 - d^2, the sign of (21)."""
    return condition_becomes(right, "eq_22", lambda eq, left: -eq)
