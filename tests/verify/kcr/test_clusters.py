"""Starts without multipliers: the reference gives one, and a target that does not is told so."""

import dataclasses

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import Status

CHECK = "kcr/splitting starts_without_a_loss_are_no_harder"


def started_with(multiplier):
    right = verify.load("gramcheck.reference")

    def gradient_projection(*args, **how):
        start = right.kcr.gradient_projection(*args, **how)
        return dataclasses.replace(start, multipliers=start.multipliers + multiplier)

    return verify.replace(right, "kcr.gradient_projection", gradient_projection)


@pytest.mark.parametrize("seed", range(3))
def test_the_start_of_the_reference_has_no_multipliers(seed):
    [record] = verify.run("gramcheck.reference", include=[CHECK], seed=seed)
    assert (record.status, record.lacking) == (Status.PASSED, ())


def test_a_start_with_multipliers_is_said_to_be_another_one():
    [record] = verify.run(started_with(np.ones((12, 12))), include=[CHECK], seed=0)
    assert (record.status, record.lacking) == (Status.LACKING, ("a start without multipliers",))
