"""Pictures in one quiet style; every axis is labeled, with its unit where it has one.

Each function returns a matplotlib figure, made without pyplot: nothing global, no window, and a
worker process may draw. `render` turns a figure into what the store keeps. The first picture
imports matplotlib: whoever lists claims does not wait for it.
"""

from __future__ import annotations

import base64
import contextlib
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from cycler import cycler
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

# distinguishable in the common forms of color blindness, and in gray (Okabe and Ito)
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555")
_QUIET = "#666666"
STYLE: dict[Any, Any] = {  # the keys are a literal type of matplotlib's newest releases
    "figure.figsize": (6.4, 3.6),
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "axes.prop_cycle": cycler(color=COLORS),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _QUIET,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e5e5e5",
    "grid.linewidth": 0.6,
    "xtick.color": _QUIET,
    "ytick.color": _QUIET,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "svg.hashsalt": "paper-checks",  # the same figure gives the same bytes
}
_DASHES = ("--", ":", "-.")  # of the lines that curves are compared with
_LEGEND = 4  # names up to which a legend finds room between the curves
_HEAVY = 400_000  # bytes of SVG above which PNG is kinder to the reader


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """Around what is drawn, or as a decorator: the one style of all pictures."""
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        yield


def new_figure(**options: Any) -> Figure:
    """An empty picture; options are matplotlib's."""
    from matplotlib.figure import Figure

    return Figure(**options)


def _axes(xlabel: str, ylabel: str, title: str = "") -> tuple[Figure, Axes]:
    figure = new_figure()
    axes = figure.add_subplot(xlabel=xlabel, ylabel=ylabel)
    if title:
        axes.set_title(title, loc="left", fontsize="medium")
    return figure, axes


@styled()
def curves(
    x: ArrayLike,
    y: ArrayLike | Mapping[str, ArrayLike],
    *,
    xlabel: str,
    ylabel: str,
    limit: Mapping[str, float] | None = None,
    bands: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    logx: bool = False,
    logy: bool = False,
    title: str = "",
) -> Figure:
    """One curve or several over a common x.

    Parameters
    ----------
    x : (n,)
    y : (n,), or a dict from the curve's name to (n,)
    limit : horizontal lines that the curves are compared with, by name
    bands : lower and upper (n,) around the curve of the same name
    """
    figure, axes = _axes(xlabel, ylabel, title)
    named = y if isinstance(y, Mapping) else {"": y}
    for name, values in named.items():
        marker = "." if np.size(x) <= 40 else None
        (line,) = axes.plot(x, values, marker=marker, label=name or None)
        if bands and name in bands:
            axes.fill_between(x, *bands[name], color=line.get_color(), alpha=0.2, linewidth=0)
    for dashes, (name, value) in zip(itertools.cycle(_DASHES), (limit or {}).items()):
        axes.axhline(value, color="#333333", linestyle=dashes, linewidth=1, label=name)
    if logx:
        axes.set_xscale("log")
    if logy:
        axes.set_yscale("log")
    if len(named) + len(limit or {}) > _LEGEND:
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    elif any(named) or limit:
        axes.legend()
    return figure


