"""Numbers beyond 1e100 are refused by name; others too, or they are answered without an overflow.

The calls are those of ``gramcheck.verify.arguments``, with one argument at a time in other units.
Formulas in which more than three numbers multiply are asked with all of them large.
"""

import importlib
import inspect
import re

import numpy as np
import pytest

from gramcheck.reference import d2ke, kcr
from gramcheck.reference.errors import ConvergenceError, UnderflowWarning
from gramcheck.reference.idealized import (
    dual_objective,
    learn_metric,
    nearest_pairs,
    pairs_from_labels,
    xing_metric,
)
from gramcheck.reference.idealized.metric import Metric
from gramcheck.reference.kcr.engines.factored import FactoredMetric
from gramcheck.verify.arguments import CALLS

COUNTS = {"c"}  # of balls, in Assumption 3 of D2KE: only its logarithm enters


def unnamed(function, said):
    """Whether the message is no refusal, or one of something that the function does not take."""
    subject, must, _ = said.partition(" must ")
    return not must or set(re.findall(r"\w+", subject)).isdisjoint(
        inspect.signature(function).parameters
    )


@pytest.mark.parametrize("unit", [1e45, 1e90, 1e105, 1e250, 1e-45, 1e-99, 1e-120, 1e-250])
@pytest.mark.parametrize("paper", CALLS)
def test_numbers_are_refused_by_name_or_do_not_overflow(paper, unit):
    module = importlib.import_module(f"gramcheck.reference.{paper}")
    calls = ((call, large) for call in CALLS[paper] for large in call.in_other_units(unit))
    for call, large in calls:
        function, [name], said = getattr(module, call.function), large.naming, ""
        try:  # a warning is an error
            large.put_to(function)
        except (ConvergenceError, UnderflowWarning):
            continue  # a solver may say that it does not get there, and features that they vanish
        except ValueError as error:
            said = str(error)
            assert not unnamed(function, said), f"{call.function}, {name}: {said}"
        if unit > 1e100 and name not in COUNTS:
            assert said, f"{call.function} takes {name} beyond 1e100"


def test_a_refusal_of_what_a_function_does_not_take_is_noticed():
    assert unnamed(lambda alpha: alpha, "S must be at most 1e+100, got 2e+100")
    assert unnamed(lambda alpha: alpha, "math domain error in alpha")
    assert not unnamed(lambda alpha: alpha, "alpha(3) must be positive, got 0")


LARGE = 1e80 * np.eye(2)
METRIC, FACTOR = Metric(LARGE, np.zeros((2, 0))), FactoredMetric(LARGE)


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda: d2ke.objective([[1e80]], [1.0], [1e100], 1.0, "squared"), "weights"),
        (lambda: METRIC.kernel(LARGE), "A, B and the metric"),
        (lambda: METRIC.squared_distances(LARGE), "A, B and the metric"),
        (lambda: FACTOR.squared_distances(LARGE), "A and B"),
        (lambda: dual_objective([1e90], [1.0], [0.0, 1e40, 3.0], [(0, 1)], [(0, 2)]), "alpha_S"),
        (lambda: kcr.objective_10([1e80, 0.0], LARGE, np.max, 1e80), "lam, coefficients and K"),
        (lambda: kcr.objective_6(LARGE, LARGE, [0, 1], 1.0, 1e80), "lam, coefficients and K"),
        (lambda: kcr.objective_6(LARGE, LARGE, [0, 1], 1.0, 1.0), "the distances by coefficients"),
    ],
)
def test_products_of_more_numbers_are_refused_where_they_overflow(call, names):
    with pytest.raises(ValueError, match=f"^{names}.* must (have .*|be .*), got (overflow|inf)"):
        call()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda K: kcr.kmlcc(K, [0, 0, 1, 1], max_iterations=1), "K"),
        (lambda K: kcr.klmca(K, [0, 0, 1, 1], 1, 1), "K"),
        (lambda K: kcr.solve_by_splitting(K, [0, 0, 1, 1], 1.0), "K"),
        (lambda M: learn_metric(np.eye(4), [[0, 1]], [[0, 2]], 1.0, 1.0, 0.5, M), "M"),
    ],
)
def test_kernels_and_metrics_that_are_nearly_nothing_are_refused(call, name):
    with pytest.raises(ValueError, match=f"^the largest entry of {name} must be at least 1e-100"):
        call(1e-101 * np.eye(4))
    call(1e-90 * np.eye(4))


@pytest.mark.parametrize("C", ["C_S", "C_D"])
def test_constants_are_refused_whose_products_with_distances_are_out_of_range(C):
    constants = {"C_S": 1.0, "C_D": 1.0} | {C: 1e90}
    with pytest.raises(ValueError, match=f"^{C} times the largest squared distance must be"):
        learn_metric(1e9 * np.eye(4), [[0, 1]], [[0, 2]], nu=0.5, **constants)


@pytest.mark.parametrize("unit", [1e-60, 1e60])
def test_points_are_refused_whose_squared_distances_are_out_of_range(unit):
    X, pairs = unit * np.array([[0.0], [1.0], [3.0], [7.0]]), pairs_from_labels([0, 0, 1, 1])
    for call in (nearest_pairs, xing_metric):
        with pytest.raises(ValueError, match=r"^the largest squared distance in X must be"):
            call(X, *pairs)
