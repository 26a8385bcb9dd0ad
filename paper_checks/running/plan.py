"""What there is to do for some claims: each unit once, however many claims need it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import ChecksumError, MissingData, NotRun
from gramcheck.paper_checks.evidence import Unit
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.answers import Answer
from gramcheck.paper_checks.running.work import Work, left_out, trace

Finished = Mapping[str, dict[str, Any]]  # finished ones, by name


class Plan(NamedTuple):
    """Works to begin with, the units of each claim, and claims that are answered already."""

    works: list[Work]  # all units, and the claims without units
    units: dict[str, dict[str, Work]]  # by claim id, by the unit's key
    answers: dict[str, Answer]  # claims that cannot be begun


def plan(claims: Sequence[Claim], context: Callable[[str], Run]) -> Plan:
    """List the units of the claims; ``context`` gives the run as the claim of an id sees it.

    Raises
    ------
    ChecksumError    data of the claims, or that they ask for here, are not the catalogue's
    """
    works: dict[str, Work] = {}
    units: dict[str, dict[str, Work]] = {}
    answers: dict[str, Answer] = {}
    for claim in claims:
        run = context(claim.id)
        units[claim.id] = {}
        missing = run.data.missing(claim.data)
        if missing:
            answers[claim.id] = left_out(MissingData(missing))
            continue
        if claim.units is None:
            works[claim.id] = claim_work(claim)
            continue
        try:
            units[claim.id] = _by_key(claim.units(run), works)
        except NotRun as error:
            answers[claim.id] = left_out(error)
        except ChecksumError:
            raise
        except Exception:
            answers[claim.id] = {"error": trace(), "seconds": 0.0}
        works |= {work.name: work for work in units[claim.id].values()}
    return Plan(list(works.values()), units, answers)


def still_counting(
    finished: Finished, parts: Mapping[str, Mapping[str, str]], say: Callable[[str], None]
) -> Finished:
    """Finished units of earlier runs that count for works made of these parts, by name.

    The others stay until they are replaced: whoever undoes an edit has them back.
    """
    asked = {name: unit for name, unit in finished.items() if name in parts}
    kept = {name: unit for name, unit in asked.items() if unit["parts"] == parts[name]}
    if stale := asked.keys() - kept.keys():
        changed = {
            part
            for name in stale
            for part, now in parts[name].items()
            if asked[name]["parts"].get(part) != now
        }
        say(
            f"{len(stale)} finished units of an earlier run do not count (changed since: "
            f"{', '.join(sorted(changed))}); they are replaced, one by one"
        )
    return kept


def claim_work(claim: Claim, **kwargs: Any) -> Work:
    """The claim function itself, as a job for a worker."""
    return Work(claim.id, claim.function, kwargs, claim=True)


def _by_key(listed: Sequence[Unit], works: dict[str, Work]) -> dict[str, Work]:
    """Units of a claim by key; no two of them, nor of ``works``, may share a name and differ."""
    units: dict[str, Work] = {}
    for unit in listed:
        if unit.key in units:
            raise ValueError(f"the key {unit.key!r} is given twice")
        units[unit.key] = Work.of(unit)
    for work in units.values():
        if works.get(work.name, work).arguments != work.arguments:
            raise ValueError(f"two units {work.name} with different arguments")
    return units
