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
_SHOWN = 3  # functions whose lines stand beside a statement; the others are linked


@functools.cache
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


# engines that are chosen by a name when they are called, which no reading of the lines can see
_CHOSEN = {
    f"{REFERENCE}.d2ke.distances.{name}": f"{REFERENCE}.d2ke.engines.{module}.cross_distances"
    for name, module in (("modified_hausdorff", "hausdorff"), ("dtw", "time_warping"))
}
_LIBRARIES = ("np", "sp", "math")
_COMPUTING = (ast.BinOp, ast.Compare, ast.comprehension, ast.For, ast.While)
_REFUSING = ("_refuse", "check", "warn", "named_")  # or the same function under the caller's names


def behind(function: Any) -> Any | None:
    """The function that computes what this one only checks the arguments for; None if it does.

    A function that only passes on has no operator, loop or call of a library outside of its
    refusals. Of those that it calls and that are not public the longest is taken.
    """
    function = inspect.unwrap(function)
    chosen = _CHOSEN.get(f"{function.__module__}.{getattr(function, '__name__', '')}")
    if chosen or not inspect.isfunction(function):
        return resolve(chosen) if chosen else None
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    body = [step for step in definition.body if not isinstance(step, ast.If)]
    nodes = [node for step in body for node in ast.walk(step)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    engines = {id(call): _engine(function, ast.unparse(call.func)) for call in calls}
    given = {id(n) for c in calls if engines[id(c)] for a in c.args for n in ast.walk(a)}
    computing = any(isinstance(node, _COMPUTING) and id(node) not in given for node in nodes)
    if computing or any(ast.unparse(call.func).partition(".")[0] in _LIBRARIES for call in calls):
        return None
    found = filter(None, engines.values())
    return max(found, key=lambda engine: len(inspect.getsource(engine)), default=None)


def _engine(function: Any, name: str) -> Any | None:
    """What a name in a function's lines means, if it is a function below the public ones."""
    home = DEFINITIONS if function.__module__.startswith(DEFINITIONS) else REFERENCE
    first, *rest = name.split(".")
    value = function.__globals__.get(first)
    for attribute in rest:
        value = getattr(value, attribute, None)
    if not inspect.isfunction(value) or value.__name__.startswith(_REFUSING):
        return None
    if home == DEFINITIONS and not f"_{function.__name__}".startswith(value.__name__):
        return None  # a definition has helpers; its twin in exact numbers has its name
    paper = f"{home}.{function.__module__.removeprefix(home).split('.')[1]}"
    public = getattr(importlib.import_module(paper), value.__name__, None)
    return value if value.__module__.startswith(f"{paper}.") and public is not value else None


def excerpts(home: str, names: list[str]) -> list[dict[str, Any]]:
    """Functions beside a statement: the first few with their lines, all with their address."""
    found = []
    for i, name in enumerate(names):
        function = resolve(f"{home}.{name}")
        folder = "api" if home == REFERENCE else "definitions"
        address = f"{folder}/{name.partition('.')[0]}.html#{home}.{name}"
        lines = _lines(function) if i < _SHOWN else None
        engine = behind(function) if lines else None
        passed_to = engine and {"name": engine.__name__, **_lines(engine)}
        found.append({"name": name, "address": address, "lines": lines, "engine": passed_to})
    return found


def _lines(function: Any) -> dict[str, Any]:
    text = source(function)
    return {"html": highlighted(text), "length": text.count("\n"), "place": place(function)}


@functools.cache
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