@styled()
def dots(
    groups: Sequence[str],
    values: Mapping[str, ArrayLike],
    *,
    value: str,
    of: str,
    spread: Mapping[str, ArrayLike] | None = None,
    limit: float | None = None,
    title: str = "",
) -> Figure:
    """A row a group with one dot a series, ``{"paper": ..., "measured": ...}``, and its spread.

    ``value`` and ``of`` label the axes of values and of groups; ``spread`` holds half lengths of
    error bars by series; ``limit`` is a line that values are compared with.
    """
    figure, axes = _axes(value, of, title)
    figure.set_size_inches(6.4, 1.2 + (0.12 * len(values) + 0.16) * len(groups))
    rows = np.arange(len(groups))
    for k, (name, places) in enumerate(values.items()):
        apart = 0.7 / len(values) * (k - (len(values) - 1) / 2)
        error = (spread or {}).get(name)
        style: dict[str, Any] = {"fmt": "os^D"[k % 4], "markersize": 5, "capsize": 2}
        axes.errorbar(places, rows + apart, xerr=error, label=name, **style)
    if limit is not None:
        axes.axvline(limit, color="#333333", linestyle="--", linewidth=1)
    axes.set_yticks(rows, groups)
    axes.invert_yaxis()
    if len(values) > 1:
        axes.legend(ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
    return figure


@styled()
def heatmap(
    matrix: ArrayLike,
    *,
    xlabel: str,
    ylabel: str,
    value: str,
    title: str = "",
) -> Figure:
    """An (n, m) matrix in colors; centered on white where both signs occur; ``value`` names it."""
    matrix = np.asarray(matrix, dtype=float)
    figure, axes = _axes(xlabel, ylabel, title)
    figure.set_size_inches(4.8, 4.0)
    axes.grid(visible=False)
    largest = np.nanmax(np.abs(matrix))
    signed = bool(np.nanmin(matrix) < 0 < np.nanmax(matrix))
    colors = (
        {"cmap": "RdBu_r", "vmin": -largest, "vmax": largest} if signed else {"cmap": "cividis"}
    )
    image = axes.imshow(matrix, aspect="equal", interpolation="nearest", **colors)
    figure.colorbar(image, label=value)
    return figure


@styled()
def eigenvalues(
    values: ArrayLike | Mapping[str, ArrayLike],
    tolerance: float | None = None,
) -> Figure:
    """Spectra in decreasing order, negative ones marked; ``tolerance``: what rounding explains."""
    figure, axes = _axes("rank", "eigenvalue")
    named = values if isinstance(values, Mapping) else {"": values}
    for name, spectrum in named.items():
        ordered = np.sort(np.asarray(spectrum, dtype=float))[::-1]
        rank = np.arange(1, ordered.size + 1)
        (line,) = axes.plot(rank, ordered, marker=".", linewidth=0.8, label=name or None)
        below = ordered < -(tolerance or 0.0)
        axes.plot(rank[below], ordered[below], "v", color=line.get_color(), markersize=7)
    axes.axhline(0, color="#333333", linewidth=1)
    if tolerance:
        axes.axhspan(-tolerance, tolerance, color="#bbbbbb", alpha=0.5, linewidth=0)
    axes.set_yscale("symlog", linthresh=tolerance or 1e-3, linscale=2)
    if any(named):
        axes.legend()
    return figure


@styled()
def classes(
    panels: Sequence[tuple[str, ArrayLike, ArrayLike, ArrayLike]],
    *,
    columns: int,
    xlabel: str,
    ylabel: str,
) -> Figure:
    """Points of several classes in the plane, row by row so many panels.

    Parameters
    ----------
    panels : title, points (n, 2), classes (n,) and which points are bold (n,), one tuple a panel
    """
    rows = -(-len(panels) // columns)
    figure = new_figure(figsize=(2.3 * columns, 2.3 * rows))
    for place, (title, points, members, bold) in enumerate(panels):
        axes = figure.add_subplot(rows, columns, place + 1)
        axes.set_title(title, loc="left", fontsize="small")
        axes.tick_params(labelsize="x-small")
        axes.set_xlabel(xlabel, fontsize="small")
        axes.set_ylabel(ylabel, fontsize="small")
        points, members = np.asarray(points), np.asarray(members)
        bold = np.asarray(bold, dtype=bool)
        for k, member in enumerate(np.unique(members)):
            for thick in (False, True):
                x, y = points[(members == member) & (bold == thick)].T
                style = {"s": 42, "edgecolor": "black", "linewidth": 1.2} if thick else {"s": 9}
                axes.scatter(x, y, marker="os^Dv"[k % 5], color=COLORS[k % len(COLORS)], **style)
    return figure


def _label_few(axis: Axis) -> None:
    """A log axis: labels at powers of ten; where fewer than two are in sight, at 1, 2, 5, too."""
    if axis.get_scale() != "log":
        return
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    axis.set_minor_formatter(NullFormatter())
    low, high = np.log10(np.sort(axis.get_view_interval()))
    if np.floor(high) - np.ceil(low) < 1:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(StrMethodFormatter("{x:g}"))


def render(figure: Figure) -> dict[str, str]:
    """``{"format", "alt", "data"}``: SVG text, or base64 of a PNG where the SVG would be heavy."""
    figure.patch.set_facecolor("white")
    for axes in figure.axes:
        _label_few(axes.xaxis)
        _label_few(axes.yaxis)
    with styled():
        svg = io.BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None})
        picture = {"format": "svg", "alt": _alt(figure), "data": svg.getvalue().decode()}
        if len(picture["data"]) > _HEAVY:
            png = io.BytesIO()
            figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
            data = base64.b64encode(png.getvalue()).decode()
            picture = {"format": "png", "alt": picture["alt"], "data": data}
    return picture


def _alt(figure: Figure) -> str:
    """What is plotted against what, for readers who do not see the picture."""
    parts: list[str] = []
    for axes in figure.axes:
        title = axes.get_title(loc="left") or axes.get_title()
        names = ", ".join(axes.get_legend_handles_labels()[1])
        if axes.get_xlabel() or not parts:
            ends = axes.get_ylabel(), axes.get_xlabel()
            what = " against ".join(ends) if any(ends) else ""  # a tree has no axes
            parts.append(": ".join(t for t in (title, what, names) if t))
    return "; ".join(parts)
