"""A library with its convention forgiven, so that a second fault does not hide behind it.

Where it answers as the convention's own definition does, it is taken to answer as the paper's; all
else stays what it says. A check that passes now had failed for the convention and nothing else.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from gramcheck.verify.conventions import follows

_REFERENCE = "gramcheck.reference"
_LARGE = 1000  # letters, points or labels: conventions are defined by brute force


@dataclass(frozen=True)
class Forgiven:
    """The module of an adapter, and conventions by the names of its functions.

    It can be sent to another process, and serves as a target there under the module's name.
    """

    module: str
    conventions: Mapping[str, Sequence[str]]

    @property
    def __name__(self) -> str:
        return self.module

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        paper = getattr(importlib.import_module(self.module), name)
        chosen = [each for each in self.conventions if each.startswith(f"{name}.")]
        if not chosen:
            return paper
        own = {key: getattr(paper, key) for key in vars(paper) if not key.startswith("_")}
        for function in chosen:
            key = function.removeprefix(f"{name}.")
            own[key] = _forgiving(own[key], function, self.conventions[function])
        return SimpleNamespace(**own)


def _forgiving(
    function: Callable[..., Any], name: str, conventions: Sequence[str]
) -> Callable[..., Any]:
    paper, _, key = name.partition(".")
    right = getattr(importlib.import_module(f"{_REFERENCE}.{paper}"), key)
    signature = inspect.signature(right)

    @functools.wraps(function)
    def forgiving(*given: Any, **options: Any) -> Any:
        if sum(len(each) for each in given if hasattr(each, "__len__")) > _LARGE:
            raise NotImplementedError("inputs small enough for its convention's definition")
        refused = None
        try:
            got = function(*given, **options)
        except ValueError as error:  # as of a window within which there is no path
            got, refused = math.inf, error
        arguments = signature.bind(*given, **options)
        arguments.apply_defaults()
        if any(follows(name, each, got, arguments.args) for each in conventions):
            return right(*given, **options)
        if refused:
            raise refused
        return got

    return forgiving
