"""Checks of layouts and of traces: of which functions, and what right ones may do all the same."""

import random

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import Status
from gramcheck.verify.contract import contracts
from gramcheck.verify.runner import suite_registry
from gramcheck.verify.suite import layouts, traces
from gramcheck.verify.suite.plain_calls import alike, parts, plain_calls

REFERENCE = verify.load("gramcheck.reference")
ENDINGS = {
    "layouts": "_reads_arrays_in_any_layout",
    "traces": "_keeps_nothing_between_calls",
    "draws": "_draws_from_its_generator_alone",
}
DTW = "d2ke/memory-layout dtw_reads_arrays_in_any_layout"


def asked(ending):
    """The functions that have such a check."""
    return {need for c in suite_registry() if c.name.endswith(ending) for need in c.needs}


def with_kinds(*kinds):
    """The functions of the contract that have a parameter of such a kind."""
    return {
        name for name, each in contracts().items() if {p.kind for p in each.parameters} & {*kinds}
    }


def test_every_function_that_takes_arrays_or_a_generator_is_asked():
    assert asked(ENDINGS["draws"]) == with_kinds("random generator")
    array_kinds = {
        parameter.kind
        for contract in contracts().values()
        for parameter in contract.parameters
        if parameter.form in ("array", "words")
    }
    assert with_kinds(*array_kinds) <= asked(ENDINGS["layouts"]) | {"sfm.transform"}
    assert asked(ENDINGS["layouts"]) <= asked(ENDINGS["traces"])
    held = with_kinds(*array_kinds, "collection", "collection of strings", "chunks of strings")
    assert held <= asked(ENDINGS["traces"]) | {"sfm.transform"}


def dtw_record(change, include=DTW):
    """What the check says of a function that is given what ``change`` makes of its series."""

    def dtw(x, y):
        return REFERENCE.d2ke.dtw(change(x), change(y))

    (record,) = verify.run(verify.replace(REFERENCE, "d2ke.dtw", dtw), [include])
    return record


@pytest.mark.parametrize(
    "refused",
    [lambda x: not isinstance(x, np.ndarray), lambda x: not np.asarray(x).dtype.isnative],
    ids=["lists", "byte order"],
)
@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_lists_and_another_byte_order_may_be_refused(refused, error):
    def strict(x):
        if refused(x):
            raise error("x must be an array of native floats")
        return x

    assert dtw_record(strict).status is Status.PASSED


def test_views_may_not_be_refused():
    def strict(x):
        if not np.asarray(x).flags.c_contiguous:
            raise ValueError("x must be contiguous")
        return x

    record = dtw_record(strict)
    assert record.status is Status.FAILED
    assert "x must be contiguous" in record.message


def test_what_is_lacking_is_not_judged():
    def one_channel(x):
        if np.ndim(x) > 1:
            raise NotImplementedError("several channels")
        return x

    assert dtw_record(one_channel).status is Status.LACKING


def test_a_layout_that_is_misread_is_named():
    record = dtw_record(lambda x: np.abs(x) if np.asarray(x).flags.writeable else 2 * x)
    assert "x as a read-only array: got=" in record.message


def test_layouts_are_those_that_they_are_said_to_be():
    array = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    made = layouts.each_layout(array)
    assert len(made) == 5
    assert all(np.array_equal(each, array) for each in made.values())
    view = made["every second element of an array"]
    assert not view.flags.c_contiguous
    assert not view.flags.f_contiguous
    assert not made["a read-only array"].flags.writeable
    assert made["an array in Fortran order"].flags.f_contiguous
    assert not made[layouts.SWAPPED].dtype.isnative
    words = layouts.each_layout(np.array([1, 2], dtype=np.uint64))
    assert layouts.LIST not in words
    assert layouts.SWAPPED not in layouts.each_layout(np.array(["a", "b"]))
    assert [len(each) for each in layouts.each_layout([array, array[:1]])[layouts.LIST]] == [2, 1]


def test_shared_generators_are_put_back_whoever_moved_them():
    before = repr(np.random.get_state()[2]), random.getstate()  # noqa: NPY002
    for move in (np.random.random, random.random, lambda: np.random.seed(0)):  # noqa: NPY002
        with traces.shared_generators() as are_untouched:
            assert are_untouched()
            move()
            assert not are_untouched()
    assert (repr(np.random.get_state()[2]), random.getstate()) == before  # noqa: NPY002


def test_a_seed_that_was_set_before_is_seen_when_it_is_set_again():
    np.random.seed(0)  # noqa: NPY002
    with traces.shared_generators() as are_untouched:
        np.random.seed(0)  # noqa: NPY002
        assert not are_untouched()


def test_answers_are_alike_beside_their_largest_number():
    far, near = np.array([1e6, 1.0]), np.array([1e6, 1.5])
    assert alike("", [far], [near]).passed
    assert not alike("", [far], [2 * near]).passed
    assert not alike("", [np.array([1])], [np.array([2])]).passed
    assert not alike("", [far], [far, far]).passed
    assert alike("", [np.zeros(2), np.inf * far], [np.full(2, 1e-13), np.inf * far]).passed
    assert alike("", [], []).passed


def test_parts_are_copies_that_tell_lists_apart():
    plain, _ = next(plain_calls("sfm", "lpp_parse", lambda argument: True))
    assert not alike("", *(parts("sfm", plain, r) for r in ([(0, 1), (2,)], [(0,), (1, 2)]))).passed
    array = np.zeros(2)
    for kind in (np.asarray, ArrayLike, memoryview):
        (kept,) = parts("sfm", plain, kind(array))
        array[0] += 1
        assert kept.tolist() == [array[0] - 1, 0]


class ArrayLike:
    """As tensors of other libraries are: an array that is compared entry by entry."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype, copy=copy)

    def __eq__(self, other):
        return self.array == other.array
