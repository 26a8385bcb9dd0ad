"""``python asv_bench/publish.py``: measure beside peers, then write RESULTS.md and plots.html.

asv measures and stores; each family is a run of its own, so that an interrupted one keeps what it
had, and the next goes on from there: a family of which nothing is missing is not measured again.
Pages of which anything is missing go to the folder ``part``, say so before all else, and end the
program with an error; those of some families, asked for with ``--family``, go there as well and
begin with which these are. ``--only-write`` makes the two pages of what is stored. For other
commits and for time_ and peakmem_, call asv itself.

The whole page is of a commit, so that nothing is measured while files differ from it. A part may be
of changes that are not committed yet, and says so.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # as a script has it; a test imports this file as a module

import pages  # noqa: E402
import plots  # noqa: E402
import provenance  # noqa: E402

MODULES = ("distances", "alignments", "kernels", "solvers", "metrics", "calls", "growth")


def families() -> tuple[dict[str, Any], list[str]]:
    """The classes that are published, by asv's names beside.module.Class, and the slow left out."""
    skip = importlib.import_module("benchmarks.side_by_side").slow_are_skipped()
    found, skipped = {}, []
    for module in MODULES:
        for c in vars(importlib.import_module(f"benchmarks.beside.{module}")).values():
            if getattr(c, "__module__", "").endswith(f".{module}") and hasattr(c, "params"):
                name = f"beside.{module}.{c.__name__}"
                if skip and getattr(c, "slow", False):
                    skipped.append(name)
                else:
                    found[name] = c
    return found, skipped


def git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout


def changes() -> str:
    """What differs from the commit, a file a line, the page itself aside."""
    return git("status", "--porcelain", "--", ":/", f":(exclude){HERE / 'RESULTS.md'}").strip()


def measure(family: str, commit: str) -> None:
    """One run of asv, which stores results as those of the commit, and a record beside them.

    A run that stored nothing leaves no record, so that the family counts as not measured.
    """
    wanted = "^" + re.escape(f"{family}.track_")
    options = (
        "--python=same",
        "--launch-method=forkserver",  # peers are imported once, not once a figure
        f"--set-commit-hash={commit}",
    )
    command = [sys.executable, "-m", "asv", "run", *options, "--bench", wanted]
    here = os.environ | {"ASV_PYTHONPATH": str(HERE.parent / "src")}  # whatever is installed
    folder, _ = of_this_machine()
    provenance.file_of(folder, commit, family).unlink(missing_ok=True)  # until this is measured
    before, begin, start = changes(), provenance.moment(), int(1000 * time.time())
    subprocess.run(command, cwd=HERE, env=here, check=False)  # what failed is found in its results
    if (environment := measured_since(start, family, commit)) is None:
        return
    _, machine = of_this_machine()  # which the first run writes
    changed = bool(before or changes() or git("rev-parse", "HEAD").strip() != commit)
    record = {"commit": commit, "changes": changed, "env_name": environment}
    record |= {"begin": begin, "end": provenance.moment()}
    provenance.write(folder, commit, family, record | provenance.surroundings(machine))


def measured_since(start: int, family: str, commit: str) -> str | None:
    """asv's name of the environment whose figures of the family all began since ``start``, in ms.

    None where there is none: the figures are those of another run.
    """
    for found in results_of(commit):
        keys = [key for key in found.get_all_result_keys() if key.startswith(f"{family}.track_")]
        if keys and all((found.started_at.get(key) or 0) >= start for key in keys):
            return found.env_name
    return None


def of_this_machine() -> tuple[Path, dict[str, str]]:
    """Where asv stores what is measured here, and what it knows of the machine, if anything."""
    from asv.machine import Machine

    folder = HERE / "results" / Machine.get_unique_machine_name()
    about = folder / "machine.json"
    return folder, json.loads(about.read_text()) if about.exists() else {}


def results_of(commit: str) -> list[Any]:
    """What asv has stored of this commit on this machine, an object for each environment."""
    from asv.results import iter_results_for_machine_and_hash

    folder, machine = of_this_machine()
    if not machine:  # nothing was ever measured here
        return []
    return list(iter_results_for_machine_and_hash(str(folder.parent), folder.name, commit))


def stored(commit: str) -> tuple[pages.Figures, dict[str, provenance.Record]]:
    """The figures of this commit that have a record, of its environment alone, and the records."""
    figures: pages.Figures = {}
    records = provenance.read(of_this_machine()[0], commit)
    for found in results_of(commit):
        for key in found.get_all_result_keys():
            family, _, figure = key.rpartition(".track_")
            if records.get(family, {}).get("env_name") != found.env_name:
                continue
            (cases,) = found.get_result_params(key)
            values = found.get_result_value(key, [cases]) or [None] * len(cases)
            of_figure = figures.setdefault(family, {}).setdefault(figure, {})
            pairs = zip(cases, values, strict=True)
            of_figure.update({c.strip("'\""): v for c, v in pairs})
    return figures, {family: records[family] for family in figures}


def measure_what_is_missing(wanted: dict[str, Any], commit: str, whole: bool) -> None:
    """Families without figures or with gaps, and those that are of changed files."""
    changed = changes()
    if whole and changed:
        raise SystemExit(f"commit first what is changed, as the page is of a commit:\n{changed}")
    subprocess.run([sys.executable, "-m", "asv", "machine", "--yes"], cwd=HERE, check=True)
    for family, owner in wanted.items():
        figures, records = stored(commit)
        kept = family in records and not records[family]["changes"] and not changed
        if not kept or pages.gaps(figures, {family: owner}):
            measure(family, commit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-write", action="store_true", help="measure nothing")
    parser.add_argument("--family", default="", help="only those whose name has this in it")
    parser.add_argument("--commit", default="HEAD", help="whose results, with --only-write")
    arguments = parser.parse_args()
    commit = git("rev-parse", arguments.commit).strip()
    every, skipped = families()
    wanted = {name: owner for name, owner in every.items() if arguments.family in name}
    if not wanted:
        raise SystemExit(f"no family has {arguments.family!r} in its name: {', '.join(every)}")
    if not arguments.only_write:
        if arguments.commit != "HEAD":
            raise SystemExit("--commit goes with --only-write: what is measured is what is here")
        measure_what_is_missing(wanted, commit, whole=wanted == every)
    figures, records = stored(commit)
    if not figures:
        raise SystemExit(
            f"nothing is stored of {commit[:10]} on this machine, so the pages stay as they are"
        )
    lacking = pages.gaps(figures, wanted)
    changed = [family for family in wanted if family in records and records[family]["changes"]]
    folder = HERE / "part" if lacking or changed or wanted != every else HERE
    folder.mkdir(exist_ok=True)
    left_out = [*map(pages.title, skipped)]
    head = git("rev-parse", "HEAD").strip()
    at = head if head != commit else ""
    page = pages.results_page(figures, wanted, records, left_out, part=wanted != every, at=at)
    (folder / "RESULTS.md").write_text(page)
    shown = {family: figures[family] for family in wanted if family in figures}
    (folder / "plots.html").write_text(plots.plots_page(shown, wanted))
    print(f"written to {folder}")
    if lacking:
        raise SystemExit(f"failed or not measured: {', '.join(lacking)}")
    if changed and wanted == every:
        raise SystemExit(f"of changed files: {', '.join(map(pages.title, changed))}")


if __name__ == "__main__":
    main()
