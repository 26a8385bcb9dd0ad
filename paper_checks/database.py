"""Records in one SQLite file: JSON values, a checksum each, one transaction a record.

SQLite's rollback journal and not its write-ahead log: the log needs memory that all readers share,
which network disks do not offer, and there is one writer here whose records take seconds to make.
``synchronous=EXTRA`` lets a record outlive a loss of power the moment `Database.write` returns.

Nothing in the file is believed unchecked. Its schema must be this one to the letter (no triggers or
views), values are compared with their checksums, and a file with damaged pages is read from both
ends to save what is whole.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.files import set_aside, sync, what_is

VERSION = 1
_SCHEMA = (
    "CREATE TABLE records (kind TEXT, name TEXT, value TEXT, checksum TEXT,"
    " PRIMARY KEY (kind, name))"
)
_BUSY_SECONDS = 30.0  # a reader waits for a commit, a writer for a reader
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_Row = tuple[bytes, bytes, bytes, bytes]


class _DamagedError(Exception):
    """What is in the place of the file is not one of ours, or not whole; says how."""


class Database:
    """Reader and, inside `writing`, writer of one file, which need not exist.

    Parameters
    ----------
    path : of the file
    say : takes the line about each damaged part, once
    """

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path = path
        self.say = functools.cache(say)
        self._writer: sqlite3.Connection | None = None

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the file open for writing, repaired if need be.

        Raises
        ------
        OSError    the file cannot be made or written; names it
        """
        with self._named():
            self._repair()
            with contextlib.closing(self._connect()) as self._writer:
                try:
                    yield
                finally:
                    self._writer = None

    def write(self, kind: str, name: str, value: Any) -> None:
        """Keep a JSON value under a name; it is on the disk when this returns.

        Raises
        ------
        OSError    disk full or broken; names the file
        """
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        self._insert([(kind, name, text, _checksum(kind.encode(), name.encode(), text.encode()))])

    def _insert(self, rows: Iterable[tuple[Any, ...]]) -> None:
        assert self._writer is not None, "write only while the file is held"
        with self._named(), self._writer as transaction:
            transaction.executemany("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", rows)

    def delete(self, kind: str, names: Iterable[str]) -> None:
        """Forget values, present or not."""
        assert self._writer is not None, "write only while the file is held"
        with self._named(), self._writer as transaction:
            rows = ((kind, name) for name in names)
            transaction.executemany("DELETE FROM records WHERE kind = ? AND name = ?", rows)

    def read(self, kind: str, name: str) -> Any:
        """Value under a name; None when there is none that is whole."""
        query = "SELECT * FROM records WHERE kind = ? AND name = ?"
        found = list(self._read(query, kind, name))
        return found[0][1] if found else None

    def read_all(self, kind: str) -> list[tuple[str, Any]]:
        """Names and values of a kind, as far as they are whole."""
        return list(self._read("SELECT * FROM records WHERE kind = ?", kind))

    def _read(self, query: str, *arguments: str) -> Iterator[tuple[str, Any]]:
        with self._named(), contextlib.ExitStack() as stack:
            connection = self._writer
            if connection is None:
                if what_is(self.path) == "missing":
                    return
                try:
                    self._inspect()
                    connection = stack.enter_context(contextlib.closing(self._connect()))
                except _DamagedError as error:
                    self.say(f"{self.path} {error}: not read; `paper-checks run` makes it anew")
                    return
            try:
                rows = connection.execute(query, arguments).fetchall()
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                self.say(f"{self.path} is damaged ({error}); `paper-checks run` repairs it")
                wanted = tuple(argument.encode() for argument in arguments)
                rows = [row for row in self._salvage() if row[: len(wanted)] == wanted]
            for row in rows:
                yield from self._checked(row)

    def _checked(self, row: _Row) -> Iterator[tuple[str, Any]]:
        """Name and value of a row, or nothing but a line if it is not what was written."""
        of, name, value, _ = row
        label = b" ".join(part for part in (of, name) if isinstance(part, bytes))
        if _whole(row):
            yield name.decode(), json.loads(value)
        else:
            what = label.decode(errors="replace")
            self.say(f"{self.path}: {what} is damaged and not used; to be computed again")

    # opening, and what may be wrong with the file

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS)
        try:
            connection.text_factory = bytes  # damaged text need not be text
            for pragma in ("synchronous = EXTRA", "trusted_schema = OFF"):
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _inspect(self) -> None:
        """Raise if the file, or its journal, is not what this class writes."""
        for suffix in ("", "-journal", "-wal", "-shm"):
            path = self.path.with_name(self.path.name + suffix)
            if (found := what_is(path)) not in ("missing", "file"):
                raise _DamagedError(f"is {found}" if not suffix else f"has {found} as {path.name}")
        if not os.access(self.path, os.R_OK):
            raise _DamagedError("cannot be read (no permission)")
        try:
            with contextlib.closing(self._connect()) as connection:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
                schema = [sql for (sql,) in connection.execute(query)]
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                raise _DamagedError(f"is damaged ({error})") from error
            raise
        if schema != [_SCHEMA.encode()] or version != VERSION:
            raise _DamagedError("is empty" if not schema else "was made by another version")

    def _repair(self) -> None:
        """See that the file is there and whole; save what can be read of a damaged one."""
        rows: list[_Row] = []
        if what_is(self.path) != "missing":
            try:
                self._inspect()
                if self._consistent():
                    return
                rows = self._salvage()
                trouble = f"is damaged; {len(rows)} records could be read and are kept"
            except _DamagedError as error:
                trouble = str(error)
            self.say(f"{self.path} {trouble}; renamed to {self._set_aside().name}")
        self._create(rows)

    def _consistent(self) -> bool:
        with contextlib.closing(self._connect()) as connection:
            try:
                (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                return answer == b"ok"
            except sqlite3.DatabaseError as error:
                if _is_damage(error):
                    return False
                raise

    def _salvage(self) -> list[_Row]:
        """Rows that are whole, read from both ends up to the damage."""
        rows: dict[tuple[bytes, bytes], _Row] = {}
        for order in ("ASC", "DESC"):
            query = f"SELECT * FROM records NOT INDEXED ORDER BY rowid {order}"
            with (
                contextlib.closing(self._connect()) as connection,
                contextlib.suppress(sqlite3.DatabaseError),
            ):
                for row in connection.execute(query):
                    if _whole(row):
                        rows[row[0], row[1]] = row
        return list(rows.values())

    def _set_aside(self) -> Path:
        """The file, and a journal, which must not be played back into another one."""
        for suffix in ("-journal", "-wal", "-shm"):
            path = self.path.with_name(self.path.name + suffix)
            if what_is(path) != "missing":
                set_aside(path)
        return set_aside(self.path)

    def _create(self, rows: list[_Row]) -> None:
        """A file that is there only when it is complete."""
        new = self.path.with_name(f"{self.path.name}.new")
        new.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(new)) as connection, connection:
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("BEGIN")
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            texts = [tuple(part.decode() for part in row) for row in rows]
            connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", texts)
        os.replace(new, self.path)
        sync(self.path.parent)

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Errors of SQLite as those of a file, with its path."""
        try:
            yield
        except sqlite3.Error as error:
            raise OSError(f"{self.path}: {error}") from error


def _checksum(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _whole(row: _Row) -> bool:
    """Whether a row is as it was written: text throughout, with the checksum of its value."""
    if not all(isinstance(part, bytes) for part in row):
        return False
    try:
        json.loads(row[2])
        row[1].decode()
    except ValueError:
        return False
    return row[3] == _checksum(*row[:3]).encode()


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return (error.sqlite_errorcode & 0xFF) in _DAMAGE
