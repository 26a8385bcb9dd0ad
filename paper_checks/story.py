"""What was found, in a few sentences that report and book share, and README in part.

The findings stand in ``story.toml``, each with the entries of the ledger that say so. A verdict of
theirs that is none of `VERDICTS` makes a sentence false, and a test fails.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import kept
from gramcheck.paper_checks.evidence import Verdict
from gramcheck.paper_checks.registry import Claim

TITLES = {
    "wrong": "Not as printed, and what is right instead",
    "holds": "As printed",
    "undecided": "Undecided",
}
VERDICTS = {
    "wrong": (Verdict.HOLDS_WITH_CORRECTION, Verdict.REFUTED),
    "holds": (Verdict.HOLDS,),
    "undecided": (Verdict.UNDECIDED,),
}


@dataclass(frozen=True)
class Told:
    """A finding: a sentence, what is right instead, and the ids of the entries that say so."""

    kind: str
    finding: str
    ids: list[str]
    mended: str = ""
    formula: str = ""
    caption: str = ""
    readme: bool = False

    @property
    def sentences(self) -> str:
        """What was found, and what is right instead."""
        return f"{self.finding} {self.mended}".strip()

    def agrees(self, claim: Claim, evidence: Mapping[str, Any] | None) -> bool:
        """Whether a claim's verdict says what the sentence does: of a run's evidence or kept.

        What is kept of a quick run stands where the run has nothing.
        """
        stored = kept.load(claim.id)
        verdict = kept.standing(evidence, stored)
        if stored and verdict not in [each.value for each in Verdict]:
            verdict = stored.verdict
        return verdict in [each.value for each in VERDICTS[self.kind]]


def told() -> list[Told]:
    """All findings, in the order in which they are told."""
    text = Path(__file__).with_name("story.toml").read_text(encoding="utf8")
    return [Told(**fields) for fields in tomllib.loads(text)["finding"]]


def by_kind() -> dict[str, list[Told]]:
    """The findings under the titles of their kinds."""
    findings = told()
    return {title: [f for f in findings if f.kind == kind] for kind, title in TITLES.items()}


def judged_twice(claims: Iterable[Claim]) -> int:
    """How many errata are judged by the function of the very statement that they are about."""
    claims = list(claims)
    stated = {inspect.unwrap(c.function) for c in claims if c.kind != "erratum"}
    return sum(inspect.unwrap(c.function) in stated for c in claims if c.kind == "erratum")
