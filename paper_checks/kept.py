"""Results that are kept with the project: what a long run measured, dated, with its environment.

``paper_checks/results/<claim id>.json`` holds the results of a claim's units, its verdict and its
findings with tables, and where they come from: scale, seed, time, commit, versions, processor.
Later runs are held against them (`against_kept`), the report shows them beside its own, and the
falsifiers of tables spoil them instead of measuring for hours. `changed_since` says what changed.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import changed_since, fingerprint
from gramcheck.paper_checks.changed_since import Change
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.plan import claim_work
from gramcheck.paper_checks.running.work import Work
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import decode, encode, lines

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Kept:
    """Results of one claim, as they were measured once."""

    claim: str
    scale: str
    seed: int
    when: str
    commit: str
    versions: Mapping[str, str]
    processor: str
    seconds: float
    verdict: str
    findings: Mapping[str, Any]  # by form: printed, corrected, common
    units: Mapping[str, Mapping[str, Any]]  # results by the unit's key
    judged: str = ""  # the commit whose claim says the findings, where it is a later one
    measured: Mapping[str, str] = field(default_factory=dict)  # as `Evidence` has them, shown
    tables: Sequence[Mapping[str, Any]] = ()
    note: str = ""
    committed: str = ""  # when the commit was made; "" outside of a repository

    def __str__(self) -> str:
        later = f", judged at {self.judged}" if self.judged else ""
        since = "".join(f", before a change of {each.date:%Y-%m-%d}" for each in self.changes)
        return (
            f"{self.scale} scale, {len(self.units):,} units, {self.when[:10]}, "
            f"commit {self.commit}{later}: {self.verdict}{since}"
        )

    @property
    def changes(self) -> list[Change]:
        """What changed about the claim since."""
        return changed_since.since(self.claim, self.committed or self.when)


def verdict_of(evidence: Mapping[str, Any] | None) -> str:
    """What a run says of a claim: its verdict, or why there is none."""
    if evidence is None:
        return "no-evidence"
    return evidence.get("verdict", evidence["status"])


def stands(evidence: Mapping[str, Any] | None, stored: Kept | None) -> bool:
    """Whether what is kept stands before what a run says of a claim.

    A full result does where the run decided nothing, be it undecided itself: it has seen more, and
    its numbers say better what would decide. Not before a run that decided, which is of today's
    source and holds with the same confidence; nor before a full run that is undecided alike; nor,
    if something changed since it was measured, before any run that is undecided.
    """
    if stored is None or stored.scale != "full" or not decided_nothing(evidence):
        return False
    if evidence is None or verdict_of(evidence) != Verdict.UNDECIDED.value:
        return True
    alike = evidence["scale"] == "full" and stored.verdict == Verdict.UNDECIDED.value
    return not (alike or stored.changes)


def decided_nothing(evidence: Mapping[str, Any] | None) -> bool:
    """Whether a run left a claim undecided, or did not run it."""
    return verdict_of(evidence) in (Verdict.UNDECIDED.value, "not-run", "no-evidence")


def standing(evidence: Mapping[str, Any] | None, stored: Kept | None) -> str:
    """The verdict that stands, a kept one or the run's."""
    if stored and stands(evidence, stored):
        return stored.verdict
    return verdict_of(evidence)


def standing_findings(
    evidence: Mapping[str, Any] | None, stored: Kept | None
) -> Mapping[str, Sequence[Mapping[str, Any]]] | None:
    """Findings by form of what stands; the kept ones also where a run has none."""
    if evidence is None or evidence["status"] != "done" or stands(evidence, stored):
        return stored.findings if stored else None
    return evidence


def _path(id: str) -> Path:
    return RESULTS / f"{id}.json"


def load(id: str) -> Kept | None:
    """What is kept for a claim; None where nothing is."""
    path = _path(id)
    return Kept(**decode(json.loads(path.read_bytes()))) if path.exists() else None


def keep(claim: Claim, store: Store, data: DataDirectory) -> Path:
    """Keep the results of the units on which a claim's evidence rests; return the file.

    Raises
    ------
    LookupError    the claim has no units, or the store no finished evidence or no results of them,
                   or they are of another source than what is checked out
    """
    evidence = store.read_evidence(claim.id)
    if claim.units is None:
        raise LookupError(f"{claim.id} is computed anew each time; there is nothing to keep")
    if evidence is None or evidence["status"] != "done":
        raise LookupError(f"{claim.id} has no finished evidence in {store.out}")
    if evidence["parts"] != fingerprint.with_source(evidence["parts"], claim_work(claim).module):
        raise LookupError(f"{claim.id}: the source has changed since its evidence was computed")
    kept = Kept(
        claim=claim.id,
        scale=evidence["scale"],
        seed=evidence["seed"],
        when=evidence["when"],
        commit=commit(),
        committed=committed(),
        versions=evidence["versions"],
        processor="; ".join(evidence["machines"]),
        seconds=evidence["seconds"],
        verdict=evidence["verdict"],
        findings={form: evidence[form] for form in FORMS},
        units=units_of(claim, store, data),
        **{name: evidence[name] for name in ("measured", "tables", "note")},
    )
    return write(kept)


def write(kept: Kept) -> Path:
    """Write the file of what is kept of a claim."""
    path = _path(kept.claim)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(lines(encode(asdict(kept)), depth=3) + "\n", encoding="utf8")
    return path


def units_of(claim: Claim, store: Store, data: DataDirectory) -> dict[str, Mapping[str, Any]]:
    """Results of a claim's units on which its evidence in the store rests, by the units' keys.

    Raises
    ------
    LookupError    some are not there, or a run since then, of which no evidence came, has others
    """
    evidence, finished = store.read_evidence(claim.id), store.read_units()
    assert claim.units is not None
    assert evidence is not None
    listed = claim.units(Run(evidence["scale"], evidence["seed"], data, claim.id))
    units = {unit.key: finished.get(Work.of(unit).name) for unit in listed}
    absent = [key for key, unit in units.items() if not unit or unit["parts"] != evidence["parts"]]
    if absent:
        raise LookupError(
            f"{claim.id}: {store.out} has no results of {', '.join(absent[:3])} that belong to its "
            "evidence"
        )
    return {key: decode(unit["result"]) for key, unit in units.items() if unit}


def commit() -> str:
    """The commit that is checked out, marked where files differ from it; "unknown" without one.

    Kept results and runs are left aside, as no result depends on them: several can be kept one by
    one.
    """
    try:
        name = _git("describe", "--always", "--abbrev=12")
        kept = [f":(exclude){folder}" for folder in ("results", "site/run")]
        changed = _git("status", "--porcelain", "--untracked-files=no", ":/", *kept)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name}-dirty" if changed else name


def committed() -> str:
    """When the commit that is checked out was made; empty without one."""
    try:
        return _git("show", "--no-patch", "--format=%cI")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=RESULTS.parent, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
