"""``paper-checks site``: the book, written from the last run or from the one kept with it."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from gramcheck.paper_checks.registry import Registry
from gramcheck.paper_checks.site import StoredRun, keep
from gramcheck.paper_checks.store import Store

OUT = "./paper-checks-site"


def add(commands: Any, run: str) -> None:
    """Register the command; ``run`` is where runs write by default."""
    site = commands.add_parser(
        "site",
        help="write the book: each paper beside its code, definitions and verdicts",
        description="Write static pages, to be opened without a server. Their evidence is that of "
        "the last run or, where there was none, of the run that is kept with the project.",
    )
    site.add_argument("--out", metavar="DIR", default=OUT, help=f"replaced; default: {OUT}")
    site.add_argument("--run", metavar="DIR", default=run, help=f"of a run; default: {run}")
    site.add_argument("--keep", action="store_true", help="first keep this run with the project")
    site.set_defaults(command=write)


def write(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Run the command."""
    if importlib.util.find_spec("sphinx") is None:
        print("paper-checks: site needs the extra: pip install 'gramcheck[docs]'", file=sys.stderr)
        return 2
    from gramcheck.paper_checks.site.build import build

    out, store = Path(arguments.out), Store(arguments.run)
    if out.exists() and any(out.iterdir()) and not (out / "objects.inv").exists():
        raise FileExistsError(f"{out} holds other things than a book; name another with --out")
    if arguments.keep:
        console.print(f"kept: {keep(registry, store)}")
    start = build(out, registry, store if store.read_run() else StoredRun())
    console.print(f"site: {start}")
    return 0
