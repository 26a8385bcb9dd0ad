"""The report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paper_checks.ledger import Registry, shown
from paper_checks.store import Store


def brief(evidence: Mapping[str, Any]) -> str:
    """One line: the first measured values, else the first finding, else the reason or message."""
    if evidence.get("measured"):
        return "; ".join(f"{name} = {value}" for name, value in evidence["measured"].items())[:120]
    for form in ("printed", "corrected"):
        for finding in evidence.get(form, ()):
            return shown(finding["measured"])[:120]
    text = evidence.get("reason") or evidence.get("message") or ""
    return text.strip().split("\n")[-1][:120]


def write_report(registry: Registry, store: Store) -> Path:
    """Write."""
    return store.out / "report.html"
