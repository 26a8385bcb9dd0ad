"""``paper-checks site``: the book, written from the last run or from the one kept with it."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from rich.console import Console

from gramcheck.paper_checks.registry import Registry
from gramcheck.paper_checks.site import StoredRun, keep
from gramcheck.paper_checks.store import Store


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
