"""Argument validation: what passes comes back in one form, what does not is named."""

import importlib
from collections import deque
from fractions import Fraction

import numpy as np
import pytest

from gramcheck.reference import check
from gramcheck.reference.d2ke import cdist, covering_number, feature_map, levenshtein
from gramcheck.verify.arguments import CALLS
from gramcheck.verify.compare import names

INF, NAN = np.inf, np.nan
LOSSES = ("squared", "logistic", "squared_hinge", "hinge")
SYMMETRIC = np.array([[0.0, 2.0], [2.0, 0.0]])

ACCEPTED = [
    (check.choice, ("ab", ("ab", "cd")), "ab"),
    (check.flag, (np.True_,), True),
    (check.finite, (3,), 3.0),
    (check.finite, (np.float32(0.5),), 0.5),
    (check.finite, (np.array(2.5),), 2.5),
    (check.positive, (1e-100,), 1e-100),
    (check.nonnegative, (1e-300,), 1e-300),
    (check.nonnegative, (0,), 0.0),
    (check.at_least, (1, 1.0), 1.0),
    (check.within, (0.5, 0, 1), 0.5),
    (check.integer, (np.int8(5), 1), 5),
    (check.integer, (5, 1, 5), 5),
    (check.integer_range, ((2, 2), 2), (2, 2)),
    (check.integer_range, (np.array([0, 7]), 0), (0, 7)),
    (check.alphabet, ("abc",), ["a", "b", "c"]),
    (check.alphabet, (("a", "\x00"),), ["a", "\x00"]),
    (check.string, ("",), ""),
    (check.strings, (("a", ""),), ["a", ""]),
    (check.collection, ([1],), [1]),
    (check.collection, (deque([1, 2]),), [1, 2]),
    (check.collection, (range(10**12),), range(10**12)),  # not looked through
]


@pytest.mark.parametrize(("function", "arguments", "expected"), ACCEPTED)
def test_values_come_back(function, arguments, expected):
    got = function("x", *arguments)
    assert got == expected
    assert type(got) is type(expected)


def test_arrays_come_back_as_float64():
    for value in ([1, 2], np.array([1, 2], dtype=np.uint8), np.array([1, 2], dtype=np.float32)):
        got = check.real("x", value)
        assert got.dtype == np.float64
        assert got.tolist() == [1, 2]
    assert check.real("x", [INF, -INF], infinite=True).tolist() == [INF, -INF]
    assert check.real("x", np.empty((0, 2)), empty=True).shape == (0, 2)
    assert check.real("x", np.ones((2, 3)), shape=(None, 3), last=3).shape == (2, 3)
    array = np.ones(3)
    assert check.real("x", array) is array  # no copy of what is right already


def test_matrices_and_vectors_come_back():
    assert check.distribution("p", [0.25, 0.75], 2).tolist() == [0.25, 0.75]
    assert check.distances("D", [[0, 1, 2]], 3).tolist() == [[0, 1, 2]]
    assert check.symmetric("K", [[1, 2], [2 + 1e-11, 1]]).shape == (2, 2)
    assert check.symmetric_distances("D", SYMMETRIC) is SYMMETRIC
    assert check.signs("y", [1, -1, 1], 3).tolist() == [1.0, -1.0, 1.0]
    assert check.labels("y", ["u", "v"]).tolist() == ["u", "v"]
    assert check.labels("y", [True, False]).tolist() == [True, False]
    assert check.labels("y", np.array(["u", "vw"], dtype=object)).tolist() == ["u", "vw"]
    assert check.labels("y", np.array([2**60, 2**60 + 1], dtype=object)).dtype.kind == "i"
    assert check.labels("y", [1, 2.5]).tolist() == [1.0, 2.5]
    assert check.labels("y", [np.array(3), np.array(4)]).tolist() == [3, 4]
    assert check.labels("y", [3, 3], classes=1).tolist() == [3, 3]
    rng = np.random.default_rng(0)
    assert check.generator("rng", rng) is rng


