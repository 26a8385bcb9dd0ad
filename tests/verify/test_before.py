"""What a target writes into its arguments is seen, and undone for whoever is given them next."""

import copy

import numpy as np
import pytest
import scipy.sparse
from hypothesis import strategies as st

from gramcheck import reference, verify
from gramcheck.verify.before import Before
from gramcheck.verify.compare import close_to, equal, raises
from gramcheck.verify.registry import Registry, for_all
from tests.verify.toys import add, implementation, only


def same(a, b):
    """Whether two values are equal, NaNs too."""
    if scipy.sparse.issparse(a):
        return same(a.toarray(), b.toarray())
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, dict):
        return list(a) == list(b) and same(list(a.values()), list(b.values()))
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def writes(part):
    part[...] = part[::-1].copy()


def shapes(array):
    array.shape = -1


def locks(array):
    writes(array)
    array.flags.writeable = False


def multiplies(matrix):
    matrix.data = 2 * matrix.data


def reorders(held):
    held["a"] = held.pop("a")


def unsorted():
    """A row whose columns stand in no order."""
    return scipy.sparse.csr_array((np.array([1.0, 2.0]), np.array([2, 0]), np.array([0, 2])))


WRITTEN = [
    (lambda: np.array([1.0, np.nan, 3.0]), writes),
    (lambda: np.arange(12).reshape(3, 4)[:, ::2], writes),
    (lambda: np.arange(12).reshape(3, 4), shapes),
    (lambda: np.arange(12).reshape(3, 4).T, writes),
    (lambda: np.array(1.0), lambda x: x.fill(2.0)),
    (lambda: np.arange(3.0), locks),
    (lambda: np.array(["a", "b"]), writes),
    (lambda: np.ma.masked_equal([1.0, 2.0, 3.0], 2.0), lambda x: writes(x.data)),
    (lambda: scipy.sparse.csr_array(np.eye(3)), lambda x: x.data.fill(2.0)),
    (lambda: scipy.sparse.csr_array(np.eye(3)), multiplies),
    (lambda: scipy.sparse.coo_array(np.eye(3)), multiplies),
    (lambda: scipy.sparse.dia_array(np.eye(3)), multiplies),
    (unsorted, lambda x: x.sort_indices()),
    (lambda: ["b", "a"], list.sort),
    (lambda: [1.0], list.clear),
    (lambda: ([np.arange(3)], 1), lambda x: writes(x[0][0])),
    (lambda: [np.arange(3)], lambda x: (writes(x[0]), x.append(0))),
    (lambda: {"a": [1], "b": 2}, lambda x: x.pop("a")),
    (lambda: {"a": [1], "b": 2}, lambda x: x["a"].append(2)),
    (lambda: {"a": 1}, lambda x: x.update(a=2)),
    (lambda: {"a": 1, "b": 2}, reorders),
]


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_a_change_is_seen_and_undone(number):
    made, write = WRITTEN[number]
    value = made()
    before = Before(value)
    assert not before.is_changed
    write(value)
    assert before.is_changed
    before.put_back()
    assert not before.is_changed
    assert same(value, made())
    write(value)  # an array that was locked is no longer


def test_what_a_sparse_matrix_remembers_in_passing_is_no_change():
    value = unsorted()
    before = Before(value)
    assert not value.has_sorted_indices
    assert not before.is_changed


def test_what_cannot_be_undone_stays_and_ends_nothing(registry):
    given = np.arange(4.0)

    @add(registry)
    def nothing(target, run):
        """Nothing."""
        yield close_to(1.0, target.toy.double(given), ulps=1)

    def resizes(x):
        x.resize(2, refcheck=False)
        return 7.0

    record = only(verify.run(implementation(double=resizes), registry=registry))
    assert record.status == "failed"
    assert "got=7.0" in record.message


def test_what_a_diagnosis_gives_is_as_it_was(registry):
    given = np.arange(1.0, 4.0)

    def diagnose(target):
        target.toy.double(given)
        return ["doubles in place"]

    @registry.check("toy/double", place="", needs="toy.double", since="0.1", diagnose=diagnose)
    def twice(target, run):
        """Twice."""
        yield close_to(5.0, target.toy.double(np.array(2.0)), ulps=1)

    def writes_twice(x):
        x *= 2
        return x

    record = only(verify.run(implementation(double=writes_twice), registry=registry))
    assert "doubles in place" in record.message
    assert given.tolist() == [1.0, 2.0, 3.0]


