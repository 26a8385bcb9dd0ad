"""What is rendered evaluates to what was rendered."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gramcheck.verify.rendering import NotPasteableError, describe, render

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
scalars |= st.fractions() | st.decimals()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    max_leaves=8,
)


@given(values)
def test_plain_values_evaluate_to_themselves(value):
    assert repr(eval(render(value), {"np": np})) == repr(value)


@pytest.mark.parametrize(
    "array",
    [
        np.array([1.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 0.1]),
        np.array([[1, 2], [3, 4]]),
        np.array([1.5, 2.5], dtype=np.float32),
        np.array([1, 2], dtype=np.uint8),
        np.array([True, False]),
        np.array(["a", "bc"]),
        np.array(2.5),
        np.empty((0, 3)),
        np.empty((2, 0), dtype=np.int32),
    ],
)
def test_arrays_evaluate_to_themselves(array):
    back = eval(render(array), {"np": np})
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tobytes() == array.tobytes()


def test_numpy_scalars_evaluate_to_themselves():
    for value in (np.float64("inf"), np.float64(0.1), np.float32(1.5), np.int64(3), np.bool_(True)):
        back = eval(render(value), {"np": np})
        assert type(back) is type(value)
        assert back == value


def test_what_has_no_short_expression_is_refused():
    for value in (object(), [len], np.zeros(10**5), "a" * 2000, np.array([None])):
        with pytest.raises(NotPasteableError):
            render(value)


def test_a_description_is_always_given_and_short():
    text = describe({"x": 1.0, "y": object(), "z": np.zeros(10**5)})
    assert text.startswith("x=1.0, y=<object object")
    assert len(text) < 3000
