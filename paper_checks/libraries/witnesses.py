"""Who is right about an example: the definition, the reference, and other libraries are asked.

A failing check speaks for itself alone. So the call that it prints is made again, in processes of
their own, by the library and by whoever else has the function. A fault is confirmed when two that
know nothing of each other give one answer, and the library, asked afresh, another. An exception is
no answer, and confirms nothing.
"""

from __future__ import annotations

import ast
import inspect
import json
import operator
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

OURS = {"definition": "gramcheck.verify.definitions", "reference": "gramcheck.reference"}
_SAME = 1e-9  # relative to the largest number of an answer
_SAME_OPTIMUM = 1e-3  # of a result that an iteration found, whose objective is compared
_OBJECTIVES = ("objective", "value")
_SECONDS = 120.0  # a call may take, where no limit was set
_LONG = 120  # characters of an answer that is shown


class Call(NamedTuple):
    """A call as it was printed: the function's dotted name, and its arguments as text."""

    function: str
    arguments: str


class Testimony(NamedTuple):
    """What was asked, in one call; the answers, the library's first; whether they confirm it."""

    example: str
    answers: Mapping[str, str]
    confirmed: bool


def hear(
    library: str,
    others: Mapping[str, Sequence[str]],
    examples: Mapping[str, Sequence[str]],
    seconds: float | None,
) -> dict[str, list[Testimony]]:
    """A testimony for each example of each function.

    Parameters
    ----------
    library : str
        The module under test.
    others : mapping
        By function, modules of other libraries that have it.
    examples : mapping
        By function, lines to paste that call it.
    seconds : float, optional
        That all calls of one witness may take.
    """
    calls = {name: [_calls(text, name) for text in texts] for name, texts in examples.items()}
    listed = list(dict.fromkeys(c for rows in calls.values() for row in rows for c in row))
    modules = [library, *OURS.values(), *(m for each in others.values() for m in each)]
    said = {
        module: dict(zip(listed, _ask(module, listed, seconds), strict=True))
        for module in (dict.fromkeys(modules) if listed else ())
    }
    return {
        name: [_testimony(row, library, [*OURS.values(), *others[name]], said) for row in rows]
        for name, rows in calls.items()
    }


def _calls(text: str, function: str) -> list[Call]:
    """The calls of a function in a line to paste."""
    try:
        tree = ast.parse(text.replace("; ", "\n"))
    except SyntaxError:
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(f".{function}"):
            arguments = ", ".join(ast.unparse(each) for each in [*node.args, *node.keywords])
            # letters that look alike are told apart
            found.append(Call(function, arguments.encode("ascii", "backslashreplace").decode()))
    return found


def _testimony(
    calls: Sequence[Call],
    library: str,
    asked: Sequence[str],
    said: Mapping[str, Mapping[Call, Any]],
) -> Testimony:
    """Of the calls, the first that confirms the fault; of none, the last one's answers."""
    testimony = Testimony("", {}, False)
    for call in calls:
        answers = {module: said[module][call] for module in asked}
        known = {module: a["value"] for module, a in answers.items() if "value" in a}
        mine = said[library][call]
        optimum = any(a.get("optimum") for a in answers.values())
        # the check that failed had a bound of its own: a point that is better is the second witness
        same, needed = (_SAME_OPTIMUM, 1) if optimum else (_SAME, 2)
        scale = max(map(_size, (mine.get("value"), *known.values())))
        agreeing = [
            sum(alike(other, value, same * scale) for other in known.values())
            for value in known.values()
            if "value" in mine and not alike(mine["value"], value, same * scale)
        ]
        ours = any(module in known for module in OURS.values())
        confirmed = ours and max(agreeing, default=0) >= needed
        shown = {module: _shown(a) for module, a in answers.items() if "lacks" not in a}
        example = f"{call.function}({call.arguments})"
        testimony = Testimony(example, {library: _shown(mine)} | shown, confirmed)
        if confirmed:
            break
    return testimony


