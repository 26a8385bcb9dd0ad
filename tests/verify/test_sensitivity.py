"""Tolerances are what they were: each check still sees the errors that it is known to see.

``tests/sensitivity.json`` is made by ``python -m tests.sensitivity``, which takes minutes. Here
some of its lines, drawn by lot, are tried at ten times the error, so that a digit more or less on
another machine does no harm.
"""

import json
import random

import pytest

from gramcheck.verify.runner import suite_registry
from gramcheck.verify.suite.sfm import alignment_kernels
from tests.sensitivity import TABLE, numeric, sees

LINES = json.loads(TABLE.read_text(encoding="utf-8"))
CHECKS = {f"{check.id} | {name}": (check, name) for check, name in numeric(suite_registry())}


@pytest.mark.parametrize("line", random.Random(16).sample(sorted(LINES), 12))
def test_a_check_sees_ten_times_the_smallest_error_that_it_saw(line):
    assert sees(*CHECKS[line], min(10 * LINES[line], 0.5))


def test_the_table_speaks_of_checks_that_there_are():
    assert not set(LINES) - set(CHECKS)


def test_a_looser_tolerance_is_seen(monkeypatch):
    line = "sfm/lak published_settings_are_the_default | sfm.local_alignment_kernel"
    assert sees(*CHECKS[line], 10 * LINES[line])
    monkeypatch.setattr(alignment_kernels, "ROUNDINGS", 1e6 * alignment_kernels.ROUNDINGS)
    assert not sees(*CHECKS[line], 10 * LINES[line])
