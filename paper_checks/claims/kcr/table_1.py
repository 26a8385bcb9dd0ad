"""Table 1: six systems on the paper's four data sets, the certified gap beside each error of KCR.

Errors of the paper are shown beside ours, with the spread over random splits. What is judged is
the conclusion, KCR "almost always performs as well as or significantly better than all other
methods"; whether KCR's own errors are the paper's is judged in `table_1_errors`.

Two systems are compared by their difference on the same test points. Its standard error allows for
overlapping splits (`splits.variance_factor`). The variance of one split is taken from the points on
which the two disagree, as McNemar's test does, so that two splits give it as well as twenty. "As
well as" is all that such a comparison can say of most systems, so the finding says from how many
points on a loss would have been seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.stats import norm

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.systems import FINAL_GAP, PATHS, TOLERANCE, evaluate
from gramcheck.paper_checks.experiments.kcr.tasks import GRIDS, PRINTED, SYSTEMS, divide
from gramcheck.paper_checks.experiments.splits import runs_of, split_units, variance_factor
from gramcheck.paper_checks.findings import smallest_seen
from gramcheck.paper_checks.ledger import (
    Evidence,
    Finding,
    Results,
    Spread,
    Table,
    Unit,
    Verdict,
    at_most,
    claim,
)

CONFIDENCE = 0.95  # two-sided, of the five comparisons on one data set together
_EXCEPTIONS = 0.1  # of the comparisons, that "almost always" allows
SPLITS = {"quick": 2, "full": 20}
_OTHERS = tuple(system for system in SYSTEMS if system != "KCR")
_WIDTH = float(norm.isf((1 - CONFIDENCE) / 2 / len(_OTHERS)))  # in standard errors
_EMBEDDED = ("balance", "iris", "wine")
_ROWS = ("k-NN", "k-NN, k = 3", *SYSTEMS[1:])


def run_system(run: Run, task: str, split: int, system: str) -> dict[str, Any]:
    """One system on one random split of one data set, the whole search included."""
    division = divide(task, run.data, seed=1000 * run.seed + split)
    return evaluate(system, division, GRIDS[run.scale])


def units(*names: str) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and split; of a split the slowest system first."""

    def listed(run: Run) -> list[Unit]:
        return split_units(run_system, names, PATHS, SPLITS[run.scale])

    return listed


def errors_of(results: Results, task: str, system: str) -> np.ndarray:
    """Test errors in percent, split by split."""
    return np.array([r["test_error"] for r in runs_of(results, task, system)])


def difference(results: Results, task: str, system: str, other: str) -> tuple[float, float]:
    """Test error of one system minus that of another, points, and its standard error."""
    ours, theirs = (runs_of(results, task, name) for name in (system, other))
    gaps = [
        np.array(b["right"], dtype=float) - np.array(a["right"])
        for a, b in zip(ours, theirs, strict=True)
    ]
    sizes = ours[0]
    factor = variance_factor(len(gaps), sizes["n_train"], sizes["n_test"])
    one_split = np.mean([gap.var() for gap in gaps]) / sizes["n_test"]
    # where two systems nowhere disagree, one point more or less is what the split could not see
    one_split = max(one_split, 1 / sizes["n_test"] ** 2)
    return 100 * float(np.mean(gaps)), 100 * float(np.sqrt(factor * one_split))


def told_apart(results: Results, task: str, better: str, other: str) -> bool:
    """Whether one system errs less than another by more than chance explains."""
    mean, error = difference(results, task, better, other)
    return mean + _WIDTH * error < 0


def almost_always(results: Results, names: Sequence[str]) -> Finding:
    """Count the comparisons that KCR loses by more than chance; one in ten is "almost always"."""
    pairs = [(name, other) for name in names for other in _OTHERS]
    lost = [(name, other) for name, other in pairs if told_apart(results, name, other, "KCR")]
    largest = max(difference(results, name, "KCR", other)[1] for name, other in pairs)
    seen = largest * smallest_seen(1 - (1 - CONFIDENCE) / len(_OTHERS))
    return at_most(
        len(lost),
        int(_EXCEPTIONS * len(pairs)),
        name=f"of {len(pairs)} comparisons, lost by more than chance; in any of them "
        f"{seen:.1f} points would be seen 4 times in 5",
    )


