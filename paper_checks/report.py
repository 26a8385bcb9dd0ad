"""The report: one self-contained HTML page with every claim of the ledger.

It needs nothing but itself: styles and the few lines of script are inside, pictures are data
addresses. Claims that were never asked for stand in a list at the end of their paper.
"""

from __future__ import annotations

import base64
import inspect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import jinja2
from markupsafe import Markup

from gramcheck.paper_checks import cost, fingerprint, kept, story
from gramcheck.paper_checks.data import DataDirectory, directory_of
from gramcheck.paper_checks.evidence import Verdict
from gramcheck.paper_checks.files import write_atomically
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept
from gramcheck.paper_checks.registry import PAPERS, Claim, Registry
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.story import Told
from gramcheck.paper_checks.typeset import cited, prose
from gramcheck.paper_checks.wording import shown

FONT = Path(__file__).parent / "templates" / "math.woff"
_BRIEF = 60  # characters
# badges in the order of the summary
STATUSES = (*(verdict.value for verdict in Verdict), "not-run", "error", "no-evidence")
_FORMS = {"As printed": "printed", "Corrected": "corrected", "Both forms": "common"}
_GROUP_OF_KIND = {
    **dict.fromkeys(("table", "figure"), "Tables and figures"),
    "system": "Systems",
    "erratum": "Errata",
    "transcription": "Transcriptions",  # of print beside print: no code can be wrong about it
    "own": "Hypotheses of this project",
}
_GROUPS = ("Statements", *dict.fromkeys(_GROUP_OF_KIND.values()))  # of other kinds: statements


class Evidences(Protocol):
    """Where the evidence of a run is read: its `Store`, or what is kept of it."""

    def read_run(self) -> dict[str, Any]:
        """The run's record; empty where there was none."""

    def read_evidence(self, id: str) -> dict[str, Any] | None:
        """Evidence of a claim, None when there is none."""


@dataclass(frozen=True)
class Entry:
    """A claim with its last evidence."""

    claim: Claim
    evidence: Mapping[str, Any] | None
    outdated: bool
    kept: Kept | None
    data: DataDirectory

    @property
    def status(self) -> str:
        """Verdict, or why there is none; where a run decided nothing a kept full one stands."""
        return kept.standing(self.evidence, self.kept)

    @property
    def what_decides(self) -> str:
        """In words, of what stands undecided or is kept; empty where the run decided."""
        asked = self.claim, self.evidence, self.kept, self.data
        return "; ".join(filter(None, [cost.what_decides(*asked), cost.of_a_full_run(*asked)]))

    @property
    def unexpected(self) -> bool:
        """An error, or a verdict other than the expected one."""
        if self.evidence is None or self.evidence["status"] == "not-run":
            return False
        return not self.claim.agrees(kept.verdict_of(self.evidence), self.evidence["scale"])

    @property
    def group(self) -> str:
        """Heading under which the claim stands in its paper."""
        return _GROUP_OF_KIND.get(self.claim.kind, "Statements")

    @property
    def forms(self) -> list[tuple[str, list[Finding]]]:
        """Findings by the form they are about."""
        done = self.evidence is not None and self.evidence["status"] == "done"
        return _by_form(self.evidence) if self.evidence and done else []

    @property
    def kept_forms(self) -> list[tuple[str, list[Finding]]]:
        """The findings that are kept with the project."""
        return _by_form(self.kept.findings) if self.kept else []

    @property
    def details(self) -> list[str]:
        """Paragraphs of the docstring after the statement."""
        return [text for text in self.claim.details.split("\n\n") if text.strip()]


def _by_form(findings: Mapping[str, Any]) -> list[tuple[str, list[Finding]]]:
    parts = {t: [Finding(**fields) for fields in findings[form]] for t, form in _FORMS.items()}
    return [(title, found) for title, found in parts.items() if found]


def brief(evidence: Mapping[str, Any]) -> str:
    """One line: the first of the measured values or findings, else the reason or message."""
    if evidence.get("measured"):
        entries = [f"{name}: {value}" for name, value in evidence["measured"].items()]
    elif evidence.get("printed"):
        entries = [
            f"{finding['name']}: {shown(finding['measured'])}".removeprefix(": ")
            for finding in evidence["printed"]
        ]
    else:
        message = evidence.get("reason") or evidence.get("message") or ""
        entries = [message.strip().split("\n")[-1]]
    # further entries only whole: a number cut short would be another number
    text = entries[0]
    for entry in entries[1:]:
        if len(text) + len(entry) + 2 > _BRIEF:
            break
        text += f"; {entry}"
    return text if len(text) <= _BRIEF else text[: _BRIEF - 1] + "…"


