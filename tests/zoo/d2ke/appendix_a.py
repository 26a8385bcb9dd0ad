"""Wrong bounds of Appendix A."""

import numpy as np

from tests.zoo import changed, wrong

EQ_13, EQ_14, EQ_15 = "d2ke/eq-13", "d2ke/eq-14", "d2ke/eq-15"


def bound_becomes(right, name, change):
    """One of the bounds as ``change(the right value, form, *arguments)``."""
    bound = getattr(right.d2ke, name)

    def wrong_one(*arguments, form="corrected", **constants):
        return change(bound(*arguments, form=form, **constants), form, *arguments)

    return changed(right, **{name: wrong_one})


@wrong(killed_by=EQ_13)
def cover_of_points_for_pairs(right):
    """size for size^2 in the union bound."""
    return bound_becomes(
        right, "covering_deviation_bound", lambda value, form, t, R, size: value / size
    )


@wrong(killed_by=EQ_13)
def cover_bound_cut_at_one(right):
    """A probability, as somebody thought; the formula says more."""
    return bound_becomes(right, "covering_deviation_bound", lambda value, *_: min(1.0, value))


@wrong(killed_by=EQ_13)
def cover_bound_too_steep(right):
    """exp(-8 R t^2), below the true tails."""
    return bound_becomes(
        right,
        "covering_deviation_bound",
        lambda value, form, t, R, size: 2 * size**2 * np.exp(-8 * R * t**2),
    )


@wrong(killed_by=EQ_14)
def step_of_the_kernel_alone(right):
    """The half of it: k moves, and its approximation does not."""
    return bound_becomes(right, "perturbation_bound", lambda value, *_: value / 2)


@wrong(killed_by=EQ_14)
def steps_as_printed_under_both_names(right):
    """6 gamma epsilon is a bound as well, but not the corrected one."""
    return bound_becomes(
        right,
        "perturbation_bound",
        lambda value, form, gamma, epsilon: 6 * gamma * epsilon,
    )


@wrong(killed_by=EQ_15)
def threshold_without_the_step(right):
    """P(max > t), as if the cover were the whole space."""
    return bound_becomes(right, "deviation_bound", lambda pair, form, t, *_: (t, pair[1]))


@wrong(killed_by=EQ_15)
def deviation_with_p_for_2p(right):
    """One point of the cover instead of a pair."""
    return bound_becomes(
        right,
        "deviation_bound",
        lambda pair, form, t, R, gamma, p, epsilon: (pair[0], pair[1] * epsilon**p),
    )


@wrong(killed_by=EQ_15)
def deviation_with_c_once(right):
    """c for c^2 in the corrected form."""
    bound = right.d2ke.deviation_bound

    def deviation_bound(t, R, gamma, p, epsilon, c=None, form="corrected"):
        threshold, probability = bound(t, R, gamma, p, epsilon, c=c, form=form)
        return threshold, probability / (1.0 if form == "printed" else c)

    return changed(right, deviation_bound=deviation_bound)
