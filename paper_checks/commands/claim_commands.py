"""The commands about claims besides ``run``: list, show, falsify, keep, report."""

from __future__ import annotations

import argparse
from collections import Counter

import joblib
from rich.console import Console
from rich.markup import escape

from gramcheck.paper_checks import cost, kept, pieces
from gramcheck.paper_checks.commands.console import (
    counts_of,
    show_evidence,
    show_kept,
    styled,
    table,
)
from gramcheck.paper_checks.commands.run_command import UsageError
from gramcheck.paper_checks.crossings import crossings
from gramcheck.paper_checks.data import DataDirectory, default_directory, directory_of
from gramcheck.paper_checks.falsifying import exempt, falsify_all
from gramcheck.paper_checks.ledger import Registry
from gramcheck.paper_checks.registry import KINDS, Claim
from gramcheck.paper_checks.report import write_report
from gramcheck.paper_checks.site import StoredRun
from gramcheck.paper_checks.store import Store


def list_all(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Print the claims, those of some ids, a paper or a kind where they are named."""
    claims = registry.select(arguments.ids, arguments.paper, arguments.kind)
    listed = table("id", "kind", "place", "expected", "kept", "statement")
    for claim in claims:
        stored = kept.load(claim.id)
        listed.add_row(
            claim.id,
            claim.kind,
            escape(claim.place),
            styled(claim.expected.value),
            _kept(stored) if stored else "",
            escape(claim.statement),
        )
    console.print(listed)
    kinds = Counter(claim.kind for claim in claims)
    counted = ", ".join(f"{kinds[kind]} of kind {kind}" for kind in KINDS if kinds[kind])
    console.print(f"{len(claims)} claims: {counted}")
    console.print(f"expected: {', '.join(counts_of([claim.expected.value for claim in claims]))}")
    return 0


def _kept(stored: kept.Kept) -> str:
    """Verdict and scale of what is kept, and whether something changed since."""
    since = ", before a change" if stored.changes else ""
    return f"{styled(stored.verdict)} ({stored.scale}{since})"


def show(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Print claims, what stands around each, the evidence of a run and what is kept."""
    for k, claim in enumerate(registry.select(arguments.ids)):
        if k:
            console.print()
        _show_one(claim, Store(arguments.out), console)
    return 0


def _show_one(claim: Claim, store: Store, console: Console) -> None:
    console.print(f"[bold]{claim.id}[/]  {claim.kind}, {escape(claim.place)}")
    console.print(escape(claim.statement))
    if claim.details:
        console.print(escape(claim.details), style="dim")
    console.print(f"expected: {styled(claim.expected.value)}")
    if claim.data:
        console.print(f"data: {', '.join(claim.data)}")
    console.print(f"source: {claim.source}")
    here, data = store.read_evidence(claim.id), directory_of(store.read_run())
    evidence = here or StoredRun().read_evidence(claim.id)
    stored = kept.load(claim.id)
    for heading, entries in crossings(claim, kept.standing_findings(evidence, stored)).lines(claim):
        console.print(f"{heading}: {escape(', '.join(entries))}")
    if evidence and not here:
        commit = StoredRun().read_run()["commit"]
        console.print(
            f"no run in {store.out}; the last one is that kept with the project, of commit {commit}"
        )
    show_evidence(evidence, console)
    if stored:
        show_kept(stored, console)
    if text := cost.what_decides(claim, evidence, stored, data):
        console.print(f"what decides: {escape(text)}")
    if claim.units is not None:
        names = cost.units_at("full", claim, data)
        console.print(f"full scale, on the data that are here: {cost.of_units(names, stored)}")
        for line in pieces.told(names):
            console.print(line)


def falsify(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Try what is known to be wrong; 1 where a verdict stays, or nothing wrong is known.

    So it is where a claim is named of which there is nothing to judge by; of all claims such ones
    are left out, as `run` leaves out what misses its data.
    """
    claims = registry.select(arguments.ids)
    data = DataDirectory(arguments.data or default_directory())
    found = falsify_all(claims, data, arguments.jobs or joblib.cpu_count(), console)
    trials = [of_claim.trials for of_claim in found.values()]
    flip = all(each and all(trial.flips for trial in each) for each in trials)
    tried = not arguments.ids or all(claim.id in found or exempt(claim) for claim in claims)
    return 0 if flip and tried else 1


def keep(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Keep the last run's results of the claims; of those not at their end the finished units."""
    data, store = DataDirectory(arguments.data or default_directory()), Store(arguments.out)
    for claim in registry.select(arguments.ids):
        if claim.units is None or store.read_evidence(claim.id):
            console.print(f"kept: {kept.keep(claim, store, data)}")
        else:
            for path in pieces.keep(claim, store, data):
                console.print(f"{claim.id} is not at its end; kept of it: {path}")
    return 0


def report(arguments: argparse.Namespace, registry: Registry, console: Console) -> int:
    """Write the report of what is in the output folder."""
    store = Store(arguments.out)
    if not store.read_run():
        raise UsageError(f"no run in {store.out}; `paper-checks run --out {store.out}` makes one")
    console.print(f"report: {write_report(registry, store)}")
    return 0
