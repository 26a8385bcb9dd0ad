"""What units compute for each other: once, by whichever worker comes first, and kept on disk."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import joblib

Result = TypeVar("Result")


def shared(directory: Path | None, name: str, compute: Callable[[], Result]) -> Result:
    """Result of ``compute``, from the directory when it is there under this name.

    A worker that asks while another one computes waits for it. Arrays come back as read-only maps
    of the file, which all workers share. Without a directory, or where it cannot be written, each
    computes for itself.
    """
    if directory is None:
        return compute()
    import fcntl  # POSIX, as the lock on a run's output

    path = directory / f"{name}.joblib"
    with contextlib.ExitStack() as stack:
        try:
            directory.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(open(directory / f"{name}.lock", "a", encoding="utf8"))
            # dropped by the operating system when its holder dies, in whatever way
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError as error:
            _warn(path, error)
            return compute()
        if not path.exists():
            result = compute()
            try:
                _write(path, result)
            except OSError as error:
                _warn(path, error)
                return result
    return joblib.load(path, mmap_mode="r")


def _write(path: Path, result: object) -> None:
    """Whole file or no file: a worker may be killed at any time."""
    temporary = path.with_suffix(".tmp")
    try:
        with open(temporary, "wb") as file:
            joblib.dump(result, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()  # an unfinished file is of no use
        raise


def _warn(path: Path, error: OSError) -> None:
    warnings.warn(f"not kept for other units: {path}: {error}", stacklevel=3)
