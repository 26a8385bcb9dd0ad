"""A digest of the code that judges a claim, so that a verdict is of this code and of no other.

What counts is the claim function with its decorators, and every function, class and constant whose
name stands in it, directly or indirectly: the helpers, the bounds, the units. They are followed
through the module's imports where these lead to claims, experiments, data or the rules that judge
(`FOLLOWED`). A name counts wherever it stands, be it that of a local variable: too much may be
bound, never too little. What does not count is what changes no verdict: comments, layout,
docstrings, the module that a helper stands in, and what a decorator says about the claim, as its
place and the verdict that is expected.

What else is imported counts by its name alone: the reference, the definitions and the suite, which
answer to each other, and other packages may change and the digest stays.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
from pathlib import Path
from typing import Any

from gramcheck import paper_checks
from gramcheck.paper_checks.registry import Claim

_PACKAGE = Path(*paper_checks.__path__)
FOLLOWED = tuple(
    f"{paper_checks.__name__}.{each}"
    for each in (
        *("claims", "experiments", "context", "data", "datasets"),
        *("comparisons", "findings", "margins", "evidence", "ledger"),
    )
)
_ABOUT = {"place", "kind", "expected", "about", "stand_in", "decided"}  # arguments of `claim`


def digest_of(claim: Claim) -> str:
    """Of the claim as its file is now."""
    return digest(path_of(claim).read_text(encoding="utf8"), name_of(claim))


def path_of(claim: Claim) -> Path:
    """The file in which the claim function stands."""
    return Path(inspect.unwrap(claim.function).__code__.co_filename)


def name_of(claim: Claim) -> str:
    """The claim function's name, or that of the function that makes it for several claims."""
    return inspect.unwrap(claim.function).__qualname__.partition(".")[0]


def digest(text: str, name: str) -> str:
    """Of what stands under this name at the top of a module, and of all that it names."""
    counted = {(text, name)}
    if name not in _defined(text):
        raise KeyError(name)
    to_read = [*counted]
    while to_read:
        new = _named(*to_read.pop()) - counted
        counted |= new
        to_read += new
    said = "\n".join(sorted(f"{name} is {_said(text, name)}" for text, name in counted))
    return hashlib.sha256(said.encode()).hexdigest()[:12]


@functools.cache
def _said(text: str, name: str) -> str:
    return _canonical(_defined(text)[name])


@functools.cache
def _named(text: str, name: str) -> set[tuple[str, str]]:
    """What a definition names: the text of the module where it stands, and its name there."""
    nodes = [node for statement in _defined(text)[name] for node in ast.walk(statement)]
    found = {_place(text, node.id) for node in nodes if isinstance(node, ast.Name)}
    for node in nodes:  # an attribute of a module that is imported as a whole
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = _text_of(".".join(_imported(text).get(node.value.id, ())))
            found.add(module and _place(module, node.attr))
    return {each for each in found if each}


def _place(text: str, name: str) -> tuple[str, str] | None:
    """The module that defines what is known here under this name, through all imports."""
    if name in _defined(text):
        return text, name
    module, name = _imported(text).get(name, ("", ""))
    there = _text_of(module)
    if there is None or _text_of(f"{module}.{name}"):  # of a module its attributes are named
        return None
    return _place(there, name)


@functools.cache
def _imported(text: str) -> dict[str, tuple[str, str]]:
    """Names that a module imports: of which module, and under which name there."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    return {
        each.asname or each.name: (node.module, each.name) for node in nodes for each in node.names
    }


@functools.cache
def _text_of(module: str) -> str | None:
    """The text of a module that is followed; None if it is no module, or no such one."""
    if not f"{module}.".startswith(tuple(f"{each}." for each in FOLLOWED)):
        return None
    place = _PACKAGE.joinpath(*module.removeprefix(f"{paper_checks.__name__}.").split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            return path.read_text(encoding="utf8")
    return None


@functools.cache
def _defined(text: str) -> dict[str, list[ast.stmt]]:
    """Statements at the top of a module by the names that they define; those of imports aside."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in ast.parse(text).body:
        for name in sorted(_defines(statement)):
            found.setdefault(name, []).append(_bare(statement))
    return found


def _defines(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def _bare(statement: ast.stmt) -> ast.stmt:
    """Without docstrings, and without what decorators say about a claim."""
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.body = [step for step in node.body if not _is_text(step)]
            for call in node.decorator_list:
                if isinstance(call, ast.Call):
                    call.keywords = [each for each in call.keywords if each.arg not in _ABOUT]
    return statement


def _is_text(step: ast.stmt) -> bool:
    value = step.value if isinstance(step, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _canonical(node: Any) -> str:
    """As `ast.dump`, but the same in every Python: fields that later ones added are empty."""
    if isinstance(node, list):
        return f"[{', '.join(map(_canonical, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [(name, value) for name, value in ast.iter_fields(node) if value not in (None, [])]
    return f"{type(node).__name__}({', '.join(f'{n}={_canonical(v)}' for n, v in fields)})"
