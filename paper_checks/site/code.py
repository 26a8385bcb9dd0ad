"""Source as the book shows it: the lines of a function, and the tables that lead to them."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

ROOT = Path(__file__).resolve().parents[2]  # of the project, or of what is installed
REFERENCE, DEFINITIONS, VERIFY = (
    "gramcheck.reference",
    "gramcheck.verify.definitions",
    "gramcheck.verify",
)


def source(function: Any, docstring: bool = False) -> str:
    """The lines that define it, as they are; without its docstring, which the API pages show."""
    text = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
    (definition,) = ast.parse(text).body
    assert isinstance(definition, ast.FunctionDef | ast.ClassDef)
    first = definition.body[0]
    if docstring or not ast.get_docstring(definition) or len(definition.body) == 1:
        return text
    lines = text.splitlines()
    del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines) + "\n"


def place(function: Any) -> str:
    """``reference/d2ke/kernel.py:34``."""
    function = inspect.unwrap(function)
    path, (_, line) = Path(inspect.getsourcefile(function) or ""), inspect.getsourcelines(function)
    path = path.resolve()
    return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line}"


@functools.cache
def highlighted(text: str) -> Markup:
    """Python as HTML, with the classes of the generator's style sheet."""
    return Markup(highlight(text, PythonLexer(), HtmlFormatter()))


def resolve(path: str) -> Any:
    """What a dotted path leads to: ``gramcheck.reference.d2ke.kernel``."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def public(module: ModuleType) -> list[str]:
    """Names of a package's public functions and classes, or of those that a module defines."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if callable(getattr(module, name))]
    return [name for name, value in vars(module).items() if _defined(value, name, module.__name__)]


def _defined(value: Any, name: str, home: str) -> bool:
    ours = getattr(value, "__module__", "").startswith(home)
    return (
        ours and not name.startswith("_") and (inspect.isfunction(value) or inspect.isclass(value))
    )


@functools.cache
def table(paper: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Rows of a paper's table: section, statement, module, functions; in the paper's order."""
    text = inspect.getdoc(importlib.import_module(f"{REFERENCE}.{paper}")) or ""
    lines = text.splitlines()
    start, *_, end = (i for i, line in enumerate(lines) if line.startswith("==="))
    ruler = lines[start]
    starts = [i for i, letter in enumerate(ruler) if letter == "=" and ruler[i - 1 : i] != "="]
    cuts = [slice(a, b) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    rows: list[list[str]] = []
    for line in lines[start + 1 : end]:
        if line.startswith("==="):
            continue
        cells = [line[cut].strip() for cut in cuts]
        if cells[2]:
            rows.append(cells)
        elif rows and line.strip():
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    return [
        (section, statement, module, () if module == "--" else tuple(functions.split(", ")))
        for section, statement, module, functions in rows[1:]
        if module
    ]
