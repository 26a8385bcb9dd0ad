"""Runs claims: their units in parallel, each kept on disk at once; then the verdicts.

Units that are on disk from a run that was killed are not done again, provided that they were made
by the same source, from the same data, with the same settings; `fingerprint` says what of the
source counts for which unit. A run that ended computes afresh.
"""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gramcheck.paper_checks import fingerprint
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.plan import Answer, claim_work, plan
from gramcheck.paper_checks.progress import Progress
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.store import Store, decode
from gramcheck.paper_checks.work import Work
from gramcheck.paper_checks.workers import answered, workers


@dataclass(frozen=True)
class Settings:
    """How to run: scale and seed decide the results, the rest only where and how fast."""

    scale: str = "quick"
    seed: int = 0
    jobs: int = 1
    backend: str = "loky"
    scheduler: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of one claim: ``done``, ``error`` or ``not-run`` (data missing, or left out)."""

    claim: Claim
    status: str
    evidence: Mapping[str, Any]
    seconds: float
    scale: str

    @property
    def verdict(self) -> str | None:
        """Verdict of a claim that was done."""
        return self.evidence["verdict"] if self.status == "done" else None

    @property
    def as_expected(self) -> bool:
        """False for an error and for a verdict other than the expected one."""
        if self.status == "done":
            return self.claim.agrees(self.evidence["verdict"], self.scale)
        return self.status == "not-run"


class InterruptedRun(Exception):  # noqa: N818 - nothing went wrong
    """The user stopped the run; what was finished is kept."""

    def __init__(self, finished: int, total: int) -> None:
        super().__init__(f"interrupted: {finished} of {total} units are finished and kept")


class Runner:
    """One run of some claims into one output directory."""

    def __init__(
        self,
        claims: Sequence[Claim],
        settings: Settings,
        data: DataDirectory,
        store: Store,
        console: Console,
    ) -> None:
        self.claims = claims
        self.settings = settings
        self.data = data
        self.store = store
        self.console = console
        self.answers: dict[str, Answer] = {}  # by work name
        self.units: dict[str, dict[str, Work]] = {}  # by claim id, by the unit's key
        self.by_module: dict[str, dict[str, str]] = {}  # fingerprints
        self.settled: set[str] = set()  # claims whose evidence is on disk

    def run(self) -> list[Outcome]:
        """Do everything that is not done yet; return the outcomes in the order of the claims.

        Raises
        ------
        ChecksumError    data of these claims are not the catalogue's; nothing was done
        OutputBusyError    another run holds the output directory
        InterruptedRun    Ctrl-C or SIGTERM; what was finished is kept
        """
        # wrong files are refused here; each claim reports by itself what it misses
        self.data.missing(dict.fromkeys(name for claim in self.claims for name in claim.data))
        with self.store.lock():
            self.parts = fingerprint.parts(
                self.settings.scale, self.settings.seed, self.data.checksums()
            )
            works, self.units, self.answers = plan(self.claims, self._context)
            kept = self._keep_or_discard(works)
            self.record = self._describe()
            self.store.write_run(self.record)
            open_claims = [claim for claim in self.claims if claim.id not in self.answers]
            names = {work.name for work in works} | {claim.id for claim in open_claims}
            with Progress(self.console, names) as progress:
                try:
                    settings = self.settings
                    with workers(settings.backend, settings.jobs, settings.scheduler):
                        self._work_off(works, kept, progress)
                        assembly = [w for claim in open_claims if (w := self._assembly(claim))]
                        self._work_off(assembly, kept, progress)
                except KeyboardInterrupt:
                    self.store.write_run({**self.record, "state": "interrupted"})
                    finished = sum("result" in answer for answer in self.answers.values())
                    raise InterruptedRun(finished, len(names)) from None
            return self._conclude()

    # what an earlier run left

    def _keep_or_discard(self, works: Sequence[Work]) -> dict[str, dict[str, Any]]:
        """Units of a run that was cut short, after the useless ones are gone from the disk.

        Those that this run does not need stay as they are, for the run that does.
        """
        last = self.store.read_run()
        if last.get("state") == "finished":
            self.store.delete_units(last["units"])
        modules = {claim.id: claim_work(claim).module for claim in self.claims}
        modules |= {work.name: work.module for work in works}
        units = self.store.read_units()
        needed = {name: unit for name, unit in units.items() if name in modules}
        stale, changed = [], set()
        for name, unit in needed.items():
            now, before = self._parts(modules[name]), unit.get("parts", {})
            if before != now:
                stale.append(name)
                changed |= {part for part in now if before.get(part) != now[part]}
        if stale:
            self.console.print(
                f"discarded {len(stale)} finished units of an earlier run "
                f"(changed since: {', '.join(sorted(changed))})"
            )
            self.store.delete_units(stale)
        kept = {name: unit for name, unit in needed.items() if name not in stale}
        if kept:
            self.console.print(f"resuming: {len(kept)} finished units of an earlier run are kept")
        return kept

    def _parts(self, module: str) -> dict[str, str]:
        """Fingerprint of results of a module's functions, as the source was at the start."""
        if module not in self.by_module:
            self.by_module[module] = fingerprint.with_source(self.parts, module)
        return self.by_module[module]

    def _describe(self) -> dict[str, Any]:
        return {
            "state": "running",
            "settings": vars(self.settings),
            "data": None if self.data.path is None else str(self.data.path),
            "fingerprint": self.parts,
            "versions": fingerprint.versions(),
            "cpu": {"machine": platform.machine(), "count": os.cpu_count()},
            "started": _now(),
            "selection": [claim.id for claim in self.claims],
            "units": [],
        }

    # doing it

    def _context(self, key: str, scratch: Path | None = None) -> Run:
        return Run(self.settings.scale, self.settings.seed, self.data, key, scratch)

    def _scratch(self, work: Work) -> Path:
        """The directory that works of the same source, as it was at the start, share."""
        return self.store.scratch(fingerprint.digest(self._parts(work.module))[:16])

    def _assembly(self, claim: Claim) -> Work | None:
        """The claim function over the results of its units; None when there is nothing to do."""
        if claim.id in self.answers:
            return None
        answers = {key: self.answers[work.name] for key, work in self.units[claim.id].items()}
        for kind in ("error", "left_out"):
            for answer in answers.values():
                if kind in answer:
                    self.answers[claim.id] = {**answer, "seconds": 0.0}
                    return None
        results = {key: decode(answer["result"]) for key, answer in answers.items()}
        return claim_work(claim, results=results)

    def _work_off(
        self, works: Sequence[Work], kept: Mapping[str, dict[str, Any]], progress: Progress
    ) -> None:
        """Take what is kept, run the rest, and keep each result as it comes."""
        todo = {}
        for work in works:
            unit = kept.get(work.name)
            if unit and unit["arguments"] == work.arguments:
                self.answers[work.name] = {"result": unit["result"], "seconds": unit["seconds"]}
                self._settle(work)
                progress.advance(work.name, unit["seconds"], kept=True)
            else:
                todo[work.name] = work
        answers = answered(
            todo,
            lambda name: self._context(name, self._scratch(todo[name])),
            self.settings.backend,
        )
        try:
            for answer in answers:
                work = todo[answer.pop("name")]
                if "result" in answer:
                    self.store.write_unit(
                        work.name,
                        self._parts(work.module),
                        work.arguments,
                        answer["seconds"],
                        answer["result"],
                    )
                self.answers[work.name] = answer  # after it is kept: an interruption counts these
                self._settle(work)
                progress.advance(work.name, answer["seconds"])
        except Exception as error:  # the pool itself broke: a worker was killed, ran out of memory
            text = f"not finished, a worker process died: {error}"
            for name in todo.keys() - self.answers.keys():
                self.answers[name] = {"error": text, "seconds": 0.0}
        finally:
            answers.close()

    # what came of it

    def _settle(self, work: Work) -> None:
        """Write a claim's evidence the moment it is there, for a report in the middle of a run."""
        if work.claim:
            self._write_evidence(self._outcome(next(c for c in self.claims if c.id == work.name)))

    def _conclude(self) -> list[Outcome]:
        outcomes = [self._outcome(claim) for claim in self.claims]
        for outcome in outcomes:
            if outcome.claim.id not in self.settled:
                self._write_evidence(outcome)
        clean = all(outcome.status != "error" for outcome in outcomes)
        # after an error the units stay, and the next run does only what failed
        self.record |= {
            "state": "finished" if clean else "errors",
            "finished": _now(),
            "units": sorted(self.answers),
        }
        self.store.write_run(self.record)
        if clean and self.store.read_units().keys() <= self.answers.keys():
            self.store.delete_scratch()
        return outcomes

    def _outcome(self, claim: Claim) -> Outcome:
        answer = self.answers[claim.id]
        units = self.units[claim.id].values()
        seconds = answer["seconds"] + sum(self.answers[work.name]["seconds"] for work in units)
        if "result" in answer:
            return Outcome(claim, "done", decode(answer["result"]), seconds, self.settings.scale)
        if "left_out" in answer:
            evidence = {"message": answer["left_out"], "data_missing": answer["data_missing"]}
            return Outcome(claim, "not-run", evidence, seconds, self.settings.scale)
        return Outcome(claim, "error", {"message": answer["error"]}, seconds, self.settings.scale)

    def _write_evidence(self, outcome: Outcome) -> None:
        record = {
            "pictures": [],
            **outcome.evidence,
            "status": outcome.status,
            "expected": outcome.claim.expected.value,
            "seconds": outcome.seconds,
            "scale": self.settings.scale,
            "seed": self.settings.seed,
            "parts": self._parts(claim_work(outcome.claim).module),
            "when": _now(),
        }
        self.store.write_evidence(outcome.claim.id, record)
        self.settled.add(outcome.claim.id)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
