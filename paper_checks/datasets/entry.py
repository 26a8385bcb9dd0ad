"""One data set: as the catalogue describes it, and as it is once loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


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
    objects: Sequence[Any]
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
class DataFile:
    """One file: checksum, size in bytes, address of the original if it is public.

    ``content`` is a checksum of the uncompressed content, ``md5:...`` or ``sha256:...``; a ``.gz``
    file is right when either matches. Where ``url`` does not end in ``.gz`` and the name does, the
    download is compressed first.
    """

    name: str
    sha256: str
    size: int
    url: str = ""
    content: str = ""


@dataclass(frozen=True)
class Entry:
    """A data set of the catalogue; without files it is embedded (generated, or in scikit-learn).

    ``read`` takes the content of each file in turn, and returns objects, labels and extras.
    """

    name: str
    description: str
    origin: str
    license: str
    citation: str
    read: Callable[..., tuple[Sequence[Any], NDArray[Any], Mapping[str, NDArray[Any]]]]
    folder: str = ""
    files: tuple[DataFile, ...] = ()
    obtain: str = ""

    def load(self, *contents: bytes) -> DataSet:
        """Parse the files' contents."""
        objects, labels, extras = self.read(*contents)
        return DataSet(self.name, objects, labels, self.description, extras)

    @property
    def how_to_obtain(self) -> str:
        """What to do when it is not there."""
        if self.files and all(file.url for file in self.files):
            return f"obtain it with: paper-checks data fetch {self.name}"
        return self.obtain or f"it has no public address of its own; origin: {self.origin}"
