"""For Sections 3.2.1 and 3.2.2: solutions of which one part alone is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.idealized import solutions
from gramcheck.paper_checks.falsifiers.idealized.solutions import LEARN
from gramcheck.paper_checks.falsifiers.idealized.statements import CLAIMS, equations


@instead
def with_each_others_constant(eta: Function, on_S: Any, on_D: Any, C_S: float, C_D: float) -> Any:
    """C_D/N_S - α on S, and C_S/N_D - α on D."""
    return eta(on_S, on_D, C_D, C_S)


for _wrong, _numbers in {
    # products with α are 0 of no α, and smaller of smaller ones
    solutions.half_the_multipliers: (13, 14, 18, 21, 22),
    solutions.half_of_dissimilar: (13, 14, 18),
    solutions.half_of_similar: (13, 14, 15, 17),
    solutions.none_of_dissimilar: (13, 17, 18, 22),
    solutions.none_of_similar: (13, 14, 15, 17, 18, 20, 21),
    solutions.one_multiplier: (21,),
    solutions.at_their_bounds: (16, 19),  # so are those with η
    # of γ and ξ the Lagrangian does not depend at a solution
    solutions.larger_gamma: (10, 13),
    solutions.larger_gamma_and_slack: (9, 10),
    solutions.more_slack: (8, 10, 13),
    solutions.twice_gamma: (15,),
    solutions.with_the_dual_value_as_primal: (10,),
}.items():
    falsify(*equations(*_numbers), wrong={LEARN: _wrong})


@instead
def with_more_gamma_where_it_is_an_average(learn: Function, *arguments: Any, **options: Any) -> Any:
    """γ and the average that is returned are a tenth more, where there is one."""
    metric = learn(*arguments, **options)
    more = 1.1 if np.isfinite(metric.gamma_average) else 1.0
    return replace(metric, gamma=more * metric.gamma, gamma_average=more * metric.gamma_average)


@instead
def of_another_constant(learn: Function, X: Any, S: Any, D: Any, C_S: float, *rest: Any, **o: Any):
    """The solution for 2 C_S, of either program."""
    return replace(learn(X, S, D, 2 * C_S, *rest, **o), C_S=C_S)


@instead
def absolute_for_clipped(
    learn: Function, *arguments: Any, psd: str = "as-printed", **options: Any
) -> Any:
    """Negative eigenvalues are made positive ones, where clipping was asked for."""
    metric = learn(*arguments, psd="as-printed" if psd == "clip" else psd, **options)
    if psd != "clip":
        return metric
    absolute = np.hstack([metric.positive, metric.negative])
    return replace(metric, positive=absolute, negative=metric.negative[:, :0])


@instead
def dearer_with_the_cone(
    learn: Function, *arguments: Any, psd: str = "as-printed", **options: Any
) -> Any:
    """All multipliers and the matrix are a hundredth more, but for two pairs."""
    metric = learn(*arguments, psd=psd, **options)
    if psd != "constrained" or len(metric.similar) + len(metric.dissimilar) == 2:
        return metric
    alphas = 1.01 * metric.alpha_S, 1.01 * metric.alpha_D
    return replace(
        metric, positive=1.01**0.5 * metric.positive, alpha_S=alphas[0], alpha_D=alphas[1]
    )


def of_the_identity(dual_objective: Function) -> Function:
    """The squared distances d² are those of M = I, whatever M is."""
    return lambda alpha_S, alpha_D, X, S, D, M=None: dual_objective(alpha_S, alpha_D, X, S, D)


for _wrong in (with_more_gamma_where_it_is_an_average, solutions.never_an_average):
    falsify("idealized/gamma-value", "errata/K6", wrong={LEARN: _wrong})
for _wrong in (solutions.clipped_for_constrained, solutions.as_printed_for_constrained):
    falsify(*equations(14), wrong={LEARN: _wrong})
for _wrong in (solutions.at_their_bounds, solutions.box_not_divided):
    falsify("errata/K10", wrong={LEARN: _wrong})
falsify("errata/K11", wrong={LEARN: solutions.nothing})
falsify("errata/K2", wrong={LEARN: absolute_for_clipped})
falsify("errata/K2", *equations(14), wrong={LEARN: dearer_with_the_cone})
falsify("errata/K4", wrong={LEARN: of_another_constant})
falsify(*equations(14), wrong={f"{CLAIMS}.dual.dual_objective": of_the_identity})
falsify(
    *equations(10, 13),
    wrong={"idealized.learning.eta_from_multipliers": with_each_others_constant},
)
