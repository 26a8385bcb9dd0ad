"""For errata that the printed times show by themselves: other times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gramcheck.paper_checks.experiments.sfm.printed import NEVER, Costs
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.sfm.more_efficient import with_a_kernel_that_finished_sports

Seconds = Mapping[tuple[str, int], tuple[Any, ...]]


def with_d2ke_nowhere(seconds: Seconds) -> Seconds:
    """D2KE did not finish for any set, as the text has it of three."""
    return {
        (name, D): (NEVER,) * len(row) if name == "D2KE" else row
        for (name, D), row in seconds.items()
    }


def with_d2ke_for_protein_up_to_2048(seconds: Seconds) -> Seconds:
    """For Protein D2KE did not finish at the large D."""
    stopped = {("D2KE", D): (NEVER, *seconds["D2KE", D][1:]) for D in (8192, 16384)}
    return {**seconds, **stopped}


def with_lak_the_slowest(seconds: Seconds) -> Seconds:
    """For Protein LAK takes longer than D2KE at any D, as the text has it."""
    return {**seconds, ("LAK", 0): (50_000, None, None, None, None)}


def with_d2ke_slower(seconds: Seconds) -> Seconds:
    """D2KE takes 14 hours for Compound at D = 2048, and so more than 48 at 8192."""
    *others, _ = seconds["D2KE", 2048]
    return {**seconds, ("D2KE", 2048): (*others, 14 * 3600)}


def with_a_digit_of_gak(seconds: Seconds) -> Seconds:
    """GAK takes 32 hours for Music, not 28."""
    return {**seconds, ("GAK", 0): (25_252, NEVER, 115_079, NEVER, NEVER)}


def with_more_hours_of_sfmcgk(seconds: Seconds) -> Seconds:
    """SFMCGK takes 1.2 hours more for Compound at D = 16384: no whole hours of it are 13."""
    *others, compound = seconds["SFMCGK", 16384]
    return {**seconds, ("SFMCGK", 16384): (*others, compound + 1.2 * 3600)}


def with_half_an_hour_less_of_lak(seconds: Seconds) -> Seconds:
    """LAK takes 8.31 hours for Protein, which are 8, rounded or cut."""
    protein, *others = seconds["LAK", 0]
    return {**seconds, ("LAK", 0): (protein - 1800, *others)}


def with_other_digits(costs: Mapping[str, Costs]) -> Mapping[str, Costs]:
    """ESP has 1.9 GB and 13 million dimensions for Sports, and takes 72.73 s for Compound."""
    sports, compound = costs["Sports"], costs["Compound"]
    return {
        **costs,
        "Sports": sports._replace(megabytes=(1914.23, 0.54), d=(13_379_173, sports.d[1])),
        "Compound": compound._replace(seconds=(72.73, 28.70)),
    }


def half_of_it(hours_48: int) -> int:
    """A method is stopped after a day."""
    return hours_48 // 2


falsify("errata/S21", wrong={"paper_checks.experiments.sfm.printed.SECONDS": with_d2ke_slower})
for _wrong in (with_d2ke_nowhere, with_d2ke_for_protein_up_to_2048):
    falsify("errata/S21", wrong={"paper_checks.claims.sfm.misprints.SECONDS": _wrong})
falsify(
    "errata/S21",
    wrong={
        "paper_checks.claims.sfm.misprints.HOURS_48": half_of_it,
        "paper_checks.claims.sfm.misprints.SECONDS": with_d2ke_nowhere,
        "paper_checks.experiments.sfm.printed.SECONDS": with_lak_the_slowest,
    },
)
falsify("errata/S21", wrong={"paper_checks.claims.sfm.misprints.COSTS": with_other_digits})
for _wrong in (
    with_a_digit_of_gak,
    with_more_hours_of_sfmcgk,
    with_half_an_hour_less_of_lak,
    with_a_kernel_that_finished_sports,
):
    falsify(
        "errata/S21",
        wrong={
            "paper_checks.claims.sfm.misprints.SECONDS": _wrong,
            "paper_checks.experiments.sfm.printed.SECONDS": _wrong,
        },
    )
