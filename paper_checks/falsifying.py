"""Runs the zoo of claims: something wrong flips the verdict of each entry that is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from unittest import mock

import joblib
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from gramcheck.paper_checks import kept
from gramcheck.paper_checks.commands.console import styled, table
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, NotRun
from gramcheck.paper_checks.evidence import FORMS, Evidence, Results, Verdict
from gramcheck.paper_checks.falsifiers import (
    Memory,
    decisive,
    falsifiers,
    forget_solutions,
    remembering,
)
from gramcheck.paper_checks.falsifiers.measuring import measured
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.registry import Claim

# nothing that computes can be wrong about these
EXEMPT_KINDS = ("transcription",)


@dataclass(frozen=True)
class Trial:
    """A claim's verdict undisturbed, and with something wrong in place."""

    falsifier: str
    before: str
    after: str

    @property
    def flips(self) -> bool:
        """Whether the verdict is another one."""
        return self.before != self.after

    @property
    def decides(self) -> bool:
        """Whether the other verdict is one, and not that the evidence leaves it open."""
        return self.flips and self.after != Verdict.UNDECIDED.value


@dataclass(frozen=True)
class Tried:
    """What came of all falsifiers of a claim.

    ``firm`` names the findings, by form, that hold whatever is wrong of all that was tried, or fail
    whatever is: they may be checks that cannot come out otherwise. ``no_counterexamples`` names
    those of the printed form that hold with nothing wrong, although it needs a correction.
    """

    scale: str
    trials: list[Trial]
    decided: int  # findings that hold or fail
    firm: list[str]
    no_counterexamples: list[str] = field(default_factory=list)


def exempt(claim: Claim) -> bool:
    """Whether a claim needs no falsifier: a transcription, or not testable and so without one."""
    return claim.kind in EXEMPT_KINDS or claim.expected is Verdict.NOT_TESTABLE


def results_of(claim: Claim, data: DataDirectory) -> tuple[Run, Results | None]:
    """The run and the unit results to judge by: kept ones, else measured now at quick scale.

    Raises
    ------
    NotRun    nothing is kept, and quick scale leaves the claim out or misses its data
    RuntimeError    a unit raised
    """
    if claim.units is None:
        return Run("quick", 0, data, claim.id), None
    if stored := kept.load(claim.id):
        return Run(stored.scale, stored.seed, data, claim.id), stored.units
    run = Run("quick", 0, data, claim.id)
    return run, measured(claim.units(run), run)


def try_all(claim: Claim, data: DataDirectory) -> Tried:
    """Every falsifier of a claim, one after the other."""
    run, results = results_of(claim, data)
    tried, memory = falsifiers().get(claim.id, []), Memory()
    untouched = [place for falsifier in tried for place in falsifier.untouched]
    with mock.patch.object(Run, "verify", return_value=None), remembering(untouched, memory):
        forget_solutions()
        right = claim.function(run) if results is None else claim.function(run, results)
    before, trials = right.verdict, []
    decided = {place: finding for place, finding in _placed(right) if finding.holds is not None}
    firm = dict(decided)
    for falsifier in tried:
        found = falsifier.evidence(claim, run, results, memory)
        after = decisive(found, before)
        trials.append(Trial(falsifier.name, before.value, after.value))
        for wrong in found:
            for place, finding in _placed(wrong):
                # what is said of a correction counts for nothing where none is needed
                counts = before is not Verdict.HOLDS or place[0] != "corrected"
                if counts and place in firm and finding.holds is not firm[place].holds:
                    del firm[place]
    names = [f"{form}: {finding.name}: {finding.outcome}" for (form, *_), finding in firm.items()]
    mended = before is Verdict.HOLDS_WITH_CORRECTION
    unseen = [finding.name for finding in right.printed if mended and finding.holds]
    return Tried(run.scale, trials, len(decided), names, unseen)


def _placed(evidence: Evidence) -> Iterator[tuple[tuple[str, int, int], Finding]]:
    """Findings by form, number and of how many, so that lists of other lengths do not meet."""
    for form in FORMS:
        findings = getattr(evidence, form)
        for number, finding in enumerate(findings):
            yield (form, number, len(findings)), finding


def falsify_all(
    claims: Sequence[Claim], data: DataDirectory, jobs: int, console: Console
) -> dict[str, Tried]:
    """Try every falsifier of the claims, print what each did and the counts; what came of each."""
    asked = [claim for claim in claims if not exempt(claim)]
    tried = joblib.Parallel(n_jobs=jobs, return_as="generator")(
        joblib.delayed(_tried)(claim.id, data) for claim in asked
    )
    progress = track(tried, "falsifying", total=len(asked), console=console)
    ids = [claim.id for claim in asked]
    found = {id: each for id, each in zip(ids, progress, strict=True) if each is not None}
    listed = table("id", "something wrong", "verdict", "then")
    for id, of_claim in found.items():
        for trial in of_claim.trials:
            then = styled(trial.after) if trial.flips else "[bold red]the same[/]"
            listed.add_row(id, escape(trial.falsifier), styled(trial.before), then)
    console.print(listed)
    if any(of_claim.firm for of_claim in found.values()):
        listed = table("id", "the same whatever is wrong")
        for id, of_claim in found.items():
            for name in of_claim.firm:
                listed.add_row(id, escape(name))
        console.print(listed)
    console.print(_summary(claims, found))
    return found


def _tried(id: str, data: DataDirectory) -> Tried | None:
    """In a worker, which registers the claims; None where there is nothing to judge by."""
    import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
    from gramcheck.paper_checks.ledger import REGISTRY

    try:
        return try_all(REGISTRY[id], data)
    except NotRun:
        return None


def _summary(claims: Sequence[Claim], found: Mapping[str, Tried]) -> str:
    trials = {id: of_claim.trials for id, of_claim in found.items()}
    flipped = Counter(c.kind for c in claims if any(t.flips for t in trials.get(c.id, [])))
    kinds = ", ".join(f"{count} {kind}" for kind, count in flipped.most_common())
    firm = {id: len(of_claim.firm) for id, of_claim in found.items() if of_claim.firm}
    decided = sum(of_claim.decided for of_claim in found.values())
    lines = [
        f"{sum(map(len, trials.values()))} falsifiers; {flipped.total()} claims flip ({kinds})",
        f"of {decided} findings {sum(firm.values())} are the same whatever is wrong",
    ]
    stay = [id for id, of_claim in trials.items() for trial in of_claim if not trial.flips]
    open_now = [
        id
        for id, of_claim in trials.items()
        if any(t.flips for t in of_claim) and not any(t.decides for t in of_claim)
    ]
    without = [id for id, of_claim in trials.items() if not of_claim]
    absent = [c.id for c in claims if c.id not in trials and not exempt(c)]
    printed = sum(claim.kind in EXEMPT_KINDS for claim in claims)
    untestable = sum(exempt(claim) for claim in claims) - printed
    for text, ids in (
        ("keep their verdict with something wrong", stay),
        ("are left undecided by what is wrong, and come out the other way by nothing", open_now),
        ("have no falsifier", without),
        ("have findings that are the same whatever is wrong", list(firm)),
        ("were not asked: no results are kept, and quick scale leaves them out", absent),
    ):
        if ids:
            lines.append(f"{len(ids)} {text}: {', '.join(dict.fromkeys(ids))}")
    lines.append(
        f"{printed} transcriptions and {untestable} not testable, without one by their nature"
    )
    return "\n".join(lines)
