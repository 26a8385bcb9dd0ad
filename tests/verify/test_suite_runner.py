"""A small suite of our own, run on right, wrong, partial and crashing implementations."""

import math
import warnings
from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from gramcheck import verify
from gramcheck.verify.compare import at_most, equal, is_true
from gramcheck.verify.record import Outcome, Status
from gramcheck.verify.registry import Registry, for_all
from tests.verify.toys import add, double, doubling, implementation, lambda_check, only

# Verdicts -------------------------------------------------------------------------------------


def test_a_right_implementation_passes(registry):
    doubling(registry)
    record = only(verify.run(implementation(double=double), registry=registry, seed=5))
    assert record.status == Status.PASSED
    assert record.examples == 100
    assert record.seed == 5
    assert record.id == "toy/double twice_the_number"
    assert record.seconds > 0


def test_a_wrong_one_fails_with_the_smallest_example_and_a_line_to_paste(registry):
    doubling(registry)
    wrong = implementation(double=lambda x: 2 * x if x < 1000 else 2 * x + 1)
    record = only(verify.run(wrong, registry=registry))
    assert record.status == Status.FAILED
    assert record.example == "x=1000"
    assert record.message == (
        "toy/double twice_the_number: got=2001, should be 2000 (bound 0, ratio inf) "
        "[TOY, Section 1]\nreproduce: SimpleNamespace().toy.double(1000)"
    )


def test_edge_cases_given_by_hand_are_always_tried(registry):
    edge = 123_457  # of 10^6: drawn by chance in one run of ten thousand
    doubling(registry, examples=[{"x": edge}])
    record = only(
        verify.run(
            implementation(double=lambda x: 2 * x + (x == edge)), registry=registry, examples=1
        )
    )
    assert record.status == Status.FAILED
    assert record.example == f"x={edge}"
    assert record.examples == 1


def test_a_crash_of_the_implementation_is_its_failure(registry):
    doubling(registry)

    def crash(x):
        raise KeyError("no such thing")

    record = only(verify.run(implementation(double=crash), registry=registry))
    assert record.status == Status.FAILED
    assert "KeyError: 'no such thing'" in record.message
    assert record.message.endswith("reproduce: SimpleNamespace().toy.double(0)")


def test_a_crash_after_good_outcomes_is_a_failure_too(registry):
    @add(registry)
    def first_good_then_crash(target, run):
        """Twice."""
        yield equal(2, target.toy.double(1))
        yield equal(4, target.toy.double(2))

    fragile = implementation(double=lambda x: 2 * x if x < 2 else [][0])
    record = only(verify.run(fragile, registry=registry))
    assert record.status == Status.FAILED
    assert record.message.endswith("reproduce: SimpleNamespace().toy.double(2)")


def test_what_failed_before_a_crash_of_the_check_stands(registry):
    @add(registry)
    def three_times(target, run):
        """The number three times."""
        got = target.toy.double([1])
        yield equal(3, len(got))
        yield equal(1, 1)
        yield equal(1, got[2])

    record = only(verify.run(implementation(double=double), registry=registry))
    assert record.status == Status.FAILED
    assert "got=2, should be 3" in record.message


def test_a_crash_of_the_check_is_not_blamed_on_the_implementation(registry):
    @add(registry)
    def broken(target, run):
        """Nothing sensible."""
        target.toy.double(1)
        return [][0]

    record = only(verify.run(implementation(double=double), registry=registry))
    assert record.status == Status.ERROR
    assert "the check itself fails" in record.message
    assert "IndexError" in record.message


@pytest.mark.parametrize("given_back", [None, [], "passed", True, [True], {}])
@pytest.mark.parametrize("drawn", [False, True])
def test_a_check_that_measures_nothing_is_an_error(registry, given_back, drawn):
    if drawn:

        @add(registry)
        @for_all(x=st.integers())
        def nothing(target, x):
            """Nothing."""
            return given_back
    else:

        @add(registry)
        def nothing(target, run):
            """Nothing."""
            return given_back

    record = only(verify.run(implementation(double=double), registry=registry))
    assert record.status == Status.ERROR
    assert "Outcome" in record.message


def test_nan_fails(registry):
    @add(registry)
    def not_a_number(target, run):
        """A number."""
        return Outcome(math.nan, 1.0, math.nan)

    assert only(verify.run(implementation(double=double), registry=registry)).status == "failed"


def test_what_is_lacking_is_a_listed_skip(registry):
    doubling(registry)
    add(registry, needs=("toy.double", "toy.triple", "other.f"))(lambda_check())
    records = verify.run(implementation(double=double), registry=registry)
    assert [record.status for record in records] == [Status.PASSED, Status.SKIPPED]
    assert "lacks toy.triple, other.f" in records[1].message


