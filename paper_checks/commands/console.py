"""What the console script prints about claims: evidence, outcomes of a run, a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as TextTable

from gramcheck.paper_checks.evidence import FORMS, Verdict
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept, verdict_of
from gramcheck.paper_checks.registry import KINDS
from gramcheck.paper_checks.report import brief
from gramcheck.paper_checks.running.runner import Outcome
from gramcheck.paper_checks.store import Store, slug

_STYLES = {
    "holds": "green",
    "holds-with-correction": "yellow",
    "refuted": "red",
    "undecided": "magenta",
    "not-testable": "dim",
    "error": "bold red",
    "not-run": "dim",
}


def styled(word: str) -> str:
    """Markup of a verdict or status; other words as they are."""
    return f"[{_STYLES.get(word, '')}]{word}[/]" if word in _STYLES else word


def table(*columns: str) -> TextTable:
    """An empty table without lines."""
    new = TextTable(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        new.add_column(column, overflow="fold")
    return new


def show_evidence(evidence: dict[str, Any] | None, console: Console) -> None:
    """Print the last evidence of a claim."""
    if evidence is None:
        console.print("evidence: none yet")
        return
    status = verdict_of(evidence)
    console.print(
        f"last run: {styled(status)}, scale {evidence['scale']}, seed {evidence['seed']}, "
        f"{evidence['seconds']:.1f} s, {evidence['when']}"
    )
    if evidence["status"] != "done":
        console.print(escape(evidence["message"]))
        return
    _show_findings(evidence, evidence["measured"], console)
    for text in (evidence["reason"], evidence["note"]):
        if text:
            console.print(f"  {escape(text)}")


def show_kept(stored: Kept, console: Console) -> None:
    """Print what is kept of a claim, and what changed since."""
    later = f", judged at {stored.judged}" if stored.judged else ""
    console.print(
        f"kept: {styled(stored.verdict)}, scale {stored.scale}, seed {stored.seed}, "
        f"{stored.seconds:.0f} s, {stored.when}, commit {stored.commit}{later}"
    )
    for change in stored.changes:
        console.print(f"  changed since: {escape(str(change))}")
    _show_findings(stored.findings, stored.measured, console)


def _show_findings(forms: Mapping[str, Any], measured: Mapping[str, str], console: Console) -> None:
    for form in FORMS:
        for finding in forms[form]:
            console.print(f"  {form}: {escape(str(Finding(**finding)))}")
    for name, value in measured.items():
        console.print(f"  {escape(name)}: {escape(value)}")


def print_outcomes(outcomes: Sequence[Outcome], store: Store, console: Console) -> None:
    """Print what became of each claim, where tracebacks are, and a summary."""
    rows = table("id", "place", "verdict", "expected", "measured", "seconds")
    for outcome in outcomes:
        verdict = styled(outcome.verdict or outcome.status)
        if not outcome.as_expected:
            verdict += " [bold red](unexpected)[/]"
        rows.add_row(
            outcome.claim.id,
            escape(outcome.claim.place),
            verdict,
            outcome.claim.expected.value,
            "reason below" if outcome.status == "not-run" else escape(brief(outcome.evidence)),
            f"{outcome.seconds:.1f}",
        )
    console.print(rows)
    _print_reasons(outcomes, console)
    for outcome in outcomes:
        if outcome.status == "error":
            path = store.out / "errors" / f"{slug(outcome.claim.id)}.txt"
            console.print(
                f"[bold red]{outcome.claim.id} raised[/]; traceback in {escape(str(path))}"
            )
    console.print(_kinds(outcomes))
    console.print(_summary(outcomes))


def _kinds(outcomes: Sequence[Outcome]) -> TextTable:
    """How many of each kind came out how: a transcription that holds is no theorem that does."""
    count = Counter((outcome.claim.kind, outcome.verdict or outcome.status) for outcome in outcomes)
    found = [status for status in _STYLES if any(word == status for _, word in count)]
    rows = table("kind", *found)
    for kind in KINDS:
        if any(of == kind for of, _ in count):
            rows.add_row(kind, *(str(count[kind, status] or "") for status in found))
    return rows


def _print_reasons(outcomes: Sequence[Outcome], console: Console) -> None:
    """Print in full why claims were not run, each reason once, and what ran instead."""
    reasons: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.status == "not-run":
            reasons.setdefault(outcome.evidence["message"], []).append(outcome)
    ran = {outcome.claim.id for outcome in outcomes}
    for reason, left_out in reasons.items():
        names = ", ".join(outcome.claim.id for outcome in left_out)
        console.print(f"{styled('not-run')} {names}: {escape(reason)}", soft_wrap=True)
        for outcome in left_out:
            claim = outcome.claim
            if outcome.evidence["data_missing"] and claim.stand_in in ran:
                console.print(f"  in place of {claim.id}, in the table above: {claim.stand_in}")


_IN_WORDS = {
    Verdict.HOLDS: "hold",
    Verdict.HOLDS_WITH_CORRECTION: "hold with a correction",
    Verdict.REFUTED: "refuted",
    Verdict.UNDECIDED: "undecided",
    Verdict.NOT_TESTABLE: "not testable",
}


def counts_of(verdicts: Sequence[str | None]) -> list[str]:
    """How often each verdict comes, in words."""
    return [f"{verdicts.count(verdict.value)} {text}" for verdict, text in _IN_WORDS.items()]


def _summary(outcomes: Sequence[Outcome]) -> str:
    parts = counts_of([outcome.verdict for outcome in outcomes])
    statuses = [outcome.status for outcome in outcomes]
    missing = sum(bool(outcome.evidence.get("data_missing")) for outcome in outcomes)
    parts.append(f"{missing} not run (data missing)")
    if others := statuses.count("not-run") - missing:
        parts.append(f"{others} not run (reasons above)")
    if errors := statuses.count("error"):
        parts.append(f"{errors} raised an error")
    if unexpected := sum(not o.as_expected and o.status == "done" for o in outcomes):
        parts.append(f"{unexpected} with a verdict other than expected")
    return ", ".join(parts)
