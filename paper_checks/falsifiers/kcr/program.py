"""What is wrong with the solutions of (9)."""

from dataclasses import replace
from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, twice
from gramcheck.paper_checks.falsifiers.kcr.changes import other_label, stopped_early, too_good


def root_of_it(objective: Function) -> Function:
    """The root of the objective, which is not convex."""
    return lambda *arguments: objective(*arguments) ** 0.5


@instead
def without_a_bandwidth(solve: Function, *arguments: Any, **options: Any) -> Any:
    """h~ = 0, which Algorithm 1 does not allow."""
    return replace(solve(*arguments, **options), h2=0.0)


falsify("errata/C11", wrong={"kcr.solve_by_splitting": without_a_bandwidth})
falsify("kcr/eq-9", "errata/C11", wrong={"kcr.solve_by_splitting": stopped_early})
falsify("kcr/eq-9", wrong={"kcr.solve_exactly": too_good})
falsify("kcr/eq-9", "errata/C11", wrong={"kcr.objective": twice})
falsify("kcr/eq-9", wrong={"kcr.objective": root_of_it})
falsify("errata/C17", wrong={"kcr.kernel_rule": other_label})
