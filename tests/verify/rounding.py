"""How far a value is from the right one, for tests of definitions that round once."""

import math

import numpy as np

EPS = np.finfo(float).eps


def roundings(got, want):
    """Their difference, in units of the last place of ``want``."""
    return abs(got - want) / math.ulp(want)
