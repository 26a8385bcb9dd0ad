"""What is wrong with the rule of two classes and with smoothing kernels."""

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import never_empty, not_convex, other_label


def exponent_of_the_line(smoothing: Function) -> Function:
    """Cauchy's kernel has the exponent 2 in any dimension."""
    return lambda rho, h, kernel="naive", exponent=2.0: smoothing(rho, h, kernel)


def always_gaussian(smoothing: Function) -> Function:
    """Silently the Gaussian kernel."""
    return lambda rho, h, kernel="naive", *rest: smoothing(rho, h, "gaussian")


def four_times_as_wide(smoothing: Function) -> Function:
    """Nobody is alone in so large a ball."""
    return lambda rho, h, *rest: smoothing(rho, 4 * h, *rest)


@instead
def of_the_distance(smoothing: Function, rho, h, kernel="naive", *rest):
    """exp(-ρ/h) for the Gaussian kernel, positive definite too."""
    return (
        smoothing(np.sqrt(rho), h, kernel, *rest)
        if kernel == "gaussian"
        else smoothing(rho, h, kernel, *rest)
    )


for _wrong in (other_label, never_empty):
    falsify("kcr/eq-1", wrong={"kcr.kernel_rule": _wrong})
falsify("kcr/eq-1", wrong={"kcr.smoothing_kernel": exponent_of_the_line})
falsify("kcr/footnote-2", wrong={"kcr.smoothing_kernel": not_convex})
falsify("kcr/footnote-2", wrong={"kcr.smoothing_kernel": always_gaussian})
falsify("kcr/footnote-2", wrong={"kcr.smoothing_kernel": of_the_distance})
falsify("errata/C12", wrong={"kcr.smoothing_kernel": four_times_as_wide})
