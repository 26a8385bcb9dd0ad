"""The package's source files, and whether one of them changed since this was imported.

Imported before all others of the package and light: what it delays is the rest, and the moment from
which the console script answers Ctrl-C.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

PACKAGE = "gramcheck"
FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # of the package

# compiled files, results and the book's run that are kept: no result depends on them
_NO_SOURCE = {"__pycache__", "results", "site/run"}

Stamps = frozenset[tuple[str, int, int, int, int]]


def paths(folder: str = FOLDER) -> Iterator[tuple[str, str]]:
    """Files that count, by path inside the folder, whose parts may be links."""
    for place, folders, names in os.walk(folder, followlinks=True):
        inside = os.path.basename(place)
        folders[:] = [
            name for name in sorted(folders) if not {name, f"{inside}/{name}"} & _NO_SOURCE
        ]
        for name in sorted(names):
            if name.endswith((".py", ".json")):
                path = os.path.join(place, name)
                yield os.path.relpath(path, folder).replace(os.sep, "/"), path


def hold(folder: str | os.PathLike[str]) -> bool:
    """Whether files in this folder, which need not exist, would count."""
    parts = [FOLDER, *(entry.path for entry in os.scandir(FOLDER) if entry.is_dir())]
    inside = os.path.realpath(folder) + os.sep
    return any(inside.startswith(os.path.realpath(part) + os.sep) for part in parts)


def stamps() -> Stamps:
    """Size and times of each file: whoever writes one cannot set its time of change back."""
    found = set()
    for name, path in paths():
        state = os.stat(path)
        found.add((name, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns))
    return frozenset(found)


_AT_START = stamps()


def changed() -> list[str]:
    """Files that were written, made or removed since this module was imported."""
    return sorted({name for name, *_ in stamps() ^ _AT_START})
