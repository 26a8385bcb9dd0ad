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

    def verify(
        self,
        claims: str | Sequence[str],
        *,
        target: str = "gramcheck.reference",
        examples: int | None = None,
    ) -> Finding:
        """Whether the checks of ``verify`` for these claim ids (globs) pass on the target.

        At least one check must have run, and none may have failed; skipped ones are named. Few
        examples at quick scale if their number is not given.
        """
        from gramcheck import verify

        examples = examples or (100 if self.scale == "full" else 20)
        include = (claims,) if isinstance(claims, str) else tuple(claims)
        seed = int(self.rng("verify").integers(2**31))
        records = verify.run(target=target, include=include, examples=examples, seed=seed)
        passed = [r for r in records if r.status == "passed"]
        skipped = [r for r in records if r.status == "skipped"]
        wrong = [r for r in records if r not in passed and r not in skipped]
        parts = [f"{len(passed)} of {len(records)} passed"]
        parts += [f"{r.check}: {r.message or r.status}" for r in wrong]
        parts += [f"{r.check} skipped: {r.message}" for r in skipped]
        return Finding(
            name=f"verify {', '.join(include)}",
            measured="; ".join(parts),
            relation="is",
            stated="all checks pass",
            tolerance=f"{examples} examples each",
            holds=bool(passed) and not wrong,
        )
