"""For Sections 3.2.1 and 3.2.2: solutions of which one part alone is wrong."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized import solutions
from gramcheck.paper_checks.falsifiers.idealized.solutions import LEARN
from gramcheck.paper_checks.falsifiers.idealized.statements import equations


@instead
def with_each_others_constant(eta: Function, on_S: Any, on_D: Any, C_S: float, C_D: float) -> Any:
    """C_D/N_S - α on S, and C_S/N_D - α on D."""
    return eta(on_S, on_D, C_D, C_S)


for _wrong, _numbers in {
    # products with α are 0 of no α, and smaller of smaller ones
    solutions.half_the_multipliers: (13, 18),
    solutions.half_of_dissimilar: (13, 18),
    solutions.half_of_similar: (13, 17),
    solutions.none_of_dissimilar: (13, 17, 18),
    solutions.none_of_similar: (13, 17, 18, 20),
    solutions.at_their_bounds: (19,),  # so are those with η
    # of γ and ξ the Lagrangian does not depend at a solution
    solutions.larger_gamma: (10, 13),
    solutions.larger_gamma_and_slack: (9, 10),
    solutions.more_slack: (8, 10, 13),
    solutions.with_the_dual_value_as_primal: (10,),
}.items():
    falsify(*equations(*_numbers), wrong={LEARN: _wrong})
falsify(
    *equations(10, 13),
    wrong={"idealized.learning.eta_from_multipliers": with_each_others_constant},
)
