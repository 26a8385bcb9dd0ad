"""The distances of D2KE refuse bad input before any work, and say what was wrong with it."""

import math

import numpy as np
import pytest

from gramcheck.reference.d2ke import cdist, dtw, levenshtein, modified_hausdorff

GOOD = {"levenshtein": ["ab", ""], "dtw": [[0.0, 1.0]], "modified_hausdorff": [[0.0, 1.0]]}
NUMERIC = ["dtw", "modified_hausdorff"]

BAD_STRINGS = [
    ("abc", TypeError, "{}"),
    (b"abc", TypeError, "{}"),
    (["ab", 3], TypeError, r"{}\[1\]"),
    (["ab", b"ab"], TypeError, r"{}\[1\]"),
    (["ab", None], TypeError, r"{}\[1\]"),
    ([], ValueError, "{}"),
    (3, TypeError, "{}"),
    ({"a", "b"}, TypeError, "{}"),
    (iter("ab"), TypeError, "{}"),
]
BAD_ARRAYS = [
    ("abc", TypeError, "{}"),
    ([], ValueError, "{}"),
    ([[0.0], []], ValueError, r"{}\[1\]"),
    ([np.zeros((0, 1))], ValueError, r"{}\[0\]"),
    ([[0.0, math.nan]], ValueError, r"{}\[0\]"),
    ([[0.0, math.inf]], ValueError, r"{}\[0\]"),
    ([[[0.0, 1.0]], [[0.0]]], ValueError, "channel"),
    ([np.zeros((2, 2, 2))], ValueError, r"{}\[0\]"),
    ([np.array([0, None])], TypeError, r"{}\[0\]"),
    ([np.array([0, 1], dtype=object)], TypeError, r"{}\[0\]"),
    ([["a"]], TypeError, r"{}\[0\]"),
    ([b"ab"], TypeError, r"{}\[0\]"),
    ([[True, False]], TypeError, r"{}\[0\]"),
    ([[1j]], TypeError, r"{}\[0\]"),
    ([3.0], TypeError, r"{}\[0\]"),
    ([{0.0}], TypeError, r"{}\[0\]"),
]
BAD_COLLECTIONS = [("levenshtein", *case) for case in BAD_STRINGS] + [
    (name, *case) for name in NUMERIC for case in BAD_ARRAYS
]


@pytest.mark.parametrize(("name", "bad", "error", "match"), BAD_COLLECTIONS)
def test_bad_collections_are_refused(name, bad, error, match):
    with pytest.raises(error, match=match.format("X")):
        cdist(bad, GOOD[name], name)
    if match != "channel":
        with pytest.raises(error, match=match.format("Y")):
            cdist(GOOD[name], bad, name)
    with pytest.raises(error, match=match.format("X")):
        cdist(bad, bad, name)


def test_channels_must_meet():
    for name, function in (("dtw", dtw), ("modified_hausdorff", modified_hausdorff)):
        with pytest.raises(ValueError, match=r"Y\[1\] must have 2 channel"):
            cdist([np.zeros((3, 2))], [np.zeros((3, 2)), np.zeros(3)], name)
        with pytest.raises(ValueError, match="y must have 2 channel"):
            function(np.zeros((3, 2)), np.zeros(3))


@pytest.mark.parametrize("bad", [b"ab", None, 3, ["a", "b"], np.array(["a"])])
def test_levenshtein_wants_two_strings(bad):
    with pytest.raises(TypeError, match="x must be a str"):
        levenshtein(bad, "a")
    with pytest.raises(TypeError, match="y must be a str"):
        levenshtein("a", bad)


@pytest.mark.parametrize("function", [dtw, modified_hausdorff])
@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ([], ValueError),
        ([math.nan], ValueError),
        ([-math.inf], ValueError),
        ("abc", TypeError),
        (b"abc", TypeError),
        (np.array([1, "a"], dtype=object), TypeError),
        (3.0, TypeError),
    ],
)
def test_one_pair_refuses_bad_arrays(function, bad, error):
    with pytest.raises(error, match="x"):
        function(bad, [0.0])
    with pytest.raises(error, match="y"):
        function([0.0], bad)


@pytest.mark.parametrize(
    ("window", "error"), [(-1, ValueError), (1.0, TypeError), (True, TypeError)]
)
def test_bad_windows_are_refused(window, error):
    with pytest.raises(error, match="window"):
        dtw([0.0], [0.0], window=window)
    with pytest.raises(error, match="window"):
        cdist([[0.0]], [[0.0]], "dtw", window=window)


def test_unknown_names_are_answered_with_the_closest():
    with pytest.raises(ValueError, match=r"local_cost.*did you mean 'euclidean'"):
        dtw([0.0], [0.0], local_cost="euclidian")
    with pytest.raises(ValueError, match=r"local_cost.*did you mean 'sqeuclidean'"):
        cdist([[0.0]], [[0.0]], "dtw", local_cost="squeuclidean")
    with pytest.raises(ValueError, match=r"distance.*did you mean 'levenshtein'"):
        cdist(["a"], ["a"], "levenstein")
    with pytest.raises(ValueError, match=r"distance.*did you mean 'dtw'"):
        cdist([[0.0]], [[0.0]], "DTW")
    with pytest.raises(TypeError, match="distance"):
        cdist(["a"], ["a"], 3)
    with pytest.raises(TypeError, match="local_cost"):
        dtw([0.0], [0.0], local_cost=None)


def test_unknown_options_are_refused():
    for name in ("levenshtein", "modified_hausdorff"):
        with pytest.raises(ValueError, match="unknown option 'window'"):
            cdist(GOOD[name], GOOD[name], name, window=3)
    with pytest.raises(ValueError, match=r"unknown option 'windw'.*window"):
        cdist([[0.0]], [[0.0]], "dtw", windw=3)
    with pytest.raises(ValueError, match=r"unknown option 'window'.*callable"):
        cdist(["a"], ["a"], levenshtein, window=3)


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (math.nan, ValueError),
        (math.inf, ValueError),
        (None, TypeError),
        ("1", TypeError),
        (1j, TypeError),
        (np.zeros(2), TypeError),
    ],
)
def test_values_of_a_callable_are_checked(value, error):
    with pytest.raises(error, match=r"distance\(X\[0\], Y\[1\]\)"):
        cdist(["a", "b"], ["a", "b"], lambda x, y: 0.0 if x == y else value)
    for bad in ("ab", 3):
        with pytest.raises(TypeError, match="X"):
            cdist(bad, ["a"], lambda x, y: 0.0)
    with pytest.raises(ValueError, match="Y"):
        cdist(["a"], [], lambda x, y: 0.0)


def test_overflow_is_refused():
    for name in NUMERIC:
        with pytest.raises(ValueError, match="too large"):
            cdist([[1e308]], [[-1e308]], name)
    with pytest.raises(ValueError, match="too large"):
        dtw([1e200], [0.0], local_cost="sqeuclidean")
