"""Table 1: six systems on the paper's four data sets, the certified gap beside each error of KCR.

Errors of the paper are shown beside ours, with the spread over random splits. What is judged is
the conclusion, KCR "almost always performs as well as or significantly better than all other
methods", comparison by comparison by the rule of `comparisons`; that "almost always" is of the
comparisons of the table, and not of others like them, so that they are counted. Whether KCR's own
errors are the paper's is judged in `table_1_errors`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.comparisons import CONFIDENCE, Comparison, Difference, counted, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.systems import PATHS, evaluate
from gramcheck.paper_checks.experiments.kcr.tasks import GRIDS, PRINTED, SPLITS, SYSTEMS, divide
from gramcheck.paper_checks.experiments.splits import measured, runs_of, split_units
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Evidence, Results, Spread, Table, Unit, Verdict, claim
from gramcheck.paper_checks.margins import ALMOST_ALWAYS, AS_GOOD, Sentence

OTHERS = tuple(system for system in SYSTEMS if system != "KCR")
_EMBEDDED = ("balance", "iris", "wine")
# KCR's own fits, chosen with the nearest point's class in empty balls: shown, and not judged
BY_NEAREST = "KCR, chosen with the nearest's class in empty balls"
_ROWS = ("k-NN", "k-NN, k = 3", *SYSTEMS[1:], BY_NEAREST)


def run_system(run: Run, task: str, split: int, system: str) -> dict[str, Any]:
    """One system on one random split of one data set, the whole search included."""
    division = divide(task, run.data, seed=1000 * run.seed + split)
    return evaluate(system, division, GRIDS[run.scale])


def units(*names: str) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and split; of a split the slowest system first."""

    def listed(run: Run) -> list[Unit]:
        units = [
            unit
            for name in names
            for unit in split_units(run_system, [name], PATHS, SPLITS[run.scale][name])
        ]
        # split by split over all data sets, so that what is left can soon be guessed
        return sorted(units, key=lambda unit: unit.kwargs["split"])

    return listed


def records(results: Results, task: str, row: str) -> list[Mapping[str, Any]]:
    """Results of a row of the table, the same order of splits for every row."""
    if row == BY_NEAREST:
        return [{**r, **r["by_nearest"]} for r in runs_of(results, task, "KCR")]
    return runs_of(results, task, row)


def errors_of(results: Results, task: str, row: str, part: str = "test") -> np.ndarray:
    """Errors in percent, split by split, in the test or in training (``train``)."""
    return np.array([r[f"{part}_error"] for r in records(results, task, row)])


def unfinished(results: Results, task: str, *rows: str) -> list[str]:
    """Those of the rows that have a chosen fit which did not get to what was asked."""
    return [row for row in rows if not all(map(_finished, records(results, task, row)))]


def comparison(
    results: Results, task: str, better: str, worse: str, sentence: Sentence
) -> Comparison:
    """Two rows of the table on one data set: by how many points the first errs less."""
    first = runs_of(results, task, better)[0]
    errors, others = (errors_of(results, task, row) for row in (worse, better))
    return Comparison(
        f"{task}: {better}, {worse}",
        Difference.of(errors, others, first["n_train"], first["n_test"]),
        sentence,
        unfinished(results, task, better, worse),
    )


def judged(
    results: Results, pairs: Iterable[tuple[str, str]], sentence: Sentence = AS_GOOD
) -> list[Finding]:
    """KCR against another system on a data set, for all such pairs of a claim together."""
    return judge([comparison(results, task, "KCR", other, sentence) for task, other in pairs])


def table_of_comparisons(findings: Sequence[Finding]) -> Table:
    """All of them in a row each."""
    return Table(
        ["comparison", "KCR errs less by, points", "stated, and the interval", "outcome"],
        [[f.name, f.measured, f.yardstick, f.outcome] for f in findings],
        title="by how many points KCR errs less",
    )


