"""No number is too large or too small to be refused by name, or answered without an overflow.

The calls are those of ``gramcheck.verify.arguments``, with one argument at a time in other units.
"""

import importlib

import numpy as np
import pytest

from gramcheck.reference.errors import ConvergenceError
from gramcheck.verify.arguments import CALLS

# What must be within 1e100: in D2KE all but distances that are only compared, and the covering
# constant; of idealized kernels the statements of Section 3.2.
COMPARED = {"covering_number", "effective_dimension", "knn_predict"}
STATEMENTS = {
    "margins_from_labels", "pair_margins", "smallest_slacks", "primal_objective", "lagrangian",
    "kkt_conditions", "metric_from_multipliers", "dual_program", "solve_dual",
}  # fmt: skip
# These go on with a warning where they should refuse: beyond 1e150, and below 1e-150.
OVERFLOWING = {("average_error", "Z"), ("objective_10", "coefficients"), ("fit", "phi")}


def has_range(paper, function, argument):
    if paper == "d2ke":
        return argument != "c" and function not in COMPARED
    return paper == "idealized" and function in STATEMENTS


def in_other_units(paper, unit):
    """Each call with one float, or one array of floats, times the unit."""
    for call in CALLS[paper]:
        for name, each in call.arguments.items():
            good = each.good if isinstance(each.good, float | np.ndarray) else "no number"
            scales = np.asarray(good).dtype.kind == "f" and np.any(good)
            if scales and (call.function, name) not in OVERFLOWING:
                yield call, name, call.valid() | {name: good * unit}


@pytest.mark.parametrize("unit", [1e120, 1e250, 1e-120, 1e-250])
@pytest.mark.parametrize("paper", CALLS)
def test_numbers_are_refused_by_name_or_do_not_overflow(paper, unit):
    for call, name, given in in_other_units(paper, unit):
        function = getattr(importlib.import_module(f"gramcheck.reference.{paper}"), call.function)
        names, values = list(given), list(given.values())
        n, said = len(call.required), ""
        try:  # a warning is an error
            function(*values[:n], **dict(zip(names[n:], values[n:], strict=True)))
        except ConvergenceError:
            continue  # a solver may say that it does not get there
        except ValueError as error:
            said = str(error)
        assert not said or " must " in said, f"{call.function}, {name}: {said}"
        if unit > 1 and has_range(paper, call.function, name):
            assert said, f"{call.function} takes {name} beyond 1e100"
