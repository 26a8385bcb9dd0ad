"""What is wrong with (5) and with the radius within which its loss is constant."""

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead
from gramcheck.reference import kcr

_HERE = "paper_checks.claims.kcr.flat_gradients"


@instead
def no_penalty(norm: Function, *arguments: Any) -> float:
    """The norm of every φ is 0."""
    return 0.0


@instead
def gaussian_hinges(objective: Function, D, y, h, penalty, lam, *rest):
    """The loss of (8) with Gaussian votes in the place of the ψ_i."""
    return kcr.objective_8(D, y, h, "gaussian", penalty=penalty, lam=lam)


@instead
def most_of_h(radius: Function, D: Any, y: Any, h: float, *rest: Any) -> float:
    """Whatever lies near h."""
    return 0.9 * h


falsify("kcr/flat-gradients", wrong={"kcr.squared_norm": no_penalty})
falsify("kcr/flat-gradients", wrong={"kcr.objective_5": gaussian_hinges})
for _radius in (half, most_of_h):
    falsify("kcr/flat-gradients", wrong={f"{_HERE}.radius": _radius})
