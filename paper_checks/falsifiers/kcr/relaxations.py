"""What is wrong with the bounds that lead to (9)."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    half,
    instead,
    one_less,
    one_more,
    times,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import not_convex, steps_halved


@instead
def own_term_doubled(relaxations: Function, D, y, h):
    """The hinge of the own point counts three times."""
    chain = relaxations(D, y, h)
    return chain._replace(double_hinge=chain.double_hinge + 2 * max(0.0, 1 - h**2))


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


def nothing(function: Function) -> Function:
    """The loss is 0 everywhere."""
    return lambda *arguments: 0.0


falsify("kcr/upper-bound", "errata/C8", wrong={"kcr.relaxations": steps_halved})
falsify("kcr/eq-8", wrong={"kcr.objective_8": one_less})
falsify("kcr/footnote-9", wrong={"kcr.smoothing_kernel": not_convex})
falsify(
    *("kcr/upper-bound", "errata/C6", "errata/C8"), wrong={"kcr.relaxations": bound_times_a_million}
)
falsify("kcr/eq-8", wrong={"kcr.objective_8": times(1e6)})
falsify("errata/C7", wrong={"kcr.objective_from_distances": times(1e6)})
falsify("errata/C5", wrong={"kcr.same_class_counts": one_more})
falsify("errata/C6", wrong={"kcr.relaxations": own_term_doubled})
falsify("errata/C6", wrong={"kcr.relaxations": own_term_halved})
falsify("errata/C7", wrong={"kcr.objective_from_distances": nothing})
falsify("errata/C13", wrong={"kcr.logistic_bound": half})
