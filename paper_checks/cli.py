"""Console script ``paper-checks``.

Exit codes
----------
0    every claim that was run has the expected verdict (missing data do not count as a failure)
1    a verdict differs from the expected one, a claim raised, ``data`` found a wrong file or
     could not fetch one that was named; ``falsify`` left a verdict as it was, or had nothing to
     try a claim on that was named; a library differs from what is kept, or one that was named is
     not installed
2    the command could not start: unknown ids, bad options, a data file with a wrong checksum,
     output directory in use, not writable or without a run, no usable scheduler at the address
3    stopped before its end: full disk, lost workers or scheduler; what was finished is kept
130    interrupted (Ctrl-C, SIGTERM); what was finished is kept
"""

from __future__ import annotations

import argparse
import contextlib
import math
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

from rich.console import Console

from gramcheck.paper_checks import ledger
from gramcheck.paper_checks.commands import (
    claim_commands,
    data_commands,
    library_commands,
    run_command,
    site_command,
)
from gramcheck.paper_checks.commands.run_command import UsageError
from gramcheck.paper_checks.context import SCALES
from gramcheck.paper_checks.data import VARIABLE, ChecksumError
from gramcheck.paper_checks.fingerprint import StaleSourceError
from gramcheck.paper_checks.ledger import Registry
from gramcheck.paper_checks.registry import KINDS
from gramcheck.paper_checks.running.answers import ClusterError, LostError, MismatchError
from gramcheck.paper_checks.store import OutputBusyError

OUT, SITE = "./paper-checks-out", "./paper-checks-site"
BACKENDS = ("processes", "dask")
LARGEST_SEED = 4_000_000  # a split's own, 1000 times it and more, has the 32 bits of scikit-learn
_WIDTH = 160  # of tables where there is no terminal


# what keeps a command from starting; the message says all there is to know
_REFUSALS = (
    UsageError,
    LookupError,
    ChecksumError,
    OutputBusyError,
    StaleSourceError,
    ClusterError,
    LostError,
    MismatchError,
    OSError,
)


