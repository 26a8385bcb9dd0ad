"""Which lines of ``reference`` and of the definitions each check runs: ``python -m tests.reached``.

The suite is run once on the reference under coverage.py, one context a check. What comes out, a
data file of coverage.py, tells :mod:`tests.mutation` which checks to run on a changed line, and
which lines and branches of ``reference`` no check takes. Those that are known stand in
``unreached.json``, each below its reason, by their function and text, so that lines may move:

    reference/d2ke/covering.py multiset_covering_bound: raise ValueError(...
    reference/sfm/engines/new_strings.py _transform_levels: for size, ...: => known = ...

the second for a branch that is never taken from a line that runs. A run fails for what is not on
the list, and for what is on it and is reached by now. Apart stand lines, or whole functions, that
are reached on some machines, or by some roundings; of these it asks nothing.

All papers take two to six minutes of a processor. ``--papers today`` is one of them, another one
each day, of which its own folder is asked, and not what papers share; on every fifth day it is all.
"""

from __future__ import annotations

import argparse
import ast
import datetime
import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("COVERAGE_CORE", "ctrace")  # the other cores know no contexts
import coverage

from tests.generated import EXAMPLES, SEED

ROOT = Path(__file__).resolve().parent.parent
WATCHED = ("reference", "verify/definitions", "verify/suite")
DATA = ".reached"
PAPERS = ("d2ke", "sfm", "idealized", "kcr")
TABLE = Path(__file__).parent / "unreached.json"
Listed = dict[str, dict[str, list[str]]]  # by "never" or "on some machines", and by reason


def listed() -> Listed:
    """The table, read anew."""
    table: Listed = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def record(file: str, include: Sequence[str]) -> None:
    """Run checks on the reference, and keep which lines and branches each of them takes."""
    watched = [f"{ROOT}/{folder}/*" for folder in WATCHED]
    recorder = coverage.Coverage(data_file=file, branch=True, include=watched, config_file=False)
    recorder.erase()
    recorder.start()
    from gramcheck import verify  # under coverage's eyes: definitions are lines as well
    from gramcheck.verify.runner import suite_registry

    for paper in PAPERS:  # what an import runs is no check's
        importlib.import_module(f"gramcheck.reference.{paper}")
    for check in suite_registry().select(include):
        recorder.switch_context(check.id)
        verify.run(include=[check.id], examples=EXAMPLES, seed=SEED)
        print(check.id, flush=True)
    recorder.stop()
    recorder.save()


def not_reached(file: str) -> Iterator[str]:
    """Lines and branches of ``reference`` that no check takes, by their texts."""
    reader = coverage.Coverage(data_file=file, branch=True, config_file=False)
    reader.load()
    for path in sorted(reader.get_data().measured_files()):
        if f"{ROOT}/reference/" not in path:
            continue
        analysis, text = reader._analyze(path), Texts(Path(path))
        yield from (text.place(line) for line in sorted(analysis.missing))
        for line, ends in sorted(analysis.missing_branch_arcs().items()):
            for end in sorted({max(end, 0) for end in ends}):
                if line not in analysis.missing and end not in analysis.missing:
                    yield f"{text.place(line)} => {text.lines[end - 1] if end else 'its end'}"


class Texts:
    """The lines of a file, and the functions that they stand in."""

    def __init__(self, path: Path) -> None:
        source = path.read_text(encoding="utf-8")
        self.name = path.relative_to(ROOT).as_posix()
        lines = [line.strip() for line in source.splitlines()]
        # "raise ValueError(" says as much as the line that comes next
        self.lines = [a + b if a.endswith("(") else a for a, b in pairwise([*lines, ""])]
        self._owners = [""] * (len(self.lines) + 1)
        self._own(ast.parse(source), "")

    def place(self, line: int) -> str:
        """File, function and text of a line."""
        owner = f" {self._owners[line]}" if self._owners[line] else ""
        return f"{self.name}{owner}: {self.lines[line - 1]}"

    def _own(self, node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}" if name else child.name
                last = child.end_lineno or child.lineno
                self._owners[child.lineno : last + 1] = [inner] * (last + 1 - child.lineno)
            self._own(child, inner)


def complaints(found: Sequence[str], table: Listed, papers: Sequence[str]) -> list[str]:
    """What differs between what is not reached and what is known not to be.

    Unless all papers have run, what is asked is limited to their own folders.
    """
    folders = tuple(f"reference/{paper}/" for paper in papers)
    if set(papers) == set(PAPERS):
        folders = ("reference/",)
    known, sometimes = (
        [place for places in table[kind].values() for place in places]
        for kind in ("never", "on some machines")
    )
    asked = Counter(place for place in known if place.startswith(folders))
    here = Counter(
        place
        for place in found
        if place.startswith(folders) and not place.startswith(tuple(sometimes))
    )
    new = [f"no check reaches {place}" for place in (here - asked).elements()]
    reached = [f"reached, though on the list: {place}" for place in (asked - here).elements()]
    return new + reached


def chosen(papers: str) -> tuple[str, ...]:
    """The papers of a name, of "all" or of "today"."""
    if papers == "today":
        turns = [*((paper,) for paper in PAPERS), PAPERS]
        return turns[datetime.date.today().toordinal() % len(turns)]
    return PAPERS if papers == "all" else (papers,)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", default="all", choices=("all", "today", *PAPERS))
    parser.add_argument("--include", nargs="*", help="globs on claims or checks: a list, no more")
    parser.add_argument("--data", default=DATA, help="the file that is written")
    arguments: Any = parser.parse_args()
    papers = chosen(arguments.papers)
    print(f"of {', '.join(papers)}", file=sys.stderr)
    record(arguments.data, arguments.include or [f"{paper}/*" for paper in papers])
    found = list(not_reached(arguments.data))
    if arguments.include:
        print("\n".join(found))
    else:
        sys.exit("\n".join(complaints(found, listed(), papers)) or None)


if __name__ == "__main__":
    main()
