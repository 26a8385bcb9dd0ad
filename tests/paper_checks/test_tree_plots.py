"""Pictures of trees and tables: every node and entry is there, and no two of them overlap."""

import itertools

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from gramcheck.paper_checks import tree_plots
from gramcheck.paper_checks.plots import render
from gramcheck.reference import sfm


def boxes_of(figure):
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    return [(t.get_text(), t.get_window_extent(renderer)) for t in figure.axes[0].texts]


def overlapping(figure):
    return [
        (a, b)
        for (a, x), (b, y) in itertools.combinations(boxes_of(figure), 2)
        if a and b and x.overlaps(y)
    ]


@pytest.mark.parametrize("variant", ["cm", "paper", "released"])
def test_every_node_of_a_tree_is_drawn_apart_from_the_others(variant):
    t = sfm.esp_tree("AABABABBABCCCABCABAA", variant)
    figure = tree_plots.tree(t, title="a tree")
    drawn = sorted(text for text, _ in boxes_of(figure))
    names = [str(name) for level, _, name in t.nodes if level]
    assert drawn == sorted([*t.string, *names])
    assert len(figure.axes[0].lines) == len(t.nodes) - 1
    assert overlapping(figure) == []
    assert render(figure)["alt"] == "a tree"


def test_rows_stand_under_each_other():
    rows = {"S": list("ABGHCEAF"), "binary, from 000": ["000", "111"] * 4, "label": [""] * 8}
    figure = tree_plots.aligned(rows, marked=[1, 4], title="reduced")
    assert [text for text, _ in boxes_of(figure)].count("111") == 4
    assert overlapping(figure) == []
    assert len(figure.axes[0].patches) == 2
