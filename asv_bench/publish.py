"""``python asv_bench/publish.py``: measure beside peers, then write RESULTS.md and plots.html.

asv measures and stores; each family is a run of its own, so that an interrupted one keeps what it
had, and the next goes on from there. Pages of which anything is missing go to the folder ``part``,
say so in their first sentence, and end the program with an error; those of some families, asked for
with ``--family``, go there as well. ``--only-write`` makes the two pages of what is stored. For
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
from typing import Any

HERE = Path(__file__).parent
MODULES = ("distances", "kernels", "solvers", "calls", "growth")
PEERS = ("numpy", "scipy", "rapidfuzz", "dtaidistance", "aeon", "numba", "tslearn", "POT")
SOLVERS = ("scikit-learn", "clarabel", "osqp", "scs")
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
    "Fits": "Step 3 of Algorithm 1",
    "NearestNeighbors": "Nearest neighbors",
    "IdealizedMetric": "Metric of the idealized kernels",
    "KernelClassificationRule": "Kernel classification rule",
    "SingleCalls": "Single calls",
    "Imports": "Imports",
    "Growth": "Growth with the size",
}
SLOW = 1.5  # times the peer's time
APART = 0.2  # what an exponent may differ from its claim without a reason
NOTE = """One thread each; times are of the processor, ours and the peer's in turn. A ratio is our
time over the peer's, below 1 where ours is less, with its quartiles; the other columns, where they
have a sense: megabytes that a call allocates beyond its result, time over that of the definition in
`verify` per unit of work, time over that of the passes over memory that the method cannot do
without (one pass: an in-place multiplication of float64 in a block of 256 KB), the largest
difference from the peer relative to its largest entry. Ratios belong to a processor. Those of an
AMD EPYC and those of an Intel Xeon were seen to differ by up to three times; so were those of two
AMD EPYC: one of Zen 4 (family 25, model 17) took 1.6 to 3.9 times rapidfuzz's time for strings of
8 to 64 letters where another took 1.0 to 1.4, and for SFM by rows 3.3 to 4.0 times SciPy's where
that took 2.7 to 2.9. Written by `python asv_bench/publish.py`."""
OMITTED = """Left out are: metric-learn, which has the metrics of Xing et al. and LMNN, because with
a scikit-learn of 1.8 or later it raises, as it passes an argument that was dropped; libraries that
are called pair by pair from Python; more than one thread. The local alignment kernel has no peer,
as no library has it. None parses edit-sensitively either: that peer is a program of ours."""
COLUMNS = {  # figure: head of its column, a value as text
    "seconds": ("ms", lambda v: f"{1000 * v:.3g}"),
    "ratio": ("ratio to {peer}", lambda v: f"{v:.2f}"),
    "megabytes": ("MB", lambda v: f"{v:.2g}"),
    "ratio_to_plain": ("to definition", lambda v: f"{v:.2g}"),
    "times_the_limit": ("to limit", lambda v: f"{v:.2g}"),
    "error": ("difference", lambda v: f"{v:.2g}"),
}

# family, figure, case; None where a case failed, NaN where it has no such figure
Figures = dict[str, dict[str, dict[str, float | None]]]


def families() -> dict[str, Any]:
    """The classes that are published, by their names module.Class."""
    sys.path.insert(0, str(HERE))
    found = {}
    for module in MODULES:
        for c in vars(importlib.import_module(f"benchmarks.{module}")).values():
            if getattr(c, "__module__", "").endswith(f".{module}") and hasattr(c, "params"):
                found[f"{module}.{c.__name__}"] = c
    return found


def title(family: str) -> str:
    return TITLES[family.split(".")[1]]


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
    here = os.environ | {"ASV_PYTHONPATH": str(HERE.parent / "src")}  # whatever is installed
    subprocess.run(command, cwd=HERE, env=here, check=False)  # what failed is found in its results


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
            values = found.get_result_value(key, [cases]) or [None] * len(cases)
            of_figure = figures.setdefault(family, {}).setdefault(figure, {})
            pairs = zip(cases, values, strict=True)
            of_figure.update({c.strip("'\""): v for c, v in pairs})
    return figures, json.loads(about.read_text())


def gaps(figures: Figures, wanted: dict[str, Any]) -> list[str]:
    """Families that were not measured, and cases of the others that failed or have no ratio."""
    found = []
    for family, owner in wanted.items():
        of = figures.get(family, {})
        needed = (
            "exponent" if hasattr(owner, "reasons") else "ratio" if owner.peer_name else "seconds"
        )
        bad = [
            case
            for case in owner.params[0]
            if missing(of.get(needed, {}).get(case)) or None in (v.get(case) for v in of.values())
        ]
        named = "" if len(bad) == len(owner.params[0]) else f" ({'; '.join(bad)})"
        found += [title(family) + named] * bool(bad)
    return found


def missing(value: float | None) -> bool:
    return value is None or math.isnan(value)


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def family_table(owner: Any, of: dict[str, dict[str, float | None]]) -> str:
    """A row a case, a column for each figure that any case has."""
    if "exponent" in of:
        rows = [growth_row(case, of, why) for case, why in owner.reasons().items()]
        return table(["what grows", "exponent", "claimed", "why another"], rows)
    shown = [f for f in COLUMNS if not all(map(missing, of.get(f, {}).values()))]
    rows = []
    for case in owner.params[0]:
        row = [case]
        for name in shown:
            value = of[name].get(case)
            failed = value is None
            row.append("failed" if failed else "" if math.isnan(value) else COLUMNS[name][1](value))
            spread = [of.get(f"ratio_{end}", {}).get(case) for end in ("low", "high")]
            if name == "ratio" and not any(map(missing, [value, *spread])):
                row[-1] += " ({:.2f}-{:.2f})".format(*spread)
        rows.append(row)
    head = [COLUMNS[name][0].format(peer=owner.peer_name) for name in shown]
    return table(["case", *head], rows)


def growth_row(case: str, of: dict[str, dict[str, float | None]], why: str) -> list[str]:
    exponent, claimed = of["exponent"].get(case), of["claimed"].get(case)
    if missing(exponent):
        return [case, "failed", "", ""]
    apart = abs(exponent - claimed) > APART
    return [case, f"{exponent:.2f}", f"{claimed}", (why or "no reason is known") if apart else ""]


def what_is_slow(figures: Figures) -> str:
    """One sentence: the slowest case of each family that takes much longer than its peer."""
    slow = []
    for family, of in figures.items():
        ratios = {
            c: round(v, 2)  # as the table has it, so that nobody counts otherwise
            for c, v in of.get("ratio", {}).items()
            if "seconds" in of and not missing(v) and round(v, 2) > SLOW
        }
        if ratios:
            worst = max(ratios, key=lambda case: ratios[case])
            slow.append((ratios[worst], f"{title(family)} ({worst})"))
    named = ", ".join(f"{name} {ratio:.1f} times" for ratio, name in sorted(slow, reverse=True))
    others = f"in no other table is a case above {SLOW} times"
    return f"**What is slow**, at its worst, in times of the peer: {named or 'nothing'}; {others}."


def processor_named(name: str, told: str) -> str:
    """With family and model, which tell those of one name apart, where Linux has ``told`` them."""
    found = {key: re.search(rf"^{key}\s*: (\d+)$", told, re.M) for key in ("cpu family", "model")}
    numbers = [f"{key.split()[-1]} {number[1]}" for key, number in found.items() if number]
    return f"{name} ({', '.join(numbers)})" if numbers else name


def results_page(
    figures: Figures, wanted: dict[str, Any], machine: dict[str, str], commit: str
) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in (*PEERS, *SOLVERS))
    told = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").exists() else ""
    processor = processor_named(machine["cpu"] or platform.machine(), told)
    where = f"{processor}, {machine['num_cpu']} processors, {machine['os']}"
    figures = {family: figures[family] for family in wanted if family in figures}
    lacking = gaps(figures, wanted)
    parts = [
        "# Speed beside peers",
        *([f"**What failed or was not measured**: {', '.join(lacking)}."] if lacking else []),
        what_is_slow(figures),
        NOTE,
        OMITTED,
        f"Commit {commit[:10]}; Python {platform.python_version()}, {versions}; {where}.",
        f"Load of the machine in the last quarter of an hour: {os.getloadavg()[2]:.1f}, ours about "
        "1; where it is above the number of processors, ratios mean more than times.",
    ]
    for family, of in figures.items():
        owner = wanted[family]
        parts += [f"## {title(family)}", family_table(owner, of)]
        parts += [owner.note] if getattr(owner, "note", "") else []
    return "\n\n".join(parts) + "\n"


def plots_page(figures: Figures) -> str:
    """One picture a family, inside the page: it needs no network."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import LogLocator

    pictures = []
    for family, of in figures.items():
        middle = {case: v for case, v in of.get("ratio", {}).items() if not missing(v)}
        if not middle:
            continue
        low = [middle[c] - of.get("ratio_low", middle)[c] for c in middle]
        high = [of.get("ratio_high", middle)[c] - middle[c] for c in middle]
        figure, axes = plt.subplots(figsize=(8, 0.8 + 0.3 * len(middle)), layout="constrained")
        axes.errorbar(list(middle.values()), list(middle), xerr=[low, high], fmt="o")
        axes.axvline(1, color="gray")
        axes.set(xscale="log", xlabel="our time / the peer's", title=title(family))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter("{x:g}")
        axes.xaxis.set_minor_locator(LogLocator(subs=(2, 3, 5, 7)))
        axes.invert_yaxis()
        text = StringIO()
        figure.savefig(text, format="svg")
        plt.close(figure)
        pictures.append(text.getvalue()[text.getvalue().index("<svg") :])
    heading = html.escape("Speed beside peers")
    style = "<style>body{font-family:sans-serif;max-width:60em;margin:auto}</style>"
    head = f"<!doctype html><meta charset='utf-8'><title>{heading}</title>{style}"
    return f"{head}<h1>{heading}</h1>{''.join(pictures)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-write", action="store_true", help="measure nothing")
    parser.add_argument("--family", default="", help="only those whose name has this in it")
    parser.add_argument("--commit", default="HEAD", help="whose results; measured is what is here")
    arguments = parser.parse_args()
    commit = git("rev-parse", arguments.commit).strip()
    every = families()
    wanted = {name: owner for name, owner in every.items() if arguments.family in name}
    if not wanted:
        raise SystemExit(f"no family has {arguments.family!r} in its name: {', '.join(every)}")
    if not arguments.only_write:
        subprocess.run([sys.executable, "-m", "asv", "machine", "--yes"], cwd=HERE, check=True)
        for family in wanted:
            measure(family, commit)
    figures, machine = stored(commit)
    if not figures:
        raise SystemExit(
            f"nothing is stored of {commit[:10]} on this machine, so the pages stay as they are"
        )
    lacking = gaps(figures, wanted)
    folder = HERE / "part" if lacking or wanted != every else HERE
    folder.mkdir(exist_ok=True)
    (folder / "RESULTS.md").write_text(results_page(figures, wanted, machine, commit))
    (folder / "plots.html").write_text(plots_page({f: figures[f] for f in wanted if f in figures}))
    print(f"written to {folder}")
    if lacking:
        raise SystemExit(f"failed or not measured: {', '.join(lacking)}")


if __name__ == "__main__":
    main()
