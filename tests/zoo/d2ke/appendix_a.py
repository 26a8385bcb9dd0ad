"""Wrong bounds of Appendix A."""

import numpy as np

from tests.zoo import changed, faults, wrong

EQ_13, EQ_14, EQ_15 = "d2ke/eq-13", "d2ke/eq-14", "d2ke/eq-15"


def bound_becomes(right, name, change):
    """One of the bounds as ``change(the right value, form, *arguments)``."""
    bound = getattr(right.d2ke, name)

    def wrong_one(*arguments, form="corrected", **constants):
        return change(bound(*arguments, form=form, **constants), form, *arguments)

    return changed(right, **{name: wrong_one})


wrong_covering_bound = faults(bound_becomes, "covering_deviation_bound", killed_by=EQ_13)

wrong_covering_bound(
    "cover of points for pairs: size for size^2 in the union bound",
    lambda value, form, t, R, size: value / size,
)
wrong_covering_bound(
    "cover bound cut at one, as a probability would be", lambda value, *_: min(1.0, value)
)
wrong_covering_bound(
    "cover bound too steep: exp(-8 R t^2), below the true tails",
    lambda value, form, t, R, size: 2 * size**2 * np.exp(-8 * R * t**2),
)


wrong_step = faults(bound_becomes, "perturbation_bound", killed_by=EQ_14)

wrong_step("step of the kernel alone: its approximation does not move", lambda value, *_: value / 2)
wrong_step(
    "steps as printed under both names: a bound as well, but not the corrected one",
    lambda value, form, gamma, epsilon: 6 * gamma * epsilon,
)


wrong_deviation = faults(bound_becomes, "deviation_bound", killed_by=EQ_15)

wrong_deviation(
    "threshold without the step: P(max > t), as if the cover were the whole space",
    lambda pair, form, t, *_: (t, pair[1]),
)
wrong_deviation(
    "deviation with p for 2 p: one point of the cover instead of a pair",
    lambda pair, form, t, R, gamma, p, epsilon: (pair[0], pair[1] * epsilon**p),
)


@wrong("d2ke.deviation_bound", killed_by=EQ_15)
def deviation_with_c_once(right, t, R, gamma, p, epsilon, c=None, form="corrected"):
    """c for c^2 in the corrected form."""
    given = t, R, gamma, p, epsilon
    threshold, probability = right.d2ke.deviation_bound(*given, c=c, form=form)
    return threshold, probability / (1.0 if form == "printed" else c)