def test_points_are_columns_of_channels():
    assert check.points("x", [1, 2, 3]).shape == (3, 1)
    assert check.points("x", [[1, 2, 3]]).shape == (1, 3)
    X, Y = check.point_collections(X=[[1, 2]], Y=[[3], [[4], [5]]])
    assert [a.shape for a in X + Y] == [(2, 1), (1, 1), (2, 1)]


# what the calls of gramcheck.verify.arguments do not reach: truth values, masked arrays, integers
# beyond float64, the words of hints
REFUSED = [
    (check.choice, ("HINGE", ("hinge", "logistic")), ValueError, "did you mean 'hinge'"),
    (check.choice, ("zzz", ("hinge", "logistic")), ValueError, r"'logistic'\), got 'zzz'$"),
    (check.choice, ("hinge_squared", LOSSES), ValueError, "did you mean 'squared_hinge'"),
    (check.choice, ("Squared hinge", LOSSES), ValueError, "did you mean 'squared_hinge'"),
    (check.choice, ("euclid", ("sqeuclidean", "euclidean")), ValueError, "mean 'euclidean'"),
    (check.flag, (1,), TypeError, "x must be True or False, got 1$"),
    (check.flag, (np.int64(1),), TypeError, "x must be True or False, got 1$"),
    (check.finite, (10**400,), ValueError, "x must be .* 1e.100, got an integer of 1329 bits"),
    (check.finite, (-1.1e100,), ValueError, "x must be finite, at most 1e.100, got -1.1e.100$"),
    (check.positive, (0.9e-100,), ValueError, "x must be at least 1e-100, got 9e-101$"),
    (check.real, ([1.0, -1.1e100],), ValueError, "x must be at most 1e.100 in .*, got 1.1e.100$"),
    (check.finite, (True,), TypeError, "x must be a real number, got True"),
    (check.finite, (1j,), TypeError, "x must be a real number"),
    (check.finite, (Fraction(1, 2),), TypeError, "x must be a real number"),
    (check.finite, (np.ones(1),), TypeError, r"x must be .* array of shape \(1,\)"),
    (check.finite, (2**53 + 1,), ValueError, "x must be an integer that float64 holds"),
    (check.finite, (np.int64(2**53 + 1),), ValueError, "x must be an integer that float64 holds"),
    (check.positive, (np.float64(-0.5),), ValueError, "x must be positive, got -0.5$"),
    (check.integer, (np.ma.array(3, mask=True), 0), TypeError, "x must be an integer"),
    (check.integer, (np.True_, 0), TypeError, "x must be an integer, got True$"),
    (check.integer, (1.0, 0), TypeError, "x must be an integer, got 1.0"),
    (check.integer_range, ((0, 2**63), 0), ValueError, r"x\[1\] must be between 0 and"),
    (check.integer_range, (np.array(5), 0), TypeError, "x must be a pair"),
    (check.generator, (np.random,), TypeError, "x must be a numpy.random.Generator"),
    (check.real, ([True],), TypeError, "x must hold real numbers, got booleans"),
    (check.real, ([True, 2.0],), TypeError, "x must hold real numbers, got booleans among them"),
    (check.real, ([[1], [np.True_]],), TypeError, "x must hold real numbers, got booleans among"),
    (check.real, ([np.array([True]), np.ones(1)],), TypeError, "x must hold .*, got booleans"),
    (check.real, (np.ma.array([1.0, 2.0], mask=[0, 1]),), TypeError, "x must not be a masked"),
    (check.real, ([np.ma.array([1.0, 2.0], mask=[0, 1])],), TypeError, "x must not be a masked"),
    (check.real, ([2**53 + 1, 0.5],), ValueError, "x must hold integers that float64 holds"),
    (check.real, (((2**63, 1), (-1, 1)),), ValueError, "x must hold integers that float64 holds"),
    (check.real, ([10**9999],), TypeError, "x must hold real numbers"),
    (check.real, ([1.0, NAN, NAN],), ValueError, r"x must not contain NaN \(2 found\)"),
    (check.real, (np.array(["1e400"], dtype=np.longdouble),), ValueError, "x must be finite"),
    (check.labels, ([b"a", 1],), TypeError, "x must not mix bytes and numbers"),
    (check.labels, (["a", b"a"],), TypeError, "x must not mix strings and bytes"),
    (check.labels, ([True, 1, 0],), TypeError, "x must not mix booleans and numbers"),
    (check.labels, (np.array(["a", np.nan], dtype=object),), TypeError, "x must not mix strings"),
    (check.labels, ([2**63, 2**63 + 1, -1],), ValueError, "x must hold integers that float64"),
    (check.labels, ([2**53 + 1, 2**53, 0.5],), ValueError, "x must hold integers that float64"),
    (check.labels, (np.ma.array([1, 2], mask=[0, 1]),), TypeError, "x must not be a masked array"),
    (check.labels, ([np.ma.masked, 1, 2],), TypeError, "x must not be a masked array"),
    (check.labels, ([np.array(True), 2],), TypeError, "x must not mix booleans and numbers"),
    (check.labels, ([[1], [1, 2]],), ValueError, "x must be a vector of labels"),
    (check.labels, ([None, 1],), TypeError, "x must hold integers, strings or floats"),
    (check.pairs, ([[0, np.True_]], 3), TypeError, "x must hold integers, got booleans among"),
    (check.pairs, ([np.array([0, 2]), np.array([False, True])], 3), TypeError, "got booleans"),
    (check.pairs, ([np.ma.array([0, 1], mask=[0, 1])], 3), TypeError, "x must not be a masked"),
    (check.integers, ([np.ma.array([0, 1], mask=[0, 1])], 2), TypeError, "x must not be a masked"),
    (check.words, ([np.ma.array([1], np.uint64)], (1, 1)), TypeError, "x must not be a masked"),
    (check.integers, ([np.array([True]), [1]], 2), TypeError, "x must hold integers, got boo"),
    (check.collection, (np.array(1),), TypeError, "x must be a sequence of objects"),
    (check.collection, (np.ma.array([1.0], mask=[1]),), TypeError, "x must not be a masked array"),
    (check.alphabet, ("abcba",), ValueError, r"x must not repeat a character, got \['a', 'b'\]"),
    (check.alphabet, (np.array(["a", "a"]),), ValueError, r"a character, got \['a'\] again$"),
    (check.alphabet, (np.array("ab"),), TypeError, "x must be a str or a sequence of characters"),
]


