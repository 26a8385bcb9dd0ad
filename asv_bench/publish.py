"""``python asv_bench/publish.py``: measure beside peers, then write RESULTS.md and plots.html.

asv measures and stores; each family is a run of its own, so that an interrupted one keeps what it
had, and the next goes on from there. ``--only-write`` makes the two pages of what is stored. For
other commits and for time_ and peakmem_, call asv itself.
"""

from __future__ import annotations

import argparse
import html
import importlib
import json
import math
import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from io import StringIO
from pathlib import Path

HERE = Path(__file__).parent
MODULES = ("distances_and_kernels", "features_and_solvers", "growth")
PEERS = ("numpy", "scipy", "rapidfuzz", "dtaidistance", "aeon", "tslearn", "POT")
SOLVERS = ("clarabel", "osqp", "scs")
TITLES = {
    "Levenshtein": "Levenshtein distance",
    "TimeWarping": "Dynamic time warping",
    "TimeWarpingInNumba": "Dynamic time warping, beside numba",
    "ModifiedHausdorff": "Modified Hausdorff distance",
    "GlobalAlignment": "Global alignment kernel",
    "LocalAlignment": "Local alignment kernel",
    "Mismatch": "Mismatch kernel",
    "StoredMatrix": "Random features, beside a stored matrix",
    "Kernels": "Laplacian kernel of counts",
    "Parsing": "Edit-sensitive parsing",
    "IdealizedMetric": "Metric of the idealized kernels",
    "KernelClassificationRule": "Kernel classification rule",
    "SingleCalls": "Single calls",
    "Imports": "Imports",
    "Growth": "Growth with the size",
}
SLOW = 1.5  # times the peer's time
NOTE = """One thread each; times are of the processor, ours and the peer's in turn. A ratio is our
time over the peer's, below 1 where ours is less, with its quartiles; the other columns: megabytes
that a call allocates beyond its result, time over that of the definition in `verify` per unit of
work, time over that of the passes over memory that the method cannot do without (one pass: an
in-place multiplication of float64 in a block of 256 KB), the largest difference from the peer
relative to its largest entry. Ratios belong to a processor: those of an AMD EPYC and those of an
Intel Xeon were seen to differ by up to three times. Written by `python asv_bench/publish.py`."""

Figures = dict[str, dict[str, dict[str, float]]]  # family, figure, case


def families() -> list[str]:
    """Names module.Class of what is published."""
    sys.path.insert(0, str(HERE))
    names = []
    for module in MODULES:
        found = vars(importlib.import_module(f"benchmarks.{module}"))
        own = [c for c in found.values() if getattr(c, "__module__", "").endswith(module)]
        names += [f"{module}.{c.__name__}" for c in own if hasattr(c, "params")]
    return names


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout


def measure(family: str, commit: str) -> None:
    """One run of asv, whose results are added to those of the commit."""
    wanted = "^" + re.escape(f"{family}.track_")
    options = (
        "--python=same",
        "--launch-method=forkserver",  # peers are imported once, not once a figure
        f"--set-commit-hash={commit}",
        "--skip-existing-successful",
    )
    command = [sys.executable, "-m", "asv", "run", *options, "--bench", wanted]
    subprocess.run(command, cwd=HERE, check=False)


def stored(commit: str) -> tuple[Figures, dict[str, str]]:
    """What asv has stored of this commit on this machine, and the machine."""
    from asv.machine import Machine
    from asv.results import iter_results_for_machine_and_hash

    results = str(HERE / "results")
    name = Machine.get_unique_machine_name()
    figures: Figures = {}
    about = HERE / "results" / name / "machine.json"
    if not about.exists():  # nothing was ever measured here
        return figures, {}
    for found in iter_results_for_machine_and_hash(results, name, commit):
        for key in found.get_all_result_keys():
            family, _, figure = key.rpartition(".track_")
            if family.split(".")[0] not in MODULES:
                continue
            (cases,) = found.get_result_params(key)
            values = found.get_result_value(key, [cases])
            of_figure = figures.setdefault(family, {}).setdefault(figure, {})
            pairs = zip(cases, values, strict=True)
            of_figure.update({c.strip("'\""): math.nan if v is None else v for c, v in pairs})
    return figures, json.loads(about.read_text())


