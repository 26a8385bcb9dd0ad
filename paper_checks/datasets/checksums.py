"""Whether the content of a file is the one that the catalogue describes."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.datasets.entry import Array, DataFile


class ChecksumError(ValueError):
    """A file is not the one the catalogue describes."""


def verified(raw: bytes, file: DataFile, shown: str) -> bytes:
    """Content of a file, uncompressed if its name ends in ``.gz``.

    Raises
    ------
    ChecksumError    neither the file nor what is in it has the catalogue's checksum; ``shown`` is
        how the message calls the file
    """
    wrong = f"sha256 {sha256(raw)}, should be {file.sha256}"
    right = sha256(raw) == file.sha256
    if file.name.endswith(".gz"):
        try:
            content = gzip.decompress(raw)
        except (OSError, EOFError) as error:
            raise ChecksumError(f"{shown}: not a whole gzip file ({error})") from error
        if right or (file.content and _matches(content, file.content)):
            return content
    elif right:
        return raw
    elif file.arrays:
        wrong = _differences(raw, file.arrays)
        if not wrong:
            return raw
    raise ChecksumError(f"{shown}: {wrong}")


def sha256(content: bytes) -> str:
    """Checksum of bytes."""
    return hashlib.sha256(content).hexdigest()


def array_sha256(array: NDArray[Any]) -> str:
    """Checksum of an array's values, however they lie in memory."""
    values = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    if values.dtype.kind == "f":  # there are many NaNs; R has one of its own for "missing"
        values = np.where(np.isnan(values), np.array(np.nan, values.dtype), values)
    return sha256(values.tobytes())


def arrays_of(raw: bytes) -> dict[str, NDArray[Any]]:
    """Arrays of an ``.npz`` file by name, in C order."""
    with np.load(io.BytesIO(raw), allow_pickle=False) as archive:
        return {name: np.ascontiguousarray(archive[name]) for name in archive.files}


def _differences(raw: bytes, wanted: tuple[Array, ...]) -> str:
    """What of the wanted arrays an ``.npz`` file lacks; empty when it has them all."""
    try:
        found = arrays_of(raw)
    except (ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        return f"not a whole npz file of arrays ({error})"
    return "; ".join(text for array in wanted if (text := _difference(found, array)))


def _difference(found: dict[str, NDArray[Any]], wanted: Array) -> str:
    got = found.get(wanted.name)
    if got is None:
        return f"no array {wanted.name}, only {', '.join(found) or 'nothing'}"
    kind = got.dtype.newbyteorder("<").str
    if (kind, got.shape) != (wanted.dtype, wanted.shape):
        return f"{wanted.name} is {kind} {got.shape}, should be {wanted.dtype} {wanted.shape}"
    if array_sha256(got) != wanted.sha256:
        return (
            f"{wanted.name} has other values: sha256 {array_sha256(got)}, should be {wanted.sha256}"
        )
    return ""


def _matches(content: bytes, wanted: str) -> bool:
    algorithm, _, digest = wanted.partition(":")
    return hashlib.new(algorithm, content, usedforsecurity=False).hexdigest() == digest