@pytest.mark.parametrize(("function", "arguments", "error", "message"), REFUSED)
def test_what_does_not_pass_is_named(function, arguments, error, message):
    with pytest.raises(error, match=message) as caught:
        function("x", *arguments)
    assert str(caught.value).startswith("x")


@pytest.mark.parametrize("paper", CALLS)
def test_messages_name_the_argument_and_say_what_was_wanted(paper):
    """A sentence "x must ..., got ...", of whatever a function refuses of a single argument."""
    for call in CALLS[paper]:
        function = getattr(importlib.import_module(f"gramcheck.reference.{paper}"), call.function)
        for refusal in call.refusals():
            with pytest.raises((TypeError, ValueError)) as caught:
                refusal.put_to(function)
            subject, must, wanted = str(caught.value).partition(" must ")
            if set(refusal.naming) <= set(call.arguments) and len(refusal.naming) == 1:
                assert must, caught.value
                assert names(subject + " " + wanted, refusal.naming), caught.value
                assert wanted.startswith("not ") or ", got " in wanted, caught.value


def test_shapes_are_refused_with_what_was_wanted():
    with pytest.raises(ValueError, match=r"x must have 2 dimension\(s\), got shape \(2,\)"):
        check.real("x", [1, 2], ndim=2)
    with pytest.raises(ValueError, match=r"x must have shape \(any, 3\), got \(1, 2\)"):
        check.real("x", [[1, 2]], shape=(None, 3))
    with pytest.raises(ValueError, match=r"x must have 3 entries on its last axis, got \(2,\)"):
        check.real("x", [1, 2], last=3)
    with pytest.raises(ValueError, match=r"x must have 1 entries on its last axis, got \(\)"):
        check.real("x", 5.0, last=1)


def test_channels_that_differ_are_named_by_their_place():
    with pytest.raises(ValueError, match=r"Y\[1\] must have 1 channel\(s\) as X\[0\] has, got 2"):
        check.point_collections(X=[[1.0]], Y=[[1.0], [[1.0, 2.0]]])


