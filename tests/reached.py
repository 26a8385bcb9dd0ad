"""Which lines of ``reference`` and of the definitions each check runs: ``python -m tests.reached``.

The suite is run once on the reference under coverage.py (``pip install coverage``), one context a
check. What comes out, a data file of coverage.py, says which branches no check takes, printed here,
and which checks :mod:`tests.mutation` has to run on a changed line.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from pathlib import Path

import coverage

from tests.generated import EXAMPLES, SEED

ROOT = Path(__file__).resolve().parent.parent
WATCHED = ("reference", "verify/definitions", "verify/suite")
DATA = ".reached"
PAPERS = ("d2ke", "sfm", "idealized", "kcr")


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


def not_reached(file: str) -> list[str]:
    """Branches of ``reference`` that no check takes: "file:line -> line it would go to"."""
    reader = coverage.Coverage(data_file=file, branch=True, config_file=False)
    reader.load()
    found = []
    for path in sorted(reader.get_data().measured_files()):
        if f"{ROOT}/reference/" not in path:
            continue
        analysis = reader._analyze(path)
        name = Path(path).relative_to(ROOT)
        found += [f"{name}:{line} never runs" for line in sorted(analysis.missing)]
        found += [
            f"{name}:{line} never goes to {'its end' if end < 0 else end}"
            for line, ends in sorted(analysis.missing_branch_arcs().items())
            for end in ends
            if line not in analysis.missing and end not in analysis.missing
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--include", nargs="*", default=[], help="globs on claims or checks")
    parser.add_argument("--data", default=DATA, help="the file that is written")
    arguments = parser.parse_args()
    record(arguments.data, arguments.include)
    print("\n".join(not_reached(arguments.data)))


if __name__ == "__main__":
    main()
