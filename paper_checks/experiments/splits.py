"""Systems on random splits of data sets: the units of such an experiment, and their results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from gramcheck.paper_checks.evidence import Results, Unit


def split_units(
    run_system: Callable[..., dict[str, Any]],
    names: Collection[str],
    systems: Collection[str],
    splits: int,
) -> list[Unit]:
    """One unit for each data set, system and split: ``run_system(run, task, split, system)``.

    Split by split, so that soon something of every kind is finished: what is left can be guessed.
    Neighbors in the list are of different data sets, lest one worker waits for distances that
    another one computes.
    """
    return [
        Unit(
            f"{name}/{system}/split-{split}",
            run_system,
            {"task": name, "split": split, "system": system},
            repeat=True,
        )
        for split in range(splits)
        for system in systems
        for name in names
    ]


def measured(results: Results, names: Iterable[str]) -> list[str]:
    """Those of the data sets that have results; the quick scale leaves some out."""
    there = {key.partition("/")[0] for key in results}
    return [name for name in names if name in there]


def runs_of(results: Results, task: str, system: str) -> list[Mapping[str, Any]]:
    """Results of one system on one data set, the same order of splits for every system."""
    prefix = f"{task}/{system}/"
    return [results[key] for key in sorted(results) if key.startswith(prefix)]