def main(argv: Sequence[str] | None = None, registry: Registry | None = None) -> int:
    """Run the console script; return its exit code.

    Parameters
    ----------
    argv : arguments; those of the process by default
    registry : claims; those of the project by default
    """
    arguments = _parser().parse_args(argv)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, _WIDTH)
    try:
        with _one_interruption():
            if registry is None:
                import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims

                registry = ledger.REGISTRY
            return arguments.command(arguments, registry, console)
    except (KeyError, IndexError):  # LookupErrors, too, but nobody raises them as a refusal
        raise
    except _REFUSALS as error:
        print(f"paper-checks: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


@contextlib.contextmanager
def _one_interruption() -> Iterator[None]:
    """Ctrl-C, or a polite request to end, interrupts once: nothing disturbs what follows.

    Not even the process's last moments: whoever was interrupted ignores both signals from then on.
    """
    signals = (signal.SIGINT, signal.SIGTERM)

    def interrupt(number: int, frame: FrameType | None) -> None:
        for one in signals:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    previous = [(one, signal.signal(one, interrupt)) for one in signals]
    try:
        yield
    finally:
        for one, handler in previous:
            if signal.getsignal(one) is interrupt:
                signal.signal(one, handler)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paper-checks",
        description="The ledger: every numbered statement of the papers, evidence, verdict.",
        epilog="Exit codes: 0 as expected; 1 a verdict differs, a claim raised, `data` found a "
        "wrong file or could not fetch a named one, `falsify` flipped less than was asked for, a "
        "library differs from what is kept or a named one is not installed; 2 could not start; 3 "
        "stopped by a full disk or lost workers; 130 interrupted (after 3 and 130 run again to "
        "resume).",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    listing = commands.add_parser("list", help="the claims")
    listing.add_argument("ids", nargs="*", metavar="ID", help="ids or globs; default: all")
    listing.add_argument("--paper", help="only this paper: d2ke, ...")
    listing.add_argument("--kind", help=f"only this kind: {', '.join(KINDS)}")
    listing.set_defaults(command=claim_commands.list_all)

    show = commands.add_parser("show", help="claims and their last evidence")
    show.add_argument("ids", nargs="+", metavar="ID", help="ids or globs")
    _add_out(show)
    show.set_defaults(command=claim_commands.show)

    run = commands.add_parser(
        "run",
        help="run claims and write the report",
        description="Run claims and write the report. What an earlier run into the same directory "
        "finished is not done again, as long as source, data, settings and libraries are the same. "
        "In place of a claim whose data are missing its stand-in runs, where it has one on "
        "embedded data.",
    )
    run.add_argument("ids", nargs="*", metavar="ID", help="ids or globs: d2ke/eq-6 'd2ke/table-*'")
    run.add_argument("--scale", choices=SCALES, default="quick", help="default: quick")
    run.add_argument("--jobs", type=_positive, help="worker processes; default: all processors")
    run.add_argument("--backend", choices=BACKENDS, default="processes", help="default: processes")
    run.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster: tcp://host:8786")
    run.add_argument(
        "--unit-seconds",
        type=_positive,
        metavar="N",
        help="end a unit that takes longer, and go on; default: never",
    )
    run.add_argument("--seed", type=_seed, default=0, help="default: 0")
    run.add_argument(
        "--again", action="store_true", help="compute afresh what an earlier run finished"
    )
    run.add_argument(
        "--compare",
        action="store_true",
        help="hold what was measured against the results that are kept with the project",
    )
    _add_data(run)
    _add_out(run)
    run.set_defaults(command=run_command.run)

    falsify = commands.add_parser(
        "falsify",
        help="see every verdict fail: something wrong in the place of what claims rest on",
        description="Put something wrong in the place of a function, a definition, a data set or a "
        "table's results, and see that the verdict flips; what does not flip fails the command. "
        "Findings whose outcome nothing wrong changes are named. Where no results of a claim are "
        "kept, and quick scale leaves it out or misses its data, it cannot be tried: without IDs "
        "it is left out, by name, and with IDs that fails the command, too.",
    )
    falsify.add_argument("ids", nargs="*", metavar="ID", help="ids or globs; default: all")
    falsify.add_argument("--jobs", type=_positive, help="worker processes; default: all processors")
    _add_data(falsify)
    falsify.set_defaults(command=claim_commands.falsify)

    keep = commands.add_parser(
        "keep",
        help="keep the results of the last run with the project, dated",
        description="Keep the results of the last run with the project, dated. Of a claim that is "
        "not at its end its finished units are kept; a run of the same commit goes on after them.",
    )
    keep.add_argument("ids", nargs="+", metavar="ID", help="ids or globs")
    _add_data(keep)
    _add_out(keep)
    keep.set_defaults(command=claim_commands.keep)

    report = commands.add_parser("report", help="write the report of the last runs again")
    _add_out(report)
    report.set_defaults(command=claim_commands.report)

    libraries = commands.add_parser(
        "libraries",
        help="hold libraries of others against the papers",
        description="Hold each library that has an adapter and is installed against every check of "
        "the functions that it has, in a process of its own. One that was run as it is installed "
        "is not run again. Exit code 1: an outcome is not the one that is kept, or a library that "
        "is named is not installed.",
    )
    libraries.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="of adapters, their distributions, or modules like them; default: all",
    )
    libraries.add_argument(
        "--again", action="store_true", help="run all but what this very commit has run"
    )
    libraries.add_argument("--keep", action="store_true", help="keep the results, dated")
    libraries.add_argument("--jobs", type=_positive, default=1, help="at once; default: 1")
    libraries.add_argument("--seed", type=_not_negative, default=0, help="default: 0")
    libraries.add_argument(
        "--examples", type=_positive, default=50, help="drawn for a check; default: 50"
    )
    libraries.add_argument(
        "--seconds-per-check", type=_positive, default=120, metavar="S", help="default: 120"
    )
    _add_out(libraries)
    libraries.set_defaults(command=library_commands.run)

    site = commands.add_parser(
        "site",
        help="write the book: each paper beside its code, definitions and verdicts",
        description="Write static pages, to be opened without a server. Their evidence is that of "
        "the last run or, where there was none, of the run that is kept with the project.",
    )
    site.add_argument("--out", metavar="DIR", default=SITE, help=f"replaced; default: {SITE}")
    site.add_argument("--run", metavar="DIR", default=OUT, help=f"of a run; default: {OUT}")
    site.add_argument("--keep", action="store_true", help="first keep this run with the project")
    site.set_defaults(command=site_command.write)

    data = commands.add_parser("data", help="data sets").add_subparsers(
        required=True, metavar="ACTION"
    )
    for name, function, about in (
        ("list", data_commands.list_all, "the catalogue"),
        (
            "show",
            data_commands.show,
            "origin and terms; what the files must hold, and how to obtain them",
        ),
        ("check", data_commands.check, "compare files with their checksums"),
        ("fetch", data_commands.fetch, "download what is public"),
    ):
        action = data.add_parser(name, help=about)
        action.add_argument("names", nargs="*", metavar="NAME", help="data sets; default: all")
        _add_data(action)
        action.set_defaults(command=function)
    action = data.add_parser("convert", help="make a data set's file from its public originals")
    action.add_argument("name", metavar="NAME", help="data set")
    action.add_argument("originals", nargs="+", type=Path, metavar="FILES", help="see `data show`")
    _add_data(action)
    action.set_defaults(command=data_commands.convert)
    return parser


def _add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", default=OUT, help=f"output; default: {OUT}")


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="DIR",
        help=f"data sets; default: ${VARIABLE}, else the cache that `data fetch` fills",
    )


def _positive(text: str) -> int:
    return _integer(text, 1)


def _not_negative(text: str) -> int:
    return _integer(text, 0)


def _seed(text: str) -> int:
    return _integer(text, 0, LARGEST_SEED)


def _integer(text: str, smallest: int, largest: float = math.inf) -> int:
    try:
        value = int(text)
    except ValueError:
        value = None
    if value is None or not smallest <= value <= largest:
        allowed = f"{smallest} or more" if largest == math.inf else f"{smallest} to {largest}"
        raise argparse.ArgumentTypeError(f"must be an integer, {allowed}, got {text!r}")
    return value
