"""Right implementations that end where the reference does not: the suite must not refuse them."""

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import Status
from tests.zoo import changed

REFERENCE = verify.load("gramcheck.reference")


@pytest.mark.parametrize(
    ("function", "check"),
    [
        ("project_dykstra", "kcr/projection dykstras_corrections_are_kept"),
        (
            "project_alternating",
            "kcr/alternating-projections alternating_projections_are_the_printed_loop",
        ),
    ],
)
def test_loops_of_projections_may_end_in_the_plane(function, check):
    """With the half step after that with which the reference ends, into the cone."""

    def in_the_plane(S, **options):
        A = np.asarray(getattr(REFERENCE.kcr, function)(S, **options))
        return A - A.mean()

    target = changed(REFERENCE, paper="kcr", **{function: in_the_plane})
    (record,) = verify.run(target, include=[check], examples=5)
    assert record.status is Status.PASSED, record.message
