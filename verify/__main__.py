"""Print what a function takes and returns; judge answers that another program wrote.

Exit codes: 0 all is right; 1 an answer is wrong, or none was judged; 2 the command could not start.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m gramcheck.verify", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    contract = commands.add_parser("contract", help="what functions take and return")
    contract.add_argument("names", nargs="*", metavar="NAME", help="d2ke.dtw; default: list them")
    contract.add_argument("--json", action="store_true", help="print it as it is stored")
    contract.set_defaults(command=_contract)
    vectors = commands.add_parser("vectors", help="the test vectors").add_subparsers(
        required=True, metavar="ACTION"
    )
    folder = vectors.add_parser("folder", help="print where the JSON files are")
    folder.set_defaults(command=_folder)
    check = vectors.add_parser(
        "check",
        help="judge answers to the vectors",
        description='A line of FILE is {"id": "d2ke/dtw/by-hand", "answer": 3.0}, or {"id": ..., '
        '"error": "..."} where the implementation refused, or {"id": ..., "lacking": "window"}.',
    )
    check.add_argument("file", metavar="FILE", help="JSON lines; - for standard input")
    check.set_defaults(command=_check)
    arguments = parser.parse_args(argv)
    try:
        return arguments.command(arguments)
    except (LookupError, OSError, ValueError) as error:
        print(f"gramcheck.verify: {error}", file=sys.stderr)
        return 2


def _contract(arguments: argparse.Namespace) -> int:
    from gramcheck.verify.contract import contracts, entry
    from gramcheck.verify.contract.page import page

    if not arguments.names:
        for name, contract in contracts().items():
            print(f"{name:38} {contract.summary}")
        return 0
    for written in map(entry, arguments.names):
        print(
            json.dumps(written, indent=1, ensure_ascii=False) if arguments.json else page(written)
        )
    return 0


def _folder(arguments: argparse.Namespace) -> int:
    from gramcheck.verify import vectors

    print(Path(vectors.__file__).parent)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from gramcheck.verify.vectors.answered import judge_lines

    try:
        with sys.stdin if arguments.file == "-" else open(arguments.file, encoding="utf8") as file:
            verdict = judge_lines(file)
    except OSError as error:
        why = error.strerror or error
        raise ValueError(f"FILE {arguments.file!r} cannot be read: {why}") from error
    for message in verdict.wrong:
        print(message)
    print(verdict.summary())
    return 0 if verdict.holds else 1


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # not on Windows
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads has seen enough, as head has
    sys.exit(main())
