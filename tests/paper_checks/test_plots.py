import base64
import re

import numpy as np
import pytest

from gramcheck.paper_checks import plots

X = np.linspace(1, 10, 12)
FIGURES = {
    "curves": lambda: plots.curves(
        X, {"a": X, "b": X**2}, xlabel="x / m", ylabel="y / s", limit={"bound": 5.0},
        bands={"a": (X - 1, X + 1)}, logx=True, logy=True, title="T",
    ),
    "one curve": lambda: plots.curves(X, X, xlabel="x / m", ylabel="y / s"),
    "dots": lambda: plots.dots(
        ["u", "v"], {"paper": [90, 80], "measured": [88, 81]}, value="accuracy / %", of="data",
        spread={"measured": [1, 2]}, limit=50,
    ),
    "heatmap": lambda: plots.heatmap(
        np.outer(X - 5, X), xlabel="i", ylabel="j", value="k(x, y)"
    ),
    "classes": lambda: plots.classes(
        [(name, np.outer(X, [1, -1]), X > 4, X > 8) for name in "abc"],
        columns=2, xlabel="first axis", ylabel="second axis",
    ),
    "eigenvalues": lambda: plots.eigenvalues({"kernel": [3, 1e-9, -0.2]}, tolerance=1e-8),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_every_axis_is_labeled_and_every_picture_described(name):
    figure = FIGURES[name]()
    axes = figure.axes[0]
    assert axes.get_xlabel()
    assert axes.get_ylabel()
    picture = plots.render(figure)
    assert axes.get_ylabel() in picture["alt"]
    assert picture["format"] == "svg"
    assert "<svg" in picture["data"]


def test_the_same_figure_gives_the_same_bytes():
    assert plots.render(FIGURES["curves"]()) == plots.render(FIGURES["curves"]())


def test_a_heavy_picture_becomes_png():
    picture = plots.render(plots.eigenvalues(np.random.default_rng(0).random(9000)))
    assert picture["format"] == "png"
    assert base64.b64decode(picture["data"]).startswith(b"\x89PNG")


def test_the_curves_are_the_values_and_the_limit_is_drawn():
    lines = plots.curves(X, X**2, xlabel="x", ylabel="y", limit={"7": 7.0}).axes[0].lines
    assert lines[0].get_ydata() == pytest.approx(X**2, rel=0, abs=0)
    assert set(lines[1].get_ydata()) == {7.0}


def test_negative_eigenvalues_are_marked_beyond_the_tolerance_only():
    axes = plots.eigenvalues([2.0, -1e-9, -0.5, 1.0], tolerance=1e-8).axes[0]
    spectrum, marks = axes.lines[:2]
    assert list(spectrum.get_ydata()) == [2.0, 1.0, -1e-9, -0.5]
    assert list(marks.get_ydata()) == [-0.5]
    assert list(marks.get_xdata()) == [4]


@pytest.mark.parametrize("matrix", [[[1.0, 2.0]], [[-1.0, 4.0]]])
def test_a_signed_matrix_is_centered_on_white(matrix):
    image = plots.heatmap(matrix, xlabel="i", ylabel="j", value="v").axes[0].images[0]
    low, high = image.get_clim()
    if np.min(matrix) < 0:
        assert (low, high) == (-4.0, 4.0)
        assert image.cmap(0.5)[:3] == pytest.approx((1, 1, 1), abs=0.05)
    else:
        assert (low, high) == (1.0, 2.0)


def test_bold_points_are_those_marked():
    bold = np.array([True, False, False, True])
    panel = ("t", np.arange(8).reshape(4, 2), list("abab"), bold)
    (axes,) = plots.classes([panel], columns=1, xlabel="x", ylabel="y").axes
    drawn = {
        tuple(map(int, point)): collection.get_sizes()[0] > 20
        for collection in axes.collections
        for point in collection.get_offsets()
    }
    assert drawn == {(2 * i, 2 * i + 1): thick for i, thick in enumerate(bold)}


def test_a_missing_label_is_refused():
    with pytest.raises(TypeError, match="label"):
        plots.curves(X, X)


def labels(axis):
    """Labels that are seen, minor ones too."""
    low, high = sorted(axis.get_view_interval())
    ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
    return [
        t.label1.get_text() for t in ticks if low <= t.get_loc() <= high and t.label1.get_text()
    ]


@pytest.mark.parametrize("end", [1.5, 3.0, 9.0, 10.0, 30.0, 1e4])
def test_a_log_axis_has_labels_and_ends_where_its_data_end(end):
    x = np.linspace(1.2, end, 5)
    figure = plots.curves(x, x, xlabel="x", ylabel="y", logx=True)
    before = figure.axes[0].get_xlim()
    plots.render(figure)
    found = labels(figure.axes[0].xaxis)
    assert 2 <= len(found) <= 9
    power = r"\$\\mathdefault\{10\^\{-?\d+\}\}\$"
    assert all(re.fullmatch(power if end > 1e3 else r"\d+(\.\d+)?", label) for label in found)
    assert figure.axes[0].get_xlim() == before


def test_lines_to_compare_with_differ():
    limit = {"minimum": 1.0, "mean": 2.0}
    lines = plots.curves(X, X, xlabel="x", ylabel="y", limit=limit).axes[0].lines[1:]
    assert len({line.get_linestyle() for line in lines}) == 2


@pytest.mark.parametrize("n", [2, 4])
def test_rows_of_dots_stand_apart(n):
    values = {str(k): [0.0, 0.0] for k in range(n)}
    axes = plots.dots(["u", "v"], values, value="x", of="y").axes[0]
    first, second = (
        sorted(bar.lines[0].get_ydata()[row] for bar in axes.containers) for row in (0, 1)
    )
    assert second[0] - first[-1] > 1.2 * (first[1] - first[0])


def test_many_names_stand_beside_the_curves():
    few, many = (
        plots.curves(X, {str(k): X + k for k in range(n)}, xlabel="x", ylabel="y") for n in (3, 6)
    )
    for figure, beside in ((few, False), (many, True)):
        plots.render(figure)
        axes = figure.axes[0]
        assert (axes.get_legend().get_window_extent().x0 >= axes.bbox.x1) == beside
