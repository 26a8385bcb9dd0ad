"""What a run draws, and how it searches: by its seed, whatever else is selected."""

import importlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gramcheck import verify
from gramcheck.verify.compare import at_most, close_to, is_true
from gramcheck.verify.record import Status
from gramcheck.verify.registry import Registry, for_all
from gramcheck.verify.runner import Settings, run_check, share
from gramcheck.verify.target import load, replace
from tests.verify.toys import add, double, doubling, implementation, lambda_check, only


def recording(registry, claims, seen):
    def make(claim):
        @add(registry, claim, statistical=True)
        def draws(target, run):
            """Draws."""
            seen[claim] = (run.rng.random(3).tolist(), run.alpha)
            return is_true(True, "")

        @add(registry, claim)
        @for_all(x=st.floats())
        def searches(target, x):
            """Searches."""
            seen.setdefault(f"{claim} searches", []).append(repr(x))
            return is_true(True, "")

    for claim in claims:
        make(claim)


def test_selection_changes_no_draw_and_no_share_of_alpha(registry):
    seen, target = {}, implementation(double=double)
    recording(registry, ["toy/a", "toy/b", "toy/c"], seen)
    verify.run(target, registry=registry, seed=7, alpha=3e-3, examples=20)
    everything = dict(seen)
    for claim in ("toy/c", "toy/a"):
        seen.clear()
        verify.run(target, include=[claim], registry=registry, seed=7, alpha=3e-3, examples=20)
        assert seen == {key: value for key, value in everything.items() if key.startswith(claim)}
    assert everything["toy/a"][0] != everything["toy/b"][0]
    assert everything["toy/a"][1] == 1e-3

    seen.clear()
    verify.run(target, registry=registry, seed=8, examples=20)
    assert all(seen[key][0] != everything[key][0] for key in ("toy/a", "toy/b", "toy/c"))


def test_numbers_of_modules_that_are_loaded_later_are_not_drawn(registry, tmp_path, monkeypatch):
    seen, target = {}, implementation(double=double)
    recording(registry, ["toy/a"], seen)
    verify.run(target, registry=registry, seed=7, examples=200)
    before = dict(seen)
    (tmp_path / "numbers_of_others.py").write_text("x = 123456789.25, 0.017\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("numbers_of_others")
    seen.clear()
    verify.run(target, registry=registry, seed=7, examples=200)
    assert seen == before


@pytest.mark.parametrize("statistical", [1, 3, 7, 1000])
def test_the_shares_stay_below_the_total(registry, statistical):
    for i in range(statistical):
        add(registry, f"toy/{i}", statistical=True)(lambda_check())
    add(registry, "toy/exact")(lambda_check())
    assert statistical * share(Settings(alpha=1e-6), registry) <= 1e-6 * (1 + 1e-12)


def test_a_seed_is_drawn_and_reported_when_none_is_given(registry):
    doubling(registry)
    target = implementation(double=double)
    seeds = {only(verify.run(target, registry=registry, examples=1)).seed for _ in range(3)}
    assert len(seeds) > 1


@pytest.mark.parametrize(
    "setting", [{"alpha": 0.0}, {"alpha": 1.0}, {"alpha": math.nan}, {"examples": 0}, {"seed": -1}]
)
def test_settings_out_of_range_are_refused(registry, setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
        verify.run(implementation(double=double), registry=registry, **setting)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"seed": "a"}, "seed must be an integer, got 'a'"),
        ({"seed": 1.0}, "seed must be an integer, got 1.0"),
        ({"examples": "9"}, "examples must be an integer, got '9'"),
        ({"alpha": "1e-6"}, "alpha must be a number, got '1e-6'"),
        ({"alpha": None}, "alpha must be a number, got None"),
        ({"target": 3}, "target must be the name of a module, a module, or an object .* got 3"),
        ({"target": ["d2ke"]}, "target must be the name of a module"),
        ({"target": None}, "target must be the name of a module"),
    ],
)
def test_settings_of_a_wrong_type_are_refused_by_name(registry, setting, said):
    doubling(registry)
    with pytest.raises(TypeError, match=said):
        verify.run(**{"target": implementation(double=double), "registry": registry} | setting)


@settings(max_examples=5, deadline=None)
@given(factor=st.integers(2, 4))
def test_a_search_runs_within_another_search(factor):
    registry = Registry()
    doubling(registry)
    target = replace(load(implementation()), "toy.double", lambda x: factor * x)
    record = only(verify.run(target, registry=registry, examples=10, seed=1))
    assert record.status == (Status.PASSED if factor == 2 else Status.FAILED)
    assert factor == 2 or record.example == "x=1"


def test_records_come_as_they_are_made(three):
    seen = []
    records = verify.run(implementation(double=double), registry=three, on_record=seen.append)
    assert seen == records


def test_one_check_alone_can_be_run(registry):
    doubling(registry)
    record = run_check(next(iter(registry)), load(implementation(double=double)), Settings(), 1e-6)
    assert record.status == Status.PASSED


def test_a_search_keeps_the_worst_ratio(registry):
    @add(registry)
    @for_all(x=st.floats(1, 2))
    def half(target, x):
        """Half, nearly."""
        return close_to(x / 2, target.toy.double(x), atol=1.0)

    record = only(verify.run(implementation(double=lambda x: x / 2 + 0.3), registry=registry))
    assert record.ratio == pytest.approx(0.3)
    assert np.isfinite(record.measured)


def test_a_search_climbs_to_the_worst_ratio(registry):
    peak = sum(range(1143))  # not written out: hypothesis tries the constants that it reads

    @add(registry)
    @for_all(x=st.integers(0, 10**6))
    def below_the_peak(target, x):
        """At most 10^6, attained at one point of a million."""
        return at_most(10**6, 10**6 - abs(x - peak))

    record = only(verify.run(implementation(double=double), registry=registry, examples=1000))
    assert record.measured == 10**6


def test_what_a_target_writes_to_its_arguments_reaches_no_other_run(registry):
    arrays = [np.arange(1.0, 4.0) for _ in "12"]

    @add(registry)
    @for_all(x=st.sampled_from(arrays[1:]), examples=[{"x": arrays[0]}])
    def twice_the_numbers(target, x):
        """Twice the numbers."""
        expected = 2 * x
        return close_to(expected, target.toy.double(x), rtol=1e-15)

    def doubles_in_place(x):
        x *= 2
        return x

    record = only(verify.run(implementation(double=doubles_in_place), registry=registry))
    assert "toy.double changed its argument 0; a caller's" in record.message  # and nothing else
    assert [x.tolist() for x in arrays] == [[1.0, 2.0, 3.0]] * 2
