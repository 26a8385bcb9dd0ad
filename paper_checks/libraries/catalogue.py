"""The libraries that have an adapter: what each is called, and what it says of itself.

The catalogue is ``verify/adapters``: a module there is a library, in whose classes the functions
stand that it has. Adapters are read and not imported, since their libraries need not be installed.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.metadata
import importlib.util
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.libraries.imported import digest_with_imports
from gramcheck.paper_checks.wording import unknown
from gramcheck.verify import adapters
from gramcheck.verify.contract import PAPERS

_NOT_ADAPTERS = ("__init__", "common")
_LOOKED_UP = Path(__file__).with_name("libraries.toml")


@dataclass(frozen=True)
class Library:
    """A library as its adapter describes it, which is read and not imported.

    ``functions`` are the dotted names that the adapter's classes define, ``conventions`` what it
    says of some of them. What the library's documentation ``promises`` to be the paper's is no
    convention, whatever it is.
    """

    name: str
    module: str
    about: str
    distributions: tuple[str, ...]
    functions: tuple[str, ...]
    conventions: Mapping[str, str]
    promises: tuple[str, ...]
    digest: str

    @classmethod
    def of(cls, module: str) -> Library:
        """The library of an adapter.

        Raises
        ------
        LookupError
            No such module.
        """
        try:
            spec = importlib.util.find_spec(module)
        except ModuleNotFoundError:  # what stands before a dot is no package
            spec = None
        if spec is None or not spec.origin:
            raise LookupError(f"no module {module!r} in this folder or on PYTHONPATH")
        text = Path(spec.origin).read_text(encoding="utf8")
        tree = ast.parse(text)
        name = module.rpartition(".")[2]
        written = _literals(tree)
        return cls(
            name,
            module,
            (ast.get_docstring(tree) or name).split("\n\n")[0].replace("\n", " "),
            tuple(written.get("distributions", ())),
            tuple(_functions(tree)),
            written.get("conventions", {}),
            tuple(written.get("promises", ())),
            hashlib.sha256((text + digest_with_imports([module])).encode()).hexdigest()[:16],
        )

    def versions(self) -> dict[str, str] | None:
        """Of its distributions; None where one is not installed."""
        try:
            return {name: importlib.metadata.version(name) for name in self.distributions}
        except importlib.metadata.PackageNotFoundError:
            return None

    @property
    def install(self) -> str:
        """The line that installs it."""
        return f"pip install {' '.join(self.distributions)}"


def catalogue() -> dict[str, Library]:
    """All libraries that have an adapter here, by name."""
    folder = Path(next(iter(adapters.__path__)))
    names = sorted({path.stem for path in folder.glob("*.py")} - set(_NOT_ADAPTERS))
    return {name: Library.of(f"{adapters.__name__}.{name}") for name in names}


def looked_up() -> dict[str, list[dict[str, Any]]]:
    """What people found about libraries: issues upstream, and why some are not held at all."""
    return tomllib.loads(_LOOKED_UP.read_text(encoding="utf8"))


def select(names: Sequence[str]) -> list[Library]:
    """Those of the names: of the catalogue, distributions, or modules of one's own (dotted).

    Of a distribution, all that are named first by it: ``scikit-learn`` has three.

    Raises
    ------
    LookupError
        None of these; names the closest.
    """
    known = catalogue()
    by_name = {name: [library] for name, library in known.items()}
    for library in known.values():
        if library.distributions[0] not in known:
            by_name.setdefault(library.distributions[0], []).append(library)
    found: dict[str, Library] = {}
    for name in names or known:
        try:
            chosen = by_name[name] if name in by_name else [Library.of(name)]
        except LookupError as error:
            raise LookupError(f"{unknown('library', name, by_name)}; {error}") from error
        found |= {library.module: library for library in chosen}
    return list(found.values())


def _literals(tree: ast.Module) -> dict[str, Any]:
    """What the module assigns that can be read without running it."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with contextlib.suppress(ValueError):
                found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


def _functions(tree: ast.Module) -> Iterator[str]:
    for paper in tree.body:
        if not isinstance(paper, ast.ClassDef) or paper.name not in PAPERS:
            continue
        for node in paper.body:
            if isinstance(node, ast.FunctionDef):
                yield f"{paper.name}.{node.name}"
            elif isinstance(node, ast.Assign):
                yield from (f"{paper.name}.{t.id}" for t in node.targets if isinstance(t, ast.Name))
