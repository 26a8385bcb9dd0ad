"""What is wrong with the estimates of the probability of error."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.bandwidths import (
    LINES,
    of_small_balls_too_small,
    the_first_class_everywhere,
    with_the_own_vote,
)
from gramcheck.paper_checks.falsifiers.kcr.changes import the_first_five
from gramcheck.paper_checks.falsifiers.kcr.conservative import no_error
from gramcheck.paper_checks.falsifiers.kcr.votes import hinges_at_one_half
from gramcheck.reference import kcr

_HERE = "paper_checks.claims.kcr.estimates"


@instead
def learned_anew(estimate: Function, D: Any, y: Any, h: float) -> float:
    """For each point that is left out the rule of the others is asked first how it does."""
    for i in range(len(y)):
        kcr.resubstitution_error(np.delete(np.delete(D, i, 0), i, 1), np.delete(y, i), h)
    return float(estimate(D, y, h))


falsify(
    "kcr/footnote-3",
    wrong={f"{_HERE}.{name}": with_the_own_vote for name in ("deleted_error", "holdout_error")},
)
falsify(
    "kcr/footnote-3",
    wrong={f"{_HERE}.{name}": learned_anew for name in ("deleted_error", "holdout_error")},
    untouched=(f"{_HERE}.root_mean_squares",),
)
falsify(
    "kcr/footnote-3",
    wrong={f"{place}.error": of_small_balls_too_small for place in (LINES, _HERE)},
)
for _place, _change in (
    ("kcr.errors_5", no_error),
    ("kcr.kernel_rule", the_first_class_everywhere),
    ("kcr.relaxations", hinges_at_one_half),
    (f"{_HERE}.configurations", the_first_five),
):
    falsify("kcr/footnote-3", wrong={_place: _change}, untouched=(f"{_HERE}.root_mean_squares",))
