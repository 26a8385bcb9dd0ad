"""A contract as a page to read: all that somebody needs who writes an adapter."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gramcheck.verify.contract import contracts

_RULES = """
It is called as {name}({required}){with_options}. What an implementation lacks is no failure:
{lacking} and the checks that need it are listed as lacking. Bad input is to be refused with
ValueError, a wrong type with TypeError, and the message names the argument.
"""
_OPTIONS = """, and options follow by keyword, those alone that are not to have their default"""
_SHAPE = re.compile(r"\([^()]*\)(?: or \([^()]*\))*(?=[ :,]|$)")  # (n,) or (n, p), in front
_MANY = re.compile(r"sequence of ([nmR])\b")
_LACKING = (
    """leave an option out, or raise NotImplementedError("its name") where it is asked for,"""
)


def page(entry: Mapping[str, Any]) -> str:
    """What the function takes and returns, how it is called, and the adapter to begin with."""
    paper, _, name = entry["function"].partition(".")
    parameters = [each for each in entry["parameters"] if each["kind"] != "further options"]
    required = ", ".join(each["name"] for each in parameters if "default" not in each)
    optional = any("default" in each for each in parameters)
    rules = _RULES.format(
        name=name,
        required=required,
        with_options=_OPTIONS * optional,
        lacking=_LACKING if optional else 'raise NotImplementedError("what you lack")',
    )
    signature = ", ".join(_written(entry["parameters"]))
    return "\n".join(
        [
            *_wrapped(f"{entry['function']}({signature})", "", "    "),
            *_wrapped(entry["summary"], "  ", "  "),
            *(f for line in entry.get("formula", ()) for f in _wrapped(line, "    ", "        ")),
            "",
            *_wrapped(_shapes(entry), "", "    "),
            *(line for each in entry["parameters"] for line in _parameter(each)),
            *_wrapped(f"returns {_returned(entry)}", "", "    "),
            *_wrapped(entry["returns"]["meaning"], "    ", "    "),
            *_attributes(entry["returns"]["shape"]),
            "",
            *_wrapped(" ".join(rules.split()), "", ""),
            "",
            "    # my_adapter.py",
            f"    class {paper}:",
            "        @staticmethod",
            *_wrapped(f"def {name}({signature}):", " " * 8, " " * 12),
            "            return my_library...",
            "",
            f"    $ python -m pytest --pyargs gramcheck.verify --functions {entry['function']} "
            "--target my_adapter",
        ]
    )


def _written(parameters: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The parameters as Python writes them; options are keywords."""
    keywords = False
    for each in parameters:
        if each["kind"] == "further options":
            yield f"**{each['name']}"
        elif "default" not in each:
            yield each["name"]
        else:
            if not keywords:
                yield "*"
            keywords = True
            yield f"{each['name']}={each['default']!r}"


def _returned(entry: Mapping[str, Any]) -> str:
    """Its kind, and the names of its parts where they have any."""
    names = [part["name"] for part in entry["returns"]["shape"].get("parts", ()) if "name" in part]
    called = f"{', '.join(names)}: " if names else ""
    return f"{called}{contracts()[entry['function']].shape}"


def _shapes(entry: Mapping[str, Any]) -> str:
    """All shapes on one line, in which one letter is one number."""
    shapes = {each["name"]: _shape(each["meaning"]) for each in entry["parameters"]}
    known = [f"{name} {shape}" for name, shape in shapes.items() if shape]
    if not known:
        return ""
    returned = _shape(entry["returns"]["meaning"])
    return f"shapes: {'; '.join(known)}{f'; returns {returned}' * bool(returned)}"


def _shape(meaning: str) -> str:
    if found := _SHAPE.match(meaning):
        return found[0]
    many = _MANY.match(meaning)
    return f"({many[1]} objects)" if many else ""


def _parameter(each: Mapping[str, Any]) -> Iterator[str]:
    default = f", default {each['default']!r}" if "default" in each else ""
    yield f"{each['name']} : {each['kind']}{default}"
    yield from _wrapped(each["meaning"], "    ", "    ")


def _attributes(shape: Mapping[str, Any]) -> Iterator[str]:
    """What a result must have, and what it may have; of the parts of a tuple as well."""
    attributes = shape.get("attributes", {})
    if attributes and not any(each["required"] for each in attributes.values()):
        yield "    at least one of these attributes"
    for name, each in attributes.items():
        needed = "required" if each["required"] else "may be lacking"
        yield f"    .{name} ({needed})"
        yield from _wrapped(each["meaning"], "        ", "        ")
    for part in shape.get("parts", ()):
        yield from _attributes(part)


def _wrapped(text: str, first: str, later: str) -> list[str]:
    return textwrap.wrap(
        text,
        88,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
