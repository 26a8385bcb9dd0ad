"""Data sets: where they lie, whether they are the right ones, how to obtain them.

No data are part of the project. Toy-sized sets come with scikit-learn or are generated; the others
are read from a directory that the user names (``--data DIR``, or the environment variable
``GRAMCHECK_DATA``), one folder a source. They are fetched into it where a public file is what is
wanted, or made from public originals; each file is checked against the catalogue whenever it is
read.
"""

from __future__ import annotations

import functools
import gzip
import os
import shlex
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.datasets import CATALOGUE
from gramcheck.paper_checks.datasets.checksums import ChecksumError, sha256, verified
from gramcheck.paper_checks.datasets.entry import DataFile, DataSet, Entry
from gramcheck.paper_checks.files import write_atomically
from gramcheck.paper_checks.wording import unknown

VARIABLE = "GRAMCHECK_DATA"
NO_DIRECTORY = f"no data directory: name one with --data DIR or {VARIABLE}"


class NotRun(LookupError):  # noqa: N818 - to be left out is not an error
    """A claim is left out of this run; the message says why and what to do."""


class MissingData(NotRun):
    """A data set is not there."""


class FetchError(RuntimeError):
    """A download failed."""


class ConversionError(RuntimeError):
    """Originals cannot be read as what the catalogue says they are."""


@dataclass(frozen=True)
class Status:
    """One file of the catalogue: ``right``, ``missing`` or ``wrong``, and what to know about it."""

    name: str
    file: str
    state: str
    detail: str


def default_directory() -> Path | None:
    """``GRAMCHECK_DATA`` when set, else the cache that ``data fetch`` fills, else none."""
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    return cache_directory() if cache_directory().is_dir() else None


def cache_directory() -> Path:
    """Where ``data fetch`` puts files when no directory is named."""
    import pooch

    return Path(pooch.os_cache("gramcheck"))


def directory_of(run: Mapping[str, Any]) -> DataDirectory:
    """The directory that a recorded run had; the default one where it had none, or it is gone."""
    path = run.get("data")
    return DataDirectory(path if path and Path(path).is_dir() else default_directory())


class DataDirectory:
    """A folder of data sets, or none: then only the embedded sets can be loaded.

    Parameters
    ----------
    path : directory with one folder a source, as ``paper-checks data list`` shows them; or None
    catalogue : entries by name

    Raises
    ------
    MissingData    ``path`` is given and is no directory
    """

    def __init__(
        self, path: str | os.PathLike[str] | None, catalogue: Sequence[Entry] = CATALOGUE
    ) -> None:
        if path is not None and not Path(path).is_dir():
            raise MissingData(
                f"data directory {os.fspath(path)} "
                + (
                    "is a file; name the directory that holds the data sets' folders"
                    if Path(path).exists()
                    else "does not exist"
                )
            )
        self.path = None if path is None else Path(path)
        self.catalogue = {entry.name: entry for entry in catalogue}

    def select(self, names: Sequence[str] = ()) -> list[Entry]:
        """Entries by name, or by folder where no entry has that name; all without names.

        Raises
        ------
        LookupError    an unknown name; names the closest
        """
        chosen = set(names)
        for name in names:
            if name not in self.catalogue:
                members = [e.name for e in self.catalogue.values() if e.folder == name]
                if not members:
                    raise LookupError(unknown("data set", name, self.catalogue))
                chosen |= set(members)
        return [entry for entry in self.catalogue.values() if not names or entry.name in chosen]

    def load(self, name: str) -> DataSet:
        """A data set by its name in the catalogue; the same object on every call in a process.

        Raises
        ------
        LookupError    unknown name
        MissingData    a file is not there; says how to obtain it
        ChecksumError    a file is not the one the catalogue describes
        """
        if name not in self.catalogue:
            self.select([name])  # explains an unknown name
            members = ", ".join(entry.name for entry in self.select([name]))
            raise LookupError(f"{name!r} is a folder of several data sets: {members}")
        return _load(self.path, self.catalogue[name])

    def missing(self, names: Iterable[str]) -> str:
        """What is missing of these data sets and how to obtain it; empty when all are there.

        Raises
        ------
        ChecksumError    files that are not the ones the catalogue describes; names all of them
        """
        rows = self._states(names)
        if wrong := [row.detail for row in rows if row.state == "wrong"]:
            raise ChecksumError("; ".join(wrong))
        lacking: dict[str, list[str]] = {}
        for row in rows:
            if row.state == "missing":
                lacking.setdefault(row.name, []).append(row.file)
        ways = [
            f"data set {name} ({', '.join(files)}): {_way(self.path, self.catalogue[name])}"
            for name, files in lacking.items()
        ]
        where = f"not in the data directory {self.path}" if self.path else NO_DIRECTORY
        return "; ".join([where, *ways]) if ways else ""

    def lacks(self, names: Iterable[str]) -> bool:
        """Whether files of these data sets are missing; wrong ones are there."""
        return any(row.state == "missing" for row in self._states(names))

    def _states(self, names: Iterable[str]) -> list[Status]:
        """The same as `check`, except that no names give no states."""
        return self.check(names) if (names := list(names)) else []

    def checksums(self) -> dict[str, str]:
        """sha256 of every file of the catalogue that is there, right or wrong, by its path."""
        paths = {f"{e.folder}/{f.name}" for e in self.catalogue.values() for f in e.files}
        places = {path: self.path / path for path in sorted(paths)} if self.path else {}
        return {path: sha256(f.read_bytes()) for path, f in places.items() if f.is_file()}

    def check(self, names: Sequence[str] = ()) -> list[Status]:
        """State of every file of the named data sets (all without names)."""
        rows = []
        for entry in self.select(names):
            for file in entry.files:
                try:
                    _read(self.path, entry, file)
                    state, detail = "right", f"{file.size:,} bytes"
                except MissingData as error:
                    state, detail = "missing", str(error)
                except ChecksumError as error:
                    state, detail = "wrong", str(error)
                rows.append(Status(entry.name, f"{entry.folder}/{file.name}", state, detail))
        return rows

    def fetch(self, names: Sequence[str] = ()) -> list[Status]:
        """Download what is missing and has a public address; a failure does not stop the others.

        Each file is checked before it takes its place, which it does in one step.
        """
        rows = []
        for row in self.check(names):
            entry = self.catalogue[row.name]
            file = next(f for f in entry.files if row.file == f"{entry.folder}/{f.name}")
            if row.state == "missing" and file.url:
                try:
                    _fetch(self._folder(entry), file)
                    row = Status(row.name, row.file, "fetched", file.url)
                except (FetchError, ChecksumError) as error:
                    row = Status(row.name, row.file, "failed", str(error))
            rows.append(row)
        return rows

    def convert(self, name: str, originals: Sequence[Path]) -> Status:
        """Make the file of a data set from its originals, and put it where it belongs.

        Raises
        ------
        LookupError    unknown name, or nothing of that name is converted
        FileNotFoundError    an original is not there
        """
        (entry, *others) = self.select([name])
        if others or entry.conversion is None:
            convertible = [e.name for e in self.catalogue.values() if e.conversion]
            raise LookupError(f"{name!r} is not converted, but {', '.join(convertible)}")
        (file,), path = entry.files, f"{entry.folder}/{entry.files[0].name}"
        try:
            _convert(self._folder(entry), entry, file, originals)
        except (ConversionError, ChecksumError) as error:
            return Status(name, path, "failed", str(error))
        return Status(name, path, "converted", ", ".join(map(str, originals)))

    def _folder(self, entry: Entry) -> Path:
        if self.path is None:
            raise MissingData(NO_DIRECTORY)
        return self.path / entry.folder


