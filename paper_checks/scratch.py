"""What units compute for each other: once, by whichever worker comes first, and kept on disk.

Arrays lie in ``.npy`` files, all else in a JSON file that holds the checksums of the arrays and is
written last. Nothing that is read back is executed or believed unchecked; what is damaged, a link,
or cannot be written costs one line, and each worker computes for itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from gramcheck.paper_checks.files import plain, replacing, set_aside, what_is, write_atomically
from gramcheck.paper_checks.values import decode, encode

Result = TypeVar("Result")


def shared(directory: Path | None, name: str, compute: Callable[[], Result]) -> Result:
    """Result of ``compute``, from the directory when it is there under this name.

    The result is an array, a JSON value, or a tuple of these. A worker that asks while another one
    computes waits for it. Arrays come back as read-only maps of the file, which all workers share.
    Without a directory, or where it cannot be written, each computes for itself.

    Raises
    ------
    ValueError    an array of Python objects
    TypeError    a value that JSON cannot hold
    """
    if directory is None:
        return compute()
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_lock(directory, name))
        except OSError as error:
            _warn(f"{directory / name}: {error}; not kept for other units")
            return compute()
        if kept := _read(directory, name):
            return kept[0]
        result = compute()
        try:
            _write(directory, name, result)
        except OSError as error:
            _warn(f"{error}; not kept for other units")
            return result
        kept = _read(directory, name)  # the first gets what the others will get
        return kept[0] if kept else result


@contextlib.contextmanager
def _lock(directory: Path, name: str) -> Iterator[None]:
    """Hold a name; the operating system drops it when the holder dies, in whatever way."""
    import fcntl  # POSIX, as the lock on a run's output

    if what_is(directory) == "a link":
        raise OSError("the directory is a link")
    directory.mkdir(parents=True, exist_ok=True)
    with plain(directory / f"{name}.lock", os.O_RDWR | os.O_CREAT, "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _write(directory: Path, name: str, result: Any) -> None:
    """Arrays first: the JSON file, which names them, says that all is there."""
    several = isinstance(result, tuple)
    entries = []
    for number, value in enumerate(result if several else [result]):
        if isinstance(value, np.ndarray):
            path = directory / f"{name}.{number}.npy"
            with replacing(path) as file:
                np.lib.format.write_array(file, value, allow_pickle=False)
            entries.append({"array": path.name, "sha256": _sha256(path)})
        else:
            entries.append({"value": encode(value)})
    text = json.dumps({"several": several, "entries": entries}).encode()
    checksum = hashlib.sha256(text).hexdigest().encode()
    write_atomically(directory / f"{name}.json", checksum + b"\n" + text)


def _read(directory: Path, name: str) -> tuple[Any] | None:
    """What is kept under a name, boxed; None when there is nothing, or nothing whole."""
    path = directory / f"{name}.json"
    if what_is(path) == "missing":
        return None
    try:
        with plain(path, os.O_RDONLY, "rb") as file:
            checksum, _, text = file.read().partition(b"\n")
        if checksum.decode() != hashlib.sha256(text).hexdigest():
            raise ValueError("checksum")
        document = json.loads(text)
        values = [_value(directory, entry) for entry in document["entries"]]
        return (tuple(values) if document["several"] else values[0],)
    except (OSError, ValueError, TypeError, LookupError):
        _warn(f"{path} or an array that it names is damaged; computed again")
        for kept in directory.glob(f"{name}.*"):
            if what_is(kept) != "file":
                set_aside(kept)
        return None


def _value(directory: Path, entry: dict[str, Any]) -> Any:
    if "value" in entry:
        return decode(entry["value"])
    path = directory / Path(entry["array"]).name  # never outside
    if _sha256(path) != entry["sha256"]:
        raise ValueError("checksum")
    return np.lib.format.open_memmap(path, mode="r")


def _sha256(path: Path) -> str:
    with plain(path, os.O_RDONLY, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _warn(text: str) -> None:
    warnings.warn(text, stacklevel=3)
