"""Figure 1: draws of three Gaussian classes, as k-NN, KMLCC, KLMCA and KCR see them.

What the figure shows cannot be compared: neither its points nor their distribution are in the text.
What the text says about it is three claims of their own, over many draws of a distribution of ours.
On some draws KLMCA falls short of what is asked of it, which more steps do not mend
(`experiments.kcr.figure`): what is compared with it stays undecided then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial import procrustes

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.kcr.figure import (
    ENDED_EARLIER,
    ITERATIONS,
    LAMBDA,
    N_POINTS,
    PANELS,
    TOLERANCES,
    WIDTH,
    draw,
    optimality_of,
    panels,
)
from gramcheck.paper_checks.ledger import Evidence, Results, Spread, Table, Unit, Verdict, claim
from gramcheck.paper_checks.margins import MATCHES, OUTPERFORMS, SAME_PLANE
from gramcheck.reference.types import AnyArray, Array

# errors in percent, as printed above the panels: on the training draw, on the new one
PRINTED = {"k-NN": (6.67, 10.7), "KMLCC": (3.33, 10.0), "KLMCA": (2.67, 8.0), "KCR": (2.67, 8.0)}
DRAWS = ("training draw", "new draw")
# pairs of draws; of so few at quick scale, too, some fits of KLMCA fall short, so that both scales
# have the same verdict, but for one seed in sixty (12 of 20 fits were seen to finish)
COUNT = {"quick": 8, "full": 500}
_SHUFFLES = 20
_PLACE = "Section 5, Figure 1"


def compare(run: Run, rng: np.random.Generator, number: int) -> dict[str, Any]:
    """One pair of draws: how far apart the planes of KCR and KLMCA are, and how often each errs."""
    (first, y), (second, _) = draw(rng), draw(rng)
    seen, optimality = panels(first, second, y, ("KLMCA", "KCR", *ENDED_EARLIER))
    one, other = (seen[name][0].points for name in ("KCR", "KLMCA"))
    earlier = {name: seen[name][0].points for name in ENDED_EARLIER}
    shuffled = [disparity(one, other[within_classes(y, rng)]) for _ in range(_SHUFFLES)]
    return {
        "apart": disparity(one, other),
        "unrelated": float(np.mean(shuffled)),
        **{_apart(name): disparity(one, plane) for name, plane in earlier.items()},
        **{_moved(name): disparity(other, plane) for name, plane in earlier.items()},
        **{name: [panel.error for panel in pair] for name, pair in seen.items()},
        **optimality,
    }


def _apart(name: str) -> str:
    return f"{name}, apart from KCR"


def _moved(name: str) -> str:
    return f"{name}, apart from KLMCA"


def _units(run: Run) -> list[Unit]:
    return [
        Unit(f"kcr-figure-1/draw-{i:03}", compare, {"number": i}, repeat=True)
        for i in range(COUNT[run.scale])
    ]


def _each(results: Results, name: str) -> Array:
    return np.array([results[key][name] for key in sorted(results)])


def unfinished(results: Results, *names: str) -> list[str]:
    """Those of the systems that fell short of what is asked on some draw, and on how many."""
    short = {name: _fell_short(results, name, TOLERANCES[name]) for name in names}
    return [f"{name} ({n} of {len(results)} fits)" for name, n in short.items() if n]


def _fell_short(results: Results, name: str, tolerance: float) -> int:
    return len(results) - int((_each(results, optimality_of(name)) <= tolerance).sum())


@claim("kcr/figure-1", place=_PLACE, expected=Verdict.NOT_TESTABLE)
def figure_1(run: Run) -> Evidence:
    """Two draws of three Gaussian classes, and their projections by KMLCC, KLMCA and KCR."""
    first, y = draw(run.rng("first"))
    second, _ = draw(run.rng("second"))
    seen, optimality = panels(first, second, y)
    return Evidence.not_testable(
        "neither the points nor the distribution are in the text, only the errors above the "
        "panels; what the text says of them is kcr/figure-1-embeddings, -errors and -training",
        measured=optimality,
        table=Table(
            ["system", *(f"{which}, %" for which in DRAWS), *(f"paper, {w}, %" for w in DRAWS)],
            [[name, *(panel.error for panel in seen[name]), *PRINTED[name]] for name in PANELS],
            title="misclassified points",
        ),
        picture=plots.classes(
            [
                (f"{name}, {which}: {seen[name][i].error:.2f} %", seen[name][i].points, y,
                 seen[name][i].wrong)
                for i, which in enumerate(DRAWS)
                for name in PANELS
            ],
            columns=len(PANELS),
            xlabel="first axis",
            ylabel="second axis",
        ),
        note=f"50 points a class, s = {WIDTH:g}, λ = {LAMBDA:g}. Bold points are misclassified: by "
        "3-NN in the panel's plane, without the point itself on the training draw, and for KCR by "
        f"the ball of rule (2). KLMCA is asked for a residual of {TOLERANCES['KLMCA']:g} within "
        f"{ITERATIONS['KLMCA']:,} steps.",
    )  # fmt: skip


@claim(
    "kcr/figure-1-embeddings",
    place=_PLACE,
    kind="statement",
    expected=Verdict.UNDECIDED,
    units=_units,
    checks=("figure-1",),
)
def different_embeddings(run: Run, results: Results) -> Evidence:
    """KLMCA and KCR generate completely different embeddings.

    Difference is measured by Procrustes: the part of the spread of one embedding that stays when
    the other is shifted, turned and scaled onto it. Completely different are embeddings that have
    the classes in common and nothing else: those of KLMCA and KCR, with the points shuffled within
    each class. Corrected: they are different, and less so than that.

    Undecided: on some draws KLMCA does not get to what is asked of it, and its plane is where its
    steps ended; after fewer it is another one, as the table shows. At each end in the table the
    planes are nearer to each other than unrelated ones, over 500 draws of seed 2 on average 0.14,
    0.18 and 0.21 against 0.37, and not the same. (Until a review such fits were compared like
    others: over 500 draws of seed 1, of which 264 had fallen short for KLMCA and 4 for KCR, the
    correction held.)
    """
    apart, unrelated = _each(results, "apart"), _each(results, "unrelated")
    name, short = "disparity of the planes of KCR and KLMCA", unfinished(results, "KCR", "KLMCA")
    return Evidence(
        printed=judge([_compared(f"{name}, unrelated ones", apart - unrelated, short)]),
        corrected=judge(
            [
                _compared(f"unrelated ones, {name}", unrelated - apart, short),
                _compared(f"{name}, a hundredth of their spread", apart - SAME_PLANE, short),
            ]
        ),
        measured={"disparity": Spread.of(apart), "of unrelated planes": Spread.of(unrelated)},
        table=ends_of_klmca(results),
    )


@claim(
    "kcr/figure-1-errors",
    place=_PLACE,
    kind="statement",
    expected=Verdict.UNDECIDED,
    units=_units,
)
def similar_errors(run: Run, results: Results) -> Evidence:
    """KLMCA and KCR have similar error rates.

    Similar means a point at most, on both draws. What one would expect of the training points is
    kcr/figure-1-training. (It was a part of this entry until a review, of these two alone.)

    Undecided: on some draws KLMCA does not get to what is asked of it, and how often it errs
    depends on where its steps end: the longer it goes on, the less on the training draw, and the
    more on the new one, as the table shows. Whether its error rate is similar to KCR's, and which
    of the two is smaller on new points, depends on that. (So do roundings: computed anew later, on
    another processor, the planes of the first draw are 0.1602 apart, and not 0.1597.)

    (Until a review one pair of draws was looked at, and similar was what chance could explain. Then
    60 pairs of seed 0 left it open, and 500 of seed 1, 1.16 ± 0.17 and 1.08 ± 0.25 points by which
    KLMCA errs more, fits that had fallen short compared like others, until the next review. Ended
    at 0.01 on the same 500, it errs 3.5 more on the training draw, and 0.7 less on the new one.)
    """
    rates = {name: _each(results, name) for name in ("KCR", "KLMCA")}
    similar = [
        Comparison(
            f"KCR, KLMCA: {which}",
            Difference.of(rates["KLMCA"][:, i], rates["KCR"][:, i], n_test=N_POINTS),
            MATCHES,
            unfinished(results, "KCR", "KLMCA"),
        )
        for i, which in enumerate(DRAWS)
    ]
    return Evidence(
        printed=judge(similar),
        table=[
            Table(
                ["system", *(f"{which}, %" for which in DRAWS)],
                [[name, *map(Spread.of, rate.T)] for name, rate in rates.items()],
                title=f"misclassified points, {len(results)} pairs of draws",
            ),
            ends_of_klmca(results),
        ],
    )


def ends_of_klmca(results: Results) -> Table:
    """What KLMCA's plane and errors are where larger tolerances end its steps."""
    rows = []
    for name, tolerance in (ENDED_EARLIER | {"KLMCA": TOLERANCES["KLMCA"]}).items():
        judged = name == "KLMCA"
        short = _fell_short(results, name, tolerance)
        rows.append(
            [
                f"{tolerance:g}{', as judged' if judged else ''}",
                f"{short} of {len(results)}",
                float(_each(results, optimality_of(name)).max()),
                Spread.of(_each(results, "apart" if judged else _apart(name))),
                None if judged else Spread.of(_each(results, _moved(name))),
                *map(Spread.of, _each(results, name).T),
            ]
        )
    return Table(
        [
            *("tolerance", "fits that fell short", "largest residual"),
            *("disparity to KCR's plane", "to its own in the last row"),
            *(f"misclassified, {which}, %" for which in DRAWS),
        ],
        rows,
        title=f"where KLMCA ends, within {ITERATIONS['KLMCA']:,} steps",
    )


def _compared(name: str, differences: Array, unfinished: Sequence[str]) -> Comparison:
    return Comparison(name, Difference(differences), OUTPERFORMS, unfinished)


def disparity(one: Array, other: Array) -> float:
    """Part of the spread of points (n, 2) that no similarity of the other points explains."""
    return float(procrustes(one, other)[2])


def within_classes(y: AnyArray, rng: np.random.Generator) -> AnyArray:
    """A random order (n,) that puts points at places of points of their class."""
    order = np.arange(len(y))
    for label in np.unique(y):
        order[y == label] = rng.permutation(order[y == label])
    return order
