"""Checks that are tried again, drawn by lot; the same day draws the same.

Of a thousand checks twenty a day, or eight: what one run does not see, another day's does. Whoever
changes a check writes its rows of the tables anew, for which it is tried in full.
"""

import os
import random

from gramcheck.verify.runner import suite_registry
from tests.sensitivity import OF_EVERY_FUNCTION

CHECKS = {check.id: check for check in suite_registry()}
# of many strings, which takes a gigabyte
NOT_TABLED = {"sfm/characteristic-vectors many_strings_have_as_many_nodes"}
TABLED = sorted(id for id in {*CHECKS} - NOT_TABLED if not id.endswith(OF_EVERY_FUNCTION))

LOT = os.environ["GRAMCHECK_LOT"]
AGAIN = f"drawn by GRAMCHECK_LOT={LOT}"  # with which a test can be repeated on another day


def drawn(ids: list[str], how_many: int) -> list[str]:
    return random.Random(LOT).sample(ids, how_many)
