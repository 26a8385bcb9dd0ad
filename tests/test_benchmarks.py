"""Every benchmark runs: its error, at the first of its parameters, is a number.

asv starts a process for each parameter of each benchmark, here one runs them all. How fast and how
near the peers they are is for asv to follow.
"""

import importlib
import inspect
import math
import pkgutil

import pytest

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv_bench import benchmarks

BENCHMARKS = {
    f"{module.name}.{name}": owner
    for module in pkgutil.iter_modules(benchmarks.__path__)
    for name, owner in vars(importlib.import_module(f"asv_bench.benchmarks.{module.name}")).items()
    if hasattr(owner, "track_error") and not inspect.isabstract(owner)
}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_error_is_a_number(name, monkeypatch):
    monkeypatch.setenv("GRAMCHECK_SKIP_SLOW", "1")
    benchmark = BENCHMARKS[name]()
    first = [values[0] for values in getattr(benchmark, "params", ())]
    try:
        benchmark.setup(*first)
    except NotImplementedError as slow:
        pytest.skip(str(slow))
    assert 0 <= benchmark.track_error(*first) < math.inf
