"""What stands around a claim: reference functions, definitions, checks, falsifiers, yardsticks."""

from __future__ import annotations

import dataclasses
import dis
import functools
import importlib
import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any

from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.falsifiers import falsifiers
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.registry import PAPERS, REGISTRY, Claim
from gramcheck.verify.registry import Check

_REFERENCE = "gramcheck.reference"
_DEFINITIONS = "gramcheck.verify.definitions"
_FOLLOWED = ("gramcheck.paper_checks", "gramcheck.verify.suite")


@dataclass(frozen=True)
class Crossings:
    """Names by which a claim's other homes are found."""

    reference: list[str]  # functions, "d2ke.softmin"
    definitions: list[str]
    checks: list[str]  # "d2ke/eq-6 softmin_is_its_definition"; of the statements it is about, too
    falsifiers: list[str]
    yardsticks: list[str]  # what is measured, against what, how far apart it may be

    def lines(self, claim: Claim) -> list[tuple[str, list[str]]]:
        """Headings and entries, empty ones left out, but for checks: why there are none."""
        checks = self.checks or [f"none: {self._why_no_checks(claim)}"]
        return [(name, found) for name, found in (vars(self) | {"checks": checks}).items() if found]

    def _why_no_checks(self, claim: Claim) -> str:
        kind = claim.kind if claim.kind in ("table", "figure") else "statement"
        if claim.expected is Verdict.NOT_TESTABLE:
            return "nothing of it can be tested"
        if not self.reference:
            return "no function of the reference takes part, only what is printed or counted"
        if claim.units is not None:
            return f"a {kind} about systems on data, and checks are of single functions"
        return f"a {kind} that the claim computes itself, with the functions named above"


def crossings(claim: Claim, findings: Mapping[str, Any] | None) -> Crossings:
    """What the claim's source, the suite and findings by form name; no findings, no yardsticks.

    Functions come first that a falsifier spoils, as these are what the verdict is seen to rest on.
    """
    globs = [*claim.checks, *(glob for id in claim.about for glob in REGISTRY[id].checks)]
    checks = _matching(*claim.checks)
    judged = (check.function for check in checks)
    used = list(dict.fromkeys(_used(inspect.unwrap(claim.function), claim.units, *judged)))
    needed = [need for check in checks for need in check.needs]
    functions = [name for home, name in used if home == _REFERENCE] + needed
    defined = [name for home, name in used if home == _DEFINITIONS] + functions
    tried = falsifiers().get(claim.id, [])
    spoiled = {place for falsifier in tried for place in falsifier.wrong}
    for names in (functions, defined):
        names.sort(key=lambda name: name not in spoiled)
    return Crossings(
        reference=_existing(_REFERENCE, functions),
        definitions=_existing(_DEFINITIONS, defined),
        checks=[check.id for check in _matching(*globs)],
        falsifiers=[falsifier.name for falsifier in tried],
        yardsticks=_yardsticks(findings or {}),
    )


@functools.cache
def _matching(*globs: str) -> list[Check]:
    """Checks that one of these names, in the order of the suite."""
    from gramcheck.verify.runner import suite_registry

    return [check for check in suite_registry() if any(map(check.matches, globs))]


def _existing(home: str, names: Iterable[str]) -> list[str]:
    """Those names ``paper.function`` that the papers' modules have there, once each."""
    papers = {paper: importlib.import_module(f"{home}.{paper}") for paper in PAPERS}
    found = [name.partition(".") for name in dict.fromkeys(names)]
    return [f"{p}.{function}" for p, _, function in found if hasattr(papers.get(p), function)]


def _used(*things: Any) -> Iterator[tuple[str, str]]:
    """Home and ``paper.function`` of what these functions call, nearest first.

    Followed through the functions of ledger and suite, by the names that their code loads.
    """
    waiting = list(things)
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop(0)
        if isinstance(thing, functools.partial):
            waiting += [thing.func, *thing.args, *thing.keywords.values()]
            continue
        if isinstance(thing, Mapping | tuple | list):
            waiting += thing.values() if isinstance(thing, Mapping) else thing
            continue
        if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
            waiting += [type(thing), *vars(thing).values()]
            continue
        # the function in a cache, a class method, a property
        for wrapper in ("__wrapped__", "fget", "func"):
            thing = getattr(thing, wrapper, thing)
        if not isinstance(thing, FunctionType | type) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if home := _home(thing.__module__):
            paper = thing.__module__.removeprefix(f"{home}.").partition(".")[0]
            yield home, f"{paper}.{thing.__name__}"
        elif thing.__module__.startswith(_FOLLOWED):
            waiting += _loaded(thing) if isinstance(thing, FunctionType) else vars(thing).values()


def _home(module: str) -> str | None:
    return next((home for home in (_REFERENCE, _DEFINITIONS) if module.startswith(home)), None)


def _loaded(function: FunctionType) -> Iterator[Any]:
    """What the function's code loads: globals, attributes of modules, what it closes over."""
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    for name, attribute in _names(function.__code__):
        loaded = function.__globals__.get(name)
        yield loaded
        if isinstance(loaded, ModuleType) and attribute is not None:
            yield getattr(loaded, attribute, None)


@functools.cache
def _names(code: CodeType) -> list[tuple[str, str | None]]:
    """The globals that code loads, functions inside included; each with its attribute, if any."""
    codes = [code]
    for each in codes:  # which grows
        codes += [constant for constant in each.co_consts if isinstance(constant, CodeType)]
    return [
        (step.argval, after.argval if after.opname in ("LOAD_ATTR", "LOAD_METHOD") else None)
        for each in codes
        for step, after in pairwise(dis.get_instructions(each))
        if "GLOBAL" in step.opname
    ]


def _yardsticks(forms: Mapping[str, Any]) -> list[str]:
    """Each finding's relation, without what was measured."""
    found = [Finding(**f) for form in FORMS for f in forms.get(form, ())]
    return list(dict.fromkeys(f"{finding.name}: {finding.yardstick}" for finding in found))