def tables_of(results: Results, task: str) -> list[Table]:
    """Errors beside the paper's; then how the settings were found, and how good the fits are."""
    first = runs_of(results, task, "KCR")[0]
    errors, search = [], []
    for row in _ROWS:
        runs = records(results, task, row)
        printed = PRINTED[task].get(row)
        less = float(np.mean(errors_of(results, task, row) - errors_of(results, task, "KCR")))
        train, test = ("{:.2f} ± {:.2f}".format(*cell) for cell in printed) if printed else ("", "")
        errors.append(
            {
                "system": row,
                "training error, %": Spread.of([r["train_error"] for r in runs]),
                "test error, %": Spread.of(errors_of(results, task, row)),
                "minus KCR, points": "" if row == "KCR" else f"{less:+.2f}",
                "paper, training, %": train,
                "paper, test, %": test,
                "optimality of the chosen fit": _optimality(runs),
            }
        )
        tied = sum(r["settings_tied"] for r in runs) / len(runs)
        above, fits = (sum(r[what] for r in runs) for what in ("fits_unfinished", "fits"))
        doubtful = {kind: sum(r["doubtful"][kind] for r in runs) for kind in runs[0]["doubtful"]}
        search.append(
            {
                "system": row,
                "validation error, %": Spread.of([r["validation_error"] for r in runs]),
                "chosen most often": _most_frequent(runs),
                "chosen at an end of its range": _edges(runs),
                "settings tied in validation": f"{tied:.1f} of {runs[0]['settings']}",
                "fits above the tolerance": f"{above} of {fits}",
                "undecided test points": ", ".join(f"{n} {kind}" for kind, n in doubtful.items()),
                "search, s": Spread.of([r["seconds"] for r in runs]),
            }
        )
    size = f"{first['n_train']} training and {first['n_test']} test points"
    return [Table.of(errors, f"{task}: {size}"), Table.of(search, f"{task}: the search")]


def picture_of(results: Results, task: str) -> Any:
    """Our test errors and the paper's, with their spreads."""
    measured = [Spread.of(errors_of(results, task, system)) for system in SYSTEMS]
    printed = [PRINTED[task][system][1] for system in SYSTEMS]
    return plots.dots(
        SYSTEMS,
        {"paper": [mean for mean, _ in printed], "measured": [m.mean for m in measured]},
        spread={
            "paper": [deviation for _, deviation in printed],
            "measured": [m.sd for m in measured],
        },
        value="test error, %",
        of="system",
        title=f"{task}, {measured[0].n} splits",
    )


def evidence(results: Results, names: Sequence[str]) -> Evidence:
    """Findings, tables and pictures of the named data sets."""
    findings = judged(results, product(names, OTHERS))
    each = 1 - (1 - CONFIDENCE) / len(findings)
    told = {}
    for name in names:
        compared = [comparison(results, name, "KCR", other, AS_GOOD) for other in OTHERS]
        half = max(one.difference.half_width(each) for one in compared)
        told[f"{name}: the widest interval, ± points"] = half
    return Evidence(
        printed=counted("comparisons in which KCR outperforms or matches", findings, ALMOST_ALWAYS),
        measured=told,
        table=[
            table_of_comparisons(findings),
            *(table for name in names for table in tables_of(results, name)),
        ],
        picture=[picture_of(results, name) for name in names],
        note="The protocol, ranges and budget are those of experiments/kcr/tasks. Training errors "
        "of k-NN rules leave the point itself out; that of KCR is by resubstitution. Spreads are "
        "standard deviations over splits. The optimality of LMNN, KMLCC and KCR is a certified "
        "relative gap, that of KLMCA the size of its gradient: median over the splits, largest, "
        "and how many chosen fits did not get to what was asked; such a one leaves its comparisons "
        "undecided. In validation a point with an empty ball counts as wrong; the row of KCR for "
        "which it has its nearest point's class there, as in the test, is not judged.",
    )


