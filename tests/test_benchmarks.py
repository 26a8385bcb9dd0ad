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


class Peered:
    params = (["one case", "another"],)
    peer_name = "a peer"
    note = "A note."


def measured(**ratios):
    """Figures of a family that takes half a second, a quarter of its peer's time."""
    cases = Peered.params[0]
    ratio = dict.fromkeys(cases, 0.25) | {c.replace("_", " "): r for c, r in ratios.items()}
    of = {f: dict.fromkeys(cases, 0.5) for f in ("seconds", "megabytes", "error")}
    of |= {"ratio": ratio, "ratio_low": dict.fromkeys(cases, 0.2)}
    of |= {"ratio_high": dict.fromkeys(cases, 0.3)}
    return of | {f: dict.fromkeys(cases, math.nan) for f in ("ratio_to_plain", "times_the_limit")}


MACHINE = {"cpu": "a processor", "num_cpu": "2", "os": "Linux"}
COMMIT = "0123456789abc"
FAMILY = "distances.Levenshtein"


def test_the_page_shows_every_figure_and_needs_no_network():
    growth = publish.families()["growth.Growth"]
    exponents = dict.fromkeys(growth.params[0], 2.0)
    figures = {
        FAMILY: measured(),
        "growth.Growth": {"exponent": exponents, "claimed": dict.fromkeys(exponents, 2)},
    }
    figures["growth.Growth"]["exponent"]["projection of KCR, patterns"] = 0.5
    wanted = {FAMILY: Peered, "growth.Growth": growth}
    page = publish.results_page(figures, wanted, MACHINE, COMMIT)
    assert "| case | ms | ratio to a peer | MB | difference |" in page
    assert "| one case | 500 | 0.25 (0.20-0.30) | 0.5 | 0.5 |\n" in page
    assert "A note." in page
    assert "| DTW, length | 2.00 | 2 |  |" in page
    why = growth.reasons()["projection of KCR, patterns"]
    assert f"| projection of KCR, patterns | 0.50 | 2 | {why} |" in page
    assert "failed" not in page
    plots = publish.plots_page(figures)
    assert plots.count("<svg") == 1
    assert "<script" not in plots
    assert "<link" not in plots


def test_what_failed_or_is_missing_stands_first():
    figures = {FAMILY: measured(one_case=None)}
    page = publish.results_page(
        figures, {FAMILY: Peered, "distances.TimeWarping": Peered}, MACHINE, COMMIT
    )
    first = page.split("\n\n")[1]
    assert "not measured**: Levenshtein distance (one case), Dynamic time warping." in first
    assert "| one case | 500 | failed |" in page
    unknown = {FAMILY: measured(another=math.nan)}
    assert publish.gaps(unknown, {FAMILY: Peered}) == ["Levenshtein distance (another)"]
    assert not publish.gaps({FAMILY: measured()}, {FAMILY: Peered})


def published():
    """Ratios of the published page, as `publish` has them."""
    figures, names = {}, {title: name for name, title in publish.TITLES.items()}
    for part in (publish.HERE / "RESULTS.md").read_text("utf8").split("\n## ")[1:]:
        title, *lines = part.split("\n")
        rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
        if " | ms | ratio to" in lines[1]:
            ratios = {row[0]: float(row[2].split()[0]) for row in rows[2:] if row[2].strip()}
            figures[f"module.{names[title]}"] = {"ratio": ratios, "seconds": {}}
    return figures


def test_the_page_says_what_is_slow():
    figures = published()
    assert len(figures) > 10
    page = (publish.HERE / "RESULTS.md").read_text("utf8")
    assert publish.what_is_slow(figures) in page.split("\n\n")
    figures["module.Levenshtein"]["ratio"]["another case"] = 1000.0
    assert publish.what_is_slow(figures) not in page


@pytest.fixture
def run(monkeypatch, tmp_path):
    """What the program does where two families are published and these figures are stored."""

    def program(figures, *arguments):
        monkeypatch.setattr("sys.argv", ["publish.py", "--only-write", *arguments])
        monkeypatch.setattr(publish, "stored", lambda commit: (figures, MACHINE))
        wanted = {FAMILY: Peered, "distances.TimeWarping": Peered}
        monkeypatch.setattr(publish, "families", lambda: wanted)
        monkeypatch.setattr(publish, "git", lambda *_: COMMIT)
        monkeypatch.setattr(publish, "HERE", tmp_path)
        publish.main()

    return program


def test_nothing_measured_is_no_page(run, tmp_path):
    """It would say that nothing is slow."""
    with pytest.raises(SystemExit, match="nothing is stored of 0123456789"):
        run({})
    assert not list(tmp_path.iterdir())


def test_a_part_is_another_page_and_an_error_unless_it_was_asked_for(run, tmp_path):
    """It would say that nothing else is slow."""
    with pytest.raises(SystemExit, match="not measured: Dynamic time warping"):
        run({FAMILY: measured()})
    run({FAMILY: measured()}, "--family", "Leven")
    with pytest.raises(SystemExit, match=r"failed.*one case"):
        run({FAMILY: measured(one_case=None)}, "--family", "Leven")
    with pytest.raises(SystemExit, match="no family has 'Wings'"):
        run({FAMILY: measured()}, "--family", "Wings")
    assert [path.name for path in tmp_path.iterdir()] == ["part"]
    run({FAMILY: measured(), "distances.TimeWarping": measured()})
    assert "0.25" in (tmp_path / "RESULTS.md").read_text()


def test_a_machine_that_never_measured_has_nothing_stored(monkeypatch, tmp_path):
    monkeypatch.setattr(publish, "HERE", tmp_path)
    assert publish.stored(COMMIT) == ({}, {})


def test_processors_of_one_name_are_told_apart():
    told = "cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nmodel\t\t: 17\n"
    assert publish.processor_named("AMD EPYC", told) == "AMD EPYC (family 25, model 17)"
    assert publish.processor_named("arm64", "") == "arm64"


def test_every_family_has_a_title_in_words():
    assert {name.split(".")[1] for name in publish.families()} == set(publish.TITLES)
