"""The command ``paper-checks run``: which claims, how, and what is said about the outcome."""

from __future__ import annotations

import argparse
import functools
import importlib.util
import sys
from collections import Counter
from collections.abc import Sequence

import joblib
from rich.console import Console
from rich.markup import escape

from gramcheck.paper_checks import kept, sources
from gramcheck.paper_checks.against_kept import held_against, units_of_one
from gramcheck.paper_checks.commands.console import print_outcomes
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory, default_directory
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.kept import Kept
from gramcheck.paper_checks.ledger import Registry
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.report import write_report
from gramcheck.paper_checks.running.outcome import CutShortError, Outcome, Settings
from gramcheck.paper_checks.running.runner import Runner
from gramcheck.paper_checks.store import Store


class UsageError(ValueError):
    """Options that do not go together."""


def run(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Run claims, write the report, compare if asked; the exit code of the console script.

    Raises
    ------
    UsageError    options that do not go together
    Exception    what `Runner.run` raises, but for a run that was cut short
    """
    if arguments.scheduler and arguments.backend != "dask":
        raise UsageError("--scheduler needs --backend dask")
    if arguments.backend == "dask" and not arguments.scheduler:
        raise UsageError("--backend dask needs --scheduler ADDRESS, as tcp://host:8786")
    if arguments.scheduler and importlib.util.find_spec("distributed") is None:
        raise UsageError("--backend dask needs the extra: pip install 'gramcheck[dask]'")
    if sources.hold(arguments.out):
        raise UsageError(f"--out {arguments.out} is within the package, as its source would be")
    settings = Settings(
        scale=arguments.scale,
        seed=arguments.seed,
        jobs=arguments.jobs or joblib.cpu_count(),
        scheduler=arguments.scheduler,
        unit_seconds=arguments.unit_seconds,
        again=arguments.again,
    )
    data = DataDirectory(arguments.data or default_directory())
    claims = _with_stand_ins(arguments.ids, registry, data, console)
    # names are taken as they are: a unit may be called :leaves:
    say = functools.partial(console.print, markup=False, emoji=False, soft_wrap=True)
    store = Store(arguments.out, say)
    try:
        outcomes = Runner(claims, settings, data, store, console).run()
    except CutShortError as end:
        print(f"{end}; the same command resumes", file=sys.stderr)
        return 130 if end.by_user else 3
    try:
        print_outcomes(outcomes, store, console)
        console.print(f"report: {write_report(registry, store)}")
    except OSError as error:
        print(f"paper-checks: {error}; `paper-checks report` tries again", file=sys.stderr)
        return 3
    alike = not arguments.compare or _compare(outcomes, settings.seed, data, store, console)
    return 0 if alike and all(outcome.as_expected for outcome in outcomes) else 1


def _compare(
    outcomes: Sequence[Outcome], seed: int, data: DataDirectory, store: Store, console: Console
) -> bool:
    """Hold what was measured against what is kept; whether something agrees and nothing differs."""
    agree = differ = 0
    for outcome in outcomes:
        claim, stored = outcome.claim, kept.load(outcome.claim.id)
        if stored is None or claim.units is None or outcome.status != "done":
            continue
        if stored.scale != outcome.scale:
            console.print(f"{claim.id}: kept at scale {stored.scale}, not compared")
            continue
        units = claim.units(Run(stored.scale, seed, data, claim.id))
        measured = kept.units_of(claim, store, data)
        count = _as_kept(stored, held_against(stored, units, measured, seed), console)
        agree, differ = agree + count[True], differ + count[False]
        for which, keys in units_of_one(stored, units).items():
            console.print(f"  units {which}: {len(keys)}, as {escape(keys[0])}", style="red")
            differ += not data.lacks(data.catalogue)  # else they may be of data that are not here
    if not agree and not differ:
        console.print("nothing was compared with results that are kept", style="red")
    return agree > 0 and differ == 0


def _as_kept(stored: Kept, findings: Sequence[Finding], console: Console) -> Counter[bool | None]:
    """Print how many quantities are as kept, and each that is not; their outcomes counted."""
    count = Counter(finding.holds for finding in findings)
    console.print(
        f"{stored.claim}: {count[True]} of {len(findings)} quantities as kept on {stored.when[:10]}"
        + (f", {count[None]} left open" if count[None] else "")
    )
    for finding in findings:
        if finding.holds is False:
            console.print(f"  {escape(str(finding))}", style="red")
    return count


def _with_stand_ins(
    ids: Sequence[str], registry: Registry, data: DataDirectory, console: Console
) -> list[Claim]:
    """Claims that are asked for, and what runs in place of those whose data are missing."""
    claims = registry.select(ids)
    chosen = {claim.id for claim in claims}
    added = []
    for claim in claims:
        if claim.stand_in and claim.stand_in not in chosen and data.lacks(claim.data):
            line = f"{claim.id} lacks its data: {claim.stand_in} runs in its place"
            console.print(line, soft_wrap=True)
            added.append(claim.stand_in)
    return registry.select([*ids, *added])
