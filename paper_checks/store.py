"""The output directory of a run, and how it survives being killed.

::

    ledger.sqlite  the run's record, finished units, evidence with its pictures (`database`)
    errors/        the traceback of each claim that raised, to be read
    scratch/       what units compute for each other, until no run is left to be resumed
    report.html    everything on one page
    lock           held while a run is on

A unit carries the fingerprint of what made it, part by part, so that results of another state of
the source, of the data or of the settings are recognized and never used. What is read back is JSON
with a checksum, never executed. What lies here and is damaged, a link, or of another version costs
one line and the computation of that part.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.database import Database
from gramcheck.paper_checks.evidence import FORMS
from gramcheck.paper_checks.files import plain, set_aside, what_is, write_atomically
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.values import decode, encode

_UNIT = {"parts": dict, "arguments": str, "seconds": float, "machine": str, "result": object}
_EVIDENCE = {"scale", "seed", "seconds", "when", "pictures", "parts", "versions", "machines"}


class OutputBusyError(RuntimeError):
    """Another run is using the output directory."""


def slug(id: str) -> str:
    """File name for a claim id."""
    return re.sub(r"[^A-Za-z0-9.-]", "--", id)


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


class Store:
    """Reader and writer of one output directory.

    Parameters
    ----------
    out : the directory
    say : takes the line about each damaged part
    """

    def __init__(
        self, out: str | os.PathLike[str], say: Callable[[str], None] = _to_stderr
    ) -> None:
        self.out = Path(out)
        self.say = say
        self.database = Database(self.out / "ledger.sqlite", say)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the directory for one run; what is damaged is repaired or set aside.

        The operating system drops the lock when its holder dies, in whatever way; the file itself
        stays and means nothing.

        Raises
        ------
        OutputBusyError    another live process holds it; names the process
        OSError    the directory cannot be written; names it
        """
        import fcntl  # POSIX; the other commands do without

        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / "lock"
        self._clear(path, "file")
        with plain(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, "a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                holder = file.read(20).strip() or "unknown"
                raise OutputBusyError(
                    f"{self.out} is in use by another run (process {holder}); wait for it, or name "
                    f"another directory with --out"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            for name in ("errors", "scratch"):
                self._clear(self.out / name, "a directory")
            with self.database.writing():
                yield

    def _clear(self, path: Path, wanted: str) -> None:
        """Set aside what is neither missing nor of the wanted kind."""
        if (found := what_is(path)) not in ("missing", wanted):
            self.say(f"{path} is {found}, which is not ours: renamed to {set_aside(path).name}")

    # the run and its units

    def read_run(self) -> dict[str, Any]:
        """The last run's record; empty before the first run."""
        record = decode(self.database.read("run", "last"))
        return record if isinstance(record, dict) else {}

    def write_run(self, run: Mapping[str, Any]) -> None:
        """Replace the run's record."""
        self.database.write("run", "last", encode(run))

    def write_unit(self, name: str, unit: Mapping[str, Any]) -> None:
        """Keep a finished unit: ``parts``, ``arguments``, ``seconds``, ``machine``, ``result``."""
        self.database.write("unit", name, dict(unit))

    def read_units(self) -> dict[str, dict[str, Any]]:
        """Every whole unit by name; the results still as JSON."""
        units = {}
        for name, unit in self.database.read_all("unit"):
            if isinstance(unit, dict) and all(
                isinstance(unit.get(key), kind) for key, kind in _UNIT.items()
            ):
                units[name] = unit
            else:
                self._unreadable(f"unit {name}")
        return units

    def delete_units(self, names: Iterable[str]) -> None:
        """Forget units, present or not."""
        self.database.delete("unit", names)

    def scratch(self, state: str) -> Path:
        """Directory of what units made by this state of the source keep for each other."""
        return (self.out / "scratch" / state).absolute()

    def delete_scratch(self) -> None:
        """Forget what units kept for each other, of whatever state."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.out / "scratch")  # a link in there is removed, not followed

    # evidence

    def write_evidence(self, id: str, evidence: Mapping[str, Any]) -> None:
        """Keep a claim's evidence.

        ``evidence["pictures"]`` is a list of ``{"format", "alt", "data"}``, data being text for
        SVG and base64 for PNG.
        """
        self.database.write("evidence", id, encode(evidence))
        # a traceback is for reading, so it also stands in a text file, as long as it is true
        trace = self.out / "errors" / f"{slug(id)}.txt"
        if evidence["status"] == "error":
            write_atomically(trace, evidence["message"].encode())
        else:
            trace.unlink(missing_ok=True)

    def read_evidence(self, id: str) -> dict[str, Any] | None:
        """Last evidence of a claim, None when there is none."""
        evidence = decode(self.database.read("evidence", id))
        if evidence is None or _legible(evidence):
            return evidence
        self._unreadable(f"evidence of {id}")
        return None

    def _unreadable(self, what: str) -> None:
        self.say(f"{self.database.path}: {what} is not of this version; to be computed again")


def _legible(evidence: Any) -> bool:
    """Whether this version can show it."""
    try:
        if evidence["status"] == "done":
            for fields in (f for form in FORMS for f in evidence[form]):
                Finding(**fields)
        return _EVIDENCE <= evidence.keys()
    except (TypeError, KeyError, AttributeError):
        return False
