"""What a run says of a target: what failed, how far each function agrees, what it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gramcheck.verify.record import Record, Status

_FEW = 10  # functions in full agreement that get a line each
_BAD = (Status.FAILED, Status.UNEXPECTED_PASS, Status.ERROR)
_ON_A_BADGE = dict.fromkeys(_BAD, "fail") | {
    Status.PASSED: "agree",
    Status.LACKING: "agree in part",
    Status.EXPECTED_FAILURE: "fail as expected",
}


def summarize(records: Iterable[Record]) -> str:
    """The messages of what failed, then a line a function and a line for what is lacking."""
    records = list(records)
    quiet = (Status.PASSED, Status.SKIPPED, Status.LACKING)
    lines = [record.message for record in records if record.status not in quiet]
    return "\n".join([*lines, *agreement(records), *missing(records), verdict(records)])


def agreement(records: Iterable[Record]) -> list[str]:
    """Of each function that the target has: of how many checks agree, and why others do not.

    A check that needs several functions counts for each of them.
    """
    of: dict[str, list[Record]] = {}
    for record in records:
        for name in record.functions if record.status != Status.SKIPPED else ():
            of.setdefault(name, []).append(record)
    full = [name for name, own in of.items() if all(r.status == Status.PASSED for r in own)]
    listed = [name for name in of if name not in full or len(full) <= _FEW]
    lines = [f"{name}: {_of_a_function(name, of[name])}" for name in listed]
    return lines if len(full) <= _FEW else [*lines, f"{len(full)} functions agree in full"]


def _of_a_function(name: str, records: list[Record]) -> str:
    """``7 of 9 agree, 1 of them but for what it lacks: window; 2 need what it lacks: strings``."""
    mathematics = [record for record in records if not record.is_refusal]
    refusals = [record for record in records if record.is_refusal]
    lacking = [record for record in mathematics if record.status == Status.LACKING]
    partly = [record for record in lacking if record.tested]
    untested = [record for record in lacking if not record.tested]
    counts = Counter(record.status for record in mathematics)
    agree = f"{counts[Status.PASSED] + len(partly)} of {len(mathematics)} agree"
    if partly:
        agree += f", {len(partly)} of them but for what it lacks: {_lacked(partly, name)}"
    parts = [agree] if mathematics else []
    if untested:
        verb = "needs" if len(untested) == 1 else "need"
        parts.append(f"{len(untested)} {verb} what it lacks: {_lacked(untested, name)}")
    if bad := sum(counts[status] for status in _BAD):
        parts.append(f"{bad} {'fails' if bad == 1 else 'fail'}")
    if known := counts[Status.EXPECTED_FAILURE]:
        parts.append(f"{known} {'fails' if known == 1 else 'fail'} as expected")
    if refusals:
        passed = sum(record.status == Status.PASSED for record in refusals)
        parts.append(f"{passed} of {len(refusals)} about bad input agree")
    return "; ".join(parts)


def _lacked(records: Iterable[Record], function: str) -> str:
    names = (_short(name, function) for record in records for name in record.lacking)
    return ", ".join(dict.fromkeys(names))


def _short(lacking: str, function: str) -> str:
    """``window`` for ``d2ke.dtw(window)`` in the line of ``d2ke.dtw``."""
    for before, after in ((f"{function}(", ")"), (f"{function}: ", "")):
        if lacking.startswith(before):
            return lacking.removeprefix(before).removesuffix(after)
    return lacking


def missing(records: Iterable[Record]) -> list[str]:
    """A line for each function, option or attribute that the target lacks, with its checks."""
    counts = Counter(name for record in records for name in record.lacking)
    return [
        f"lacking {name}: {count} {'check needs' if count == 1 else 'checks need'} it"
        for name, count in counts.items()
    ]


def verdict(records: Iterable[Record]) -> str:
    """One line of counts, in which the mathematics and the refusals of bad input are apart."""
    records = list(records)
    parts = _parts(records).items()
    words = "; ".join(f"{name}: {_counts(part)}" for name, part in parts if part) or "no checks"
    others = sorted({record.precision for record in records} - {"float64"})
    return f"{words} (precision {'; '.join(others)})" if others else words


def badge(records: Iterable[Record], complete: bool = True) -> dict[str, Any]:
    """What shields.io shows at its endpoint badge: how much of the mathematics agrees."""
    records = _parts(record for record in records if record.tested)["mathematics"]
    counts = Counter(_ON_A_BADGE[record.status] for record in records)
    words = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    color = "red" if counts["fail"] or not words else "brightgreen"
    return {
        "schemaVersion": 1,
        "label": "gramcheck",
        "message": (words or "nothing tested") + ("" if complete else ", unfinished"),
        "color": color if complete else "lightgrey",
    }


def _parts(records: Iterable[Record]) -> dict[str, list[Record]]:
    records = list(records)
    return {
        "mathematics": [record for record in records if not record.is_refusal],
        "refusals": [record for record in records if record.is_refusal],
    }


def _counts(records: list[Record]) -> str:
    counts = Counter(_word(record) for record in records)
    words = list(dict.fromkeys(_word(r) for r in sorted(records, key=lambda r: _ORDER[r.status])))
    return ", ".join(f"{counts[word]} {word}" for word in words)


_ORDER = {status: place for place, status in enumerate(Status)}


def _word(record: Record) -> str:
    if record.status == Status.LACKING:
        return "pass but for what it lacks" if record.tested else "need what it lacks"
    return record.status.replace("_", " ")
