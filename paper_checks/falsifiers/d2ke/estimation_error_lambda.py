"""Section 4, Estimation Error: other bounds, other λ, other minimizers."""

from __future__ import annotations

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import (
    Function,
    a_thousandth_more,
    half,
    in_the_paper,
    instead,
    times,
    twice,
)


def that_falls_as_the_fourth_root(_: Function) -> Function:
    """λ = n^(-1/4), whatever the eigenvalues."""
    return lambda eigenvalues, n: n**-0.25


@instead
def of_one_loss_for_all(minimizer: Function, K: Any, y: Any, C: float, *rest: Any) -> Any:
    """The logistic loss in the place of the one that is named, in half of the ball."""
    return minimizer(K, y, C / 2, "logistic", *rest[1:])


_CLAIM = "d2ke/estimation-error-lambda"
_BOUND = "d2ke.estimation_error_bound"
falsify(_CLAIM, wrong=in_the_paper(_BOUND, times(1e6)))
for _wrong in (a_thousandth_more, times(0.1)):
    falsify(_CLAIM, wrong={_BOUND: _wrong})
falsify(_CLAIM, wrong={"verify.definitions.d2ke.empirical_risk": twice})
falsify(_CLAIM, wrong={"d2ke.smallest_lambda": that_falls_as_the_fourth_root})
falsify(_CLAIM, wrong={"d2ke.risk_minimizer": of_one_loss_for_all})
falsify(_CLAIM, wrong={"paper_checks.claims.d2ke.estimation_error_lambda.minority": half})
