"""Mutants of a file: one node of its syntax tree is written otherwise in each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent

OPERATORS = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "/", ast.Mod: "*",
    ast.Pow: "*", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
    ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.And: "or", ast.Or: "and", ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>",
    ast.RShift: "<<",
}  # fmt: skip
NAMES = {
    "min": "max", "minimum": "maximum", "argmin": "argmax", "any": "all", "floor": "ceil",
    "zeros": "ones", "sin": "cos", "row": "column", "triu": "tril", "log1p": "log", "expm1": "exp",
    "zeros_like": "ones_like", "triu_indices": "tril_indices", "fmin": "fmax", "cumsum": "array",
}  # fmt: skip
NAMES |= {other: name for name, other in NAMES.items()}
DROPPED = {"abs", "sqrt", "sorted", "unique", "square"}


class Mutant(NamedTuple):
    """A file with one part of it written otherwise."""

    file: str
    line: int
    end: int
    before: str
    after: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, statement by statement."""
    source = path.read_text(encoding="utf-8")
    lines = source.encode().splitlines(keepends=True)
    starts = np.cumsum([0, *map(len, lines)])

    def replaced(node: Any, text: str) -> Mutant:
        begin = int(starts[node.lineno - 1]) + node.col_offset
        end = int(starts[node.end_lineno - 1]) + node.end_col_offset
        whole = source.encode()
        changed = whole[:begin] + text.encode() + whole[end:]
        before, file = whole[begin:end].decode(), str(path.relative_to(ROOT))
        return Mutant(file, node.lineno, node.end_lineno, before, text, changed.decode())

    for node in executed(ast.parse(source)):
        for text in otherwise(node):
            yield replaced(node, text)


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that can make a difference: no docstrings, annotations, imports or refusals."""
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from executed(child)


def otherwise(node: ast.AST) -> Iterator[str]:
    """The ways to write a node otherwise."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield f"(({ast.unparse(left)}) {OPERATORS[type(op)]} ({ast.unparse(right)}))"
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield f"(({ast.unparse(left)}) {OPERATORS[type(op)]} ({ast.unparse(right)}))"
        case ast.BoolOp(op=op, values=values):
            between = f" {OPERATORS[type(op)]} "
            yield "(" + between.join(f"({ast.unparse(value)})" for value in values) + ")"
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield repr(not value)
        case ast.Constant(value=int(value)):
            yield repr(value + 1)
        case ast.Constant(value=float(value)):
            yield repr(2 * value + 1)
        case ast.Call(func=ast.Name(id=name), args=[first]) if name in DROPPED:
            yield f"({ast.unparse(first)})"
        case ast.Call(func=ast.Attribute(attr=name), args=[first]) if name in DROPPED:
            yield f"({ast.unparse(first)})"
        case ast.Attribute(value=value, attr=name) if name in NAMES:
            yield f"({ast.unparse(value)}).{NAMES[name]}"
        case ast.Name(id=name) if name in ("min", "max", "any", "all"):
            yield NAMES[name]
        case ast.AugAssign() | ast.Expr():
            yield "pass"
        case ast.Continue():
            yield "break"
        case ast.Break():
            yield "continue"