def write_report(registry: Registry, store: Store) -> Path:
    """Write ``report.html`` from what the store holds; return its path."""
    path = store.out / "report.html"
    write_atomically(path, render(registry, store).encode())
    return path


def render(registry: Registry, store: Evidences) -> str:
    """The page as text."""
    run = store.read_run()
    entries = entries_of(registry, store)
    by_group = {title: Counter(e.status for e in entries if e.group == title) for title in _GROUPS}
    count = sum(by_group.values(), Counter())
    templates = environment()
    return templates.get_template("report.html.j2").render(
        style=inline(templates, "report.css"),
        font=_address("font/woff", FONT.read_bytes()),
        script=inline(templates, "report.js"),
        run=run,
        counts={status: count[status] for status in STATUSES if count[status]},
        by_group={title: counts for title, counts in by_group.items() if counts},
        unexpected=[entry for entry in entries if entry.unexpected],
        papers=_by_paper(entries, run.get("selection", ())),
        address=_inlined,
        homes={entry.claim.id: f"#{entry.claim.id}" for entry in entries},
        story=_story(entries),
    )


def _story(entries: Sequence[Entry]) -> dict[str, list[tuple[Told, list[Entry]]]]:
    """By kind: the findings that are told of these entries, each with those that say so."""
    known = {entry.claim.id: entry for entry in entries}
    found = {
        title: [(f, [known[id] for id in f.ids]) for f in findings if known.keys() >= set(f.ids)]
        for title, findings in story.by_kind().items()
    }
    return {title: findings for title, findings in found.items() if findings}


def environment(**options: Any) -> jinja2.Environment:
    """Our templates, with what those of evidence need; options in place of the usual ones."""
    usual: dict[str, Any] = {
        "loader": jinja2.PackageLoader("gramcheck.paper_checks"),
        "autoescape": True,
        "trim_blocks": True,
        "undefined": jinja2.StrictUndefined,
    }
    made = jinja2.Environment(**usual | options)
    made.filters |= {"shown": shown, "prose": _prose}
    made.globals["numeric"] = _numeric
    return made


@jinja2.pass_context
def _prose(context: jinja2.runtime.Context, text: str) -> Markup:
    """Text for HTML, typeset, with a link to each claim that it names.

    Templates whose lines are links have no homes, and no links inside.
    """
    return cited(prose(text), context.get("homes") or {})


def _by_paper(entries: Sequence[Entry], selection: Sequence[str]) -> list[dict[str, Any]]:
    """Papers in order: their entries in groups, and those that nobody asked for so far."""
    papers: dict[str, list[Entry]] = {}
    for entry in entries:
        papers.setdefault(entry.claim.paper, []).append(entry)
    described = []
    for paper, members in papers.items():
        groups: dict[str, list[Entry]] = {title: [] for title in _GROUPS}
        absent: list[Entry] = []
        for entry in members:
            asked = entry.evidence is not None or entry.claim.id in selection
            (groups[entry.group] if asked else absent).append(entry)
        described.append(
            {
                "id": paper,
                "title": PAPERS.get(paper, paper),
                "size": len(members),
                "groups": {title: group for title, group in groups.items() if group},
                "absent": absent,
            }
        )
    return described


def entries_of(claims: Iterable[Claim], run: Evidences) -> list[Entry]:
    """Claims with what a run has of them, beside what is kept.

    Of a run that was kept without its commit it is not known whether it is of an earlier state.
    """
    record, source = run.read_run(), fingerprint.read_source()
    shared, data = record.get("fingerprint", {}), directory_of(record)
    entries = []
    for claim in claims:
        evidence = run.read_evidence(claim.id)
        now = {**shared, "source": source.of(inspect.unwrap(claim.function).__module__)}
        outdated = evidence is not None and evidence.get("parts", now) != now
        entries.append(Entry(claim, evidence, outdated, kept.load(claim.id), data))
    return entries


def _inlined(picture: Mapping[str, str]) -> str:
    """A picture as an address that holds it."""
    if picture["format"] == "svg":
        return _address("image/svg+xml", picture["data"].encode())
    return f"data:image/png;base64,{picture['data']}"


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def inline(templates: jinja2.Environment, name: str) -> Markup:
    """A file of ours that goes into the page as it is."""
    return Markup(templates.get_template(name).render())


def _numeric(rows: Sequence[Sequence[Any]], column: int) -> bool:
    """Whether a column holds numbers or spreads, so that it is aligned to the right."""
    cells = [row[column] for row in rows if row[column] is not None]
    return bool(cells) and all(isinstance(cell, int | float | Mapping) for cell in cells)
