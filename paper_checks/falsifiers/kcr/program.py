"""What is wrong with the solutions of (9)."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, twice
from gramcheck.paper_checks.falsifiers.kcr.changes import other_label, stopped_early, too_good


@instead
def of_squared_distances(rule: Function, distances, *arguments, **options):
    """ρ² ≤ h, so that h~ would do for h."""
    return rule(np.square(distances), *arguments, **options)


def root_of_it(objective: Function) -> Function:
    """The root of the objective, which is not convex."""
    return lambda *arguments: objective(*arguments) ** 0.5


falsify("kcr/eq-9", "errata/C11", wrong={"kcr.solve_by_splitting": stopped_early})
falsify("kcr/eq-9", wrong={"kcr.solve_exactly": too_good})
falsify("kcr/eq-9", "errata/C11", wrong={"kcr.objective": twice})
falsify("kcr/eq-9", wrong={"kcr.objective": root_of_it})
for _wrong in (other_label, of_squared_distances):
    falsify("errata/C17", wrong={"kcr.kernel_rule": _wrong})
