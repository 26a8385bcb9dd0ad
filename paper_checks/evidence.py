"""Evidence for one claim, and the verdict that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.wording import Spread, plain, shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


FORMS = ("printed", "corrected", "common")  # what findings are about


class Verdict(Enum):
    """What the evidence says about a claim."""

    HOLDS = "holds"
    HOLDS_WITH_CORRECTION = "holds-with-correction"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    NOT_TESTABLE = "not-testable"


@dataclass(frozen=True)
class Table:
    """Rows for the report; a cell is a number, a string, a `Spread`, or None for an empty one."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    title: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}: a row of {len(row)} cells, {len(self.columns)} columns"
                )

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], title: str = "") -> Table:
        """A table of rows that name their cells, each the same ones in the same order."""
        columns = list(rows[0]) if rows else []
        for row in rows:
            if list(row) != columns:
                raise ValueError(f"table {title!r}: a row of {list(row)}, columns {columns}")
        return cls(columns, [list(row.values()) for row in rows], title)

    def to_json(self) -> dict[str, Any]:
        """Columns, title, and the cells both raw and as shown."""

        def raw(cell: Any) -> Any:
            return vars(cell) if isinstance(cell, Spread) else plain(cell)

        def text(cell: Any) -> str:
            return cell if isinstance(cell, str) else shown(cell)

        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [[raw(cell) for cell in row] for row in self.rows],
            "shown": [[text(cell) for cell in row] for row in self.rows],
        }


@dataclass(frozen=True, init=False)
class Evidence:
    """What a claim function found; one thing or several are kept as a tuple.

    Parameters
    ----------
    printed : findings about the statement as printed; all of them must hold
    corrected : findings about its corrected form, when there is one
    common : findings that both forms need; a failing one refutes both
    measured : named numbers, strings or arrays, shown as they are
    table : one table or several
    picture : one matplotlib figure or several
    note : what the reader should know besides
    reason : why nothing printed can be tested; set by `not_testable`

    Raises
    ------
    ValueError    neither a finding about the printed form nor a reason
    TypeError    something that is no finding, or no table
    """

    printed: tuple[Finding, ...]
    corrected: tuple[Finding, ...]
    common: tuple[Finding, ...]
    measured: Mapping[str, Any]
    table: tuple[Table, ...]
    picture: tuple[Figure, ...]
    note: str
    reason: str

    def __init__(
        self,
        printed: Finding | Sequence[Finding] | None = None,
        corrected: Finding | Sequence[Finding] | None = None,
        common: Finding | Sequence[Finding] | None = None,
        measured: Mapping[str, Any] | None = None,
        table: Table | Sequence[Table] | None = None,
        picture: Figure | Sequence[Figure] | None = None,
        note: str = "",
        reason: str = "",
    ) -> None:
        values = {
            "printed": _several("printed", printed, Finding),
            "corrected": _several("corrected", corrected, Finding),
            "common": _several("common", common, Finding),
            "measured": measured or {},
            "table": _several("table", table, Table),
            "picture": _several("picture", picture, object),
            "note": note,
            "reason": reason,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if not (self.printed or self.common or self.reason):
            raise ValueError(
                "evidence needs a finding about the printed form: if that form cannot even be "
                "computed, is_true(False, why); if it cannot be tested, Evidence.not_testable(why)"
            )

    @classmethod
    def not_testable(cls, reason: str, **others: Any) -> Evidence:
        """Evidence that nothing printed can be tested, and why; measurements may be given."""
        if not reason.strip():
            raise ValueError("reason must say why the claim cannot be tested")
        return cls(reason=reason, **others)

    def citing(self, finding: Finding) -> Evidence:
        """The same with one more finding that both forms need."""
        return replace(self, common=(*self.common, finding))

    @property
    def verdict(self) -> Verdict:
        """Printed form holds; else undecided; else the corrected form holds; else refuted."""
        if self.reason:
            return Verdict.NOT_TESTABLE
        printed, corrected = (*self.printed, *self.common), (*self.corrected, *self.common)
        if all(finding.holds for finding in printed):
            return Verdict.HOLDS
        if all(finding.holds is not False for finding in printed):
            return Verdict.UNDECIDED
        if self.corrected and all(finding.holds for finding in corrected):
            return Verdict.HOLDS_WITH_CORRECTION
        return Verdict.REFUTED

    def said(self) -> dict[str, Any]:
        """Verdict and parts as plain values, but for pictures."""
        return {
            "verdict": self.verdict.value,
            **{form: [f.to_json() for f in getattr(self, form)] for form in FORMS},
            "measured": {name: shown(value) for name, value in self.measured.items()},
            "tables": [table.to_json() for table in self.table],
            "note": self.note,
            "reason": self.reason,
        }

    def to_json(self) -> dict[str, Any]:
        """The same with pictures, drawn."""
        from gramcheck.paper_checks.plots import render  # matplotlib is slow to import

        return {**self.said(), "pictures": [render(figure) for figure in self.picture]}


def _several(name: str, value: Any, kind: type) -> tuple[Any, ...]:
    """One thing, several, or none, as a tuple.

    Raises
    ------
    TypeError    anything of another kind among them
    """
    if value is None:
        return ()
    several = tuple(value) if isinstance(value, Iterable) else (value,)
    for one in several:
        if one is None or not isinstance(one, kind):
            raise TypeError(f"{name} must hold a {kind.__name__}, got {type(one).__name__}")
    return several


@dataclass(frozen=True)
class Unit:
    """Independent work of a claim: ``function(**kwargs)`` returning a JSON-able dict.

    The function is given ``run`` (a `Run`) and ``rng`` (a Generator from the seed and this unit's
    key) when it has parameters of these names. Two claims that list the same function under the
    same key share one computation. A ``repeat`` is one of several of the same measurement, which
    the last parts of their keys tell apart: splits, draws. In the result of a unit that is none the
    records of a list, be they dicts or lists, count as repeats. What is not ``seeded`` is the same
    at every seed: data, counted.
    """

    key: str
    function: Callable[..., Mapping[str, Any]]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    repeat: bool = False
    seeded: bool = True

    @property
    def measurement(self) -> str:
        """The key, without the part that tells repeats apart."""
        return self.key.rpartition("/")[0] if self.repeat else self.key


Results = Mapping[str, Mapping[str, Any]]  # of units, by their keys
