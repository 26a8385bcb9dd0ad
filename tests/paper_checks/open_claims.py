"""Claims that a run leaves open or does not end, and what is kept of a claim that is none."""

import numpy as np

from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.kept import Kept
from gramcheck.paper_checks.ledger import Evidence, Unit
from gramcheck.paper_checks.margins import OUTPERFORMS
from tests.paper_checks import sample_claims

SEEN = (0.5, -0.3, 0.4, 0.3)


def end_the_run():
    raise KeyboardInterrupt


def short_units(run):
    return [Unit(f"other/{k}", sample_claims.count_threads) for k in range(2)]


def unfinished_units(run):
    others = [Unit(f"other/{k}", sample_claims.count_threads) for k in range(2, 4)]
    return [*short_units(run), *others, Unit("last", end_the_run)]


def left_open(run, results):
    """Two systems are compared."""
    return Evidence(printed=judge([Comparison("a, b", Difference(np.array(SEEN)), OUTPERFORMS)]))


def as_kept(units):
    return Kept("d2ke/a", "full", 0, "", "", {}, "", 0.0, "holds", {}, units)