@functools.lru_cache(maxsize=8)
def _load(path: Path | None, entry: Entry) -> DataSet:
    return entry.load(*(_read(path, entry, file) for file in entry.files))


def _present(path: Path | None, entry: Entry, file: DataFile) -> Path:
    """Path of a file that is there."""
    if path is None:
        where = NO_DIRECTORY
    elif not (path / entry.folder / file.name).is_file():
        where = f"{entry.folder}/{file.name} is not in the data directory {path}"
    else:
        return path / entry.folder / file.name
    raise MissingData(f"data set {entry.name}: {where}; {_way(path, entry)}")


def _way(path: Path | None, entry: Entry) -> str:
    """How to obtain it into this directory, which is named unless it is the default one."""
    if path in (None, default_directory()) or entry.way not in ("fetch", "convert"):
        return entry.how_to_obtain
    return f"{entry.how_to_obtain} --data {shlex.quote(str(path))}"


def _read(path: Path | None, entry: Entry, file: DataFile) -> bytes:
    """Content of a file, uncompressed, after its checksum was found right."""
    place = _present(path, entry, file)
    try:
        return verified(place.read_bytes(), file, str(place))
    except ChecksumError as error:
        advice = "remove it and fetch it again" if file.url else _way(path, entry)
        raise ChecksumError(f"{error}; {advice}") from error


def _fetch(folder: Path, file: DataFile) -> None:
    import pooch
    import requests

    with tempfile.TemporaryDirectory() as temporary:
        try:
            # checked below, where a checksum of the uncompressed content is known too
            got = pooch.retrieve(file.url, known_hash=None, fname=file.name, path=temporary)
        except (requests.RequestException, OSError) as error:
            raise FetchError(f"{file.url}: {error}") from error
        content = Path(got).read_bytes()
        if file.name.endswith(".gz") and not file.url.endswith(".gz"):
            content = gzip.compress(content, mtime=0)
        verified(content, file, file.url)
        write_atomically(folder / file.name, content)


def _convert(folder: Path, entry: Entry, file: DataFile, originals: Sequence[Path]) -> None:
    assert entry.conversion
    try:
        content = entry.conversion.convert(originals)
    except (ValueError, LookupError, TypeError) as error:
        raise ConversionError(f"cannot be read as {entry.conversion.originals}: {error}") from error
    if file.name.endswith(".gz"):
        content = gzip.compress(content, mtime=0)
    verified(content, file, ", ".join(map(str, originals)))
    write_atomically(folder / file.name, content)