def tables_of(results: Results, task: str) -> list[Table]:
    """Errors beside the paper's; then how the settings were found, and how good the fits are."""
    first = runs_of(results, task, "KCR")[0]
    errors, search = [], []
    for row in _ROWS:
        runs = runs_of(results, task, row)
        printed = PRINTED[task].get(row)
        minus = "" if row == "KCR" else "{:+.2f} ± {:.2f}".format(
            *difference(results, task, row, "KCR")
        )  # fmt: skip
        errors.append(
            (
                row,
                Spread.of([r["train_error"] for r in runs]),
                Spread.of(errors_of(results, task, row)),
                minus,
                *("{:.2f} ± {:.2f}".format(*cell) if printed else "" for cell in printed or "  "),
                _optimality(runs),
            )
        )
        search.append(
            (
                row,
                _most_frequent(runs),
                f"{sum(r['settings_tied'] for r in runs) / len(runs):.1f} of {runs[0]['settings']}",
                f"{sum(r['fits_unfinished'] for r in runs)} of {sum(r['fits'] for r in runs)}",
                ", ".join(f"{sum(r['doubtful'][kind] for r in runs)} {kind}"
                          for kind in runs[0]["doubtful"]),
                Spread.of([r["seconds"] for r in runs]),
            )
        )  # fmt: skip
    size = f"{first['n_train']} training and {first['n_test']} test points"
    return [
        Table(
            columns=[
                "system",
                "training error, %",
                "test error, %",
                "minus KCR, points (± standard error)",
                "paper, training, %",
                "paper, test, %",
                "optimality of the chosen fit",
            ],
            rows=errors,
            title=f"{task}: {size}",
        ),
        Table(
            columns=[
                "system",
                "chosen most often",
                "settings tied in validation",
                "fits above the tolerance",
                "undecided test points",
                "search, s",
            ],
            rows=search,
            title=f"{task}: the search",
        ),
    ]


def picture_of(results: Results, task: str) -> Any:
    """Bars of the test errors, the paper's beside ours."""
    measured = [errors_of(results, task, system) for system in SYSTEMS]
    printed = [PRINTED[task][system][1] for system in SYSTEMS]
    return plots.bars(
        SYSTEMS,
        {"paper": [mean for mean, _ in printed], "measured": [m.mean() for m in measured]},
        spread={
            "paper": [deviation for _, deviation in printed],
            "measured": [m.std(ddof=1) for m in measured],
        },
        ylabel="test error, %",
        title=f"{task}, {len(measured[0])} splits",
    )


def evidence(results: Results, names: Sequence[str]) -> Evidence:
    """Findings, tables and pictures of the named data sets."""
    told: dict[str, Any] = {}
    for name in names:
        below = [other for other in _OTHERS if told_apart(results, name, "KCR", other)]
        above = [other for other in _OTHERS if told_apart(results, name, other, "KCR")]
        errors = [difference(results, name, "KCR", other)[1] for other in _OTHERS]
        told[f"{name}: KCR errs less than"] = ", ".join(below) or "none"
        told[f"{name}: KCR errs more than"] = ", ".join(above) or "none"
        told[f"{name}: differences that count as chance, points"] = _WIDTH * max(errors)
    return Evidence(
        printed=almost_always(results, names),
        measured=told,
        table=[table for name in names for table in tables_of(results, name)],
        picture=[picture_of(results, name) for name in names],
        note="Columns scaled to [0, 1] by the training points; stratified splits; ties in "
        "validation go to the larger λ, then the smaller s, then the larger k. LMNN and KLMCA have "
        "hinges of weight 1/λ and three target neighbors. Training errors of k-NN rules leave the "
        "point itself out; that of KCR is by resubstitution. Spreads are standard deviations over "
        "splits. The optimality of LMNN, KMLCC and KCR is a certified relative gap, that of KLMCA "
        "the size of its gradient: median over the splits, largest, and how many chosen fits are "
        "above what was asked.",
    )


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
    unfinished = sum(not r["optimality"]["converged"] for r in runs)
    asked = FINAL_GAP if runs[0]["system"] == "KCR" else TOLERANCE
    return (
        f"{kind} {np.median(values):.2g}, at most {max(values):.2g}; "
        f"{unfinished} of {len(runs)} above {100 * asked:g} %"
    )


@claim(
    "kcr/table-1",
    place="Section 5, Table 1",
    kind="table",
    expected=Verdict.HOLDS,
    units=units(*_EMBEDDED),
)
def table_1(run: Run, results: Results) -> Evidence:
    """On Balance, Iris and Wine KCR almost always does as well as or better than the other systems.

    The exception to expect is KMLCC on Balance: solved to its certified optimum it errs on 6 % in
    twenty splits, where the paper has 9.75 %.
    """
    return evidence(results, _EMBEDDED)


@claim(
    "kcr/table-1-ionosphere",
    place="Section 5, Table 1, Ionosphere",
    kind="table",
    expected=Verdict.HOLDS,
    units=units("ionosphere"),
    data=("ionosphere",),
)
def ionosphere(run: Run, results: Results) -> Evidence:
    """On Ionosphere KCR does as well as or better than the other systems."""
    return evidence(results, ("ionosphere",))
