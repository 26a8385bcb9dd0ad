"""Wrong margins, Lagrangians, multipliers, dual programs and KKT conditions of Section 3.2."""

import numpy as np
from cvxopt import matrix, solvers

from tests.zoo import Altered, arguments_become, faults, result_becomes, wrong
from tests.zoo.idealized.metrics import learn_becomes

# margins ----------------------------------------------------------------------------------------


wrong_result = faults(result_becomes, killed_by="idealized/eq-7")

wrong_result(
    "gamma within a class too: similar patterns are asked to come nearer by gamma",
    "idealized.margins_from_labels",
    lambda margins, squared, original, y, gamma: np.where(
        np.equal.outer(y, y), margins - gamma, margins
    ),
    killed_by="idealized/eq-6",
)


wrong_arguments = faults(arguments_become, killed_by="idealized/eq-14")

wrong_arguments(
    "negative gamma is none: margins of (6) with 0 in its place",
    "idealized.margins_from_labels",
    lambda squared, original, y, gamma: (squared, original, y, max(0.0, gamma)),
    killed_by="idealized/eq-6",
)
wrong_arguments(
    "distances exchanged in the margins: the learned distance for the original one",
    "idealized.margins_from_labels",
    lambda squared, original, *rest: (original, squared, *rest),
    killed_by="idealized/eq-6",
)
wrong_result(
    "pair margins without gamma: dt^2 - d^2 on D",
    "idealized.pair_margins",
    lambda margins, X, S, D, metric, gamma: (margins[0], margins[1] + gamma),
)
wrong_result(
    "pair margins with the sign of violations: dt^2 - d^2 on S as well",
    "idealized.pair_margins",
    lambda margins, *_: (-margins[0], margins[1]),
)
wrong_result(
    "margins from the last pair on: those of D come in the opposite order",
    "idealized.pair_margins",
    lambda margins, *_: (margins[0], margins[1][::-1]),
)


# the primal and its Lagrangian ------------------------------------------------------------------


@wrong("idealized.smallest_slacks", killed_by="idealized/eq-8")
def slacks_below_zero(right, *arguments, **options):
    """What constraints have to spare counts as well."""
    return tuple(-np.asarray(m) for m in right.idealized.pair_margins(*arguments, **options))


@wrong(result_becomes, "idealized.primal_objective", killed_by="idealized/eq-8")
def primal_with_the_norm_itself(value, metric, *rest):
    """|AA'| for its square."""
    norm = np.linalg.norm(metric)
    return value - norm**2 / 2 + norm / 2


@wrong(result_becomes, "idealized.primal_objective", killed_by="idealized/eq-8")
def primal_with_sums_of_slacks(value, metric, gamma, slack_S, slack_D, C_S, C_D, nu):
    """C_S and C_D are not divided by the numbers of pairs."""
    return value + C_S * (np.sum(slack_S) - np.mean(slack_S))


def lagrangian_becomes(right, change):
    """``change(value, X, S, D, metric, gamma, xi_S, xi_D, a_S, a_D, eta_S, eta_D, mu, ...)``."""
    return result_becomes(right, "idealized.lagrangian", change)


wrong_lagrangian = faults(lagrangian_becomes, killed_by="idealized/eq-10")

wrong_lagrangian(
    "Lagrangian with plus mu: the sign of the last term", lambda value, *a: value + 2 * a[11] * a[4]
)
wrong_lagrangian(
    "Lagrangian without the slacks of similar pairs: alpha_S (d^2 - dt^2) alone",
    lambda value, *a: value + np.dot(a[7], a[5]),
)
wrong_lagrangian(
    "Lagrangian with eta on D only: the sum of eta xi forgets S",
    lambda value, *a: value + np.dot(a[9], a[5]),
)


# its multipliers --------------------------------------------------------------------------------


@wrong(
    result_becomes,
    "idealized.metric_from_multipliers",
    killed_by=("idealized/eq-11", "idealized/eq-10"),
)
def recovery_with_equal_signs(matrix, X, S, D, alpha_S, alpha_D):
    """Similar pairs are added."""
    z = X[np.asarray(S)[:, 0]] - X[np.asarray(S)[:, 1]]
    return matrix + 2 * (z.T * alpha_S) @ z


wrong_learn = faults(learn_becomes, killed_by="idealized/eq-11")

wrong_learn(
    "learned matrix plus the identity: a ridge that nobody asked for",
    lambda metric, *_: {"matrix": metric.matrix + 1e-6 * np.eye(len(metric.matrix))},
)


@wrong("idealized.nu_from_multipliers", killed_by="idealized/eq-12")
def nu_with_the_sign_of_mu_lost(alpha_D, mu, C_D):
    """(sum alpha + mu) / C_D."""
    return (np.sum(alpha_D) + mu) / C_D


wrong_result(
    "mu cut at zero: what (12) gives need not be a multiplier",
    "idealized.mu_from_multipliers",
    lambda mu, *_: max(0.0, mu),
    killed_by="idealized/eq-12",
)


@wrong(
    result_becomes,
    "idealized.eta_from_multipliers",
    killed_by=("idealized/eq-13", "idealized/eq-10"),
)
def eta_of_the_whole_constants(etas, alpha_S, alpha_D, C_S, C_D):
    """C_S and C_D for C_S / N_S and C_D / N_D."""
    return C_S - np.asarray(alpha_S), C_D - np.asarray(alpha_D)


wrong_learn(
    "mu of the wrong constraint: gamma, which is the multiplier of (15), under the name of mu",
    lambda metric, *_: {"mu": metric.gamma + 1.0},
    killed_by="idealized/eq-12",
)
wrong_learn(
    "learned eta is alpha: multipliers of (8) and (9) for those of xi >= 0",
    lambda metric, *_: {"eta_S": metric.alpha_S, "eta_D": metric.alpha_D},
    killed_by="idealized/eq-13",
)


