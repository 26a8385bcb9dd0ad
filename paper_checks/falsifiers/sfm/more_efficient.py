"""Section VII-C, its last sentence: had Table VI, or the steps, come out otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gramcheck.paper_checks.experiments.sfm.printed import DIMENSIONS
from gramcheck.paper_checks.falsifiers import Change, falsify
from gramcheck.paper_checks.falsifiers.sfm.tables import Rows, each, slower_features

Cells = Mapping[tuple[str, int], tuple[Any, ...]]


def with_kernels_a_hundred_times_as_slow(seconds: Cells) -> Cells:
    """EDMKernel and STK17 are above SFMEDM then, where they have a time."""
    return {
        (system, D): tuple(100 * s if D == 0 and isinstance(s, int) else s for s in row)
        for (system, D), row in seconds.items()
    }


def with_a_kernel_that_finished_sports(seconds: Cells) -> Cells:
    """EDMKernel, in a day and more."""
    return {**seconds, ("EDMKernel", 0): (20, 28, 162, 100_000, "≫48h")}


def with_two_columns_exchanged(seconds: Cells) -> Cells:
    """SFMEDM's times at the least and at the largest D are in each other's place."""
    low, high = (("SFMEDM", D) for D in (DIMENSIONS[0], DIMENSIONS[-1]))
    return {**seconds, low: seconds[high], high: seconds[low]}


def sixty_four_times_the_strings(results: Rows) -> Rows:
    """Kernels of 500 strings cost what they would of 32,000: by pairs."""
    return each(results, lambda key, r: {"steps": r["steps"] * (1 if "/SFMEDM/" in key else 64**2)})


def two_kernels_a_hundred_times_as_slow(results: Rows) -> Rows:
    """EDMKernel and STK17; CGKKernel takes fewer steps than SFMEDM as it did."""
    slow = ("/EDMKernel/", "/STK17/")
    return each(
        results,
        lambda key, r: {"steps": r["steps"] * (100 if any(name in key for name in slow) else 1)},
    )


def table_6(change: Change) -> dict[str, Change]:
    """The cells, at the two places that have them."""
    places = ("experiments.sfm.printed", "claims.sfm.more_efficient")
    return {f"paper_checks.{place}.SECONDS": change for place in places}


CLAIM = "sfm/more-efficient"
falsify(CLAIM, wrong=table_6(with_kernels_a_hundred_times_as_slow))
falsify(CLAIM, wrong=table_6(with_a_kernel_that_finished_sports))
falsify(CLAIM, wrong=table_6(with_two_columns_exchanged))
falsify(CLAIM, results=slower_features)
falsify(CLAIM, results=sixty_four_times_the_strings)
falsify(CLAIM, results=two_kernels_a_hundred_times_as_slow)
falsify(
    CLAIM,
    wrong=table_6(with_kernels_a_hundred_times_as_slow),
    results=sixty_four_times_the_strings,
)
