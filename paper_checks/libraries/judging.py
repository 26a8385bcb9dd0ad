"""A library of others held against the papers: one run, and the outcome of each function.

The checks run in a process of their own. What a check found is no fault when it passes once the
library's convention is forgiven (:mod:`.forgiven`), and else only when witnesses say so too
(:mod:`.witnesses`).
"""

from __future__ import annotations

import platform
import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from gramcheck.paper_checks.libraries import witnesses
from gramcheck.paper_checks.libraries.catalogue import Library
from gramcheck.paper_checks.libraries.forgiven import Forgiven
from gramcheck.paper_checks.libraries.imported import digest_with_imports
from gramcheck.verify.conventions import tables
from gramcheck.verify.isolation import Isolated, Limits
from gramcheck.verify.record import Record, Status
from gramcheck.verify.registry import Check
from gramcheck.verify.runner import Settings, suite_registry

# from the mildest to the gravest; the outcome of a function is the gravest of its findings
AGREES, LACKS, CONVENTION, DIFFERS, FAULT = OUTCOMES = (
    "agrees",  # with every check of its mathematics
    "lacks",  # agrees with all that could be asked; options, or kinds of objects, are lacking
    "convention",  # follows another one, which the check or the adapter names
    "differs",  # a check fails, by an exception, or nobody else was found to say who is right
    "fault",  # a check fails, and independent witnesses agree with each other, not with the library
)
_WITNESSES = 3  # other libraries that are asked about one function
_WRONG = (Status.FAILED, Status.ERROR)


@dataclass(frozen=True)
class Failure:
    """A check that failed: the smallest example, and what witnesses say of it."""

    check: str
    place: str
    message: str
    example: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)  # by witness; the library's is first
    confirmed: bool = False
    explained: bool = False  # the check passes when the function's convention is forgiven


@dataclass(frozen=True)
class Judged:
    """One function of one library."""

    outcome: str
    checks: int = 0  # of its mathematics, that could be asked
    passed: int = 0
    refusals: int = 0  # checks of how bad input is refused, which are manners
    refused: int = 0
    lacking: Sequence[str] = ()
    convention: str = ""
    findings: Sequence[Failure] = ()


@dataclass(frozen=True)
class Result:
    """One run of one library."""

    library: str
    about: str
    versions: Mapping[str, str]
    adapter: str  # digest of its text
    suite: str  # digest of what judged it
    settings: Mapping[str, Any]
    when: str
    seconds: float
    commit: str
    python: str
    functions: Mapping[str, Judged]
    trouble: str = ""  # why nothing could be judged

    def stands_for(self, library: Library, settings: Settings) -> bool:
        """Whether a run of this library, as it is installed, would repeat this one."""
        same = dict(self.settings) == asdict(settings) and not self.differences(library)
        return same and not self.trouble

    def differences(self, library: Library) -> list[str]:
        """What it was made of and is another by now; its versions where it is installed."""
        installed = library.versions()
        pairs = {
            "versions": (dict(self.versions), installed or dict(self.versions)),
            "adapter": (self.adapter, library.digest),
            "checks": (self.suite, _judges(_checks(library))),
        }
        return [name for name, (then, now) in pairs.items() if then != now]

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Result:
        """Read back what :meth:`to_dict` gave."""
        functions = {
            name: Judged(**entry | {"findings": [Failure(**each) for each in entry["findings"]]})
            for name, entry in values["functions"].items()
        }
        # what was written before results had a digest of the suite is taken for another's
        return cls(**{"suite": "", **values, "functions": functions})


def judge(
    library: Library,
    settings: Settings,
    limits: Limits,
    others: Sequence[Library],
    commit: str,
) -> Result:
    """Hold an installed library against every check of the functions that it has."""
    begin, when = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
    checks, trouble = _checks(library), ""
    functions: dict[str, Judged] = {}
    try:
        records = _run(library.module, checks, settings, limits)
        about = _by_function(checks, records)
        named = {name: _named(library, name, about[name]) for name in about}
        failed = {r.id for name in named if named[name] for r in about[name] if r.status in _WRONG}
        again = [check for check in checks if check.id in failed]
        forgiven = Forgiven(library.module, {name: each for name, each in named.items() if each})
        second = {r.id: r for r in _run(forgiven, again, settings, limits)}
        functions = {
            name: _judged(about[name], named[name], second)
            for name in library.functions
            if name in about
        }
    except ImportError as error:
        trouble = str(error)
    return Result(
        library=library.name,
        about=library.about,
        versions=library.versions() or {},
        adapter=library.digest,
        suite=_judges(checks),
        settings=asdict(settings),
        when=when,
        seconds=round(time.perf_counter() - begin, 1),
        commit=commit,
        python=platform.python_version(),
        functions=_with_witnesses(functions, library, others, limits.seconds),
        trouble=trouble,
    )


