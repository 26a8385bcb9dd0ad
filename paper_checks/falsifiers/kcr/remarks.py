"""What is wrong with the searches and objectives that Sections 5 and 6 remark on."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    negated,
    one_more,
    twice,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import (
    by_position,
    the_first_five,
    uncentered,
)


@instead
def with_the_trace_of_sigma(objective: Function, Sigma, h2, K, y, lam):
    """λ tr Σ for the penalty, which does not know the kernel."""
    return objective(Sigma, h2, K, y, 0.0) + lam * np.trace(Sigma)


@instead
def of_the_penalty_alone(objective: Function, Sigma, h2, K, y, lam):
    """λ tr(KΣ), without the loss."""
    return lam * np.vdot(K, Sigma)


@instead
def accepting(solve: Function, K, y, lam):
    """Bad input is mended, and solved."""
    return


@instead
def without_a_bump(objective: Function, Sigma, *rest):
    """No embedding at all costs nothing."""
    return objective(Sigma, *rest) if np.any(Sigma) else 0.0


@instead
def writing(solve: Function, K, *arguments, **options):
    """Writes into the kernel matrix that it is given."""
    K[0, 0] += 1e-3
    return solve(K, *arguments, **options)


def always_scaled(divide: Function) -> Function:
    """Columns are scaled, asked for or not."""
    return lambda name, data, seed, scale: divide(name, data, seed)


def without_the_outer_hinge(_: Function) -> Function:
    """Rows below 0 are not cut off."""

    def loss(squared, b, y):
        tau = np.where(np.equal.outer(y, y), 1.0, -1.0)
        hinges = np.maximum(1 + tau * (squared - b), 0.0)
        return float((2 - (tau > 0).sum(axis=1) + hinges.sum(axis=1)).sum())

    return loss


REMARKS = "paper_checks.claims.kcr.remarks"

falsify("kcr/footnote-12", wrong={"kcr.objective": negated})
falsify("kcr/footnote-12", wrong={"kcr.coefficients_from_sigma": half})
falsify("kcr/footnote-12", wrong={"kcr.objective": without_a_bump})
falsify("kcr/footnote-13-linear", wrong={"kcr.objective": with_the_trace_of_sigma})
falsify("kcr/footnote-13-linear", wrong={"kcr.objective": of_the_penalty_alone})
falsify("kcr/footnote-13-linear", wrong={"kcr.mahalanobis": half})
falsify("kcr/section-6", wrong={"kcr.objective_from_distances": twice})
falsify("kcr/section-6", wrong={"kcr.objective_from_distances": one_more})
falsify("kcr/section-6", wrong={"kcr.objective_from_distances": without_the_outer_hinge})
falsify("kcr/section-6", wrong={f"{REMARKS}.configurations": the_first_five})
for _wrong in (uncentered, half):
    falsify("kcr/section-6", wrong={"kcr.center_coefficients": _wrong})
falsify("own/kcr-wine", wrong={f"{REMARKS}.divide": always_scaled})
falsify("own/kcr-refusals", wrong={"kcr.solve_by_splitting": accepting})
falsify("own/kcr-invariance", wrong={"kcr.objective": by_position})
falsify("own/kcr-side-effects", wrong={"kcr.solve_by_splitting": writing})
