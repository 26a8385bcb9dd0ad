"""The written contract: what each function takes and returns, one machine-readable entry each.

``<paper>.json`` has an entry a function: its parameters in order, each with name, kind, meaning
and, where it may be left out, its default; what is returned, and of results with several parts
which attributes are required. Checks and vectors call an implementation only in the way that every
implementation may count on: what is required by position, options by keyword, and an option that
is to have its default not at all. So a plain ``dtw(x, y)`` is judged on all that it has.

``python -m gramcheck.verify contract d2ke.dtw`` prints an entry.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.types import are_exact

PAPERS = ("d2ke", "sfm", "idealized", "kcr")
_FEW = 3  # names that are suggested for one that is unknown
_LIST = "`python -m gramcheck.verify contract` lists those that there are"
REQUIRED = object()  # the default of a parameter that has none


@dataclass(frozen=True)
class Parameter:
    """One parameter: the kind of its values, what it means, and its default if it has one."""

    name: str
    kind: str
    meaning: str
    default: Any = REQUIRED
    keyword_only: bool = False

    @property
    def form(self) -> str:
        """What the values are in JSON: "number", "array", "collection", ... of ``forms.json``."""
        return _form_of()[self.kind]

    def stands_for_default(self, value: Any) -> bool:
        """Whether leaving the parameter out means the same as this value."""
        if value is None or self.default is None or isinstance(value, str | bool):
            return value is self.default or (isinstance(value, str) and value == self.default)
        if isinstance(value, int | float) and isinstance(self.default, int | float):
            return not isinstance(self.default, bool) and value == self.default
        if isinstance(value, tuple) and isinstance(self.default, list):
            return list(value) == self.default
        return False


@dataclass(frozen=True)
class Shape:
    """What kind of thing is returned.

    ``kind`` is "number", "numbers" (an array of whatever dimension), "flag", "array" (of so many
    dimensions), "sparse matrix", "list", "tuple" (of parts), "any of" (the parts) or "result" (an
    object with attributes); ``attributes`` says of each whether it is required.
    """

    kind: str
    dimensions: int = 0
    parts: tuple[Shape, ...] = ()
    attributes: Mapping[str, bool] | None = None

    @property
    def required(self) -> list[str]:
        """Attributes that a result must have."""
        return [name for name, needed in (self.attributes or {}).items() if needed]

    @property
    def optional(self) -> list[str]:
        """Attributes that a result may lack."""
        return [name for name, needed in (self.attributes or {}).items() if not needed]

    @property
    def may_lack(self) -> bool:
        """Whether something that is returned may lack an attribute."""
        return bool(self.optional) or any(part.may_lack for part in self.parts)

    def complaint(self, value: Any) -> str:
        """What was wanted instead of the value; empty where it is of this kind."""
        if self.kind == "any of":
            return str(self) if all(part.complaint(value) for part in self.parts) else ""
        right = {
            "number": lambda: np.ndim(value) == 0 and _numeric(value),
            "numbers": lambda: _numeric(value),
            "flag": lambda: np.asarray(value).dtype.kind == "b",
            "array": lambda: np.ndim(value) == self.dimensions and not _hollow(value),
            "sparse matrix": lambda: hasattr(value, "tocsr") or np.ndim(value) == 2,
            "list": lambda: isinstance(value, Sequence | np.ndarray) and not isinstance(value, str),
            "tuple": lambda: isinstance(value, tuple | list) and len(value) == len(self.parts),
            "result": lambda: (
                all(hasattr(value, name) for name in self.required)
                and any(hasattr(value, name) for name in self.attributes or ())
            ),
        }
        try:
            fits = right[self.kind]() if self.kind in right else True
        except Exception:  # a value that cannot even be asked: ragged, or hostile
            fits = False
        if not fits:
            return f"{self}{self._hint(value)}"
        if self.kind != "tuple":
            return ""
        answers = (part.complaint(each) for part, each in zip(self.parts, value, strict=True))
        return f"{self}" if any(answers) else ""

    def _hint(self, value: Any) -> str:
        """How to make such a thing of a sparse matrix."""
        dense = self.kind in ("array", "numbers") and scipy.sparse.issparse(value)
        return ": .toarray() makes one of it" * dense

    def __str__(self) -> str:
        if self.kind == "array":
            return f"an array of {self.dimensions} dimension{'s' * (self.dimensions != 1)}"
        if self.kind == "tuple":
            return f"({', '.join(map(str, self.parts))})"
        if self.kind == "any of":
            return " or ".join(map(str, self.parts))
        if self.kind == "numbers":
            return "numbers"
        if self.kind == "result" and self.attributes is not None:
            some = "" if self.required else "at least one of "
            return f"an object with {some}{', '.join(self.required or self.optional)}"
        return f"a {self.kind}"


def _numeric(value: Any) -> bool:
    array = np.asarray(value)
    return not isinstance(value, str | bytes) and (array.dtype.kind in "biuf" or are_exact(array))


def _hollow(value: Any) -> bool:
    """Whether an array-like is no array of values: text, a sparse matrix, or with holes (None)."""
    array = np.asarray(value)
    holes = array.dtype.kind == "O" and any(entry is None for entry in array.ravel())
    return holes or scipy.sparse.issparse(value)


@dataclass(frozen=True)
class Contract:
    """One function: ``d2ke.dtw``."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    shape: Shape

    @property
    def required(self) -> list[str]:
        """Parameters that cannot be left out."""
        return [each.name for each in self.parameters if each.default is REQUIRED]

    def optional(self, given: Mapping[str, Any]) -> dict[str, Parameter]:
        """What may be left out; "further options" are those of the distance that is given."""
        found = {each.name: each for each in self.parameters if each.default is not REQUIRED}
        if any(each.kind == "further options" for each in self.parameters):
            paper, distance = self.name.partition(".")[0], given.get("distance")
            named = isinstance(distance, str) and contracts().get(f"{paper}.{distance}")
            found |= named.optional({}) if named else {}
        return found

    def arrange(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The call as every implementation may count on it.

        A call that does not fit the contract (a missing or an unknown argument) is left as it is:
        it is there to be refused.
        """
        listed = [each for each in self.parameters if each.kind != "further options"]
        positional = [each for each in listed if not each.keyword_only]
        if len(args) > len(positional):
            return args, dict(kwargs)
        given = {each.name: value for each, value in zip(positional, args, strict=False)}
        if given.keys() & kwargs.keys():
            return args, dict(kwargs)
        given |= kwargs
        required = [each.name for each in positional if each.default is REQUIRED]
        if not all(name in given for name in required):
            return args, dict(kwargs)
        defaults = self.optional(given)
        options = {
            name: value
            for name, value in given.items()
            if name not in required
            and not (name in defaults and defaults[name].stands_for_default(value))
        }
        return tuple(given[name] for name in required), options

    def named(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by name, and the defaults of those that were left out."""
        given, options = self.arrange(args, kwargs)
        defaults = {name: each.default for name, each in self.optional(options).items()}
        return defaults | dict(zip(self.required, given, strict=False)) | options


@functools.cache
def contracts() -> dict[str, Contract]:
    """All entries, by dotted name."""
    return {
        f"{paper}.{name}": _read(f"{paper}.{name}", entry)
        for paper in PAPERS
        for name, entry in _json(paper).items()
    }


def entry(name: str) -> dict[str, Any]:
    """The entry of a function as it is written down.

    Raises
    ------
    LookupError
        No such function; names the closest.
    """
    if name not in contracts():
        close = _meant(name)
        hint = f"did you mean {close}?" if close else _LIST
        raise LookupError(f"no contract of {name!r}; {hint}")
    paper, _, function = name.partition(".")
    return {"function": name, **_json(paper)[function]}


def _meant(name: str) -> str:
    """Functions whose name or summary has the word; of none, that of the closest name."""
    import difflib

    word = name.rpartition(".")[2].lower()
    found = [n for n, each in contracts().items() if word in f"{n} {each.summary}".lower()]
    if found:
        return ", ".join(found[:_FEW])
    places = {n if "." in name else n.rpartition(".")[2]: n for n in contracts()}
    return "".join(places[n] for n in difflib.get_close_matches(name, places, n=1, cutoff=0.4))


@functools.cache
def forms() -> dict[str, str]:
    """What an argument is in JSON, and what that means to a reader in any language."""
    return {form: written["meaning"] for form, written in _json("forms").items()}


@functools.cache
def _form_of() -> dict[str, str]:
    return {kind: form for form, written in _json("forms").items() for kind in written["kinds"]}


@functools.cache
def _json(paper: str) -> dict[str, Any]:
    return json.loads(Path(__file__).with_name(f"{paper}.json").read_text(encoding="utf8"))


def _read(name: str, entry: Mapping[str, Any]) -> Contract:
    parameters = tuple(Parameter(**each) for each in entry["parameters"])
    return Contract(name, entry["summary"], parameters, _shape(entry["returns"]["shape"]))


def _shape(written: Mapping[str, Any]) -> Shape:
    attributes = written.get("attributes")
    return Shape(
        written["kind"],
        written.get("dimensions", 0),
        tuple(map(_shape, written.get("parts", ()))),
        attributes and {name: each["required"] for name, each in attributes.items()},
    )
