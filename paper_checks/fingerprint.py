"""What a result depends on: the source, the data, the settings, the versions of libraries.

The rule for the source is the simplest that cannot be wrong: every ``.py`` and ``.json`` file of
the package counts for every result. An edit of a docstring discards finished units; in return no
edit can be missed. A run reads the files once, and its workers import what was read
(`running.processes`): a file that is edited meanwhile belongs to the next run.

Processor and BLAS kernel decide the last bits of a number. They are recorded with each result and
named where a run mixes them, but do not discard it.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import io
import os
import platform
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import sources
from gramcheck.paper_checks.sources import PACKAGE

# what can change a number: the distribution and the name under which it is imported
_LIBRARIES = {
    "numpy": "numpy",
    "scipy": "scipy",
    "cvxopt": "cvxopt",
    "scikit-learn": "sklearn",
    "hypothesis": "hypothesis",
}
NOT_INSTALLED = "not installed"  # in the place of a version


class StaleSourceError(RuntimeError):
    """Source files changed while this process was loading them."""


@dataclass(frozen=True)
class Source:
    """The package's files, as they were read at one moment: content by path."""

    files: Mapping[str, bytes]

    @functools.cached_property
    def digest(self) -> str:
        """Hash of all paths and contents."""
        return digest({name: hashlib.sha256(text).hexdigest() for name, text in self.files.items()})

    def of(self, module: str) -> str:
        """Hash of what counts for a module's functions: this, and its own file if not among it."""
        file = getattr(sys.modules.get(module), "__file__", None)
        if module.partition(".")[0] == PACKAGE or not file:
            return self.digest
        return digest({"package": self.digest, "own": _sha256(Path(file))})

    def archive(self) -> bytes:
        """The files as a zip archive, to be unpacked by workers."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in self.files.items():
                archive.writestr(f"{PACKAGE}/{name}", text)
        return buffer.getvalue()


def read_source(folder: Path | None = None) -> Source:
    """The package's source as it is on disk now."""
    files = sources.paths(str(folder) if folder else sources.FOLDER)
    return Source({name: Path(path).read_bytes() for name, path in files})


def take_source() -> Source:
    """The source as it is now, which is also what this process has loaded.

    Raises
    ------
    StaleSourceError    a file changed since the first module of ours was imported
    """
    source = read_source()
    if changed := sources.changed():
        raise StaleSourceError(
            f"the source changed while it was loaded ({', '.join(changed)}); start again"
        )
    return source


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# of libraries and machine


def versions() -> dict[str, str]:
    """Python and the libraries that a number can depend on: as loaded, else as installed."""
    found = {"python": platform.python_version()}
    for name, module in _LIBRARIES.items():
        loaded = getattr(sys.modules.get(module), "__version__", None)
        found[name] = loaded or _installed(name)
    return found


@functools.cache
def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return NOT_INSTALLED


@functools.cache
def machine() -> str:
    """Processor and BLAS kernels, in words, the same in every process of a machine."""
    import numpy.linalg  # noqa: F401 - each brings its BLAS
    import scipy.linalg  # noqa: F401
    from threadpoolctl import threadpool_info

    kernels = {
        f"{pool['internal_api']} {pool.get('architecture', '')}".strip()
        for pool in threadpool_info()
        if pool["user_api"] == "blas"
    }
    return ", ".join([_processor(), *sorted(kernels)])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):  # not Linux, or a processor without a name
        return platform.processor() or platform.machine()


def loaded(source: str) -> dict[str, Any]:
    """What a worker computes with: digest of the source it was given, versions, machine.

    A module of the package from anywhere but this one's folder takes the digest's place.
    """
    home = sources.FOLDER + os.sep
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] == PACKAGE and file and not file.startswith(home):
            source = f"{name} from {file}"
    where = f"process {os.getpid()} on {platform.node()}"
    return {"source": source, "versions": versions(), "machine": machine(), "where": where}


# of a result


def parts(scale: str, seed: int, data: Mapping[str, str]) -> dict[str, str]:
    """What all results of a run share, by name; ``data`` maps files to checksums."""
    return {
        "scale": scale,
        "seed": str(seed),
        "data": digest(data),
        "versions": digest(versions()),
    }


def with_source(parts: Mapping[str, str], module: str) -> dict[str, str]:
    """What a result of a module's function would depend on now: the shared parts, the source."""
    return {**parts, "source": _source_at(sources.stamps()).of(module)}


@functools.lru_cache(maxsize=1)
def _source_at(stamps: sources.Stamps) -> Source:
    """The source as it is now, read once for all units of a claim."""
    return read_source()


def digest(items: Mapping[str, str]) -> str:
    """Hash of names and values, in any order."""
    text = "\n".join(f"{key}={items[key]}" for key in sorted(items))
    return hashlib.sha256(text.encode()).hexdigest()
