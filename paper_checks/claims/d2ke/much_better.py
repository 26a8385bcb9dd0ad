"""Sections 3 and 5, appendix C: where the text says "much better", domain by domain.

The units are those of Tables 1 to 3, whose own claims ask only for "outperforms or matches". "Much"
and "substantially" are `MUCH_BETTER`, "significantly" is `OUTPERFORMS`. "Can achieve" is read as
"achieves", as in "can consistently outperform or match". The chain codes of digits stand in
`results`; errata/D23 holds the same sentences against the paper's own cells.

What was known when this was written: the paper's cells, the full results on digits and on sets, and
three splits of splice. The 5 points are older than these results, though not than the cells. On
series nothing has been measured under the present protocol. What is expected there follows from
what was found of pentip under an earlier one: KNN, DSK_RBF and RSM within 4 points of the paper's
98.37, 98.02 and 99.88 %, DSK_ND at 98.4 %. Nobody is 5 points above RSM or DSK_ND there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from gramcheck.paper_checks.claims.d2ke.layout import PAPERS_ROW, Said, judged
from gramcheck.paper_checks.claims.d2ke.tables import DIGITS, SERIES, SETS, units
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.splits import measured
from gramcheck.paper_checks.ledger import Evidence, Results, Verdict, claim
from gramcheck.paper_checks.margins import MUCH_BETTER, OUTPERFORMS, Sentence

SPLICE = ("splice",)
OF_SECTION_3 = "Section 3, Effect of p(ω)"
OF_SECTION_5 = "Section 5, Results"

statement = partial(claim, kind="statement", decided="full")
on_series = partial(statement, units=units(*SERIES, splits=4), data=SERIES)
on_splice = partial(statement, units=units(*SPLICE), data=SPLICE)
on_sets = partial(statement, units=units(*SETS), data=SETS)


def against(names: Sequence[str], others: Sequence[str], sentence: Sentence) -> list[Said]:
    """D2KE against each of these systems on each data set."""
    return [Said(name, PAPERS_ROW, other, sentence) for name, other in product(names, others)]


def against_all(names: Sequence[str]) -> list[Said]:
    """Much better than KNN and both DSK, significantly better than RSM: Section 5 and C.1."""
    much = against(names, ("KNN", "DSK_RBF", "DSK_ND"), MUCH_BETTER)
    return much + against(names, ("RSM",), OUTPERFORMS)


# ---------------------------------------------------------------------------------------------
# Section 3: random objects against representatives from the data


@on_series("d2ke/better-than-rsm-series", place=f"{OF_SECTION_3}, i", expected=Verdict.REFUTED)
def random_series_against_rsm(run: Run, results: Results) -> Evidence:
    """On time series D2KE, with random series of Gaussian entries, is much better than RSM.

    Much is 5 points. In the paper's cells it is so on one of four data sets, and on pentip the two
    are equal (errata/D23). Lengths are searched in [2, 10] and in [2, 50]; Section 3 has the first.
    No full run is kept: that it is refuted is a guess, for RSM was within 4 points of the paper's
    99.88 % on pentip under an earlier protocol.
    """
    return Evidence(printed=judged(results, against(SERIES, ("RSM",), MUCH_BETTER)))


@statement(
    "d2ke/better-than-rsm-strings",
    place=f"{OF_SECTION_3}, ii",
    units=units(*DIGITS),
    expected=Verdict.REFUTED,
)
def random_strings_against_rsm(run: Run, results: Results) -> Evidence:
    """On chain codes of digits D2KE, with random strings, is much better than RSM.

    Much is 5 points; that it outperforms RSM at all is asked in d2ke/much-better. The ten splits
    had been seen: 1.3 and 1.5 points. In the paper's cells it is so on none of four data sets.
    """
    names = measured(results, DIGITS)
    return Evidence(printed=judged(results, against(names, ("RSM",), MUCH_BETTER)))


@on_splice("d2ke/better-than-rsm-splice", place=f"{OF_SECTION_3}, ii", expected=Verdict.REFUTED)
def random_strings_against_rsm_on_splice(run: Run, results: Results) -> Evidence:
    """On the splice strings D2KE, with random strings, is much better than RSM.

    Much is 5 points; in the paper's cells it is 4.07. Three splits with the grids of the quick
    scale had been seen: D2KE is 3.9 points below RSM there, 5.0 either way.
    """
    return Evidence(printed=judged(results, against(SPLICE, ("RSM",), MUCH_BETTER)))


@on_sets("d2ke/better-than-rsm-sets", place=f"{OF_SECTION_3}, iii", expected=Verdict.UNDECIDED)
def random_sets_against_rsm(run: Run, results: Results) -> Evidence:
    """On sets of vectors D2KE, with random sets, is significantly better than RSM.

    Significantly is by more than chance explains. Multiple-instance data stand in for the paper's
    images. The ten splits had been seen; sets so small leave it open. They were measured again with
    R of RSM up to all training sets instead of 16 or 64, and without the flaw that `tasks` tells
    of, and once more when C got its unit: 2.1, -2.3 and 0.2 points now; 5.0, -1.0 and -0.3 in the
    run between, and 6.4, -0.3 and 0.5 at first.
    """
    return Evidence(printed=judged(results, against(SETS, ("RSM",), OUTPERFORMS)))


# ---------------------------------------------------------------------------------------------
# Section 5: "much better than KNN ... across applications", and than the kernels


@on_series(
    "d2ke/much-better-series",
    place=f"{OF_SECTION_5}; Appendix C.1, Results",
    expected=Verdict.REFUTED,
)
def much_better_on_series(run: Run, results: Results) -> Evidence:
    """On time series D2KE is much better than KNN, DSK_RBF and DSK_ND, better than RSM.

    Much is 5 points, and so is C.1's "substantially", said of KNN. In the paper's cells it is so
    beside KNN on three of four data sets, DSK_RBF on two and DSK_ND on three (errata/D23). No full
    run is kept: that it is refuted is a guess, for of pentip an earlier protocol left nobody room
    to be 5 points above DSK_ND.
    """
    return Evidence(printed=judged(results, against_all(SERIES)))


@on_splice("d2ke/much-better-splice", place=OF_SECTION_5, expected=Verdict.REFUTED)
def much_better_on_splice(run: Run, results: Results) -> Evidence:
    """On the splice strings D2KE is much better than KNN, DSK_RBF and DSK_ND, better than RSM.

    Much is 5 points. Three splits had been seen when "refuted" was expected, which left it open;
    longer runs under an earlier protocol had had DSK_RBF above D2KE.
    """
    return Evidence(printed=judged(results, against_all(SPLICE)))


@on_sets("d2ke/much-better-sets", place=OF_SECTION_5, expected=Verdict.UNDECIDED)
def much_better_on_sets(run: Run, results: Results) -> Evidence:
    """On sets of vectors D2KE is much better than KNN, DSK_RBF and DSK_ND, better than RSM.

    Much is 5 points. Multiple-instance data stand in for the paper's images; KNN alone, of which
    C.3 speaks, is judged in d2ke/table-3-substitute. The ten splits had been seen; sets so small
    leave it open. They were measured again after a flaw had been found (`tasks` tells of it), when
    no comparison moved by more than 1.5 points, and once more when C got its unit, when none moved
    by more than 2.9. All are still open.
    """
    return Evidence(printed=judged(results, against_all(SETS)))
