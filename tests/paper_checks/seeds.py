"""The record of quick runs at fresh seeds, of the whole ledger or of entries that were added since.

``python -m tests.paper_checks.seeds OUT ...`` adds the finished runs in these folders, each of
``paper-checks run [ID ...] --seed N --out OUT`` on the data that ship with scikit-learn, to
``paper_checks/results/seeds.json``: of each claim which seeds led to which verdict, and the digest
of the code that judged it (`claim_source`). It is run in the checkout that was run: the record
names its commit, and a run of another source is refused. Verdicts of other code than today's go as
soon as a claim gets new ones, so that all of a claim are of one digest.

`test_seeds.py` holds the record to what chance may do, and to the claims as they are today. Neither
sees a change of the reference, the definitions or the suite.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import gramcheck.paper_checks.claims  # noqa: F401 - registers the claims
from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.kept import RESULTS, commit, verdict_of
from gramcheck.paper_checks.ledger import REGISTRY, Registry
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.plan import claim_work
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import lines
from tests.paper_checks.claim_source import digest_of

RECORD = RESULTS / "seeds.json"
ENOUGH = 3  # seeds


@dataclass(frozen=True)
class Judged:
    """What the runs say of a claim: verdicts by seed, all of the code with this digest."""

    digest: str
    verdicts: Mapping[int, str]


@dataclass(frozen=True)
class Record:
    """The runs by seed, each with its day and commit, and what they say of each claim."""

    runs: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    claims: Mapping[str, Judged] = field(default_factory=dict)


def recorded() -> Record:
    """What is kept of all seeds."""
    read = json.loads(RECORD.read_text(encoding="utf8"))
    claims = {
        id: Judged(digest, {seed: verdict for verdict, seeds in said.items() for seed in seeds})
        for id, (digest, said) in read["claims"].items()
    }
    return Record({run.pop("seed"): run for run in read["runs"]}, claims)


def write(record: Record) -> None:
    """A line for each run and each claim; of a claim its digest, and the seeds by verdict."""
    runs = [{"seed": seed, **run} for seed, run in sorted(record.runs.items())]
    claims = {id: [said.digest, _by_verdict(said.verdicts)] for id, said in record.claims.items()}
    RECORD.write_text(lines({"runs": runs, "claims": claims}, depth=2) + "\n", encoding="utf8")


def _by_verdict(verdicts: Mapping[int, str]) -> dict[str, list[int]]:
    found = sorted(set(verdicts.values()))
    return {each: sorted(seed for seed in verdicts if verdicts[seed] == each) for each in found}


# adding a run


def of_run(store: Store, registry: Registry = REGISTRY) -> Record:
    """What a run says of the claims that it was asked for, judged as they stand in the source.

    Raises
    ------
    SystemExit    it is not at its end, not at quick scale, or of another source
    """
    run = store.read_run()
    claims = [registry[id] for id in run.get("selection", ())]
    others = [claim.id for claim in claims if not _is_of_this_source(claim, store, run)]
    if not claims or others or run["settings"]["scale"] != "quick":
        raise SystemExit(f"{store.out}: no finished quick run of this source: {others[:3]}")
    seed = run["settings"]["seed"]
    said = {claim.id: verdict_of(store.read_evidence(claim.id)) for claim in claims}
    return Record(
        {seed: {"when": run["started"], "commit": commit()}},
        {claim.id: Judged(digest_of(claim), {seed: said[claim.id]}) for claim in claims},
    )


def _is_of_this_source(claim: Claim, store: Store, run: Mapping[str, Any]) -> bool:
    """Whether the evidence is this run's, of the source that is checked out."""
    evidence = store.read_evidence(claim.id)
    now = fingerprint.with_source(run["fingerprint"], claim_work(claim).module)
    return evidence is not None and evidence["parts"] == now


def joined(record: Record, new: Record, ids: Iterable[str]) -> Record:
    """Both of them, of the claims with these ids: where the code differs, the new one alone.

    Raises
    ------
    SystemExit    a seed is recorded of another run
    """
    before = {seed: record.runs.get(seed, run) for seed, run in new.runs.items()}
    if again := [seed for seed, run in new.runs.items() if before[seed]["when"] != run["when"]]:
        raise SystemExit(f"seeds that are recorded of other runs, and not fresh: {again}")
    claims = {}
    for id in ids:
        old, found = record.claims.get(id), new.claims.get(id)
        if old and found and old.digest == found.digest:
            found = Judged(found.digest, {**old.verdicts, **found.verdicts})
        if said := found or old:
            claims[id] = said
    used = {seed for said in claims.values() for seed in said.verdicts}
    runs = {**record.runs, **new.runs}
    return Record({seed: runs[seed] for seed in runs if seed in used}, claims)


# what is to be run anew


def outdated(record: Record, claims: Iterable[Claim] = REGISTRY) -> list[str]:
    """Ids of recorded claims that other code judged than today's."""
    judged = {claim.id: digest_of(claim) for claim in claims if claim.id in record.claims}
    return [id for id, digest in judged.items() if record.claims[id].digest != digest]


def how_to_renew(record: Record, ids: Sequence[str]) -> str:
    """The commands that run claims, none named if it is all, at fresh seeds and record them."""
    first = max(record.runs, default=0) + 1
    outs = {seed: f"paper-checks-out/seeds/{seed}" for seed in range(first, first + ENOUGH)}
    asked = "run" if len(ids) == len(REGISTRY) else f"run {' '.join(ids)}"
    runs = [f"paper-checks {asked} --seed {seed} --out {out}" for seed, out in outs.items()]
    return "\n".join([*runs, f"python -m tests.paper_checks.seeds {' '.join(outs.values())}"])


if __name__ == "__main__":
    if commit().endswith("-dirty"):
        sys.exit("the source differs from the commit that would be named")
    _record = recorded()
    for _folder in sys.argv[1:]:
        _record = joined(_record, of_run(Store(_folder)), [claim.id for claim in REGISTRY])
    fingerprint.take_source()  # refuses where it was edited meanwhile
    write(_record)
