"""A digest of the code that judges a claim, so that a verdict is of this code and of no other.

What counts is the claim function with its decorators, and of the same module every function, class
and constant whose name stands in it, directly or indirectly: the helpers, the bounds, the units. A
name counts wherever it stands, be it that of a local variable: too much may be bound, never too
little. What does not count is what changes no verdict: comments, layout, docstrings, and what a
decorator says about the claim, as its place and the verdict that is expected.

What is imported, be it from the module next to it, counts by its name alone: that code may change
and the digest stays.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.registry import Claim

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
    """Of what stands under this name at the top of a module, and of all there that it names."""
    defined = _defined(text)
    counted, to_read = {name: defined[name]}, [name]
    while to_read:
        named = _names(defined[to_read.pop()])
        new = [each for each in named if each in defined and each not in counted]
        counted |= {each: defined[each] for each in new}
        to_read += new
    said = "\n".join(f"{each} is {_canonical(counted[each])}" for each in sorted(counted))
    return hashlib.sha256(said.encode()).hexdigest()[:12]


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


def _names(statements: list[ast.stmt]) -> set[str]:
    nodes = (node for statement in statements for node in ast.walk(statement))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _canonical(node: Any) -> str:
    """As `ast.dump`, but the same in every Python: fields that later ones added are empty."""
    if isinstance(node, list):
        return f"[{', '.join(map(_canonical, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [(name, value) for name, value in ast.iter_fields(node) if value not in (None, [])]
    return f"{type(node).__name__}({', '.join(f'{n}={_canonical(v)}' for n, v in fields)})"
