"""The plain fit: what a library returns is certified, or refused."""

from operator import attrgetter

import numpy as np
import pytest

from gramcheck.reference.d2ke import fit, objective, plain_fit
from gramcheck.reference.d2ke.engines import libraries
from gramcheck.reference.d2ke.engines.losses import MARGIN_LOSSES
from gramcheck.reference.errors import ConvergenceError


@pytest.mark.parametrize("mu", [1e-6, 1e-8, 1e-10, 1e-12, 1e-20, 1e-100])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_on_separable_labels_no_objective_is_too_large_in_silence(loss, intercept, mu):
    """The smallest objective is of the order of mu there, below any absolute tolerance."""
    phi = np.random.default_rng(3).normal(size=(20, 4))
    y = np.sign(phi @ [1.0, -2.0, 0.5, 1.0])
    try:
        weights = plain_fit(phi, y, mu, loss, intercept)
    except ConvergenceError:
        assert mu < 1e-8  # no solver gives up before
        return
    if mu < 1e-12:  # certified, and the fit need not go so far
        return
    smallest = objective(phi, y, fit(phi, y, mu, loss, intercept), mu, loss)
    assert objective(phi, y, weights, mu, loss) <= smallest * (1 + 2e-9)


@pytest.mark.parametrize(
    ("loss", "solver"),
    [
        ("hinge", "solvers.qp"),
        ("logistic", "sp.optimize.minimize"),
        ("squared_hinge", "sp.optimize.minimize"),
    ],
)
def test_a_solver_that_stops_early_is_refused(monkeypatch, loss, solver):
    """Whatever it says of itself."""
    path, _, name = solver.rpartition(".")
    module = attrgetter(path)(libraries)
    solve = getattr(module, name)
    few = {"maxiters": 2} if loss == "hinge" else {"maxiter": 1}

    def stop_early(*problem, options, **how):
        return solve(*problem, options=options | few, **how)

    monkeypatch.setattr(module, name, stop_early)
    phi, y = np.array([[1.0, 0.5], [0.25, -1.0], [-0.75, 0.5]]), np.array([1.0, -1.0, 1.0])
    with pytest.raises(ConvergenceError, match=loss):
        plain_fit(phi, y, 0.01, loss)
