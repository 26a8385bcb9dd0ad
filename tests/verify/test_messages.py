"""What a message says of an implementation with odd manners."""

import copy

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.compare import close_to, equal
from gramcheck.verify.rendering import render
from gramcheck.verify.target import load
from tests.verify.toys import add, implementation, only


def test_who_writes_to_an_argument_is_told_so(registry):
    def double(x):
        x *= 2
        return x

    @add(registry)
    def twice(target, run):
        """Twice."""
        x, expected = np.array([1.0, 3.0]), np.array([2.0, 6.0])
        yield close_to(expected, target.toy.double(x), ulps=1)
        yield close_to(expected, target.toy.double(x), ulps=1)

    record = only(verify.run(implementation(double=double), registry=registry))
    assert "; toy.double changed its argument 0 [" in record.message
    assert record.message.endswith(".double(np.array([2.0, 6.0]))")  # as the call found it
    record = only(verify.run(implementation(double=lambda x: 2 * x), registry=registry))
    assert record.status == "passed"


def test_of_a_function_with_a_contract_the_argument_is_named():
    def softmin(values, weights, gamma):
        values -= 1.0
        return 0.0

    target = verify.replace(load("gramcheck.reference"), "d2ke.softmin", softmin)
    records = verify.run(target, ["d2ke/eq-6 softmin_is_its_definition"], examples=1, seed=1)
    assert "; d2ke.softmin changed its argument values [" in only(records).message


def test_lists_of_arrays_and_rows_of_others_are_watched(registry):
    def double(parts):
        parts[1][0] = 7.0

    @add(registry)
    def nothing(target, run):
        """Nothing."""
        whole = np.zeros((3, 4))
        target.toy.double([whole[:, 0], whole[:, 1]])
        yield equal(0.0, float(whole.sum()))

    record = only(verify.run(implementation(double=double), registry=registry))
    assert "toy.double changed its argument 0" in record.message


@pytest.mark.parametrize("given", [["b", "a"], [[2.0], [1.0]], {"b": [1.0], "a": [2.0]}])
def test_the_line_to_paste_has_the_arguments_as_they_were(registry, given):
    def double(x):
        x.pop("a") if isinstance(x, dict) else x.sort()

    @add(registry)
    def nothing(target, run):
        """Nothing."""
        yield equal(0.0, target.toy.double(copy.deepcopy(given)))

    record = only(verify.run(implementation(double=double), registry=registry))
    assert "toy.double changed its argument 0" in record.message
    assert record.message.endswith(f".double({given!r})")


def test_texts_that_look_alike_are_escaped(registry):
    @add(registry)
    def same(target, run):
        """The same."""
        yield equal("\u00e9", target.toy.double("e\u0301"))

    record = only(verify.run(implementation(double=lambda x: x), registry=registry))
    assert "got='e\\u0301', should be '\u00e9'" in record.message
    assert "double('e\\u0301')" in record.message
    assert render(["\u00e9"]) == "['\u00e9']"


def test_long_exceptions_are_cut_to_a_few_lines(registry):
    def double(x):
        raise RuntimeError("\n".join(f"line {n}" for n in range(40)))

    @add(registry)
    def twice(target, run):
        """Twice."""
        yield equal(2, target.toy.double(1))

    record = only(verify.run(implementation(double=double), registry=registry))
    assert "line 2" in record.message
    assert "line 3" not in record.message


def test_long_exceptions_are_cut_where_a_refusal_was_wanted_too():
    def levenshtein(x, y):
        raise RuntimeError("\n".join(f"line {n}" for n in range(40)))

    target = verify.replace(load("gramcheck.reference"), "d2ke.levenshtein", levenshtein)
    wanted = ["d2ke/bad-input levenshtein_*", "d2ke/bad-input-vectors/levenshtein"]
    records = verify.run(target, wanted, seed=1)
    assert [record.status for record in records] == ["failed", "failed"]
    assert all("line 2" in record.message for record in records)
    assert not any("line 3" in record.message for record in records)


def test_how_a_target_takes_errors_is_not_the_checks_business(registry):
    def double(x):
        np.seterr(all="raise")
        return 2 * x

    @add(registry)
    def twice(target, run):
        """Twice, and what the check computes afterwards may underflow."""
        yield equal(2.0, target.toy.double(1.0) + float(np.float64(1e-200) * np.float64(1e-200)))

    assert only(verify.run(implementation(double=double), registry=registry)).status == "passed"


def test_a_fault_of_a_check_is_not_blamed_on_an_adapter(registry):
    """The adapters share our package, and so does the reference."""

    @add(registry, needs="d2ke.levenshtein")
    def broken(target, run):
        """Broken."""
        yield equal(2, target.no_such_name_anywhere)

    record = only(verify.run("gramcheck.reference", registry=registry))
    assert record.status == "error"
