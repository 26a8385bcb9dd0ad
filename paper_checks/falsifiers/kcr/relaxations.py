"""What is wrong with the bounds that lead to (9)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    instead,
    one_less,
    one_more,
    times,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import steps_halved, the_first_five


@instead
def own_term_doubled(relaxations: Function, D, y, h):
    """The hinge of the own point counts three times."""
    chain = relaxations(D, y, h)
    return chain._replace(double_hinge=chain.double_hinge + 2 * max(0.0, 1 - h**2))


@instead
def more_errors(relaxations: Function, *arguments):
    """Every point is an error more."""
    chain = relaxations(*arguments)
    return chain._replace(errors=chain.errors + 1)


@instead
def own_term_halved(relaxations: Function, D, y, h):
    """Half of the hinge of the own point."""
    chain = relaxations(D, y, h)
    return chain._replace(
        double_hinge=np.maximum(chain.double_hinge - max(0.0, 1 - h**2) / 2, chain.outer_hinge)
    )


@instead
def bound_times_a_million(relaxations: Function, *arguments):
    """A bound that is never below the error, and that says nothing."""
    chain = relaxations(*arguments)
    return chain._replace(double_hinge=1e6 * chain.double_hinge)


@instead
def without_the_own_point(relaxations: Function, D: Any, y: Any, h: float) -> Any:
    """The own point has no hinge."""
    chain = relaxations(D, y, h)
    tau = np.where(np.equal.outer(y, y), 1.0, -1.0)
    hinges = np.maximum(1 + tau * (D**2 - h**2), 0.0) * ~np.eye(len(y), dtype=bool)
    rows = 2 - (tau > 0).sum(axis=1) + hinges.sum(axis=1)
    return chain._replace(double_hinge=np.maximum(rows, 0.0))


def nothing(function: Function) -> Function:
    """The loss is 0 everywhere."""
    return lambda *arguments, **options: 0.0


@instead
def more_where_points_are_many(loss: Function, squared: Any, h2: float, y: Any) -> float:
    """Ten errors more, but for three points: a bound all the same."""
    return loss(squared, h2, y) + 10 * (len(y) > 3)


def below_the_step_before(name: str) -> Callable[[Function], Function]:
    """One step of the chain, 1 less than it should be."""

    @instead
    def one_less_of(relaxations: Function, *arguments):
        chain = relaxations(*arguments)
        return chain._replace(**{name: np.asarray(getattr(chain, name), dtype=float) - 1})

    one_less_of.__name__ = f"one_less_of_{name}"
    return one_less_of


falsify("kcr/upper-bound", "errata/C8", wrong={"kcr.relaxations": steps_halved})
for _step in ("max_form", "sum_form", "outer_hinge"):
    falsify("kcr/upper-bound", wrong={"kcr.relaxations": below_the_step_before(_step)})
falsify("errata/C6", wrong={"kcr.relaxations": more_errors})
falsify(
    *("kcr/upper-bound", "errata/C6", "errata/C8"), wrong={"kcr.relaxations": bound_times_a_million}
)
falsify("errata/C7", wrong={"kcr.objective_from_distances": times(1e6)})
falsify("errata/C5", wrong={"kcr.same_class_counts": one_more})
falsify("errata/C5", wrong={"kcr.same_class_counts": one_less, "kcr.margin": one_more})
falsify("errata/C6", wrong={"kcr.relaxations": own_term_doubled})
falsify("errata/C6", wrong={"kcr.relaxations": own_term_halved})
falsify("errata/C6", wrong={"kcr.relaxations": without_the_own_point})
falsify("errata/C8", wrong={"paper_checks.claims.kcr.relaxations.configurations": the_first_five})
falsify("errata/C7", wrong={"kcr.objective_from_distances": nothing})
falsify("errata/C7", wrong={"kcr.objective_from_distances": more_where_points_are_many})
