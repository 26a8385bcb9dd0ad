"""Tolerances are what they were: each check still sees the errors that it is known to see.

``tests/sensitivity.json`` is made by ``python -m tests.sensitivity``, which takes minutes. Here, by
lot, some of its lines are tried at ten times the error, so that one digit more or less on another
machine does no harm, and all of them with ``--every-sensitivity`` of that module's own command.
"""

import json
import random

import pytest

from gramcheck.verify.runner import suite_registry
from tests.sensitivity import TABLE, numeric, sees

LINES = json.loads(TABLE.read_text(encoding="utf-8"))
CHECKS = {f"{check.id} | {name}": (check, name) for check, name in numeric(suite_registry())}


@pytest.mark.parametrize("line", random.Random(16).sample(sorted(LINES), 12))
def test_a_check_sees_ten_times_the_smallest_error_that_it_saw(line):
    assert sees(*CHECKS[line], min(10 * LINES[line], 0.5))


def test_the_table_speaks_of_checks_that_there_are():
    assert not set(LINES) - set(CHECKS)
