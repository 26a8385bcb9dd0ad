"""Finished units of a run that is not at its end, kept with the project: it goes on elsewhere.

``paper_checks/results/pieces/<function>.json`` holds what one function measured, once for all
claims that need it, with the commit and the libraries under which alone it counts: whoever checks
these out and runs the claims again, at the same scale and with the same seed, begins after it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gramcheck.paper_checks import fingerprint, kept
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.registry import Claim
from gramcheck.paper_checks.running.work import Work
from gramcheck.paper_checks.store import Store, slug
from gramcheck.paper_checks.values import lines


def keep(claim: Claim, store: Store, data: DataDirectory) -> list[Path]:
    """Keep the finished units of a claim of which others are to be done; return the files.

    Raises
    ------
    LookupError    the claim has no units, or the store no finished ones of what is checked out
    """
    run = store.read_run()
    if claim.units is None or not run:
        raise LookupError(f"{claim.id} has no units in {store.out}")
    settings, finished = run["settings"], store.read_units()
    listed = claim.units(Run(settings["scale"], settings["seed"], data, claim.id))
    found: dict[Path, dict[str, Any]] = defaultdict(dict)
    for work in map(Work.of, listed):
        unit = finished.get(work.name)
        if unit and unit["parts"] == fingerprint.with_source(run["fingerprint"], work.module):
            found[_path(work.name)][work.name] = unit
    if not found:
        raise LookupError(f"{claim.id} has no finished units of this source in {store.out}")
    for path, units in found.items():
        _write(path, units, run)
    return list(found)


def _path(name: str) -> Path:
    """The file of a unit's function."""
    return kept.RESULTS / "pieces" / f"{slug(name.partition(':')[0])}.json"


def _write(path: Path, units: Mapping[str, Any], run: Mapping[str, Any]) -> None:
    """Units of one function, with those that the file has of the same source and settings."""
    parts = next(iter(units.values()))["parts"]
    before = _load(path)
    there = before["units"] if before and before["parts"] == parts else {}
    new = {name: {k: v for k, v in unit.items() if k != "parts"} for name, unit in units.items()}
    piece = {
        "commit": kept.commit(),
        "scale": run["settings"]["scale"],
        "seed": run["settings"]["seed"],
        "versions": run["versions"],
        "parts": parts,
        "units": {**there, **new},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(lines(piece, depth=2) + "\n", encoding="utf8")


def _load(path: Path) -> dict[str, Any] | None:
    return json.loads(path.read_bytes()) if path.exists() else None


def seconds(names: Iterable[str]) -> dict[str, float]:
    """Times, at whatever commit, of the finished units of full runs of these units' functions."""
    found = [_load(path) for path in sorted({_path(name) for name in names})]
    return {
        name: unit["seconds"]
        for piece in found
        if piece and piece["scale"] == "full"
        for name, unit in piece["units"].items()
    }


def restore(
    parts: Mapping[str, Mapping[str, str]], finished: Mapping[str, Any], store: Store
) -> dict[str, dict[str, Any]]:
    """Units that are kept as pieces and count, by name; the store has them from now on, too.

    Parameters
    ----------
    parts : of each unit that is asked for
    finished : units that the store has of these parts are not asked for

    What was kept at another commit or with other libraries is named and left alone.
    """
    have = {name for name, unit in finished.items() if unit["parts"] == parts.get(name)}
    found: dict[str, dict[str, Any]] = {}
    for path in sorted({_path(name) for name in parts}):
        if piece := _load(path):
            names = _counting(piece, parts.keys() - have, parts, store.say)
            found |= {name: {"parts": piece["parts"], **piece["units"][name]} for name in names}
    for name, unit in found.items():
        store.write_unit(name, unit)
    return found


def _counting(
    piece: Mapping[str, Any],
    asked: Iterable[str],
    parts: Mapping[str, Mapping[str, str]],
    say: Callable[[str], None],
) -> list[str]:
    """Units of a piece that are asked and count now."""
    listed = sorted(piece["units"].keys() & set(asked))
    counting = [name for name in listed if parts[name] == piece["parts"]]
    same_run = [
        n for n in listed if all(parts[n][p] == piece["parts"][p] for p in ("scale", "seed"))
    ]
    if lost := len(same_run) - len(counting):
        say(_only_there(lost, piece))
    return counting


def told(names: Iterable[str]) -> list[str]:
    """Of the units that are kept as pieces how many, of what run, and where alone they count."""
    asked, lines = set(names), []
    for path in sorted({_path(name) for name in asked}):
        if (piece := _load(path)) and (found := asked & piece["units"].keys()):
            run = f"scale {piece['scale']}, seed {piece['seed']}"
            lines.append(f"{_only_there(len(found), piece)}; {run}")
    return lines


def _only_there(count: int, piece: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in piece["versions"].items())
    return (
        f"units that are kept as pieces and count at commit {piece['commit']} alone, with "
        f"{versions}: {count}"
    )
