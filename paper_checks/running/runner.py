"""Runs claims: their units in parallel, each kept on disk at once; then the verdicts.

Units that are on disk from an earlier run are not done again, provided that they were made by the
same source and libraries, from the same data, with the same settings (`fingerprint`); whoever wants
them computed afresh asks for it.
"""

from __future__ import annotations

import contextlib
import datetime
import math
import os
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cloudpickle
from rich.console import Console

from gramcheck.paper_checks import fingerprint, pieces
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.cost import of_units
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.kept import load
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.answers import (
    Answer,
    LostError,
    MismatchError,
    Submit,
    answered,
    local_workers,
)
from gramcheck.paper_checks.running.outcome import CutShortError, Outcome, Settings
from gramcheck.paper_checks.running.plan import Finished, claim_work, plan, still_counting
from gramcheck.paper_checks.running.processes import Order
from gramcheck.paper_checks.running.progress import Progress, duration
from gramcheck.paper_checks.running.work import Work
from gramcheck.paper_checks.store import Store
from gramcheck.paper_checks.values import decode


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
        self.store, self.say = store, store.say
        self.console = console
        self.names: set[str] = set()  # of all works
        self.settled: set[str] = set()  # ids of claims whose evidence is on disk

    def run(self) -> list[Outcome]:
        """Do everything that is not done yet; return the outcomes in the order of the claims.

        Raises
        ------
        ChecksumError    data of these claims are not the catalogue's; nothing was done
        OutputBusyError    another run holds the output directory
        StaleSourceError    source files changed while they were loaded; nothing was done
        ClusterError, MismatchError    no cluster at the scheduler's address that can be used
        OSError    the output directory cannot be written
        CutShortError    Ctrl-C, SIGTERM, a full disk, workers lost; what was finished is kept
        """
        # wrong files are refused here; each claim reports by itself what it misses
        self.data.missing(dict.fromkeys(name for claim in self.claims for name in claim.data))
        self.source = fingerprint.take_source()
        with self.store.lock():
            self.checksums = self.data.checksums()
            self.parts = fingerprint.parts(self.settings.scale, self.settings.seed, self.checksums)
            works, self.units, self.answers = plan(self.claims, self._context)  # answers by name
            kept = self._kept(works)
            self._announce(kept)
            self.record = self._describe(works)
            self.store.write_run(self.record)
            with self._workers() as submit, self._cut_short():
                self._work(submit, works, kept)
                return self._conclude()

    # what an earlier run left

    def _kept(self, works: Sequence[Work]) -> Finished:
        """Units of earlier runs, as far as they count for this one, by name."""
        modules = {claim.id: claim_work(claim).module for claim in self.claims}
        modules |= {work.name: work.module for work in works}
        if self.settings.again:
            self.store.delete_units(modules)
        parts = {name: self._parts(module) for name, module in modules.items()}
        finished = self.store.read_units()
        if not self.settings.again:
            finished |= pieces.restore(parts, finished, self.store)
        return still_counting(finished, parts, self.say)

    def _announce(self, kept: Finished) -> None:
        """Say what is done, and what a run that may take days has before it."""
        if kept:
            spent = duration(sum(unit["seconds"] for unit in kept.values()))
            self.say(f"resuming: {len(kept)} finished units of an earlier run are kept ({spent})")
        if self.settings.scale == "full":
            for claim in self.claims:
                if units := self.units[claim.id]:
                    left = [work.name for work in units.values() if work.name not in kept]
                    done, cost = len(units) - len(left), of_units(left, load(claim.id))
                    self.say(f"{claim.id}: {done} units are finished; left: {cost}")

    def _parts(self, module: str) -> dict[str, str]:
        """Fingerprint of results of a module's functions, as the source was at the start."""
        return {**self.parts, "source": self.source.of(module)}

    def _describe(self, works: Sequence[Work]) -> dict[str, Any]:
        last = self.store.read_run()
        before = last["unfinished"] if last.get("source") == self.source.digest else []
        return {
            "state": "resumable",  # until the end is reached, however this process ends
            "settings": vars(self.settings),
            "data": None if self.data.path is None else str(self.data.path),
            "fingerprint": self.parts,
            "versions": fingerprint.versions(),
            "machine": {"name": fingerprint.machine(), "count": os.cpu_count()},
            "started": _now(),
            "selection": [claim.id for claim in self.claims],
            "source": self.source.digest,
            "unfinished": sorted({*before, *(work.name for work in works)}),  # of earlier runs too
        }

    # doing it

    def _work(self, submit: Submit, works: Sequence[Work], kept: Finished) -> None:
        """Units and claims without any; each claim over its units as soon as they are there.

        So the evidence of one claim can be read, and kept, while the units of others go on.
        """
        open_claims = [claim for claim in self.claims if claim.id not in self.answers]
        self.names |= {work.name for work in works} | {claim.id for claim in open_claims}
        waiting = [claim for claim in open_claims if claim.units is not None]
        at_once = math.inf if self.settings.scheduler else 2 * self.settings.jobs
        with Progress(self.console, self.names) as progress:
            todo = deque(self._not_kept(works, kept, progress))
            todo.extendleft(self._not_kept(self._assemblies(waiting), kept, progress))
            for work, answer in answered(submit, todo, self.expected, self.say, at_once):
                self._keep(work, answer)
                self._take(work, answer)  # after it is kept: an interruption counts these
                progress.advance(work.name, answer["seconds"])
                todo.extendleft(self._not_kept(self._assemblies(waiting), kept, progress))
        machines = {a["machine"] for a in self.answers.values() if "machine" in a}
        if len(machines) > 1:
            self.say(
                f"computed on {len(machines)} kinds of processors, which may differ in the last "
                f"bits of a number: {'; '.join(sorted(machines))}"
            )

    @contextlib.contextmanager
    def _cut_short(self) -> Iterator[None]:
        """What ends a run that has begun is recorded, and told from what kept it from that."""
        try:
            yield
        except (KeyboardInterrupt, LostError, MismatchError, OSError) as error:
            by_user = isinstance(error, KeyboardInterrupt)
            reason = "interrupted" if by_user else f"stopped: {error}"
            with contextlib.suppress(OSError):  # a full disk
                self.store.write_run({**self.record, "reason": reason})
            finished = sum("result" in answer for answer in self.answers.values())
            raise CutShortError(reason, finished, len(self.names), by_user) from error

    @contextlib.contextmanager
    def _workers(self) -> Iterator[Submit]:
        """Where the work is done."""
        self.expected = {"source": self.source.digest, "versions": fingerprint.versions()}
        state = fingerprint.digest(self._parts(fingerprint.PACKAGE))[:16]
        order = Order(
            archive=self.source.archive(),
            run=cloudpickle.dumps(self._context("")),
            scratch=str(self.store.scratch(state)),
            seconds=self.settings.unit_seconds,
        )
        if self.settings.scheduler is None:
            with local_workers(order, self.settings.jobs) as submit:
                yield submit
            return
        from gramcheck.paper_checks.running.cluster import cluster_workers  # needs Dask

        path = self.data.path or Path()
        files = {name: (path / name).read_bytes() for name in self.checksums}
        address = self.settings.scheduler
        with cluster_workers(address, order, files, self.expected, self.say) as submit:
            yield submit

    def _context(self, key: str) -> Run:
        return Run(self.settings.scale, self.settings.seed, self.data, key)

    def _assemblies(self, waiting: list[Claim]) -> list[Work]:
        """Claims of which all units are answered; they leave the list."""
        ready = [
            claim
            for claim in waiting
            if all(work.name in self.answers for work in self.units[claim.id].values())
        ]
        waiting[:] = [claim for claim in waiting if claim not in ready]
        return [work for claim in ready if (work := self._assembly(claim))]

    def _assembly(self, claim: Claim) -> Work | None:
        """The claim function over the results of its units; None when one of them has none."""
        answers = {key: self.answers[work.name] for key, work in self.units[claim.id].items()}
        for kind in ("error", "left_out"):
            for key, answer in answers.items():
                if kind in answer:
                    text = f"unit {key}: {answer[kind]}" if kind == "error" else answer[kind]
                    self.answers[claim.id] = {**answer, kind: text, "seconds": 0.0}
                    return None
        results = {key: decode(answer["result"]) for key, answer in answers.items()}
        return claim_work(claim, results=results)

    def _not_kept(self, works: Sequence[Work], kept: Finished, progress: Progress) -> list[Work]:
        """Take what is kept of the works; the others are to be done."""
        todo = []
        for work in works:
            unit = kept.get(work.name)
            if unit and unit["arguments"] == work.arguments:
                self._take(work, unit)
                progress.advance(work.name, unit["seconds"], kept=True)
            else:
                todo.append(work)
        return todo

    def _keep(self, work: Work, answer: Answer) -> None:
        """A result on disk, at once."""
        if "result" in answer:
            made = {key: answer[key] for key in ("seconds", "machine", "result")}
            parts = self._parts(work.module)
            self.store.write_unit(work.name, {"parts": parts, "arguments": work.arguments, **made})

    def _take(self, work: Work, answer: Answer) -> None:
        """Go on with an answer; a claim's evidence is written at once, for a report meanwhile."""
        self.answers[work.name] = answer
        if work.claim:
            self._write_evidence(self._outcome(next(c for c in self.claims if c.id == work.name)))

    # what came of it

    def _conclude(self) -> list[Outcome]:
        outcomes = [self._outcome(claim) for claim in self.claims]
        for outcome in (o for o in outcomes if o.claim.id not in self.settled):
            self._write_evidence(outcome)
        clean = all(outcome.status != "error" for outcome in outcomes)
        # after an error the units stay, and the next run does only what failed
        settled = {name for name, answer in self.answers.items() if "error" not in answer}
        unfinished = sorted({*self.record["unfinished"]} - settled)
        state = "finished" if clean else "errors"
        self.record |= {"state": state, "finished": _now(), "unfinished": unfinished}
        self.store.write_run(self.record)
        if clean and not unfinished:
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
        claim = outcome.claim
        names = [claim.id, *(work.name for work in self.units[claim.id].values())]
        answers = [self.answers[name] for name in names if name in self.answers]
        record = {
            "pictures": [],
            **outcome.evidence,
            "status": outcome.status,
            "expected": claim.expected.value,
            "seconds": outcome.seconds,
            "scale": self.settings.scale,
            "seed": self.settings.seed,
            "parts": self._parts(claim_work(claim).module),
            "versions": self.expected["versions"],
            "machines": sorted({a["machine"] for a in answers if "machine" in a}),
            "when": _now(),
        }
        self.store.write_evidence(claim.id, record)
        self.settled.add(claim.id)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
