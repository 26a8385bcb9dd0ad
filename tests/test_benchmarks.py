"""Every benchmark runs: its error, at the first of its parameters, is a number.

Those beside peers must agree with them. asv starts a process for each parameter of each benchmark,
here one runs them all. How fast they are is for asv to follow.
"""

import importlib
import inspect
import math
import pkgutil
import time

import numpy as np
import pytest

pytest.importorskip("dtaidistance", reason="the extra bench is not installed")
from asv_bench import benchmarks, publish
from asv_bench.benchmarks.side_by_side import Beside, Case

BENCHMARKS = {
    f"{module.name}.{name}": owner
    for module in pkgutil.iter_modules(benchmarks.__path__)
    for name, owner in vars(importlib.import_module(f"asv_bench.benchmarks.{module.name}")).items()
    if hasattr(owner, "track_error") and not inspect.isabstract(owner)
}


@pytest.mark.filterwarnings("ignore:unsafe cast")  # of numba's, in the peer
@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_error_is_a_number(name, monkeypatch):
    monkeypatch.setenv("GRAMCHECK_SKIP_SLOW", "1")
    benchmark = BENCHMARKS[name]()
    first = [values[0] for values in getattr(benchmark, "params", ())]
    if isinstance(benchmark, Beside):
        case = benchmark.case(*first)
        case.ours()  # without a peer it must run
        assert case.peer is None or case.error() < 1e-3
        return
    try:
        benchmark.setup(*first)
    except NotImplementedError as slow:
        pytest.skip(str(slow))
    assert 0 <= benchmark.track_error(*first) < math.inf


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


def test_the_page_shows_every_figure_and_needs_no_network():
    middle = {"one case": 0.25}
    of = {f: {"one case": 0.5} for f in ("seconds", "megabytes", "error", "times_the_limit")}
    of |= {"ratio": middle, "ratio_low": {"one case": 0.2}, "ratio_high": {"one case": 0.3}}
    of["ratio_to_plain"] = {"one case": math.nan}
    figures = {
        "distances_and_kernels.Levenshtein": of,
        "growth.Growth": {"exponent": {"DTW": 1.94}, "claimed": {"DTW": 2}},
    }
    publish.families()
    machine = {"cpu": "a processor", "num_cpu": "2", "os": "Linux"}
    page = publish.results_page(figures, machine, "0123456789abc")
    assert "| one case | 500 | 0.25 (0.20-0.30) | 0.5 |  | 0.5 | 0.5 |" in page
    assert "| DTW | 1.9 | 2 |" in page
    plots = publish.plots_page(figures)
    assert plots.count("<svg") == 1
    assert "<script" not in plots
    assert "<link" not in plots


def published():
    """Ratios of the published page, as `publish` has them."""
    figures, names = {}, {title: name for name, title in publish.TITLES.items()}
    for part in (publish.HERE / "RESULTS.md").read_text("utf8").split("\n## ")[1:]:
        title, *lines = part.split("\n")
        rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("|")]
        if "ratio to" in lines[1]:
            ratios = {row[0]: float(row[2].split()[0]) for row in rows[2:] if row[2].strip()}
            figures[f"module.{names[title]}"] = {"ratio": ratios, "seconds": {}}
    return figures


def test_the_page_says_what_is_slow():
    figures = published()
    assert len(figures) > 10
    page = (publish.HERE / "RESULTS.md").read_text("utf8")
    assert publish.what_is_slow(figures) in page.split("\n\n")
    figures["module.Levenshtein"]["ratio"]["sentences, 140 x 139"] = 1.0
    assert publish.what_is_slow(figures) not in page


def test_nothing_measured_is_no_page(monkeypatch, tmp_path):
    """It would say that nothing is slow."""
    monkeypatch.setattr("sys.argv", ["publish.py", "--only-write"])
    monkeypatch.setattr(
        publish, "stored", lambda commit: ({}, dict.fromkeys(("cpu", "num_cpu", "os")))
    )
    monkeypatch.setattr(publish, "families", list)
    monkeypatch.setattr(publish, "git", lambda *_: "0123456789abc")
    monkeypatch.setattr(publish, "HERE", tmp_path)
    with pytest.raises(SystemExit, match="nothing is stored of 0123456789"):
        publish.main()
    assert not list(tmp_path.iterdir())


def test_a_machine_that_never_measured_has_nothing_stored(monkeypatch, tmp_path):
    monkeypatch.setattr(publish, "HERE", tmp_path)
    assert publish.stored("0123456789abc") == ({}, {})


def test_every_family_has_a_title_in_words():
    assert {name.split(".")[1] for name in publish.families()} == set(publish.TITLES)
