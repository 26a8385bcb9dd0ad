"""The page of plots: one picture a family, inside the page, which needs no network."""

from __future__ import annotations

import html
import math
from io import StringIO
from typing import Any

import matplotlib
from pages import Figures, missing, title

matplotlib.use("svg")
from matplotlib import pyplot as plt
from matplotlib.ticker import LogLocator


def plots_page(figures: Figures, wanted: dict[str, Any]) -> str:
    pictures = []
    for family, of in figures.items():
        if any(not missing(v) for v in of.get("ratio", {}).values()):
            pictures.append(ratios(title(family), of))
        elif "exponent" in of:
            pictures.append(growths(title(family), of, wanted[family]))
    heading = html.escape("Speed beside peers")
    style = "<style>body{font-family:sans-serif;max-width:60em;margin:auto}</style>"
    head = f"<!doctype html><meta charset='utf-8'><title>{heading}</title>{style}"
    return f"{head}<h1>{heading}</h1>{''.join(pictures)}\n"


def ratios(name: str, of: dict[str, dict[str, float | None]]) -> str:
    """A line a case, with its quartiles."""
    middle = {case: v for case, v in of["ratio"].items() if not missing(v)}
    low = [middle[c] - of.get("ratio_low", middle)[c] for c in middle]
    high = [of.get("ratio_high", middle)[c] - middle[c] for c in middle]
    figure, axes = plt.subplots(figsize=(8, 0.8 + 0.3 * len(middle)), layout="constrained")
    axes.errorbar(list(middle.values()), list(middle), xerr=[low, high], fmt="o")
    axes.axvline(1, color="gray")
    axes.set(xscale="log", xlabel="our time / the peer's", title=name)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("{x:g}")
    axes.xaxis.set_minor_locator(LogLocator(subs=(2, 3, 5, 7)))
    axes.invert_yaxis()
    return as_text(figure)


def growths(name: str, of: dict[str, dict[str, float | None]], owner: Any) -> str:
    """A panel a claim, both axes logarithmic: the costs, and a line of the exponent claimed."""
    columns = 4
    rows = math.ceil(len(owner.of) / columns)
    figure, axes = plt.subplots(rows, columns, figsize=(11, 2.2 * rows), layout="constrained")
    for panel, (case, growth) in zip(axes.flat, owner.of.items(), strict=False):
        costs = [of.get(f"cost_{k}", {}).get(case) for k in range(len(growth.sizes))]
        if not any(map(missing, costs)):
            claimed = [costs[-1] * (n / growth.sizes[-1]) ** growth.claimed for n in growth.sizes]
            panel.loglog(growth.sizes, costs, "o")
            panel.loglog(growth.sizes, claimed, color="gray")
            panel.set_ylim(min(costs) / 2, 2 * max(costs))  # what is constant looks constant
        panel.set_title(case, fontsize=9)
        panel.minorticks_off()
        panel.set_xticks(growth.sizes, growth.sizes, fontsize=7)
    for panel in axes.flat[len(owner.of) :]:
        panel.remove()
    figure.suptitle(f"{name}: seconds, or MB of memory; the line has the exponent claimed")
    return as_text(figure)


def as_text(figure: Any) -> str:
    text = StringIO()
    figure.savefig(text, format="svg")
    plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :]
