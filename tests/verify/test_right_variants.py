"""Right implementations that end where the reference does not: the suite must not refuse them."""

import dataclasses

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import Status
from tests.zoo import Altered, changed

REFERENCE = verify.load("gramcheck.reference")


@pytest.mark.parametrize(
    ("function", "check"),
    [
        ("project_dykstra", "kcr/projection dykstras_corrections_are_kept"),
        (
            "project_alternating",
            "kcr/alternating-projections alternating_projections_are_the_printed_loop",
        ),
    ],
)
def test_loops_of_projections_may_end_in_the_plane(function, check):
    """With the half step after that with which the reference ends, into the cone."""

    def in_the_plane(S, **options):
        A = np.asarray(getattr(REFERENCE.kcr, function)(S, **options))
        return A - A.mean()

    target = changed(REFERENCE, paper="kcr", **{function: in_the_plane})
    (record,) = verify.run(target, include=[check], examples=5)
    assert record.status is Status.PASSED, record.message


@pytest.mark.parametrize("above", [0.0, 1e-12])
def test_a_bound_may_reach_its_objective(above):
    """As that of a solver that goes on where the reference ends, but for its roundings."""

    def lmnn(*arguments, **options):
        found = REFERENCE.kcr.lmnn(*arguments, **options)
        bound = (1 + above) * found.objective
        return dataclasses.replace(found, lower_bound=bound, gap=-above, converged=True)

    check = "kcr/lmnn what_is_said_holds_where_hinges_weigh_most"
    target = changed(REFERENCE, paper="kcr", lmnn=lmnn)
    (record,) = verify.run(target, include=[check])
    assert record.status is Status.PASSED, record.message


@pytest.mark.parametrize("gamma", [1.0, 4.0])
def test_a_gamma_that_nothing_decides_may_lie_at_an_end(gamma):
    """No pair of the problem is free, so that its dual leaves an interval."""

    def learn_metric(*arguments, **options):
        return dataclasses.replace(
            REFERENCE.idealized.learn_metric(*arguments, **options), gamma=gamma
        )

    target = changed(REFERENCE, paper="idealized", learn_metric=learn_metric)
    (record,) = verify.run(target, include=["idealized/gamma-value gamma_without_free_pairs"])
    assert record.status is Status.PASSED, record.message


def test_points_may_be_rounded_where_they_lie_far_from_the_origin():
    """Those of the first collection by one rounding: a value may move by as much."""

    def gaussian_kernel(A, B=None, **options):
        return REFERENCE.kcr.gaussian_kernel(np.nextafter(A, np.inf), B, **options)

    target = changed(REFERENCE, paper="kcr", gaussian_kernel=gaussian_kernel)
    check = "kcr/gaussian-kernel a_common_shift_changes_no_kernel_value"
    (record,) = verify.run(target, include=[check])
    assert record.status is Status.PASSED, record.message


def test_a_gap_may_be_told_with_either_sign():
    """As where the dual comes from above by a rounding, or is subtracted the other way round."""

    def learn_metric(*arguments, **options):
        metric = REFERENCE.idealized.learn_metric(*arguments, **options)
        return Altered(metric, gap=-metric.gap)

    check = "idealized/convexity printed_solution_solves_the_quadratic_program"
    target = changed(REFERENCE, paper="idealized", learn_metric=learn_metric)
    (record,) = verify.run(target, include=[check])
    assert record.status is Status.PASSED, record.message


@pytest.mark.parametrize("way", ["augmented", "normal equations"])
def test_least_squares_with_an_intercept_may_round_in_its_own_way(way):
    def fit(phi, y, mu, loss="squared", intercept=False):
        phi, y = np.asarray(phi, dtype=float), np.asarray(y, dtype=float)
        if loss != "squared" or not intercept:
            return REFERENCE.d2ke.fit(phi, y, mu, loss, intercept=intercept)
        n, R = phi.shape
        rows = np.column_stack([phi, np.ones(n)])
        if way == "augmented":
            penalty = np.sqrt(n * mu / 2) * np.eye(R, R + 1)
            return np.linalg.lstsq(np.vstack([rows, penalty]), np.append(y, np.zeros(R)))[0]
        penalty = np.diag([n * mu / 2] * R + [0.0])
        return np.linalg.solve(rows.T @ rows + penalty, rows.T @ y)

    target = changed(REFERENCE, paper="d2ke", fit=fit)
    check = "d2ke/algorithm-1-fit squared_loss_gives_no_weight_to_directions_that_features_lack"
    (record,) = verify.run(target, include=[check], examples=30)
    assert record.status is Status.PASSED, record.message
