"""Wrong rules of thumb."""

import math

import numpy as np

from tests.zoo import changed, wrong

CLAIM = "d2ke/rules-of-thumb"


@wrong(killed_by=CLAIM)
def gamma_over_the_mean(right):
    """The mean of the distances, which a few far ones decide."""

    def suggest_gamma(D):
        D = np.asarray(D)
        return 1 / D[D > 0].mean()

    return changed(right, suggest_gamma=suggest_gamma)


@wrong(killed_by=CLAIM)
def gamma_with_the_diagonal(right):
    """Zeros count: distances of objects from themselves."""
    return changed(right, suggest_gamma=lambda D: 1 / max(float(np.median(D)), 1e-9))


@wrong(killed_by=CLAIM)
def gamma_that_is_the_median(right):
    """Not inverted: in the units of the distance."""
    return changed(right, suggest_gamma=lambda D: 1 / right.d2ke.suggest_gamma(D))


@wrong(killed_by=CLAIM)
def lengths_rounded_down(right):
    """So that a random string can be empty."""

    def suggest_lengths(D):
        median = 1 / right.d2ke.suggest_gamma(D)
        return math.floor(median / 2), math.floor(2 * median)

    return changed(right, suggest_lengths=suggest_lengths)


@wrong(killed_by=CLAIM)
def lengths_up_to_the_median(right):
    """From half of the median to the median."""

    def suggest_lengths(D):
        low, high = right.d2ke.suggest_lengths(D)
        return low, math.ceil(high / 2)

    return changed(right, suggest_lengths=suggest_lengths)


@wrong(killed_by=CLAIM)
def lengths_that_end_below_twice_the_median(right):
    """The longest is rounded down, which only distances that are no integers show."""

    def suggest_lengths(D):
        median = 1 / right.d2ke.suggest_gamma(D)
        return right.d2ke.suggest_lengths(D)[0], math.floor(2 * median + 1e-9)

    return changed(right, suggest_lengths=suggest_lengths)
