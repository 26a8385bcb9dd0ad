"""A Series is taken wherever a sequence of strings or of labels is, whatever its index."""

import importlib
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.reference import check, d2ke, sfm
from gramcheck.verify.arguments import CALLS

KINDS = {"collection of strings", "collection", "labels", "signs", "alphabet", "integers"}


class Index:
    """The interface of a Series without the rest: places are reached by ``to_numpy`` alone."""

    def __init__(self, values):
        self._values = np.array(list(values), dtype=object)
        self.shape = self._values.shape

    def to_numpy(self):
        return self._values

    def __getitem__(self, label):
        raise KeyError(label)

    def __len__(self):
        return len(self._values)


def object_series(values):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    return pandas.Series(list(values), index=range(10, 10 + len(values)), dtype=object)


def inferred_series(values):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    return pandas.Series(list(values), index=[f"row {i}" for i in range(len(values))])


def extension_series(values):
    return object_series(values).convert_dtypes()  # string, Int64


def categorical_series(values):
    return object_series(values).astype("category")


MAKERS = [Index, object_series, inferred_series, extension_series, categorical_series]
GIVEN = [
    (paper, made, name)
    for paper, calls in CALLS.items()
    for made in calls
    for name, argument in made.arguments.items()
    if argument.kind in KINDS and np.ndim(argument.good) == 1
]


def written(answer):
    """Everything in an answer as text, arrays with all digits."""
    with np.printoptions(threshold=10**6, floatmode="unique"):
        return str(vars(answer) if hasattr(answer, "__dict__") else answer)


@pytest.mark.parametrize(
    ("paper", "made", "name"), GIVEN, ids=[f"{g[1].function}-{g[2]}" for g in GIVEN]
)
def test_a_series_is_answered_as_its_values_are(paper, made, name):
    function = getattr(importlib.import_module(f"gramcheck.reference.{paper}"), made.function)
    wanted = written(made.answer(function))
    for make in MAKERS:
        given = made.valid()
        given[name] = make(given[name])
        values = list(given.values())
        n = len(made.required)
        got = function(*values[:n], **dict(list(given.items())[n:]))
        assert written(got) == wanted, make.__name__


@pytest.mark.parametrize("make", MAKERS)
def test_a_series_of_nodes_is_a_level(make):
    assert sfm.lpp_parse(make("abcde")) == sfm.lpp_parse("abcde") == [(0, 1), (2, 3, 4)]


@pytest.mark.parametrize("missing", [None, float("nan"), SimpleNamespace])
def test_a_missing_value_is_named_by_its_place(missing):
    if missing is SimpleNamespace:
        missing = pytest.importorskip("pandas", reason="pandas is not installed").NA
    series = Index(["a", "b", missing])
    message = "must not have missing values, got .* at place 2"
    with pytest.raises(ValueError, match=f"^X {message}"):
        d2ke.cdist(series, ["a"], "levenshtein")
    with pytest.raises(ValueError, match=f"^y {message}"):
        d2ke.knn_predict([[0.0, 1.0, 2.0]], series, 1)
    with pytest.raises(ValueError, match=f"^x {message}"):
        check.real("x", Index([1, 2, missing]))


def test_a_table_is_no_series():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    with pytest.raises(TypeError, match="X must be a sequence of objects"):
        check.strings("X", pandas.DataFrame({"a": ["x", "y"]}))
