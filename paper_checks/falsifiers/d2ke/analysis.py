"""Section 4: wrong bounds on slopes and errors, wrong variances, wrong draws."""

from __future__ import annotations

import math
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
from gramcheck.paper_checks.falsifiers.d2ke.appendix_a import sum_for_the_mean

ERRORS = "paper_checks.claims.d2ke.estimation_error._estimation_errors"


def two_letters_longer(draw: Function) -> Function:
    """The range of lengths ends two later."""
    return lambda R, alphabet, lengths, rng: draw(R, alphabet, (lengths[0], lengths[1] + 2), rng)


@instead
def that_do_not_fall(errors: Function, *arguments: Any) -> Any:
    """Errors as large for a thousand training objects as for ten."""
    found = errors(*arguments)
    found[:] = found[:, :1]
    return found


def where_it_is_proved(bound: Function) -> Function:
    """A δ above 1/e counts as that, and a C below 1 as 1."""
    return lambda n, delta, norm, c: bound(n, min(delta, 1 / math.e), max(norm, 1.0), c)


for wrong in (half, times(0.1), times(10)):
    falsify("d2ke/proposition-1", "errata/D22", wrong={"d2ke.lipschitz_bound": wrong})
falsify("d2ke/eq-11", wrong={"d2ke.estimation_error_bound": times(1e6)})
falsify(
    "d2ke/eq-11",
    wrong=in_the_paper("d2ke.estimation_error_bound", where_it_is_proved),
)
for wrong in (half, twice, times(0)):
    falsify("d2ke/eq-11", "errata/D22", wrong={"d2ke.effective_degrees": wrong})
falsify("d2ke/eq-11", wrong={"d2ke.kernel_eigenvalues": a_thousandth_more})
falsify("d2ke/eq-11", wrong={"d2ke.smallest_lambda": times(10)})
falsify("d2ke/eq-11", "errata/D22", wrong={"d2ke.effective_degrees_bound": times(1e6)})
for wrong in (that_do_not_fall, times(300)):
    falsify("d2ke/eq-11", wrong={ERRORS: wrong})
for wrong in (a_thousandth_more, twice):
    falsify("d2ke/eq-12", wrong={"d2ke.random_feature_variance": wrong})
falsify("d2ke/eq-12", wrong={"d2ke.kernel": sum_for_the_mean})
falsify("d2ke/eq-12", wrong={"d2ke.random_strings": two_letters_longer})
