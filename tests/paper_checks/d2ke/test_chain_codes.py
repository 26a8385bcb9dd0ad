"""The tracing of contours: geometry that any right tracing must satisfy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import ndimage

from gramcheck.paper_checks.experiments.d2ke.chain_codes import (
    STEPS_4,
    chain_code,
    crack_code,
    eight_directions,
    largest_component,
)

masks = arrays(bool, st.tuples(st.integers(1, 9), st.integers(1, 9))).filter(np.any)

STEPS_8 = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))


def path(code, steps):
    return np.cumsum([(0, 0)] + [steps[d] for d in code], axis=0)


def filled(mask):
    """The figure with its holes; a hole is 4-connected, since the figure is 8-connected."""
    return ndimage.binary_fill_holes(mask)


@given(masks)
def test_crack_code_is_closed_and_encloses_the_filled_figure(mask):
    mask = largest_component(mask)
    corners = path(crack_code(mask), STEPS_4)
    assert corners[-1].tolist() == [0, 0]
    rows, columns = -corners[:, 0], corners[:, 1]  # upward, as in the plane
    area = np.sum(columns[:-1] * rows[1:] - columns[1:] * rows[:-1]) / 2
    assert area == filled(mask).sum()  # positive: counterclockwise


@given(masks)
def test_crack_code_visits_each_outer_edge_once(mask):
    mask = largest_component(mask)
    outer = np.pad(filled(mask), 1).astype(int)
    edges = np.abs(np.diff(outer, axis=0)).sum() + np.abs(np.diff(outer, axis=1)).sum()
    assert len(crack_code(mask)) == edges


@given(masks)
def test_eight_directions_close_and_stay_on_border_pixels(mask):
    mask = largest_component(mask)
    code = eight_directions(crack_code(mask))
    steps = path(code, STEPS_8)
    assert steps[-1].tolist() == [0, 0]
    start = np.array([axis[-1] for axis in np.nonzero(mask)])
    visited = start + steps
    assert mask[visited[:, 0], visited[:, 1]].all()
    border = filled(mask) & ~ndimage.binary_erosion(filled(mask))
    assert set(map(tuple, visited.tolist())) == set(
        zip(*map(list, np.nonzero(border)), strict=True)
    )


def test_a_square_by_hand():
    square = np.array([[0, 9, 9], [0, 9, 9]])
    assert chain_code(square, 5, directions=4) == "01122330"
    assert chain_code(square, 5, directions=8) == "2460"


def test_one_pixel():
    assert chain_code(np.array([[1]]), 1, directions=4) == "0123"
    assert chain_code(np.array([[1]]), 1, directions=8) == ""


def test_diagonal_pixels_are_one_figure():
    assert len(chain_code(np.eye(2), 1)) == 8


def test_bad_input():
    with pytest.raises(ValueError, match="directions must be 4 or 8, got 6"):
        chain_code(np.eye(2), 1, directions=6)
    with pytest.raises(ValueError, match="image must have a pixel"):
        chain_code(np.zeros((2, 2)), 1)
