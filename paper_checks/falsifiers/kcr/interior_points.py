"""What is wrong with the cone program (9), and with the cost of a step on it."""

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function
from gramcheck.paper_checks.falsifiers.kcr.changes import with_half_the_penalty


def of_a_factor(unknowns: Function) -> Function:
    """Σ = cc' with two columns, and no slacks for pairs."""
    return lambda n: {"c": 2 * n, "h~": 1, "inner hinges": 0, "outer hinges": n}


def without_slacks_of_pairs(unknowns: Function) -> Function:
    """The inner hinges are forgotten."""
    return lambda n: unknowns(n) | {"inner hinges": 0}


def of_a_band(elimination: Function) -> Function:
    """The matrix has a band as wide as the root of its size."""
    return lambda size: size * int(size**0.5) ** 2


_CLAIM = "paper_checks.claims.kcr.interior_points"
falsify("kcr/interior-points", wrong={f"{_CLAIM}.unknowns": of_a_factor})
falsify("kcr/interior-points", wrong={f"{_CLAIM}.unknowns": without_slacks_of_pairs})
falsify("kcr/interior-points", wrong={f"{_CLAIM}.elimination": of_a_band})
falsify("kcr/interior-points", wrong={"kcr.solve_exactly": with_half_the_penalty})