def test_what_came_is_shown_on_one_short_line():
    assert check.shown(np.ones((3, 4))) == "an array of shape (3, 4) and dtype float64"
    assert check.shown("a" * 200).endswith("... (str)")
    assert len(check.shown(list(range(1000)))) < 80
    assert check.shown([np.eye(2)]) == "[array([[1., 0.], [0., 1.]])]"
    with pytest.raises(ValueError, match="got 'xxx") as caught:
        check.choice("x", "x" * 10**5, ("hinge",))
    assert len(str(caught.value)) < 200


def test_numbers_that_float64_holds_pass_whatever_their_size():
    for number in (2**53, 2**53 + 2, 10**22, 2**300, np.uint64(2**63)):
        assert check.finite("x", number) == number


def test_matrices_symmetric_to_rounding_become_symmetric():
    """Algorithms that read one triangle, or rows for columns, then all see the same matrix."""
    A = np.array([[1.0, 2.0, 3.0], [2.0 + 1e-11, 1.0, 0.0], [3.0, 0.0, 4.0]])
    got = check.symmetric("x", A)
    assert (got == got.T).all()
    assert (got == check.symmetric("x", A.T)).all()
    assert got == pytest.approx(A, rel=1e-11)
    D = np.array([[0.0, 1.0, 1 + 1e-12], [1 + 1e-12, 0.0, 1 + 1e-12], [1.0, 1.0, 0.0]])
    assert covering_number(D, 1.0) == covering_number(D.T, 1.0) == 3


def test_large_alphabets_are_checked_in_one_pass():
    letters = [chr(i) for i in range(0x20000) if not 0xD800 <= i < 0xE000]
    assert check.alphabet("x", letters) == letters  # pairs compared would take minutes
    with pytest.raises(ValueError, match=r"x must not repeat a character, got \['a'\]"):
        check.alphabet("x", [*letters, "a"])


# distances --------------------------------------------------------------------------------------


def test_values_of_a_callable_are_named_by_their_place():
    with pytest.raises(ValueError, match=r"distance\(X\[0\], Y\[1\]\)"):
        cdist(["a", "b"], ["a", "b"], lambda x, y: 0.0 if x == y else NAN)


def test_unknown_options_are_named():
    with pytest.raises(ValueError, match=r"unknown option 'windw'.*did you mean 'window'"):
        cdist([[0.0]], [[0.0]], "dtw", windw=3)
    for name in ("names", "Y", "distance_"):
        with pytest.raises(ValueError, match=f"unknown option '{name}': distance 'levenshtein'"):
            feature_map(["a"], ["b"], 1.0, "levenshtein", **{name: 1})
    with pytest.raises(ValueError, match=r"unknown option 'window'.*callable"):
        cdist(["a"], ["a"], levenshtein, window=3)


BAD_SERIES = [np.array([[1.0], [value]]) for value in (NAN, INF, -INF, 1e101)]
BAD_SERIES += [np.zeros((0, 1)), np.zeros((2, 0)), np.zeros((2, 1, 1)), np.array([["a"]])]


@pytest.mark.parametrize("bad", BAD_SERIES, ids=repr)
def test_series_that_are_looked_at_together_are_refused_as_one_by_one(bad, monkeypatch):
    series = [np.zeros((3, 1)), bad]
    with pytest.raises((ValueError, TypeError)) as together:
        check.point_collections(X=series)
    monkeypatch.setattr(check.objects, "_AT_A_GLANCE", -1)
    with pytest.raises(together.type) as one_by_one:
        check.point_collections(X=series)
    assert str(together.value) == str(one_by_one.value)
    assert "X[1]" in str(together.value)


def test_series_that_are_looked_at_together_come_as_they_are():
    series = [np.zeros((3, 2)), np.ones((1, 2))]
    (found,) = check.point_collections(X=series)
    assert all(a is b for a, b in zip(found, series, strict=True))
    converted = check.point_collections(X=[*series, np.ones((2, 2), np.float32)])[0]
    assert {x.dtype for x in converted} == {np.dtype(np.float64)}
