"""The record of quick runs at fresh seeds, of the whole ledger or of entries that were added since.

``python -m tests.paper_checks.seeds OUT ...`` adds the finished runs in these folders, each of
``paper-checks run [ID ...] --seed N --out OUT`` on the data that ship with scikit-learn, to
``paper_checks/results/seeds.json``. It is run in the checkout that was run: the record names its
commit, and another source is refused. `test_seeds.py` holds the record to what chance may do.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks.kept import RESULTS, commit, verdict_of
from gramcheck.paper_checks.ledger import REGISTRY
from gramcheck.paper_checks.report import entries_of
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import lines

RECORD = RESULTS / "seeds.json"


def recorded() -> list[dict[str, Any]]:
    """What is kept of each seed."""
    return json.loads(RECORD.read_text(encoding="utf8")) if RECORD.exists() else []


def of_run(store: Store) -> dict[str, Any]:
    """Seed, day and commit of a run, and its verdicts by claim that it was asked for."""
    run = store.read_run()
    entries = entries_of([REGISTRY[id] for id in run["selection"]], store)
    stale = [entry.claim.id for entry in entries if entry.outdated]
    if stale or run["settings"]["scale"] != "quick":
        raise SystemExit(f"{store.out}: no quick run of this source; outdated: {stale[:3]}")
    verdicts = {entry.claim.id: verdict_of(entry.evidence) for entry in entries}
    seed = run["settings"]["seed"]
    return {"seed": seed, "when": run["started"], "commit": commit(), "verdicts": verdicts}


if __name__ == "__main__":
    runs = recorded() + [of_run(Store(folder)) for folder in sys.argv[1:]]
    RECORD.write_text(lines(runs, depth=3) + "\n", encoding="utf8")
