"""Digest of modules of this package with all of it that they import.

A result that some of the package made is discarded by any edit of that part, be it of a docstring;
in return none can be missed, and edits elsewhere leave the result alone.
"""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

from gramcheck.paper_checks.sources import FOLDER, PACKAGE


def digest_with_imports(modules: Iterable[str]) -> str:
    """Hash of these modules and all that they import, each with the ``.json`` files beside it."""
    digests: dict[str, str] = {}
    waiting = list(modules)
    while waiting:
        if (name := waiting.pop()) not in digests and (read := _read(name)):
            digests[name], imported = read
            waiting += imported
    text = "".join(f"{name} {digests[name]}\n" for name in sorted(digests))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def _read(name: str) -> tuple[str, tuple[str, ...]] | None:
    """Digest of a module of this package, and what it imports; None for all other names."""
    package, *parts = name.split(".")
    path = Path(FOLDER, *parts)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if package != PACKAGE or not path.is_file():
        return None
    text, imported = path.read_bytes(), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    beside = sorted(path.parent.glob("*.json")) if path.name == "__init__.py" else []
    digest = hashlib.sha256(text + b"".join(each.read_bytes() for each in beside)).hexdigest()
    return digest, tuple(imported)
