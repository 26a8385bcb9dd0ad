"""What is wrong with the program (8) and with the functions in it."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, one_less, times
from gramcheck.paper_checks.falsifiers.kcr.changes import not_convex


def to_base_2(bound: Function) -> Function:
    """Whatever base is asked for."""
    return lambda x, base=2.0: bound(x, base=2.0)


def nothing(objective: Function) -> Function:
    """The objective is 0 everywhere."""
    return lambda *arguments, **options: 0.0


@instead
def of_the_loss_alone(objective: Function, *arguments: Any, penalty: float = 0.0, **options: Any):
    """(8) without λ||φ||²."""
    return objective(*arguments, **options)


@instead
def hinges_for_logarithms(
    objective: Function, D: Any, y: Any, h: float, kernel: str, surrogate: str = "", **options: Any
):
    """[1 + x]_+ where log(1 + e^x) is asked for."""
    return objective(D, y, h, kernel, "hinge", **options)


def the_same_everywhere(smoothing: Function) -> Function:
    """Every vote is 1."""
    return lambda rho, *rest: np.ones_like(rho)


def cauchys(smoothing: Function) -> Function:
    """1/(1 + ρ²/h²), which is convex in Σ too."""
    return lambda rho, h, kernel: smoothing(rho, h, "cauchy")


falsify("kcr/eq-8", wrong={"kcr.objective_8": one_less})
falsify("kcr/eq-8", wrong={"kcr.objective_8": nothing})
falsify("kcr/eq-8", wrong={"kcr.objective_8": times(1e6)})
falsify("kcr/eq-8", wrong={"kcr.objective_8": of_the_loss_alone})
falsify("kcr/eq-8", wrong={"kcr.objective_8": hinges_for_logarithms})
for _votes in (not_convex, the_same_everywhere, cauchys):
    falsify("kcr/footnote-9", wrong={"kcr.smoothing_kernel": _votes})
falsify("errata/C13", wrong={"kcr.logistic_bound": to_base_2})
falsify("errata/C13", wrong={"kcr.logistic_bound": half})