def number(value: float, digits: int = 2) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.{digits}g}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def family_table(family: str, of: dict[str, dict[str, float]]) -> str:
    """A row a case: whatever its family measured."""
    if "exponent" in of:
        rows = [[c, number(v), number(of["claimed"][c])] for c, v in of["exponent"].items()]
        return table(["what grows", "exponent", "claimed"], rows)
    if "seconds" not in of:
        return table(["", "ours / import numpy"], [[c, number(v)] for c, v in of["ratio"].items()])
    module, name = family.split(".")
    peer = getattr(importlib.import_module(f"benchmarks.{module}"), name).peer_name
    rows = []
    for case, middle in of["ratio"].items():
        low, high = of["ratio_low"][case], of["ratio_high"][case]
        spread = "" if math.isnan(middle) else f"{middle:.2f} ({low:.2f}-{high:.2f})"
        rest = ("megabytes", "ratio_to_plain", "times_the_limit", "error")
        values = [number(of[figure][case]) for figure in rest]
        rows.append([case, f"{1000 * of['seconds'][case]:.3g}", spread, *values])
    head = ["case", "ms", f"ratio to {peer}", "MB", "to definition", "to limit", "difference"]
    return table(head, rows)


def what_is_slow(figures: Figures) -> str:
    """One sentence: the slowest case of each family that takes much longer than its peer."""
    slow = []
    for family, of in figures.items():
        ratios = {c: v for c, v in of.get("ratio", {}).items() if "seconds" in of and v > SLOW}
        if ratios:
            worst = max(ratios, key=lambda case: ratios[case])
            slow.append((ratios[worst], f"{TITLES[family.split('.')[1]]} ({worst})"))
    named = ", ".join(f"{name} {ratio:.1f} times" for ratio, name in sorted(slow, reverse=True))
    others = f"in no other table is a case above {SLOW} times"
    return f"**What is slow**, at its worst, in times of the peer: {named or 'nothing'}; {others}."


def results_page(figures: Figures, machine: dict[str, str], commit: str) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in (*PEERS, *SOLVERS))
    where = (
        f"{machine['cpu'] or platform.machine()}, {machine['num_cpu']} processors, {machine['os']}"
    )
    parts = [
        "# Speed beside peers",
        what_is_slow(figures),
        NOTE,
        f"Commit {commit[:10]}; Python {platform.python_version()}, {versions}; {where}.",
        f"{os.getloadavg()[2]:.0f} processes shared the machine at the end: where they are more "
        "than the processors, ratios mean more than times.",
    ]
    for family, of in figures.items():
        parts += [f"## {TITLES[family.split('.')[1]]}", family_table(family, of)]
    return "\n\n".join(parts) + "\n"


def plots_page(figures: Figures) -> str:
    """One picture a family, inside the page: it needs no network."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    pictures = []
    for family, of in figures.items():
        middle = {case: v for case, v in of.get("ratio", {}).items() if not math.isnan(v)}
        if not middle:
            continue
        low = [middle[c] - of.get("ratio_low", middle)[c] for c in middle]
        high = [of.get("ratio_high", middle)[c] - middle[c] for c in middle]
        figure, axes = plt.subplots(figsize=(8, 0.8 + 0.3 * len(middle)), layout="constrained")
        axes.errorbar(list(middle.values()), list(middle), xerr=[low, high], fmt="o")
        axes.axvline(1, color="gray")
        axes.set(xscale="log", xlabel="our time / the peer's", title=TITLES[family.split(".")[1]])
        axes.invert_yaxis()
        text = StringIO()
        figure.savefig(text, format="svg")
        plt.close(figure)
        pictures.append(text.getvalue()[text.getvalue().index("<svg") :])
    title = html.escape("Speed beside peers")
    style = "<style>body{font-family:sans-serif;max-width:60em;margin:auto}</style>"
    head = f"<!doctype html><meta charset='utf-8'><title>{title}</title>{style}"
    return f"{head}<h1>{title}</h1>{''.join(pictures)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-write", action="store_true", help="measure nothing")
    parser.add_argument("--family", default="", help="only those whose name has this in it")
    parser.add_argument("--commit", default="HEAD", help="whose results; measured is what is here")
    arguments = parser.parse_args()
    commit = git("rev-parse", arguments.commit).strip()
    if not arguments.only_write:
        subprocess.run([sys.executable, "-m", "asv", "machine", "--yes"], cwd=HERE, check=True)
        for family in families():
            if arguments.family in family:
                measure(family, commit)
    else:
        families()  # the modules must be found
    figures, machine = stored(commit)
    if not figures:
        raise SystemExit(
            f"nothing is stored of {commit[:10]} on this machine, so the pages stay as they are"
        )
    (HERE / "RESULTS.md").write_text(results_page(figures, machine, commit))
    (HERE / "plots.html").write_text(plots_page(figures))


if __name__ == "__main__":
    main()