# the dual ---------------------------------------------------------------------------------------


def program_becomes(right, change):
    """P, q, G and h as ``change(P, q, G, h, number of similar pairs)``."""

    def whole(arrays, X, S, *rest):
        return change(*(np.array(each, dtype=float) for each in arrays), len(S))

    return result_becomes(right, "idealized.dual_program", whole)


wrong_program = faults(program_becomes, killed_by="idealized/eq-14")

wrong_program(
    "program to be maximized: q with the sign of (14), for a solver that minimizes",
    lambda P, q, G, h, n: (P, -q, G, h),
)
wrong_program(
    "program with cross terms added: all squared products positive",
    lambda P, q, G, h, n: (np.abs(P), q, G, h),
)


@wrong(program_becomes, killed_by="idealized/eq-14")
def program_with_15_reversed(P, q, G, h, n):
    """sum alpha / C_D at most nu."""
    G[-1], h[-1] = -G[-1], -h[-1]
    return P, q, G, h


@wrong(program_becomes, killed_by="idealized/eq-14")
def constraint_15_over_all_pairs(P, q, G, h, n):
    """The sum runs over S too."""
    G[-1, :n] = G[-1, -1]
    return P, q, G, h


wrong_arguments(
    "dual solved without (15): gamma = 0 in the primal",
    "idealized.solve_dual",
    lambda *given: (*given[:5], 1e-9),
)
wrong_arguments(
    "dual solved with a doubled constant: 2 C_D for C_D",
    "idealized.solve_dual",
    lambda X, S, D, C_S, C_D, nu: (X, S, D, C_S, 2 * C_D, nu),
)


@wrong("idealized.solve_dual", killed_by="idealized/eq-14 solved_program_cannot_be_improved")
def dual_solved_without_the_first_metric(right, *given, M=None):
    """Squared distances for those by M."""
    return right.idealized.solve_dual(*given)


@wrong("idealized.solve_dual", killed_by="idealized/eq-14 solved_program_cannot_be_improved")
def dual_solved_in_a_hurry(right, X, S, D, *constants, M=None):
    """A thousandth of the way short of the optimum, from multipliers that are all alike."""
    alphas = right.idealized.solve_dual(X, S, D, *constants, M=M)
    even = constants[0] / len(S), constants[1] / len(D)
    return [0.999 * a + 0.001 * bound for a, bound in zip(alphas, even, strict=True)]


@wrong("idealized.solve_dual", killed_by="idealized/eq-14 cheap_slacks_are_solved_or_refused")
def dual_solved_to_an_absolute_tolerance(right, *given):
    """As a solver ends that compares with 1e-6 where the multipliers are no larger."""
    return [np.round(alpha, 6) for alpha in right.idealized.solve_dual(*given)]


REFUSED = "idealized/eq-14 what_is_not_solved_is_refused"


@wrong("idealized.solve_dual", killed_by=REFUSED)
def last_iterate_of_the_dual(right, X, S, D, *constants, M=None):
    """What cvxopt ends with, whatever it says of it."""
    program = right.idealized.dual_program(X, S, D, *constants, M=M)
    found = solvers.qp(*map(matrix, program), options={"show_progress": False})
    return np.split(np.ravel(found["x"]), [len(S)])


@wrong("idealized.learn_metric", killed_by=REFUSED)
def constants_up_to_a_million(right, X, S, D, C_S, C_D, nu, **how):
    """Larger ones are taken for a million."""
    return right.idealized.learn_metric(X, S, D, min(C_S, 1e6), min(C_D, 1e6), nu, **how)


@wrong(learn_becomes, killed_by="idealized/eq-14")
def learned_multipliers_halved(metric, X, S, D, C_S, C_D, nu, M):
    """As if the squared norm had no half in front of it; the matrix is left as it is."""
    return {
        "alpha_S": 0.5 * np.asarray(metric.alpha_S),
        "alpha_D": 0.5 * np.asarray(metric.alpha_D),
    }


# the KKT conditions -----------------------------------------------------------------------------


def condition_becomes(right, name, change):
    """One left side as ``change(the right one, all of them)``."""

    def whole(left, *_):
        return Altered(left, **{name: change(np.asarray(getattr(left, name)), left)})

    return result_becomes(right, "idealized.kkt_conditions", whole)


wrong_condition = faults(condition_becomes, killed_by="idealized/eq-17")

wrong_condition(
    "condition 17 with d and dt exchanged: the sign of the whole", "eq_17", lambda eq, left: -eq
)
wrong_condition(
    "condition 18 without alpha: the constraint alone, which need not vanish",
    "eq_18",
    lambda eq, left: left.eq_21,
    killed_by="idealized/eq-18",
)
wrong_condition(
    "condition 19 of similar pairs only: zeros for D",
    "eq_19_D",
    lambda eq, left: np.zeros_like(eq),
    killed_by="idealized/eq-19",
)
wrong_condition(
    "condition 20 as a sum: never 0 by one factor alone",
    "eq_20",
    lambda eq, left: float(eq) + 1.0,
    killed_by="idealized/eq-20",
)
wrong_condition(
    "condition 21 cut at zero: positive parts only, as slacks are",
    "eq_21",
    lambda eq, left: np.maximum(eq, 0.0),
    killed_by="idealized/eq-21",
)
wrong_condition(
    "condition 22 of dissimilar pairs: dt^2 - d^2, the sign of (21)",
    "eq_22",
    lambda eq, left: -eq,
    killed_by="idealized/eq-22",
)
