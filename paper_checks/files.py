"""Plain files in a folder that others may have touched: written whole, no link ever followed."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any


@contextlib.contextmanager
def plain(path: Path, flags: int, mode: str) -> Iterator[Any]:
    """Open a regular file; a link, a directory or a pipe in its place is an error.

    Raises
    ------
    OSError    as from `open`, with the path in its text
    """
    # a pipe would keep whoever opens it waiting
    handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    with os.fdopen(handle, mode) as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(f"{path} is not a regular file")
        yield file


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that takes its place when it is whole: whenever the machine dies, all or none.

    Raises
    ------
    OSError    no room, no permission; with the path
    """
    # one process writes here at a time; what a killed one left behind goes
    temporary = path.with_name(path.name + ".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)
        with plain(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()  # an unfinished file is of no use
        if isinstance(error, OSError):  # a write that fails says why, but not where
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise


def write_atomically(path: Path, content: bytes) -> None:
    """Whole file or no file; errors as from `replacing`."""
    with replacing(path) as file:
        file.write(content)


def sync(folder: Path) -> None:
    """Let the disk know a new name in a folder, so that it outlives a loss of power."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def what_is(path: Path) -> str:
    """``missing``, ``file``, or what else is there: ``a link``, ``a directory``, ..."""
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISLNK(mode):
        return "a link"
    return "a directory" if stat.S_ISDIR(mode) else "a special file"


def set_aside(path: Path) -> Path:
    """Give what is not ours, or is damaged, another name beside it; nothing is deleted."""
    number = 1
    while what_is(aside := path.with_name(f"{path.name}.aside-{number}")) != "missing":
        number += 1
    os.rename(path, aside)  # of a link itself, not of what it names
    return aside