def alike(one: Any, other: Any, within: float) -> bool:
    """Whether two answers are one: of the same shape, part by part, and numbers within so much."""
    a, b = _array(one), _array(other)
    if a is None and b is None and len(one) == len(other):
        return all(alike(x, y, within) for x, y in zip(one, other, strict=True))
    if a is None or b is None:
        return False
    if a.shape != b.shape or a.dtype.kind not in "biuf" or b.dtype.kind not in "biuf":
        return a.shape == b.shape and bool((a == b).all())
    return bool(np.allclose(a, b, rtol=0, atol=within, equal_nan=True))


def _size(answer: Any) -> float:
    """The largest number of an answer, of all its parts; 0 where there are none."""
    array = _array(answer)
    if array is None:
        return max(map(_size, answer))
    if array.dtype.kind not in "biuf":
        return 0.0
    return float(np.abs(array[np.isfinite(array)]).max(initial=0.0))


def _array(answer: Any) -> NDArray[Any] | None:
    """None where it has several parts of unequal shapes."""
    try:
        return np.asarray(answer)
    except ValueError:
        return None


def _shown(answer: Mapping[str, Any]) -> str:
    text = answer.get("shown") or answer.get("error") or f"lacks {answer.get('lacks')}"
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def _ask(module: str, calls: Sequence[Call], seconds: float | None) -> list[dict[str, Any]]:
    """Answers of a module, from a process that may die of them."""
    command = [sys.executable, "-m", "gramcheck.paper_checks.libraries.witnesses", module]
    limit = (seconds or _SECONDS) * len(calls) + _SECONDS
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        done = subprocess.run(
            command,
            input=json.dumps(calls),
            capture_output=True,
            text=True,
            timeout=limit,
            env=environment,
        )
        answers = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return [{"error": f"no answer within {limit:g} s"}] * len(calls)
    except (IndexError, ValueError):
        return [{"error": f"its process ended with {done.returncode}"}] * len(calls)
    return answers


def _answers(module: str, calls: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """In the witness: what it says to each call."""
    from gramcheck.verify.target import load

    target = load(module)
    return [_answer(target, *call) for call in calls]


def _answer(target: Any, function: str, arguments: str) -> dict[str, Any]:
    from gramcheck.verify.record import LackingError

    asked = target.get(function) if target.has(function) else None
    if not callable(asked):  # as a module of definitions that has the function's name
        return {"lacks": function}
    if target.expression == OURS["definition"]:
        asked = _of_collections(function, target)
    names = {"np": np, "nan": np.nan, "inf": np.inf, "target": asked}
    try:
        result = eval(f"target({arguments})", names)
        value, optimum = _plain(result)
    except LackingError as error:
        return {"lacks": str(error)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"value": value, "optimum": optimum, "shown": repr(value)}


def _of_collections(function: str, definitions: Any) -> Any:
    """A definition, asked about all pairs of two collections where it is one of two objects."""
    from gramcheck.verify.contract import contracts

    defined = operator.attrgetter(function)(definitions.root)
    objects = list(inspect.signature(defined).parameters)[:2]
    if objects != ["x", "y"] or contracts()[function].required[:2] == objects:
        return definitions.get(function)
    return lambda X, Y, *rest, **options: [[defined(x, y, *rest, **options) for y in Y] for x in X]


def _plain(result: Any) -> tuple[Any, bool]:
    """Numbers in lists; of a result with an objective, that."""
    for name in _OBJECTIVES:
        if isinstance(getattr(result, name, None), float | np.floating):
            return float(getattr(result, name)), True
    if hasattr(result, "toarray"):
        result = result.toarray()
    if isinstance(result, tuple):
        return [np.asarray(part).tolist() for part in result], False
    values = np.asarray(result)
    return (values.astype(float) if values.dtype == object else values).tolist(), False


if __name__ == "__main__":
    out = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    print(json.dumps(_answers(sys.argv[1], json.load(sys.stdin))), file=out)
