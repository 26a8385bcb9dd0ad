"""What is wrong with Eq. (5) and with the bound of footnote 6."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead, one_more
from gramcheck.reference import kcr


def no_error(errors: Function) -> Function:
    """No point is ever outvoted."""
    return lambda *arguments: np.zeros_like(errors(*arguments))


@instead
def also_with_as_many_votes(errors: Function, distances, y, h):
    """≤ for <."""
    return errors(distances, y, h) | (kcr.margin(distances, y, h) == 0)


falsify("kcr/eq-5", wrong={"kcr.errors_5": no_error})
falsify("kcr/eq-5", wrong={"kcr.errors_5": also_with_as_many_votes})
falsify("kcr/eq-5", wrong={"kcr.objective_5": one_more})
falsify("kcr/footnote-6", wrong={"paper_checks.claims.kcr.conservative.log_sum_exp": half})
falsify("kcr/footnote-6", wrong={"paper_checks.claims.kcr.conservative.log_sum_exp": one_more})
