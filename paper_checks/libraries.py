"""A library of others held against the papers: one run, and the outcome of each function.

The checks run in a process of their own. What a check found is a fault only when witnesses say so
too (:mod:`.witnesses`).
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

from gramcheck.paper_checks import witnesses
from gramcheck.paper_checks.catalogue import Library
from gramcheck.verify.contract import contracts
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
_OPTIONS = {name for each in contracts().values() for name in each.optional({"distance": "dtw"})}
_MATCHES = re.compile(r"; matches ([^;\n]+?)(?=;| \[|$)")


@dataclass(frozen=True)
class Finding:
    """A check that failed: the smallest example, and what witnesses say of it."""

    check: str
    place: str
    message: str
    example: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)  # by witness; the library's is first
    confirmed: bool = False
    explained: bool = False  # by the convention that the function follows


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
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class Result:
    """One run of one library."""

    library: str
    about: str
    versions: Mapping[str, str]
    adapter: str  # digest of its text
    settings: Mapping[str, Any]
    when: str
    seconds: float
    commit: str
    python: str
    functions: Mapping[str, Judged]
    trouble: str = ""  # why nothing could be judged

    def stands_for(self, library: Library, settings: Settings) -> bool:
        """Whether a run of this library, as it is installed, would repeat this one."""
        now = library.versions(), library.digest, asdict(settings)
        then = dict(self.versions), self.adapter, dict(self.settings)
        return not self.trouble and then == now

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Result:
        """Read back what :meth:`to_dict` gave."""
        functions = {
            name: Judged(**entry | {"findings": [Finding(**each) for each in entry["findings"]]})
            for name, entry in values["functions"].items()
        }
        return cls(**{**values, "functions": functions})


def judge(
    library: Library,
    settings: Settings,
    limits: Limits,
    others: Sequence[Library],
    commit: str,
) -> Result:
    """Hold an installed library against every check of the functions that it has."""
    begin, when = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
    checks = [check for check in suite_registry() if set(check.needs) <= set(library.functions)]
    records, trouble = [], ""
    try:
        with Isolated(library.module, settings, limits) as isolated:
            records = [isolated.run(check) for check in checks]
    except ImportError as error:
        trouble = str(error)
    functions = {} if trouble else _by_function(library, list(zip(checks, records, strict=True)))
    return Result(
        library=library.name,
        about=library.about,
        versions=library.versions() or {},
        adapter=library.digest,
        settings=asdict(settings),
        when=when,
        seconds=round(time.perf_counter() - begin, 1),
        commit=commit,
        python=platform.python_version(),
        functions=_with_witnesses(functions, library, others, limits.seconds),
        trouble=trouble,
    )


def _by_function(library: Library, pairs: Sequence[tuple[Check, Record]]) -> dict[str, Judged]:
    entries = defaultdict(list)
    for check, record in pairs:
        for name in _about(check, record):
            entries[name].append(record)
    return _shared(
        {
            name: _judged(entries[name], library.conventions.get(name, ""))
            for name in library.functions
            if name in entries
        }
    )


def _about(check: Check, record: Record) -> Sequence[str]:
    """The functions that a record speaks of: of a failure, those in the line that reproduces it."""
    if record.status == Status.FAILED:
        called = [name for name in check.needs if f".{name}(" in record.message]
        return called or check.needs
    return check.needs


def _judged(records: Sequence[Record], declared: str) -> Judged:
    mathematics = [r for r in records if not r.is_refusal and r.tested]
    manners = [r for r in records if r.is_refusal and r.tested]
    late = [r for r in mathematics if "got=no answer within" in r.message]  # slow, or for ever
    mathematics = [r for r in mathematics if r not in late]
    failed = [r for r in mathematics if r.status in (Status.FAILED, Status.ERROR)]
    named = [set(_MATCHES.findall(r.message)) for r in failed if _MATCHES.search(r.message)]
    convention = declared or "; ".join(sorted(set.intersection(*named) if named else ()))
    findings = _findings(failed, convention, bool(declared))
    lacking = sorted({name for r in records if not r.is_refusal for name in r.lacking})
    lacking += [f"time for {r.check}" for r in late]
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
        convention=convention if failed else "",
        findings=findings,
    )


def _findings(failed: Sequence[Record], convention: str, declared: bool) -> list[Finding]:
    """Those of the records; a convention of an option, as a window, explains no call without it."""
    parts = [(r, *r.message.partition("\nreproduce: ")[::2]) for r in failed]
    found = [Finding(r.id, r.place, message, example) for r, message, example in parts]
    if not convention:
        return found
    named = [each for each in found if declared or _MATCHES.search(each.message)]
    plain = any(not _options(each) for each in named)
    options = set().union(*map(_options, named))
    return [
        replace(each, explained=plain or each in named or bool(options & _options(each)))
        for each in found
    ]


def _options(finding: Finding) -> set[str]:
    """The options in the example's call, which stands behind a line that runs a whole check."""
    call = finding.example.partition("  # ")[2] or finding.example
    return _OPTIONS & set(re.findall(r"\b(\w+)=", call))


def _shared(functions: Mapping[str, Judged]) -> dict[str, Judged]:
    """The convention of an option in one function explains that option in the others."""
    known = {
        option: judged.convention
        for judged in functions.values()
        for finding in judged.findings
        for option in (_options(finding) if finding.explained else ())
    }
    found = dict(functions)
    for name, judged in functions.items():
        findings = [
            replace(f, explained=f.explained or bool(known.keys() & _options(f)))
            for f in judged.findings
        ]
        if findings != judged.findings:
            named = {known[o] for f in findings for o in known.keys() & _options(f)}
            outcome = CONVENTION if all(f.explained for f in findings) else DIFFERS
            convention = judged.convention or "; ".join(sorted(named))
            found[name] = replace(judged, outcome=outcome, findings=findings, convention=convention)
    return found


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


def _with(finding: Finding, heard: witnesses.Testimony) -> Finding:
    example = heard.example or finding.example
    return replace(finding, example=example, answers=heard.answers, confirmed=heard.confirmed)