def _edges(runs: Sequence[Mapping[str, Any]]) -> str:
    """How often each searched parameter was chosen at an end of its range."""
    counts = Counter(name for r in runs for name in r["at_edges"])
    return ", ".join(f"{name} {counts[name]}" for name in runs[0]["parameters"])


def _most_frequent(runs: Sequence[Mapping[str, Any]]) -> str:
    named = (", ".join(f"{n} = {v:g}" for n, v in r["parameters"].items()) for r in runs)
    name, count = Counter(named).most_common(1)[0]
    return f"{name} ({count} of {len(runs)})" if name else ""


def _optimality(runs: Sequence[Mapping[str, Any]]) -> str:
    """Of the chosen fits: median and largest gap or residual, and how many did not get to an end.

    The median alone would hide the fits that failed.
    """
    if "converged" not in runs[0]["optimality"]:
        return ""
    (kind,) = (kind for kind in runs[0]["optimality"] if kind != "converged")
    values = [r["optimality"][kind] for r in runs]
    left = len(runs) - sum(map(_finished, runs))
    return (
        f"{kind} {np.median(values):.2g}, at most {max(values):.2g}; "
        f"{left} of {len(runs)} not finished"
    )


def _finished(run: Mapping[str, Any]) -> bool:
    """Whether the chosen fit got to what was asked; one without a program is always finished."""
    return bool(run["optimality"].get("converged", True))


@claim(
    "kcr/table-1",
    place="Section 5, Table 1",
    expected=Verdict.UNDECIDED,
    units=units(*_EMBEDDED),
    checks=("gaussian-kernel", "vectors/balance_scale"),
)
def table_1(run: Run, results: Results) -> Evidence:
    """On Balance, Iris and Wine KCR almost always does as well as or better than the other systems.

    Said before the full run: it can hardly hold. With fifteen comparisons on twenty splits an
    interval is at the least 6.0 (Iris), 5.1 (Wine) and 1.4 (Balance) points wide to either side, by
    what one test point makes; so that a rival has to lose by 5.0 points on Iris, and by 4.1 on
    Wine, before it is known not to win by more than one. Where a chosen fit did not converge, as of
    KLMCA on Iris and Balance, nothing is decided (experiments/kcr/tasks). So it came: of the
    fifteen one is decided, with Kernel-NN on Balance, which errs on 13.5 % where KCR errs on 9.0,
    KLMCA on 7.9 and KMLCC on 4.7. On Iris KCR errs least, on Wine LMNN.

    Seen, under the former rule for empty balls: quick runs, and of the full one with seed 0 four
    splits of each data set, and a fifth of Balance for KCR and KMLCC, 86 units. On Balance KCR errs
    on 9.4 %, KMLCC on 5.4 and KLMCA on 7.6. (Until a review a comparison was lost where the loss
    was more than chance explains, one in ten was allowed, and KCR's fits ended after 40 iterations,
    none of them finished; now a loss of a point counts, and all systems have one budget.)
    """
    return evidence(results, measured(results, _EMBEDDED))


@claim(
    "kcr/table-1-ionosphere",
    place="Section 5, Table 1, Ionosphere",
    expected=Verdict.UNDECIDED,
    units=units("ionosphere"),
    data=("ionosphere",),
)
def ionosphere(run: Run, results: Results) -> Evidence:
    """On Ionosphere KCR does as well as or better than the other systems.

    Said before the full run, of which nothing had been seen: it can hardly hold, as an interval is
    at the least 2.2 points wide to either side, so that each rival has to lose by 1.2. In that run
    KCR errs on 7.2 %, KMLCC on 7.1, KLMCA on 6.7 and Kernel-NN on 6.8, LMNN on 13.6, where two
    chosen fits did not converge, and k-NN on 15.3, which alone is known to lose.
    (Until a review two splits were called enough, where nothing below twelve points could be seen.)
    """
    return evidence(results, ("ionosphere",))
