"""What a result depends on, hashed: results of another state are never reused.

What counts: scale, seed, data files, versions of Python and the numerical libraries, and the source
that the result's function can reach. That is the function's own module, every module of the project
that it imports, directly or not, and JSON files beside these. For claims that cite the conformance
suite (a module with a call of ``run.verify``) it is also the machinery of ``verify``, the suite of
the claim's paper, and all of that paper's reference. What only registers, starts, stores and shows
(`NO_NUMBERS`) does not count, nor does another paper's source that nothing here imports.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

PACKAGE = "gramcheck"
NO_NUMBERS = frozenset(
    f"{PACKAGE}.paper_checks.{name}"
    for name in (
        "cli",
        "console",
        "data_commands",
        "fingerprint",
        "ledger",
        "plan",
        "plots",
        "progress",
        "registry",
        "report",
        "runner",
        "store",
        "workers",
    )
)
_WORKER = "gramcheck.paper_checks.work"  # every result passes through it
# imports verify for the claims that cite it, which are found by their calls
_CITES_FOR_OTHERS = "gramcheck.paper_checks.context"
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


def source_digest(module: str) -> str:
    """Hash over the source that results of a module's functions can depend on."""
    digest = hashlib.sha256()
    for name, path in sorted(source_files(module).items()):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def source_files(module: str) -> dict[str, Path]:
    """Files that count for a module's functions: modules by dotted name, JSON by its path."""
    found: dict[str, Path] = {}
    todo = [module, _WORKER]
    while todo:
        name = todo.pop()
        path = None if name in found or name in NO_NUMBERS else _locate(name)
        if path is None:
            continue
        found[name] = path
        inside = name if path.name == "__init__.py" else name.rpartition(".")[0]
        imported, cites = _reads(path.read_text(encoding="utf8"), inside)
        if name == _CITES_FOR_OTHERS:
            imported = frozenset(
                other for other in imported if not other.startswith(f"{PACKAGE}.verify")
            )
        for other in imported:
            if other.partition(".")[0] == PACKAGE:
                todo += _with_parents(other)
        if cites:
            todo += _suite(name)
        if path.name == "__init__.py":
            found |= {f"{name}/{file.name}": file for file in path.parent.glob("*.json")}
    return found


@functools.cache
def _reads(source: str, package: str) -> tuple[frozenset[str], bool]:
    """What a module's text imports anywhere, and whether it calls ``run.verify``."""
    imported: set[str] = set()
    cites = False
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:
                home = importlib.util.resolve_name("." * node.level + home, package)
            # a name that is imported from a package may be a module
            imported |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            cites = cites or node.func.attr == "verify"
    return frozenset(imported), cites


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[: k + 1]) for k in range(len(parts))]


def _suite(module: str) -> Iterator[str]:
    """Modules that a citation of the suite in this module can run."""
    claims = f"{PACKAGE}.paper_checks.claims."
    paper = module.removeprefix(claims).split(".")[0] if module.startswith(claims) else "*"
    for pattern in (
        "verify/*.py",
        "reference/*.py",
        f"verify/suite/{paper}/**/*.py",
        f"reference/{paper}/**/*.py",
    ):
        for path in _root().glob(pattern):
            parts = (PACKAGE, *path.relative_to(_root()).with_suffix("").parts)
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _root() -> Path:
    """The folder of the package, in which its parts may be links."""
    return Path(__file__).parents[1]


def _locate(name: str) -> Path | None:
    """File of a module; outside the project only of one that is imported already."""
    package, *inner = name.split(".")
    if package != PACKAGE:
        file = getattr(sys.modules.get(name), "__file__", None)
        return Path(file) if file and file.endswith(".py") else None
    place = _root().joinpath(*inner)
    candidates = (place / "__init__.py", place.with_suffix(".py"))
    return next((path for path in candidates if path.is_file()), None)


def parts(scale: str, seed: int, data: Mapping[str, str]) -> dict[str, str]:
    """What all results of a run share, by name; ``data`` maps files to checksums."""
    return {
        "scale": scale,
        "seed": str(seed),
        "data": digest(data),
        "versions": digest(versions()),
    }


def with_source(parts: Mapping[str, str], module: str) -> dict[str, str]:
    """What a result of a module's function depends on: the shared parts and its source."""
    return {**parts, "source": source_digest(module)}


def digest(items: Mapping[str, str]) -> str:
    """Hash of names and values, in any order."""
    text = "\n".join(f"{key}={items[key]}" for key in sorted(items))
    return hashlib.sha256(text.encode()).hexdigest()
