"""Every benchmark runs: its error, at the first of its parameters, is a number.

Those beside peers must agree with them. asv starts a process for each parameter of each benchmark,
here one runs them all. How fast they are is for asv to follow.
"""

import functools
import importlib
import inspect
import math
import os
import pkgutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv_bench import benchmarks, publish
from asv_bench.benchmarks.side_by_side import Beside, Case
from gramcheck import reference
from gramcheck.reference import check

REFERENCE = os.path.join(*Path(reference.__file__).parts[-3:-1])

BENCHMARKS = {
    f"{module.name}.{name}": owner
    for module in pkgutil.iter_modules(benchmarks.__path__)
    for name, owner in vars(importlib.import_module(f"asv_bench.benchmarks.{module.name}")).items()
    if hasattr(owner, "track_error") and not inspect.isabstract(owner)
}


def calls_of(function):
    """How many functions of the reference one call runs."""
    ran = []

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and REFERENCE in code.co_filename and code.co_name != "<module>":
            ran.append(code.co_name)

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return len(ran)


def test_a_call_that_finds_a_result_of_an_earlier_one_runs_less():
    kept = functools.cache(lambda: check.positive("beta", 1.0))
    assert calls_of(kept) > calls_of(kept)


@pytest.mark.filterwarnings("ignore:unsafe cast")  # of numba's, in the peer
@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_error_is_a_number(name, monkeypatch):
    monkeypatch.setenv("GRAMCHECK_SKIP_SLOW", "1")
    benchmark = BENCHMARKS[name]()
    first = [values[0] for values in getattr(benchmark, "params", ())]
    if isinstance(benchmark, Beside):
        case = benchmark.case(*first)
        # nothing that is kept from a call before is measured
        assert calls_of(case.ours) == calls_of(case.ours) > 0
        assert case.peer is None or case.error() < 1e-3
        return
    try:
        benchmark.setup(*first)
    except NotImplementedError as slow:
        pytest.skip(str(slow))
    assert 0 <= benchmark.track_error(*first) < math.inf


@pytest.mark.parametrize("before", ["os", "numpy", "scipy.linalg", "sklearn.svm"])
def test_every_library_has_one_thread(before):
    code = (
        f"import {before}, threadpoolctl, benchmarks.solvers, scipy.linalg, sklearn.svm\n"
        "assert {pool['num_threads'] for pool in threadpoolctl.threadpool_info()} == {1}"
    )
    free = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    subprocess.run([sys.executable, "-c", code], cwd=publish.HERE, env=free, check=True)


def spin(seconds, value):
    """A function that keeps the processor busy and returns ``value``."""

    def function():
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        return np.array([value])

    return function


def test_a_ratio_is_ours_over_the_peer_with_its_quartiles():
    figures = Case(spin(0.02, 1.0), spin(0.01, 2.0), plain=spin(0.01, 1.0), share=0.5).measured()
    assert 1.5 < figures["ratio_low"] <= figures["ratio"] <= figures["ratio_high"] < 2.5
    assert 0.7 < figures["ratio_to_plain"] < 1.3
    assert figures["error"] == 0.5
    assert math.isnan(figures["times_the_limit"])


def test_a_case_that_raises_leaves_the_others_their_figures():
    class Family(Beside):
        params = (["good", "bad"],)

        def case(self, name):
            if name == "bad":
                raise ArithmeticError("of the bad case")
            return Case(spin(0.001, 1.0), None)

    figures = Family().figures()
    assert Family().track_seconds(figures, "good") > 0
    assert math.isnan(Family().track_ratio(figures, "good"))
    with pytest.raises(RuntimeError, match="of the bad case"):
        Family().track_ratio(figures, "bad")
