"""What a result depends on, in one hash: results of another state are never reused."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import platform
from collections.abc import Mapping
from pathlib import Path

PACKAGES = ("reference", "verify", "paper_checks")
# distributions whose version can change a number
_LIBRARIES = ("numpy", "scipy", "cvxopt", "scikit-learn", "hypothesis")


def versions() -> dict[str, str]:
    """Python and the libraries that a number can depend on, with their versions."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def source_digest(packages: tuple[str, ...] | None = None) -> str:
    """Hash over every Python and JSON file of the project's packages."""
    digest = hashlib.sha256()
    for package in packages or PACKAGES:
        spec = importlib.util.find_spec(package)
        for root in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(root).rglob("*")):
                if path.suffix in {".py", ".json"}:
                    digest.update(f"{package}/{path.relative_to(root).as_posix()}\0".encode())
                    digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def parts(scale: str, seed: int, data: Mapping[str, str]) -> dict[str, str]:
    """Each dependency by its name, to say which one changed; ``data`` maps files to checksums."""
    return {
        "scale": scale,
        "seed": str(seed),
        "data": _digest(data),
        "source": source_digest(),
        "versions": _digest(versions()),
    }


def combine(parts: Mapping[str, str]) -> str:
    """One hash over all parts."""
    return _digest(parts)


def _digest(items: Mapping[str, str]) -> str:
    text = "\n".join(f"{key}={items[key]}" for key in sorted(items))
    return hashlib.sha256(text.encode()).hexdigest()
