"""For errata that the printed times show by themselves: other times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gramcheck.paper_checks.experiments.sfm.printed import NEVER
from gramcheck.paper_checks.falsifiers import falsify

Seconds = Mapping[tuple[str, int], tuple[Any, ...]]


def with_d2ke_nowhere(seconds: Seconds) -> Seconds:
    """D2KE did not finish for any set, as the text has it of three."""
    return {
        (name, D): (NEVER,) * len(row) if name == "D2KE" else row
        for (name, D), row in seconds.items()
    }


def with_lak_the_slowest(seconds: Seconds) -> Seconds:
    """For Protein LAK takes longer than D2KE at any D, as the text has it."""
    return {**seconds, ("LAK", 0): (50_000, None, None, None, None)}


def with_d2ke_slower(seconds: Seconds) -> Seconds:
    """D2KE takes 14 hours for Compound at D = 2048, and so more than 48 at 8192."""
    *others, _ = seconds["D2KE", 2048]
    return {**seconds, ("D2KE", 2048): (*others, 14 * 3600)}


def half_of_it(hours_48: int) -> int:
    """A method is stopped after a day."""
    return hours_48 // 2


falsify("errata/S21", wrong={"paper_checks.experiments.sfm.printed.SECONDS": with_d2ke_slower})
falsify("errata/S21", wrong={"paper_checks.claims.sfm.misprints.SECONDS": with_d2ke_nowhere})
falsify(
    "errata/S21",
    wrong={
        "paper_checks.claims.sfm.misprints.HOURS_48": half_of_it,
        "paper_checks.claims.sfm.misprints.SECONDS": with_d2ke_nowhere,
        "paper_checks.experiments.sfm.printed.SECONDS": with_lak_the_slowest,
    },
)
