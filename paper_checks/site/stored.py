"""A run that is kept with the book, which shows it where no run is at hand.

``run/record.json`` is the run's record with its commit and the fingerprint of what it was made of,
``run/<paper>.json`` has the evidence, one claim a line, and ``run/pictures`` the pictures. `keep`
replaces all of it by what a store holds.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.kept import commit
from gramcheck.paper_checks.registry import Registry
from gramcheck.paper_checks.report import Evidences, entries_of
from gramcheck.paper_checks.values import decode, encode

FOLDER = Path(__file__).parent / "run"
_RECORD = ("settings", "started", "versions", "machine")
_SHARED = ("parts", "machines")  # which the record has, for all of the evidence


class StoredRun:
    """Reads what is kept, as a `Store` reads a run."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    def read_run(self) -> dict[str, Any]:
        """The run's record, with its commit or "unknown"; empty where none is kept."""
        return {"commit": "unknown", **self._record} if self._record else {}

    def read_evidence(self, id: str) -> dict[str, Any] | None:
        """Evidence of a claim, None when there is none."""
        evidence = self._evidence.get(id)
        if evidence is None:
            return None
        pictures = [self._picture(picture) for picture in evidence["pictures"]]
        made_of = {"parts": self._record["fingerprint"]} if "fingerprint" in self._record else {}
        return {**evidence, **made_of, "pictures": pictures}

    @cached_property
    def _record(self) -> dict[str, Any]:
        path = self.folder / "record.json"
        return decode(json.loads(path.read_bytes())) if path.exists() else {}

    @cached_property
    def _evidence(self) -> Mapping[str, dict[str, Any]]:
        files = [path for path in self.folder.glob("*.json") if path.name != "record.json"]
        found = [decode(json.loads(path.read_bytes())) for path in files]
        return {id: evidence for part in found for id, evidence in part.items()}

    def _picture(self, picture: Mapping[str, str]) -> dict[str, str]:
        data = (self.folder / "pictures" / picture["file"]).read_bytes()
        svg = picture["format"] == "svg"
        text = data.decode() if svg else base64.b64encode(data).decode()
        return {"format": picture["format"], "alt": picture["alt"], "data": text}


def picture_file(picture: Mapping[str, str]) -> tuple[str, bytes]:
    """Name by its content, and content, of a picture as a file."""
    svg = picture["format"] == "svg"
    data = picture["data"].encode() if svg else base64.b64decode(picture["data"])
    return f"{hashlib.sha256(data).hexdigest()[:16]}.{picture['format']}", data


def keep(registry: Registry, run: Evidences, folder: Path = FOLDER) -> Path:
    """Replace what is kept by a run, of which every claim must have evidence.

    Raises
    ------
    LookupError    a claim without evidence, or one that raised, or evidence of another state than
                   the run's, or than what is checked out
    """
    record = run.read_run()
    parts: dict[str, dict[str, Any]] = {}
    pictures: dict[str, bytes] = {}
    made_of: dict[str, str] = {}
    for entry in entries_of(registry, run):
        claim, evidence = entry.claim, entry.evidence
        if evidence is None or evidence["status"] == "error":
            raise LookupError(f"{claim.id} has no evidence in this run: it must be whole")
        if entry.outdated:
            raise LookupError(
                f"{claim.id}: source, data or settings have changed since its evidence"
            )
        drawn = [(picture, *picture_file(picture)) for picture in evidence["pictures"]]
        pictures |= {name: data for _, name, data in drawn}
        named = [{"format": p["format"], "alt": p["alt"], "file": name} for p, name, _ in drawn]
        kept = {k: v for k, v in evidence.items() if k not in _SHARED}
        parts.setdefault(claim.paper, {})[claim.id] = {**kept, "pictures": named}
        made_of = evidence["parts"]  # of the whole package, the same for all claims
    told = {"commit": commit(), "fingerprint": made_of, **{key: record[key] for key in _RECORD}}
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    for name, data in pictures.items():
        (folder / "pictures" / name).write_bytes(data)
    files = {"record": told, **parts}
    for name, entries in files.items():
        lines = ",\n".join(f"{json.dumps(key)}: {_line(value)}" for key, value in entries.items())
        (folder / f"{name}.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf8")
    return folder


def _line(value: Any) -> str:
    return json.dumps(encode(value), ensure_ascii=False, allow_nan=False)