def test_a_target_on_which_all_would_be_skipped_is_refused(registry):
    doubling(registry)
    add(registry, "other/claim", needs="other.f")(lambda_check())
    shown = "as a module has toy.double with\n\nclass toy:  # or a submodule\n    double = "
    with pytest.raises(ValueError, match=rf"the target math has none of the names .* {shown}"):
        verify.run(math, registry=registry)
    with pytest.raises(ValueError, match=r"none of the names .* as a module has other\.f with"):
        verify.run(implementation(double=double), ["other/*"], registry=registry)
    assert verify.run(math, registry=Registry()) == []


def test_the_worst_outcome_speaks(registry):
    @add(registry, "toy/passing")
    @for_all(x=st.integers(0, 50))
    def bounded(target, x):
        """At most 100."""
        return at_most(100, target.toy.double(x))

    @add(registry, "toy/failing")
    def several(target, run):
        """At most 1."""
        for x in range(4):
            yield at_most(1, target.toy.double(x))

    passing, failing = verify.run(implementation(double=double), registry=registry)
    assert (passing.measured, passing.ratio) == (100, 1)  # the search climbs to the worst
    assert (failing.measured, failing.ratio) == (6, 6)
    assert "3 of 4 outcomes fail" in failing.message
    assert failing.message.endswith("reproduce: SimpleNamespace().toy.double(3)")


def test_an_unsteady_implementation_fails_and_is_called_unsteady(registry):
    doubling(registry)
    calls = []

    def unsteady(x):
        calls.append(x)
        return 2 * x + (len(calls) == 30)

    record = only(verify.run(implementation(double=unsteady), registry=registry))
    assert record.status == Status.FAILED
    assert "changes between calls" in record.message


def test_a_diagnosis_is_added_to_a_failure_only(registry):
    def diagnose(target):
        return ["matches the triple"] if target.toy.double(1) == 3 else []

    @add(registry, diagnose=diagnose)
    def twice(target, run):
        """Twice."""
        return equal(2, target.toy.double(1))

    right, wrong = implementation(double=double), implementation(double=lambda x: 3 * x)
    assert "triple" not in only(verify.run(right, registry=registry)).message
    assert "; matches the triple [TOY" in only(verify.run(wrong, registry=registry)).message


def test_when_no_call_can_be_pasted_the_run_is(registry):
    @add(registry)
    def large(target, run):
        """Zero."""
        return at_most(0, target.toy.double(run.rng.random(5000)))

    record = only(verify.run(implementation(double=double), registry=registry, seed=3))
    line = record.message.splitlines()[-1]
    pasted = "import gramcheck.verify; gramcheck.verify.run"
    assert line.startswith(f"reproduce: {pasted}(target, include=['toy/claim large']")
    assert line.endswith("seed=3)  # SimpleNamespace().toy.double(...)")

    mine = type("mine", (), {"toy": SimpleNamespace(double=double)})
    line = only(verify.run(mine, registry=registry, seed=3)).message.splitlines()[-1]
    assert line.startswith(f"reproduce: {pasted}(mine, include=")  # a name, and of no module


def test_warning_filters_do_not_change_a_verdict(registry):
    def warning(x):
        warnings.warn("deprecated", DeprecationWarning, stacklevel=1)
        return 2 * x

    doubling(registry)
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("error")
        record = only(verify.run(implementation(double=warning), registry=registry, examples=3))
    assert record.status == Status.PASSED


# Expected failures ----------------------------------------------------------------------------


def test_expected_failures_and_unexpected_passes(three):
    @add(three, "toy/bad")
    def bad(target, run):
        """Bad."""
        return is_true(False, "got=bad, should be good")

    records = verify.run(
        implementation(double=double),
        include=["toy/*"],
        expected_failures=["toy/bad", "toy/eq-1"],
        registry=three,
    )
    assert {record.claim: record.status for record in records} == {
        "toy/eq-1": Status.UNEXPECTED_PASS,
        "toy/eq-2": Status.PASSED,
        "toy/bad": Status.EXPECTED_FAILURE,
    }


def test_a_bare_string_is_no_list_of_expected_failures(three):
    """Its letters would be globs, and * forgives everything."""
    with pytest.raises(TypeError, match="expected_failures must be a list of globs"):
        verify.run(implementation(double=double), expected_failures="toy/b*", registry=three)


def test_an_error_of_ours_is_never_an_expected_failure(registry):
    @add(registry)
    def broken(target, run):
        """Broken."""

    record = only(
        verify.run(implementation(double=double), expected_failures=["*"], registry=registry)
    )
    assert record.status == Status.ERROR
