"""The optimum of the program: an interior-point method, Newton's method, and the judge."""

from __future__ import annotations

import numpy as np

from gramcheck.reference.errors import ConvergenceError
from gramcheck.reference.idealized.engines.certificate import GAP_AIMED_AT, Judged, judge
from gramcheck.reference.idealized.engines.interior_point import solve
from gramcheck.reference.idealized.engines.polishing import polish
from gramcheck.reference.idealized.engines.program import Program

_GAP_ACCEPTED = 1e-7


def optimum(program: Program, cone: bool) -> Judged:
    """The multipliers of (14)-(16), with the cone or without, judged.

    Raises
    ------
    ValueError
        Numbers out of range, see :meth:`Program.without_units`.
    ConvergenceError
        The best gap found is above 1e-7.
    """
    program = program.without_units()
    # Where no multiplier gains anything by itself, the dual is at most 0. It is 0 if (15) holds for
    # the pairs that coincide alone, which add nothing to the metric.
    coincident = (program.signs > 0) & ~program.Z.any(axis=1)
    if program.linear.max() <= 0 and program.v @ coincident >= program.nu:
        return judge(program, coincident.astype(float), cone, "nothing to solve")
    with np.errstate(all="ignore"):  # a run that breaks down is judged by its best iterate
        beta, multiplier, status = solve(program, cone, GAP_AIMED_AT)
        polished = polish(program, beta, multiplier, cone)
    judged = judge(program, polished[0], cone, status)
    if judged.gap > GAP_AIMED_AT:
        other = judge(program, polished[1], cone, status)
        judged = other if other.gap < judged.gap else judged
    if not judged.gap <= _GAP_ACCEPTED:
        gap = abs(judged.primal - judged.dual)
        residuals = judged.residuals._asdict()
        residuals["gap relative to the terms"] = residuals.pop("gap")
        raise ConvergenceError(
            f"the metric's quadratic program with {len(program.Z)} pairs",
            gap,
            gap * (_GAP_ACCEPTED / judged.gap),
            status,
            residuals,
        )
    return judged
