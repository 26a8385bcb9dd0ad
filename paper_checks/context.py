"""What a claim function is given: scale, seeded randomness, data, the records of ``verify``."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.findings import Finding

SCALES = ("quick", "full")
EXAMPLES = {"quick": 5, "full": 100}  # of each check that draws its arguments


def generator(*parts: object) -> np.random.Generator:
    """A stream of its own for every tuple of parts, the same on every machine, in any order."""
    digest = hashlib.sha256("\0".join(map(str, parts)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "little"))


@dataclass(frozen=True)
class Run:
    """The run as one claim or one unit sees it; picklable.

    Parameters
    ----------
    scale : ``quick`` or ``full``
    seed : of the whole run
    data : data sets, ``run.data.load("splice")``
    key : id of the claim, or name of the unit, that this is for
    scratch : directory for what units compute for each other (`scratch.shared`); None for nowhere
    """

    scale: str
    seed: int
    data: DataDirectory
    key: str
    scratch: Path | None = None

    def rng(self, name: str = "") -> np.random.Generator:
        """Generator from the run's seed, this claim's or unit's key, and ``name``."""
        return generator(self.seed, self.key, name)

    def verify(self, claims: Sequence[str]) -> Finding | None:
        """Whether the checks of ``verify`` for these claims (ids or globs) pass on the reference.

        None where no check stands under any of them. At least one must have passed, and none may
        have failed; skipped ones are named. Checks draw few examples at quick scale: the suite,
        run by itself, draws many.
        """
        from gramcheck import verify
        from gramcheck.verify.runner import suite_registry

        checks = [check for check in suite_registry() if any(map(check.matches, claims))]
        if not checks:
            return None
        examples = EXAMPLES[self.scale]
        seed = int(self.rng("verify").integers(2**31))
        records = verify.run(
            "gramcheck.reference", [check.id for check in checks], examples=examples, seed=seed
        )
        passed = [r for r in records if r.status == "passed"]
        skipped = [r for r in records if r.status == "skipped"]
        wrong = [r for r in records if r not in passed and r not in skipped]
        parts = [f"{len(passed)} of {len(records)} passed"]
        parts += [f"{r.check}: {r.message or r.status}" for r in wrong]
        parts += [f"{r.check} skipped: {r.message}" for r in skipped]
        return Finding(
            name=f"verify {', '.join(dict.fromkeys(check.claim for check in checks))}",
            measured="; ".join(parts),
            relation="is",
            stated="all checks pass",
            tolerance=f"{examples} examples each",
            holds=bool(passed) and not wrong,
        )
