"""One data set: as the catalogue describes it, and as it is once loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Objects = Sequence[Any] | NDArray[Any]
Loaded = tuple[Objects, NDArray[Any], Mapping[str, NDArray[Any]]]  # objects, labels, extras


@dataclass(frozen=True)
class DataSet:
    """A loaded data set.

    Parameters
    ----------
    name : as in the catalogue
    objects : strings; (length, channels) series; (size, dimension) sets; or an (n, d) table
    labels : (n,) class of each object; (n, tasks) where there are several
    description : one sentence
    extras : further arrays with one entry an object, by name (subject, session, split, ...)
    """

    name: str
    objects: Objects
    labels: NDArray[Any]
    description: str
    extras: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.objects) != len(self.labels):
            raise ValueError(f"{self.name}: {len(self.objects)} objects, {len(self.labels)} labels")
        # one object serves every caller in a process: nobody may write into it
        for array in (self.objects, self.labels, *self.objects, *self.extras.values()):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False


@dataclass(frozen=True)
class Array:
    """One array of an ``.npz`` file.

    ``dtype`` is as NumPy writes it, ``<f8``; ``sha256`` is of the values in C order, every NaN
    being NumPy's; ``meaning`` says what stands in it, in what order and in what unit.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    sha256: str
    meaning: str


@dataclass(frozen=True)
class DataFile:
    """One file: checksum, size in bytes, address of the original if it is public.

    The same content may have been packed elsewhere into other bytes. So a ``.gz`` file is right too
    when its uncompressed content has the checksum ``content``, ``md5:...`` or ``sha256:...``, and
    an ``.npz`` file when it holds these ``arrays``, whatever else is in it. Where ``url`` does not
    end in ``.gz`` and the name does, the download is compressed first.
    """

    name: str
    sha256: str
    size: int
    url: str = ""
    content: str = ""
    arrays: tuple[Array, ...] = ()


@dataclass(frozen=True)
class Conversion:
    """How public originals become a data set's file.

    ``convert`` takes the paths of files, or of folders that hold them, and returns the content of
    the file before it is compressed; ``originals`` says which files these are.
    """

    convert: Callable[[Sequence[Path]], bytes]
    originals: str


@dataclass(frozen=True)
class Entry:
    """A data set of the catalogue; without files it is embedded (generated, or in scikit-learn).

    ``read`` takes the content of each file in turn, and returns objects, labels and extras. An
    entry with a ``conversion`` has one file.
    """

    name: str
    description: str
    origin: str
    license: str
    citation: str
    read: Callable[..., Loaded]
    folder: str = ""
    files: tuple[DataFile, ...] = ()
    conversion: Conversion | None = None

    def load(self, *contents: bytes) -> DataSet:
        """Parse the files' contents."""
        objects, labels, extras = self.read(*contents)
        return DataSet(self.name, objects, labels, self.description, extras)

    @property
    def way(self) -> str:
        """``embedded``, or the action of ``paper-checks data`` that obtains it or says how."""
        if not self.files:
            return "embedded"
        if all(file.url for file in self.files):
            return "fetch"
        return "convert" if self.conversion else "show"

    @property
    def how_to_obtain(self) -> str:
        """What to do when it is not there."""
        return {
            "embedded": "it is embedded",
            "fetch": f"obtain it with: paper-checks data fetch {self.name}",
            "convert": f"download {self.origin}, then make it with: "
            f"paper-checks data convert {self.name} FILES",
            "show": f"make it from {self.origin} as this says: paper-checks data show {self.name}",
        }[self.way]
