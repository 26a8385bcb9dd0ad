"""Every benchmark runs, and those beside peers agree with them.

asv starts a process for each parameter of each benchmark, here one runs them all. How fast they are
is for asv to follow.
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
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv_bench import benchmarks, publish
from asv_bench.benchmarks.side_by_side import (
    ROUNDS,
    Beside,
    Case,
    megabytes_beyond_output,
    processor,
)
from gramcheck import reference
from gramcheck.reference import check

REFERENCE = os.path.join(*Path(reference.__file__).parts[-3:-1])
LONG = 1.0  # seconds of a case that is not compared here: asv does
SAME_OF_OURS = ("60 x 60 of 35-200, POT", "60 x 60 of 35-200, one product")
KINDS = ("time_", "peakmem_", "track_")


def classes(folder):
    """Benchmarks of a folder by module and name."""
    package = importlib.import_module(f"{benchmarks.__name__}.{folder}")
    for module in pkgutil.iter_modules(package.__path__):
        found = importlib.import_module(f"{package.__name__}.{module.name}")
        for name, owner in vars(found).items():
            here = inspect.isclass(owner) and owner.__module__ == found.__name__
            if here and not inspect.isabstract(owner) and not name.startswith("_"):
                yield f"{module.name}.{name}", owner


HISTORY = dict(classes("history"))
FAMILIES = {name: owner for name, owner in classes("beside") if issubclass(owner, Beside)}
CASES = [(name, case) for name, owner in FAMILIES.items() for case in owner.params[0]]


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


@pytest.mark.filterwarnings("ignore:unsafe cast")  # of numba's, in a peer
@pytest.mark.filterwarnings("ignore::FutureWarning:sklearn")  # of what metric-learn calls
@pytest.mark.parametrize(("name", "case"), CASES)
def test_ours_and_the_peer_agree(name, case):
    """Nor is what is kept from a call before measured, in the first case of each family."""
    family = FAMILIES[name]()
    if getattr(family, "slow", False):
        pytest.skip("slow")
    if name == "distances.ModifiedHausdorff" and case in SAME_OF_OURS:
        pytest.skip("ours is that of the case before, and so is the peer but for squares")
    found = family.case(case)
    if case == family.params[0][0]:
        assert calls_of(found.ours) == calls_of(found.ours) > 0
    if found.peer is None:
        assert case in family.without_ratio or name == "kernels.Parsing"  # no compiler
        return
    begin = processor()
    ours = found.ours()
    if processor() - begin > LONG:
        pytest.skip("slow here: asv compares it")
    difference = found.between(ours, found.peer())
    if case in family.not_comparable:
        assert difference > family.tolerance
    else:
        assert difference <= family.tolerance


def test_cases_that_are_excused_are_there():
    for family in FAMILIES.values():
        assert {*family.not_comparable, *family.without_ratio} <= set(family.params[0])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", HISTORY)
def test_a_benchmark_of_the_history_runs(name, monkeypatch):
    """At its first parameters: each figure is a number within its bound, 0 where it counts faults.

    Ratios, of many calls, only where there is nothing else.
    """
    monkeypatch.setenv("GRAMCHECK_SKIP_SLOW", "1")
    benchmark = HISTORY[name]()
    first = [values[0] for values in getattr(benchmark, "params", ())]
    try:
        benchmark.setup(*first)
    except NotImplementedError as slow:
        pytest.skip(str(slow))
    methods = [m for m in dir(benchmark) if m.startswith(KINDS)]
    assert methods
    for method in [m for m in methods if "ratio" not in m] or methods:
        figure = getattr(benchmark, method)(*first)
        if method.startswith("track_"):
            assert getattr(benchmark, method).unit
            assert -1 < figure < math.inf
            assert figure <= getattr(getattr(benchmark, method), "bound", math.inf)
        if method.endswith("_that_differ"):
            assert figure == 0


def test_every_figure_of_accuracy_has_a_bound():
    words = ("difference", "residual", "gap", "shortfall", "excess")
    for name, owner in HISTORY.items():
        for method in [m for m in dir(owner) if m.startswith("track_")]:
            said = any(word in method for word in words)
            assert hasattr(getattr(owner, method), "bound") == said, f"{name}.{method}"


def test_a_program_that_does_not_converge_is_no_peer():
    """As at the smallest penalty LIBLINEAR for the hinge, which the page so gives no ratio."""
    fits = FAMILIES["solvers.Fits"]()
    (case,) = fits.without_ratio
    forms = fits.forms(*fits.problem_of(case))
    assert forms
    for form in forms:
        with pytest.raises(ConvergenceWarning):
            form()


def test_every_library_has_one_thread():
    """NumPy's BLAS is loaded before the settings, SciPy's and scikit-learn's OpenMP after them."""
    code = (
        "import numpy, threadpoolctl, benchmarks.beside.solvers, scipy.linalg, sklearn.svm\n"
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
    case = Case(spin(0.02, 1.0), spin(0.01, 2.0), plain=spin(0.01, 1.0), share=0.5)
    figures = case.after_a_round().measured()
    assert 1.5 < figures["ratio_low"] <= figures["ratio"] <= figures["ratio_high"] < 2.5
    assert 0.7 < figures["ratio_to_plain"] < 1.3
    assert figures["difference"] == 0.5
    assert math.isnan(figures["times_the_limit"])


def test_a_case_that_raises_leaves_the_others_their_figures():
    class Family(Beside):
        params = (["good", "bad"],)

        def setup_cache(self):
            return self.figures()

        def case(self, name):
            if name == "bad":
                raise ArithmeticError("of the bad case")
            return Case(spin(0.001, 1.0), None)

    figures = Family().figures()
    assert Family().track_seconds(figures, "good") > 0
    assert math.isnan(Family().track_ratio(figures, "good"))
    with pytest.raises(RuntimeError, match="of the bad case"):
        Family().track_ratio(figures, "bad")


def test_what_disturbs_one_case_for_a_while_does_not_tell():
    """Cases take turns as well, and in one of the rounds this one's calls are slow."""
    rounds, slow = [], spin(0.04, 1.0)

    class Family(Beside):
        params = (["disturbed", "other"],)

        def setup_cache(self):
            return self.figures()

        def case(self, name):
            quick = spin(0.01, 1.0)

            def ours():
                rounds.append(name)
                switches = sum(a != b for a, b in pairwise(rounds))
                return slow() if name == "disturbed" and 0 < switches <= 2 else quick()

            return Case(ours, spin(0.01, 1.0))

    figures = Family().figures()
    switches = sum(a != b for a, b in pairwise(rounds))
    assert switches == 2 * ROUNDS + 1  # and the last calls, whose results are compared
    for name in ("disturbed", "other"):
        assert 0.7 < Family().track_ratio(figures, name) < 1.5


def test_results_of_which_each_entry_counts_are_compared_one_by_one():
    pair = (lambda: np.array([1.0, 1.1e-200, 0.0])), (lambda: np.array([1.0, 1e-200, 0.0]))
    assert Case(*pair).difference() < 1e-200
    assert Case(*pair, entrywise=True).difference() == pytest.approx(0.1)


def test_memory_is_that_beyond_all_that_is_returned():
    """Of arrays, of sparse matrices and what holds them, in a tuple or a list; a peak is none."""
    n = 2**18

    def returned():
        places, row = np.arange(n, dtype=np.int32), np.array([0, n], dtype=np.int32)
        counts = sparse.csr_matrix((np.ones(n), places, row))
        return [np.ones(n)], (counts, Case(np.ones(n), None))

    def peaked():
        np.ones(3 * n).sum()
        return np.ones(n), "text", 1.0

    assert megabytes_beyond_output(returned) == pytest.approx(0, abs=0.1)
    assert megabytes_beyond_output(peaked) == pytest.approx(4, abs=0.1)


def test_a_slope_has_its_standard_error():
    slope = importlib.import_module(f"{benchmarks.__name__}.beside.growth").slope
    sizes = np.array([1.0, 2.0, 4.0, 8.0])
    exact = slope(sizes, 3 * sizes**1.5)
    assert exact["exponent"] == pytest.approx(1.5)
    assert exact["standard_error"] == pytest.approx(0, abs=1e-12)
    rng = np.random.default_rng(1)
    found = [slope(sizes, sizes**2 * np.exp(rng.normal(0, 0.1, 4))) for _ in range(2000)]
    exponents, deviations = ([f[name] for f in found] for name in ("exponent", "standard_error"))
    assert np.mean(exponents) == pytest.approx(2, abs=0.01)
    assert np.mean(np.square(deviations)) == pytest.approx(np.var(exponents), rel=0.1)
