"""``paper-checks libraries``: which libraries agree with the papers, and where one does not."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from gramcheck.paper_checks.commands.console import table
from gramcheck.paper_checks.registry import Registry

if TYPE_CHECKING:
    from gramcheck.paper_checks.libraries.judging import Result

_STYLES = {"agrees": "green", "convention": "yellow", "differs": "magenta", "fault": "bold red"}


def run(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Run what was not run, print outcomes and what changed, write the page.

    1 where an outcome is not the kept one, or where what is named is not installed.
    """
    # the suite takes seconds to load, which the other commands should not wait for
    from gramcheck.paper_checks.libraries import scoreboard
    from gramcheck.paper_checks.libraries.catalogue import select
    from gramcheck.verify.isolation import Limits
    from gramcheck.verify.runner import Settings

    sys.path.insert(0, os.getcwd())  # where an adapter of one's own is, as with python -m
    libraries, folder = select(arguments.names), Path(arguments.out) / "libraries"
    seconds = float(arguments.seconds_per_check)
    settings = Settings(examples=arguments.examples, seed=arguments.seed, seconds=seconds)
    kept, changed, absent = scoreboard.read(scoreboard.KEPT), [], []
    rows = table("library", "version", "function", "outcome", "checks", "refusals")
    for library, result, new in scoreboard.run(
        libraries,
        folder,
        settings,
        Limits(seconds),
        arguments.jobs,
        arguments.again,
    ):
        if result is None:
            absent.append(library)
            continue
        if new:
            console.print(f"{library.name}: {result.seconds:.0f} s", style="dim")
        _add(rows, result)
        changed += [
            f"{library.name} {e}" for e in scoreboard.changes(kept.get(result.library), result)
        ]
        if arguments.keep:
            scoreboard.write(scoreboard.KEPT, result)
    console.print(rows)
    for library in absent:
        console.print(f"not installed: {library.name}, {library.install}", soft_wrap=True)
    for line in changed:
        console.print(f"not as kept: {escape(line)}", style="red", soft_wrap=True)
    for name, reasons in scoreboard.stale().items():
        if name in {library.name for library in libraries}:
            console.print(f"kept with other {', '.join(reasons)}: {name}", style="yellow")
    console.print(f"page: {scoreboard.write_page(folder)}")
    return 1 if changed or (arguments.names and absent) else 0


def _add(rows: Any, result: Result) -> None:
    from gramcheck.paper_checks.libraries.scoreboard import summary

    version = ", ".join(result.versions.values())
    if result.trouble:
        rows.add_row(result.library, version, "", escape(result.trouble), "", "")
    for name, judged in result.functions.items():
        words = escape(summary(judged))
        style = _STYLES.get(judged.outcome)
        rows.add_row(
            result.library,
            version,
            name,
            f"[{style}]{words}[/]" if style else words,
            f"{judged.passed}/{judged.checks}",
            f"{judged.refused}/{judged.refusals}",
        )
