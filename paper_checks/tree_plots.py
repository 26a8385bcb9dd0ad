"""Pictures of parse trees, and of sequences that are derived position by position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gramcheck.paper_checks.plots import COLORS, new_figure, styled
from gramcheck.reference.sfm import EspTree

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BY_CHILDREN = {0: "#ffffff", 2: COLORS[4], 3: COLORS[5]}  # leaf, two children, three
_NODE, _ROW, _LEVEL = 0.42, 0.30, 0.62  # inches: a leaf's width, a row's and a level's height


@styled()
def tree(tree: EspTree, *, title: str = "") -> Figure:
    """A parse tree, root on top, the string's letters as leaves; other nodes show their names.

    A node with three children differs in color from one with two. Each stands in the middle of its
    children, so that the labels of a level are at least a leaf's width apart.
    """
    places: list[list[float]] = [[float(i) for i in range(len(tree.string))]]
    for level in range(1, tree.height + 1):
        below = places[-1]
        places.append([(below[c[0]] + below[c[-1]]) / 2 for c in tree.children(level)])
    size = (_NODE * len(tree.string) + 0.4, _LEVEL * tree.height + 0.5 + 0.25 * bool(title))
    figure = new_figure(figsize=size)
    axes = figure.add_subplot()
    for (level, parent), (_, child) in tree.edges:
        ends = (places[level][parent], places[level - 1][child])
        axes.plot(ends, (level, level - 1), color="#888888", linewidth=1, zorder=1)
    for level, place, name in tree.nodes:
        n_children = len(tree.children(level)[place]) if level else 0
        axes.text(
            places[level][place],
            level,
            str(name) if level else tree.string[place],
            ha="center",
            va="center",
            zorder=2,
            bbox={
                "boxstyle": "circle,pad=0.25",
                "facecolor": _BY_CHILDREN.get(n_children, COLORS[6]),
            },
        )
    axes.set_xlim(-0.7, len(tree.string) - 0.3)
    axes.set_ylim(-0.5, tree.height + 0.5)
    _bare(figure, title)
    return figure


@styled()
def aligned(
    rows: Mapping[str, Sequence[str]], *, marked: Iterable[int] = (), title: str = ""
) -> Figure:
    """Sequences of equal length under each other, each row named; columns may be marked.

    A place where a row has nothing is the empty string.
    """
    length = len(next(iter(rows.values())))
    size = (1.8 + 1.2 * _NODE * length, _ROW * (len(rows) + 1) + 0.25 * bool(title))
    figure = new_figure(figsize=size)
    axes = figure.add_subplot()
    for column in marked:
        axes.axvspan(column - 0.45, column + 0.45, color=COLORS[4], alpha=0.35, linewidth=0)
    for height, (name, entries) in enumerate(reversed(list(rows.items()))):
        axes.text(-0.8, height, name, ha="right", va="center")
        for column, entry in enumerate(entries):
            axes.text(column, height, entry, ha="center", va="center")
    axes.set_xlim(-0.6, length - 0.4)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    _bare(figure, title)
    return figure


def _bare(figure: Figure, title: str) -> None:
    """No frame, no ticks: places have no unit."""
    axes = figure.axes[0]
    axes.set_axis_off()
    if title:
        axes.set_title(title, loc="left", fontsize="medium")
