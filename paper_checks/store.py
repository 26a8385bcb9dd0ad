"""The output directory of a run, and how it survives being killed.

::

    run.json       settings, versions, processor, selection, state, outcome of every selected claim
    units/         one JSON file per finished unit of work, replaced atomically
    evidence/      one JSON file per claim: findings, verdict, tables
    errors/        the traceback of each claim that raised
    figures/       the claims' pictures, SVG (PNG where SVG would be heavy)
    scratch/       what units compute for each other, until no run is left to be resumed
    report.html    everything on one page
    lock           held while a run is on

A unit's file carries the fingerprint of what made it, part by part, so that results of another
state of its source, of the data or of the settings are recognized and never used.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import math
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.findings import plain

_FLOAT_TAG = "$float"  # JSON has no NaN and no infinities


class OutputBusyError(RuntimeError):
    """Another run is using the output directory."""


def encode(value: Any) -> Any:
    """Strict JSON form of a result: numbers, strings, booleans, None, lists, dicts with text keys.

    NumPy values become plain ones, tuples lists; NaN and infinities are tagged and come back from
    `decode` as they were.

    Raises
    ------
    TypeError    anything else; names the type
    """
    value = plain(value)
    if isinstance(value, float) and not math.isfinite(value):
        return {_FLOAT_TAG: repr(value)}
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list):
        return [encode(entry) for entry in value]
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"a result's keys must be strings, got {key!r}")
        return {key: encode(entry) for key, entry in value.items()}
    raise TypeError(f"a result must be JSON-able, got {type(value).__name__}")


def decode(value: Any) -> Any:
    """Inverse of `encode`."""
    if isinstance(value, dict):
        if value.keys() == {_FLOAT_TAG}:
            return float(value[_FLOAT_TAG])
        return {key: decode(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [decode(entry) for entry in value]
    return value


def write_atomically(path: Path, content: bytes) -> None:
    """Whole file or no file, whenever the process or the machine dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # one process writes here at a time (the lock); a leftover of a killed one is overwritten
    temporary = path.with_name(path.name + ".tmp")
    with open(temporary, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _write_json(path: Path, value: Any) -> None:
    text = json.dumps(encode(value), indent=1, ensure_ascii=False, allow_nan=False)
    write_atomically(path, text.encode())


def _read_json(path: Path) -> Any:
    """Content of a file that was written whole; None when there is none."""
    try:
        return decode(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None


def slug(id: str) -> str:
    """File name for a claim id."""
    return re.sub(r"[^A-Za-z0-9.-]", "--", id)


class Store:
    """Reader and writer of one output directory."""

    def __init__(self, out: str | os.PathLike[str]) -> None:
        self.out = Path(out)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the directory for one run.

        The operating system drops the lock when its holder dies, in whatever way; the file itself
        stays and means nothing.

        Raises
        ------
        OutputBusyError    another live process holds it; names the process
        """
        import fcntl  # POSIX; the other commands do without

        self.out.mkdir(parents=True, exist_ok=True)
        with open(self.out / "lock", "a+", encoding="utf8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                holder = file.read().strip() or "unknown"
                raise OutputBusyError(
                    f"{self.out} is in use by another run (process {holder}); wait for it, or name "
                    f"another directory with --out"
                ) from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            yield

    def read_run(self) -> dict[str, Any]:
        """Content of run.json; empty before the first run."""
        return _read_json(self.out / "run.json") or {}

    def write_run(self, run: Mapping[str, Any]) -> None:
        """Replace run.json."""
        _write_json(self.out / "run.json", run)

    def _unit_path(self, name: str) -> Path:
        return self.out / "units" / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"

    def write_unit(
        self, name: str, parts: Mapping[str, str], arguments: str, seconds: float, result: Any
    ) -> None:
        """Keep a finished unit."""
        record = {
            "unit": name,
            "parts": parts,
            "arguments": arguments,
            "seconds": seconds,
            "result": result,
        }
        _write_json(self._unit_path(name), record)

    def read_units(self) -> dict[str, dict[str, Any]]:
        """Every unit on disk by name."""
        records = map(_read_json, sorted((self.out / "units").glob("*.json")))
        return {record["unit"]: record for record in records if record}

    def delete_units(self, names: list[str]) -> None:
        """Forget units, present or not."""
        for name in names:
            self._unit_path(name).unlink(missing_ok=True)

    def scratch(self, state: str) -> Path:
        """Directory of what units made by this state of the source keep for each other."""
        return (self.out / "scratch" / state).absolute()

    def delete_scratch(self) -> None:
        """Forget what units kept for each other, of whatever state."""
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self.out / "scratch")

    def write_evidence(self, id: str, evidence: Mapping[str, Any]) -> None:
        """Keep a claim's evidence; its pictures go to files of their own.

        ``evidence["pictures"]`` is a list of ``{"format", "alt", "data"}``, data being text for
        SVG and base64 for PNG; on disk ``data`` gives way to ``file``.
        """
        pictures = []
        for number, picture in enumerate(evidence["pictures"], 1):
            name = f"figures/{slug(id)}-{number}.{picture['format']}"
            data = picture["data"]
            content = data.encode() if picture["format"] == "svg" else base64.b64decode(data)
            write_atomically(self.out / name, content)
            pictures.append({"file": name, "format": picture["format"], "alt": picture["alt"]})
        path = self.out / "evidence" / f"{slug(id)}.json"
        _write_json(path, {**evidence, "id": id, "pictures": pictures})
        # a traceback is for reading, so it also stands in a text file, as long as it is true
        trace = self.out / "errors" / f"{slug(id)}.txt"
        if evidence["status"] == "error":
            write_atomically(trace, evidence["message"].encode())
        else:
            trace.unlink(missing_ok=True)

    def read_evidence(self, id: str) -> dict[str, Any] | None:
        """Last evidence of a claim, None when there is none."""
        return _read_json(self.out / "evidence" / f"{slug(id)}.json")

    def read_picture(self, picture: Mapping[str, str]) -> bytes:
        """Content of a picture file named in a claim's evidence."""
        return (self.out / picture["file"]).read_bytes()
