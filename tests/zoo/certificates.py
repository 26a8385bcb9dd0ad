"""Solutions that are nearly right, and gaps that are said to be smaller than they are."""

import numpy as np

from tests.zoo import faults, wrong
from tests.zoo.idealized.forms import spectral
from tests.zoo.idealized.metrics import from_multipliers, learn_becomes, lengths


def towards_the_middle(share, metric, *problem):
    """What follows from multipliers that are feasible and not optimal, with the cone or without."""
    X, S, D, C_S, C_D, nu, M = problem
    alpha_S = (1 - share) * np.asarray(metric.alpha_S) + share * 0.5 * C_S / len(S)
    alpha_D = (1 - share) * np.asarray(metric.alpha_D) + share * (1 + nu) / 2 * C_D / len(D)
    found = from_multipliers(X, S, D, C_S, C_D, nu, M, alpha_S, alpha_D, metric.gamma)
    if metric.psd != "constrained":
        return found
    sigma = found["matrix"]
    matrix = spectral(sigma, lambda values: np.maximum(values, 0))
    slacks = {}
    for name, pairs, sign, margin in (("slack_S", S, 1, 0.0), ("slack_D", D, -1, metric.gamma)):
        z = X[pairs[:, 0]] - X[pairs[:, 1]]
        gain = sign * (lengths(z, matrix) - lengths(z, M))
        slacks[name] = np.maximum(0, gain + margin)
    linear = found["dual"] + (sigma**2).sum() / 2
    cost = C_S * slacks["slack_S"].mean() + C_D * (slacks["slack_D"].mean() - nu * metric.gamma)
    primal, dual = (matrix**2).sum() / 2 + cost, linear - (matrix**2).sum() / 2
    values = {"primal": float(primal), "dual": float(dual), "gap": gap_of(primal, dual)}
    return found | slacks | values | {"matrix": matrix, "cone_multiplier": matrix - sigma}


def gap_of(primal, dual):
    """The gap, relative to the values."""
    return float((primal - dual) / max(1, abs(primal), abs(dual)))


def without_a_gap(metric, *problem):
    """A solution that others accept, whose primal value is said to be the dual one."""
    found = towards_the_middle(3e-9, metric, *problem)
    return found | {"primal": found["dual"], "gap": 0.0}


wrong_learn = faults(learn_becomes, killed_by=("idealized/convexity", "idealized/eq-14"))

wrong_learn(
    "gap of nothing as printed: a gap of some 1e-9 is said to be none",
    without_a_gap,
    forms=("as-printed",),
)
wrong_learn(
    "gap of nothing with the cone: a gap of some 1e-9 is said to be none",
    without_a_gap,
    forms=("constrained",),
    killed_by=("idealized/psd-constrained", "idealized/eq-14"),
)


@wrong(
    learn_becomes,
    killed_by=("idealized/psd-constrained", "idealized/convexity", "idealized/eq-14"),
    forms=("constrained",),
)
def stopped_early_in_the_cone(metric, *problem):
    """A hundredth of the way back to the middle of the box, with all that follows from it."""
    return towards_the_middle(0.01, metric, *problem)


@wrong(learn_becomes, killed_by="idealized/psd-constrained", forms=("constrained",))
def multiplier_of_the_cone_by_its_length(metric, *problem):
    """Of length one, as eigenvectors are."""
    Z = np.asarray(metric.cone_multiplier)
    return {"cone_multiplier": Z / (np.linalg.norm(Z) or 1.0)}


@wrong(learn_becomes, killed_by="idealized/eq-14", forms=("constrained",))
def multipliers_of_the_other_form(right, metric, X, S, D, C_S, C_D, nu, M):
    """The matrix has the cone, the multipliers do not."""
    printed = right.idealized.learn_metric(X, S, D, C_S, C_D, nu, M=M)
    return {name: getattr(printed, name) for name in ("alpha_S", "alpha_D")}
