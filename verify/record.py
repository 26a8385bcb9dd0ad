"""What a check measured, what a run says about it, and how both are written down.

An :class:`Outcome` is one measurement against one bound. A :class:`Record` is the verdict of one
check in one run: the worst outcome, the smallest failing example, and a message on which nothing
else is needed to act::

    d2ke/eq-6 softmin_is_its_definition: got=inf, should be 100000.693147 (bound 30 roundings,
    ratio inf) [D2KE, Section 3, Eq. (6)]
    reproduce: mypackage.d2ke.softmin(np.array([1e5, 2e5]), np.array([0.5, 0.5]), 1.0)
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

_TUPLES = ("lacking", "functions")
_NOT_IN_JSON = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


class LackingError(Exception):
    """The implementation lacks an option or an attribute that the contract leaves to it."""


class Status(StrEnum):
    """The verdict of one check. Only the last three say that something has to be done."""

    PASSED = "passed"
    LACKING = "lacking"  # what the target has agrees, and it lacks an option; the message names it
    SKIPPED = "skipped"  # the target lacks a function; the message names it
    EXPECTED_FAILURE = "expected_failure"  # fails, as the list of expected failures says
    FAILED = "failed"
    UNEXPECTED_PASS = "unexpected_pass"  # passes, though the list says that it fails
    ERROR = "error"  # the check itself is at fault: the implementation is not blamed


@dataclass(frozen=True)
class Outcome:
    """One measurement against one bound; it passes if and only if ``ratio`` is at most 1.

    Parameters
    ----------
    measured : float
        What was found, in ``units``.
    bound : float
        What is allowed, in the same units.
    ratio : float
        Measured against allowed: at most 1 passes, NaN fails.
    detail : str
        What came and what was wanted: ``got=..., should be ...``.
    reproduce : str
        A line to paste; the runner writes one from the calls made when it is empty.
    units : str
        What the bound counts ("roundings"); empty for a plain number.
    unjudged : str
        Why the measurement says nothing at the precision of the run; such an outcome counts as
        lacking, not as a pass.
    """

    measured: float
    bound: float
    ratio: float
    detail: str = ""
    reproduce: str = ""
    units: str = ""
    unjudged: str = ""

    @property
    def passed(self) -> bool:
        """Whether the measurement is within its bound."""
        return bool(self.ratio <= 1)

    @property
    def severity(self) -> float:
        """The ratio, with NaN as the worst of all."""
        return math.inf if math.isnan(self.ratio) else float(self.ratio)

    def sentence(self) -> str:
        """The outcome in the grammar of the messages."""
        detail = self.detail or f"got={self.measured!r}"
        bound = f"{self.bound:g} {self.units}".rstrip()
        return f"{detail} (bound {bound}, ratio {self.ratio:.3g})"


@dataclass
class Found:
    """What is known of a check while it is judged: the outcome that speaks for all, and how."""

    outcome: Outcome | None = None  # the worst; the smallest failing one once there is any
    example: str = ""  # its arguments, when they were drawn and it fails
    tried: int = 0  # examples
    others: str = ""  # in words
    is_cut: bool = False  # time was up before all was tried


@dataclass(frozen=True)
class Record:
    """The verdict of one check in one run."""

    claim: str
    check: str
    place: str
    since: str
    status: Status
    measured: float | None = None
    bound: float | None = None
    ratio: float | None = None
    seed: int | None = None
    examples: int = 0  # tried
    example: str = ""  # the smallest failing one
    message: str = ""
    seconds: float = 0.0
    precision: str = "float64"  # at which the comparisons were made
    lacking: tuple[str, ...] = ()  # options, attributes or functions that the target has not
    functions: tuple[str, ...] = ()  # that the check needs

    @property
    def id(self) -> str:
        """Claim and check, as globs see them."""
        return f"{self.claim} {self.check}"

    @property
    def tested(self) -> bool:
        """Whether anything of the target was held against the check."""
        return self.measured is not None or self.status not in (Status.SKIPPED, Status.LACKING)

    @property
    def is_refusal(self) -> bool:
        """Whether the check is about bad input being refused, not about the mathematics."""
        return "/bad-input" in self.claim

    def explained(self, reason: str) -> Record:
        """The same, with the reason why a failure was expected."""
        if not reason or self.status != Status.EXPECTED_FAILURE:
            return self
        return replace(self, message=f"{self.message}\nexpected: {reason}")

    def stopped_in(self, call: str) -> Record:
        """The same, with the call that did not come back, unless a failure has a line already."""
        if not call or self.status != Status.LACKING:
            return self
        return replace(self, message=f"{self.message}\nreproduce: {call}")

    def to_dict(self) -> dict[str, Any]:
        """Plain strings and numbers only, for strict JSON: NaN and infinities are strings."""
        values = asdict(self)
        values |= {name: list(values[name]) for name in _TUPLES}
        return {name: _to_json(value) for name, value in values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Record:
        """Read back what :meth:`to_dict` gave, bit for bit."""
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(values) - known):
            raise ValueError(f"a record has no field {unknown[0]!r}; its fields are {known}")
        values = dict(values) | {"status": Status(values["status"])}
        values |= {name: tuple(values.get(name, ())) for name in _TUPLES}
        for name in ("measured", "bound", "ratio", "seconds"):
            if isinstance(values.get(name), str):
                values[name] = _NOT_IN_JSON[values[name]]
        return cls(**values)


def message(claim: str, check: str, place: str, body: str, reproduce: str = "") -> str:
    """One message: claim, check, what happened, where the paper says otherwise, how to see it."""
    paper = claim.split("/")[0].upper()
    head = f"{claim} {check}: {body} [{paper}, {place}]"
    return f"{head}\nreproduce: {reproduce}" if reproduce else head


def write_report(
    path: str | os.PathLike[str], header: Mapping[str, Any], records: Iterable[Record]
) -> None:
    """Write a report in one step: whoever reads ``path`` sees the old report or the new one."""
    path = Path(path)
    document = {"header": dict(header), "records": [record.to_dict() for record in records]}
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.partial")
    temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="ascii")
    os.replace(temporary, path)


def read_report(path: str | os.PathLike[str]) -> tuple[dict[str, Any], list[Record]]:
    """Header and records of a report."""
    document = json.loads(Path(path).read_text(encoding="ascii"))
    return document["header"], [Record.from_dict(values) for values in document["records"]]


def _to_json(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return str(value) if isinstance(value, Status) else value
