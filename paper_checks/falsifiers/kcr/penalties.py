"""What is wrong with penalties, and with the errors that they are weighed against."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.rules import squares_within


@instead
def with_half_the_bandwidth(functional: Function, D, y, h, *rest):
    """Errors of the rule at h / 2."""
    return functional(D, y, h / 2, *rest)


@instead
def a_reward(functional: Function, D, y, h, penalty, lam, *rest):
    """Minus the penalty."""
    return 2 * functional(D, y, h, 0.0, lam, *rest) - functional(D, y, h, penalty, lam, *rest)


@instead
def per_squared_bandwidth(objective: Function, D, y, h, *rest, **options):
    """λ Ω[φ] / h²."""
    if "penalty" in options:
        options = options | {"penalty": options["penalty"] / h**2}
    else:
        rest = (rest[0] / h**2, *rest[1:])
    return objective(D, y, h, *rest, **options)


@instead
def without_a_margin(loss: Function, squared, h2, y):
    """[τ (d² - h~)]_+ for the inner hinge."""
    tau = np.where(np.equal.outer(y, y), 1.0, -1.0)
    hinges = np.maximum(tau * (squared - h2), 0.0)
    return float(np.maximum(2 - (tau > 0).sum(axis=1) + hinges.sum(axis=1), 0.0).sum())


falsify("kcr/footnote-4", wrong={"kcr.regularized_error": with_half_the_bandwidth})
falsify("kcr/footnote-4", wrong={"kcr.regularized_error": a_reward})
_OBJECTIVES = ("kcr.regularized_error", "kcr.objective_5", "kcr.objective_8")
falsify("errata/C21", wrong=dict.fromkeys(_OBJECTIVES, per_squared_bandwidth))
for _objective in _OBJECTIVES:
    falsify("errata/C21", wrong={_objective: squares_within})
falsify("errata/C21", wrong={"kcr.objective_from_distances": without_a_margin})
