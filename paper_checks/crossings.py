"""What stands around a claim: reference functions, definitions, checks, falsifiers, yardsticks."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gramcheck.paper_checks.evidence import FORMS
from gramcheck.paper_checks.falsifiers import falsifiers
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.registry import Claim

_REFERENCE = "gramcheck.reference"
_DEFINITIONS = "gramcheck.verify.definitions"


@dataclass(frozen=True)
class Crossings:
    """Names by which a claim's other homes are found."""

    reference: list[str]  # functions, "d2ke.softmin"
    definitions: list[str]
    checks: list[str]  # "d2ke/eq-6 softmin_is_its_definition"
    falsifiers: list[str]
    yardsticks: list[str]  # what is measured, against what, how far apart it may be

    def lines(self) -> list[tuple[str, list[str]]]:
        """Headings and entries, empty ones left out."""
        return [(name, entries) for name, entries in vars(self).items() if entries]


def crossings(claim: Claim, evidence: Mapping[str, Any] | None) -> Crossings:
    """What the claim's source, the suite and the last evidence name; no evidence, no yardsticks."""
    from gramcheck.verify.runner import suite_registry

    checks = [check for check in suite_registry() if any(map(check.matches, claim.checks))]
    source = inspect.getsource(inspect.unwrap(claim.function))
    named = re.findall(rf"\b({claim.paper}|definitions)\.(\w+)", source)
    needed = [need.rpartition(".")[2] for check in checks for need in check.needs]
    functions = [*(name for home, name in named if home != "definitions"), *needed]
    defined = [*(name for home, name in named if home == "definitions"), *functions]
    return Crossings(
        reference=_existing(f"{_REFERENCE}.{claim.paper}", functions),
        definitions=_existing(f"{_DEFINITIONS}.{claim.paper}", defined),
        checks=[check.id for check in checks],
        falsifiers=[falsifier.name for falsifier in falsifiers().get(claim.id, [])],
        yardsticks=_yardsticks(evidence or {}),
    )


def _existing(module: str, names: Iterable[str]) -> list[str]:
    """The names that a module has, once each, with the paper's before them."""
    home = importlib.import_module(module)
    paper = module.rpartition(".")[2]
    return [f"{paper}.{name}" for name in dict.fromkeys(names) if hasattr(home, name)]


def _yardsticks(evidence: Mapping[str, Any]) -> list[str]:
    """Each finding's relation, without what was measured."""
    found = [Finding(**f) for form in FORMS for f in evidence.get(form, ())]
    return list(dict.fromkeys(f"{finding.name}: {finding.yardstick}" for finding in found))
