"""Steps are counted, not timed: the same at every call, and more where there is more to do."""

import contextlib
import sys
from unittest import mock

import numpy as np
import pytest

from gramcheck.paper_checks.experiments.sfm.counting import entries, powers, steps
from gramcheck.reference import sfm
from gramcheck.reference.sfm import hashing
from gramcheck.reference.sfm.engines import feature_blocks, labels, tangent


def parse(n, times=1):
    strings = ["".join(np.random.default_rng(0).choice(list("AB"), n))]

    def call():
        for _ in range(times):
            sfm.characteristic_vectors(strings)

    return call


def test_the_same_call_has_the_same_steps_and_leaves_the_tracer():
    before = sys.gettrace()
    assert steps(parse(500)) == steps(parse(500)) > 500
    assert sys.gettrace() is before


def test_what_is_not_the_reference_s_does_not_count():
    assert steps(lambda: [np.arange(1000).sum() for _ in range(10)]) == 0


def test_a_power_is_seen():
    assert powers(steps, parse, (1000,)) == pytest.approx([1.0], abs=0.1)
    quadratic = powers(steps, lambda n: parse(n, n // 300), (1000,))
    assert quadratic == pytest.approx([2.0], abs=0.2)


def test_what_a_function_only_passes_on_counts_once():
    names = np.arange(1000, dtype=np.uint32)
    lines = steps(lambda: labels.label(names[:0]))
    assert steps(lambda: labels.label(names)) == lines + 1000


def test_entries():
    assert entries(["AB", ("C", np.ones((2, 3)))]) == 9
    assert entries(5) == entries(None) == 0


def test_the_tracer_is_taken_back_when_a_call_fails():
    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError):
        steps(lambda: 1 / 0)
    assert sys.gettrace() is before


def test_steps_are_the_same_whoever_computes_the_tangent():
    """NumPy on processors that have AVX-512, and the reference on others."""
    vectors = np.arange(1.0, 25).reshape(4, 6)
    words = sfm.sample_hash(6, np.random.default_rng(1))
    found = set()
    for ours in (np.tan, tangent.table_tangent):
        with contextlib.ExitStack() as stack:
            for module in (tangent, feature_blocks, hashing):
                stack.enter_context(mock.patch.object(module, "tangent", ours))
            found.add(steps(lambda: sfm.sfm(vectors, 40_000, 100.0, *words)))
    assert len(found) == 1