def test_what_a_check_gives_to_several_targets_is_as_it_was(registry):
    given = {"array": np.arange(1.0, 4.0), "list": [2.0, 1.0]}
    before = copy.deepcopy(given)

    @add(registry)
    def twice_the_first(target, run):
        """Twice the first number of an array and of a list, asked in turn."""
        for key in ("array", "list", "array"):
            yield close_to(2 * before[key][0], target.toy.double(given[key]), ulps=1)

    def writes_and_raises(x):
        x[:] = [0.0] * len(x)
        raise ValueError("that was too much")

    def writes_twice(x):
        x[:] = [7.0 * each for each in x]
        return 2 / 7 * x[0]

    for double in (writes_and_raises, writes_twice):
        record = only(verify.run(implementation(double=double), registry=registry))
        assert record.status == "failed"
        assert "toy.double changed its argument 0" in record.message
        assert same(given, before)
    record = only(verify.run(implementation(double=lambda x: 2 * x[0]), registry=registry))
    assert record.status == "passed"


def test_what_a_check_gives_at_each_example_is_as_it_was(registry):
    given = np.arange(1.0, 4.0)

    @add(registry)
    @for_all(k=st.integers(1, 9), examples=[{"k": 1}, {"k": 2}])
    def twice_the_first(target, k):
        """Twice the first number."""
        return close_to(2.0, target.toy.double(given), ulps=1)

    def writes(x):
        x *= 2
        return x[0]

    record = only(verify.run(implementation(double=writes), registry=registry))
    assert given.tolist() == [1.0, 2.0, 3.0]
    assert record.example == "k=1"  # the first one: 2 is right of an array that was put back
    assert record.message.startswith("toy/claim twice_the_first: toy.double changed its argument 0")


def written(double, given, options=()):
    """The record of a check that gives a value, asks for nothing, and looks at no value after."""
    registry = Registry()

    @add(registry)
    def always(target, run):
        """Always."""
        target.toy.double(given, **dict(options))
        yield equal(0, 0)

    return only(verify.run(implementation(double=double), registry=registry))


@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_right_answers_do_not_make_up_for_what_was_overwritten(number):
    made, write = WRITTEN[number]
    record = written(write, made())
    kept = made is unsorted
    assert record.status == ("passed" if kept else "failed")
    assert kept or (
        "always: toy.double changed its argument 0; a caller's value is not its to write to ("
        in record.message
    )
    assert written(lambda value: None, made()).status == "passed"


def test_a_sparse_matrix_in_another_order_is_the_same_and_with_other_numbers_is_not():
    def sorts(value):
        value.sort_indices()

    def sorts_and_doubles(value):
        value.sort_indices()
        value.data *= 2

    def breaks(value):
        value.indices = value.indices + 7

    assert written(sorts, unsorted()).status == "passed"
    for double in (sorts_and_doubles, breaks):
        assert written(double, unsorted()).status == "failed"


def test_every_argument_that_was_overwritten_is_named():
    def both(x, y):
        x += 1
        y += 1

    record = written(both, np.zeros(2), {"y": np.zeros(2)})
    assert (
        "toy.double changed its argument 0; toy.double changed its argument y; a" in record.message
    )
    assert record.message.endswith("toy.double(np.array([0.0, 0.0]), y=np.array([0.0, 0.0]))")


def test_whoever_refuses_what_it_has_overwritten_is_blamed_too(registry):
    @add(registry)
    def refusal(target, run):
        """A refusal."""
        yield raises(ValueError, target.toy.double, np.zeros(2))

    def writes(x):
        x += 1
        raise ValueError("no")

    record = only(verify.run(implementation(double=writes), registry=registry))
    assert "toy.double changed its argument 0" in record.message


def test_a_check_that_stumbles_over_what_was_overwritten_blames_who_did_it(registry):
    @add(registry)
    def stumbles(target, run):
        """The first number is found again."""
        given = [1.0, 2.0]
        target.toy.double(given)
        yield equal(0, given.index(1.0))

    record = only(verify.run(implementation(double=list.clear), registry=registry))
    assert record.status == "failed"
    assert "toy.double changed its argument 0; a caller's value" in record.message


def test_what_is_there_to_be_written_may_be_written():
    def rff(V, W, *, out=None):
        if out is None:
            return reference.sfm.rff(V, W)
        out[...] = reference.sfm.rff(V, W)
        return out

    def writes_over_W(V, W, *, out=None):
        features = rff(V, W, out=out)
        W *= 2
        return features

    include = ["sfm/eq-2 features_are_*", "sfm/eq-2 plain_features_are_those_*"]  # into W, too
    for function, status in ((rff, "passed"), (writes_over_W, "failed")):
        target = verify.replace(reference, "sfm.rff", function)
        records = verify.run(target, include, examples=1, seed=1)
        assert {record.status for record in records} == {status}
        changed = ["changed its argument W" in record.message for record in records]
        assert changed == [status == "failed"] * len(records)
