"""Wrong uses of the result that a solver is to start from."""

import dataclasses

from tests.zoo import wrong

KLMCA = "kcr/klmca klmca_goes_down_from_its_start"


@wrong("kcr.klmca", killed_by=KLMCA)
def klmca_forgets_its_start(right, *args, start=None, **how):
    """Principal components, whatever it is given."""
    return right.kcr.klmca(*args, **how)


@wrong("kcr.klmca", killed_by=KLMCA)
def klmca_starts_in_the_units_of_another_kernel(right, *args, start=None, **how):
    """Of one with larger entries."""
    if start is not None:
        start = dataclasses.replace(start, factor=start.factor / 4)
    return right.kcr.klmca(*args, start=start, **how)