def _checks(library: Library) -> list[Check]:
    """Those that need no function which it has not."""
    return [check for check in suite_registry() if set(check.needs) <= set(library.functions)]


def _judges(checks: Sequence[Check]) -> str:
    """Digest of the text that judged: the checks, and how a library is judged by them."""
    return digest_with_imports({__name__, *(check.function.__module__ for check in checks)})


def _run(
    target: str | Forgiven, checks: Sequence[Check], settings: Settings, limits: Limits
) -> list[Record]:
    if not checks:
        return []
    with Isolated(target, settings, limits) as isolated:
        return [isolated.run(check) for check in checks]


def _by_function(checks: Sequence[Check], records: Sequence[Record]) -> dict[str, list[Record]]:
    entries = defaultdict(list)
    for check, record in zip(checks, records, strict=True):
        for name in _about(check, record):
            entries[name].append(record)
    return entries


def _named(library: Library, name: str, records: Sequence[Record]) -> list[str]:
    """Conventions of a function: what its adapter declares, else what all diagnoses name."""
    if name in library.promises:
        return []
    if declared := library.conventions.get(name):
        return [declared]
    known = dict.fromkeys(each for table in tables(name) for each in table.conventions)
    found = [
        {
            each
            for each in known
            if re.search(rf"matches {re.escape(each)}(;| \[|$)", r.message, re.M)
        }
        for r in records
        if r.status in _WRONG and not r.is_refusal
    ]
    said = [each for each in found if each]
    return sorted(set.intersection(*said)) if said else []


def _about(check: Check, record: Record) -> Sequence[str]:
    """The functions that a record speaks of: of a failure, those in the line that reproduces it."""
    if record.status == Status.FAILED:
        called = [name for name in check.needs if f".{name}(" in record.message]
        return called or check.needs
    return check.needs


def _judged(
    records: Sequence[Record], conventions: Sequence[str], forgiven: Mapping[str, Record]
) -> Judged:
    mathematics = [r for r in records if not r.is_refusal and r.tested]
    manners = [r for r in records if r.is_refusal and r.tested]
    failed = [r for r in mathematics if r.status in _WRONG]
    findings = [_failure(r, forgiven.get(r.id, r)) for r in failed]
    lacking = sorted({name for r in records if not r.is_refusal for name in r.lacking})
    if failed:
        outcome = CONVENTION if all(each.explained for each in findings) else DIFFERS
    else:
        outcome = LACKS if lacking or not mathematics else AGREES
    return Judged(
        outcome,
        checks=len(mathematics),
        passed=len(mathematics) - len(failed),
        refusals=len(manners),
        refused=sum(r.status in (Status.PASSED, Status.LACKING) for r in manners),
        lacking=lacking,
        convention="; ".join(conventions) if failed else "",
        findings=findings,
    )


def _failure(first: Record, forgiven: Record) -> Failure:
    """What is left when the convention is forgiven; where nothing is, what it explains."""
    explained = forgiven.status not in _WRONG  # nothing is said against the library any more
    record = first if explained else forgiven
    message, _, example = record.message.partition("\nreproduce: ")
    return Failure(record.id, record.place, message, example, explained=explained)


def _with_witnesses(
    functions: Mapping[str, Judged],
    library: Library,
    others: Sequence[Library],
    seconds: float | None,
) -> dict[str, Judged]:
    """Ask about what differs; a convention that is named needs no witness."""
    asked = {
        name: [finding.example for finding in judged.findings if not finding.explained]
        for name, judged in functions.items()
        if judged.outcome == DIFFERS
    }
    heard = witnesses.hear(
        library.module,
        {name: [o.module for o in others if name in o.functions][:_WITNESSES] for name in asked},
        asked,
        seconds,
    )
    found = dict(functions)
    for name, testimonies in heard.items():
        judged = functions[name]
        said = iter(testimonies)
        findings = [f if f.explained else _with(f, next(said)) for f in judged.findings]
        outcome = FAULT if any(finding.confirmed for finding in findings) else DIFFERS
        found[name] = replace(judged, outcome=outcome, findings=findings)
    return found


def _with(failure: Failure, heard: witnesses.Testimony) -> Failure:
    example = heard.example or failure.example
    return replace(failure, example=example, answers=heard.answers, confirmed=heard.confirmed)
