"""What is wrong with Eq. (5) and with the bound of footnote 6."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, one_more
from gramcheck.reference import kcr


def no_error(errors: Function) -> Function:
    """No point is ever outvoted."""
    return lambda *arguments: np.zeros_like(errors(*arguments))


@instead
def also_with_as_many_votes(errors: Function, *given):
    """≤ for <."""
    return errors(*given) | (kcr.margin(*given) == 0)


def with_the_naive_kernel(function: Function) -> Function:
    """Votes of the naive kernel, whichever is asked for."""
    return lambda *arguments, **options: function(
        *(value for value in arguments if not isinstance(value, str)), **options
    )


falsify("kcr/eq-5", wrong={"kcr.errors_5": no_error})
falsify("kcr/eq-5", wrong={"kcr.errors_5": also_with_as_many_votes})
falsify("kcr/eq-5", wrong={"kcr.objective_5": one_more})
for _function in ("errors_5", "objective_5"):
    falsify("kcr/eq-5", wrong={f"kcr.{_function}": with_the_naive_kernel})
falsify("kcr/footnote-6", wrong={"paper_checks.claims.kcr.conservative.log_sum_exp": half})
falsify("kcr/footnote-6", wrong={"paper_checks.claims.kcr.conservative.log_sum_exp": one_more})
