"""What is wrong with the solvers whose costs are compared."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import stopped_early


def far_beyond_what_was_asked(learn: Function) -> Function:
    """A gradient of 1e-6 for one of 0.01."""
    return lambda *arguments, **options: learn(*arguments, **options | {"tol": 1e-6})


@instead
def anew_for_ten_penalties(learn: Function, K, y, lam, **options):
    """Starts at a thousand times λ, and goes down in ten steps."""
    return [learn(K, y, lam * scale, **options) for scale in np.geomspace(1000, 1, 10)][-1]


falsify("kcr/klmca-is-faster", wrong={"kcr.klmca": far_beyond_what_was_asked})
falsify("kcr/klmca-is-faster", wrong={"kcr.kmlcc": anew_for_ten_penalties})
falsify("kcr/klmca-is-faster", wrong={"kcr.solve_by_splitting": stopped_early})
falsify("kcr/klmca-is-faster", wrong={"kcr.kmlcc_gradient": half})
