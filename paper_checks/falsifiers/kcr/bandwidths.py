"""What is wrong with rules of good and of bad bandwidths."""

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.kcr.lines import deleted_error
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, one_more, times
from gramcheck.reference import kcr

_HERE = "paper_checks.claims.kcr.bandwidths"
LINES = "paper_checks.claims.kcr.lines"


@instead
def the_first_class_everywhere(rule: Function, *arguments: Any, **options: Any) -> Any:
    """Whoever votes, the first class is decided for."""
    votes = rule(*arguments, **options)
    return votes._replace(labels=np.zeros_like(votes.labels))


@instead
def the_nearest_point_decides(rule: Function, distances, y, h, *rest, **options):
    """The nearest-neighbor rule, at every h."""
    votes = rule(distances, y, h, *rest, **options)
    return votes._replace(labels=np.asarray(y)[np.argmin(distances, axis=1)])


@instead
def without_the_own_vote(error: Function, D, y, h):
    """The deleted estimate in the place of the resubstitution estimate."""
    return deleted_error(D, y, h)


@instead
def with_the_own_vote(error: Function, D, y, h, *rest):
    """The resubstitution estimate in the place of the deleted one."""
    return kcr.resubstitution_error(D, y, h)


@instead
def of_small_balls_too_small(error: Function, X: Any, y: Any, h: float, *rest: Any) -> float:
    """L(g) a twentieth too small where h is below 1."""
    return error(X, y, h, *rest) * (0.95 if h < 1 else 1.0)


for _rule in (the_first_class_everywhere, the_nearest_point_decides):
    falsify("kcr/wrong-h", wrong={"kcr.kernel_rule": _rule})
falsify("kcr/inconsistent-bandwidth", wrong={"kcr.kernel_rule": the_first_class_everywhere})
for _estimate in (one_more, without_the_own_vote):
    falsify("kcr/inconsistent-bandwidth", wrong={"kcr.resubstitution_error": _estimate})
falsify("kcr/inconsistent-bandwidth", wrong={f"{_HERE}.deleted_error": with_the_own_vote})
falsify("kcr/inconsistent-bandwidth", wrong={f"{LINES}.means": times(0.75)})
falsify(
    *("kcr/wrong-h", "kcr/inconsistent-bandwidth"),
    wrong={f"{place}.error": of_small_balls_too_small for place in (LINES, _HERE)},
)
