"""What is wrong with the votes at a training point, its own among them or not."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    in_the_paper,
    instead,
    negated,
    one_more,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import other_label
from gramcheck.paper_checks.falsifiers.kcr.conservative import also_with_as_many_votes

_HERE = "paper_checks.claims.kcr.votes"


@instead
def a_price_for_points_alone(objective: Function, distances, y, h, **options):
    """(5) counts points without another one in their ball, too."""
    alone = (np.less_equal(distances, h).sum(axis=1) == 1).sum()
    return objective(distances, y, h, **options) + float(alone)


@instead
def hinges_at_one_half(relaxations: Function, *arguments: Any) -> Any:
    """[1/2 + x]_+ where the difference is not negative."""
    chain = relaxations(*arguments)
    return chain._replace(outer_hinge=np.maximum(chain.outer_hinge - 0.5, 0.0))


def one_against_the_rest(labels: Function) -> Function:
    """One point of a class and all others of another, so that there are few ties."""

    def wrong(n: int, *rest: Any) -> Any:
        return np.where(np.arange(n) == 0, 2, 1)

    return wrong


@instead
def of_the_largest_class_alone(margin: Function, distances, y, h):
    """The most votes of another class less those of the own one, X_i counted."""
    inside, y = np.less_equal(distances, h), np.asarray(y)
    votes = {label: inside[:, y == label].sum(axis=1) for label in np.unique(y)}
    return np.array(
        [
            max(int(votes[label][i]) for label in votes if label != own) - int(votes[own][i])
            for i, own in enumerate(y)
        ]
    )


falsify("kcr/own-neighbor", wrong={"kcr.objective_5": a_price_for_points_alone})
falsify("kcr/own-neighbor", wrong={"kcr.errors_5": also_with_as_many_votes})
falsify("kcr/own-neighbor", wrong={"kcr.relaxations": hinges_at_one_half})
falsify("kcr/own-neighbor", wrong={"kcr.objective_8": one_more})
falsify("kcr/own-neighbor", wrong={"kcr.objective_8": negated})
falsify("kcr/own-neighbor", wrong={f"{_HERE}.labels": one_against_the_rest})

falsify("kcr/positive-difference", wrong={"kcr.kernel_rule": other_label})
falsify("kcr/positive-difference", wrong=in_the_paper("kcr.margin", of_the_largest_class_alone))
