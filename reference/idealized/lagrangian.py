r"""Section 3.2.1: the Lagrangian (10), and (11) to (13), where its derivatives are 0.

Here alpha, eta and mu are the multipliers of (8) and (9), of xi >= 0 and of gamma >= 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.reference import check
from gramcheck.reference.idealized.conditions import kkt_conditions
from gramcheck.reference.idealized.primal import differences, for_pairs, objective_at
from gramcheck.reference.types import Array


def lagrangian(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    metric: ArrayLike,
    gamma: float,
    slack_S: ArrayLike,
    slack_D: ArrayLike,
    alpha_S: ArrayLike,
    alpha_D: ArrayLike,
    eta_S: ArrayLike,
    eta_D: ArrayLike,
    mu: float,
    C_S: float,
    C_D: float,
    nu: float,
    M: ArrayLike | None = None,
) -> float:
    """The Lagrangian (10): the primal's objective less every multiplier times its constraint.

    The products are the left sides of (17) to (20), so that at a solution it is the objective.

    Parameters
    ----------
    X, similar, dissimilar, metric, gamma, M
        As in :func:`.pair_margins`.
    slack_S, slack_D : (N_S,), (N_D,)
        The xi, of either sign: that they are not negative is a constraint as the others.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers of (8) and (9).
    eta_S, eta_D : (N_S,), (N_D,)
        Multipliers of xi >= 0.
    mu : float
        Multiplier of gamma >= 0.
    C_S, C_D, nu
        As in :func:`.primal_objective`.

    Raises
    ------
    ValueError
        As there; lengths that do not meet.
    """
    point = X, similar, dissimilar, metric, gamma, slack_S, slack_D
    left = kkt_conditions(*point, alpha_S, alpha_D, eta_S, eta_D, mu, M)
    products = np.concatenate([left.eq_17, left.eq_18, left.eq_19_S, left.eq_19_D, [left.eq_20]])
    xi_S, xi_D = np.asarray(slack_S, dtype=float), np.asarray(slack_D, dtype=float)
    primal = objective_at(metric, gamma, xi_S, xi_D, C_S, C_D, nu)
    return primal - float(products.sum())


def metric_from_multipliers(
    X: ArrayLike,
    similar: ArrayLike,
    dissimilar: ArrayLike,
    alpha_S: ArrayLike,
    alpha_D: ArrayLike,
) -> Array:
    """The metric (11), AA' = -sum_S alpha zz' + sum_D alpha zz'.

    The paper finds it by dividing by A, which footnote 5 takes to be non-singular. That loses the
    constraint that AA' is positive semidefinite, and the sum can be indefinite.

    Parameters
    ----------
    X, similar, dissimilar
        As in :func:`.pair_margins`.
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers.

    Returns
    -------
    (p, p)

    Raises
    ------
    ValueError
        As there; lengths that do not meet.
    """
    z_S, z_D = differences(X, similar, dissimilar)
    (a_S,), (a_D,) = for_pairs(len(z_S), alpha_S=alpha_S), for_pairs(len(z_D), alpha_D=alpha_D)
    sums = (z_D.T * a_D) @ z_D - (z_S.T * a_S) @ z_S
    return (sums + sums.T) / 2  # roundings of a product are not symmetric


def nu_from_multipliers(alpha_D: ArrayLike, mu: float, C_D: float) -> float:
    """Eq. (12), nu = (sum_D alpha - mu) / C_D.

    Parameters
    ----------
    alpha_D : (N_D,)
        Multipliers of (9).
    mu : float
        Multiplier of gamma >= 0.
    C_D : float
        Positive.

    Raises
    ------
    ValueError
        Numbers out of range.
    """
    a_D = check.real("alpha_D", alpha_D, ndim=1)
    mu, C_D = check.finite("mu", mu), check.positive("C_D", C_D)
    return float((a_D.sum() - mu) / C_D)


def mu_from_multipliers(alpha_D: ArrayLike, C_D: float, nu: float) -> float:
    """Eq. (12) solved for the multiplier of gamma >= 0: mu = sum_D alpha - C_D nu.

    Parameters
    ----------
    alpha_D : (N_D,)
        Multipliers of (9).
    C_D : float
        Positive.
    nu : float
        Strictly between 0 and 1.

    Raises
    ------
    ValueError
        Numbers out of range.
    """
    a_D = check.real("alpha_D", alpha_D, ndim=1)
    C_D, nu = check.positive("C_D", C_D), check.within("nu", nu, 0, 1)
    return float(a_D.sum() - C_D * nu)


def eta_from_multipliers(
    alpha_S: ArrayLike, alpha_D: ArrayLike, C_S: float, C_D: float
) -> tuple[Array, Array]:
    """Eq. (13) solved for the multipliers of xi >= 0: what alpha leaves of its upper bound.

    Parameters
    ----------
    alpha_S, alpha_D : (N_S,), (N_D,)
        Multipliers of (8) and (9).
    C_S, C_D : float
        Positive.

    Returns
    -------
    eta_S, eta_D : (N_S,), (N_D,)

    Raises
    ------
    ValueError
        Numbers out of range.
    """
    a_S, a_D = check.real("alpha_S", alpha_S, ndim=1), check.real("alpha_D", alpha_D, ndim=1)
    C_S, C_D = check.positive("C_S", C_S), check.positive("C_D", C_D)
    return C_S / len(a_S) - a_S, C_D / len(a_D) - a_D
