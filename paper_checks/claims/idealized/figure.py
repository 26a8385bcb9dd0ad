"""Section 4.1, Figure 1: kernel matrices on the toy data, and what the text says of them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.idealized.layout import READINGS
from gramcheck.paper_checks.claims.idealized.readings import judge_rows
from gramcheck.paper_checks.comparisons import Comparison, Difference
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized.kernels import Array, Geometry
from gramcheck.paper_checks.experiments.idealized.protocol import divide, learned
from gramcheck.paper_checks.experiments.idealized.scores import aligned
from gramcheck.paper_checks.experiments.idealized.tasks import TASKS
from gramcheck.paper_checks.ledger import Evidence, Results, Table, Unit, Verdict, claim
from gramcheck.paper_checks.margins import OUTPERFORMS
from gramcheck.paper_checks.wording import Spread
from gramcheck.reference.idealized import xing_metric

CONSTANTS = {"C_S": 1e4, "C_D": 1e4, "nu": 0.5}  # lengths in units of the median distance
ORIGINAL, PRINTED, CONE, XING = (
    "(a) Euclidean metric",
    "(b) learned metric, QP as printed",
    "(b') learned metric, with the cone",
    "(c) Xing et al.",
)
SIDES = ("complement", "classes")  # what D is the text leaves open (K14)
KERNELS = (ORIGINAL, PRINTED, CONE, XING)
DRAWS = {"quick": 30, "full": 50}
_HOW = (
    "100 patterns, 30 % of the connected components joined by similar pairs; constants "
    f"{CONSTANTS}, lengths in units of the median distance."
)


def kernels_of_figure_1(run: Run, sides: str, k: int = 0) -> tuple[dict[str, Array], Array]:
    """Kernel matrices on 100 toy patterns, the k-th draw of them, learned from pairs."""
    data = TASKS["toy"].load(run.data, run.rng(f"toy {k}"))
    division = divide(TASKS["toy"], data, "linear", sides, run.seed + k, True)
    base = division.base
    forms = learned(base, division.pairs, CONSTANTS, ("as-printed", "constrained"))
    xing = Geometry.of(xing_metric(base.rows, *division.pairs), base)
    found = dict(zip((PRINTED, CONE, XING), (*forms.values(), xing), strict=True))
    kernels = {name: geometry.K for name, geometry in found.items() if geometry is not None}
    return {ORIGINAL: base.K, **kernels}, division.y


@claim("idealized/figure-1", place="Section 4.1, Figure 1", expected=Verdict.NOT_TESTABLE)
def pictures(run: Run) -> Evidence:
    """Kernel matrices on the toy data: Euclidean metric, learned metric, Xing et al.

    The text has no pictures to compare with; these are ours, for either reading of what D is. What
    the text says of them is the claim idealized/figure-1-text.
    """
    drawn = {READINGS[sides]: kernels_of_figure_1(run, sides)[0] for sides in SIDES}
    return Evidence.not_testable(
        "the pictures are not in the text",
        picture=[
            plots.heatmap(
                K / np.abs(K).max(),
                xlabel="pattern (class 1, then class 2)",
                ylabel="pattern",
                value="entry, largest = 1",
                title=name if name == ORIGINAL else f"{name}, {reading}",
            )
            for reading, kernels in drawn.items()
            for name, K in kernels.items()
            if name != ORIGINAL or reading == READINGS[SIDES[0]]  # learned from no pairs
        ],
        note=_HOW,
    )


def contrast(K: Array, y: Array) -> float:
    """How clear the blocks are: mean within classes less mean between, over the deviation."""
    same = np.equal.outer(y, y)
    off = ~np.eye(len(y), dtype=bool)
    within, between = K[same & off], K[~same]
    return float((within.mean() - between.mean()) / math.sqrt(within.var() + between.var()))


def lines(K: Array, y: Array) -> float:
    """How much rows stand out: the deviation of their contrasts (as differences), over the mean."""
    same = np.equal.outer(y, y)
    off = ~np.eye(len(y), dtype=bool)
    gaps = [row[s & o].mean() - row[~s].mean() for row, s, o in zip(K, same, off, strict=True)]
    return float(np.std(gaps) / np.mean(gaps))


SCORES = {"contrast": contrast, "lines": lines, "alignment": aligned}


def score(run: Run, sides: str, k: int) -> dict[str, dict[str, float]]:
    """Contrast, lines and alignment of each kernel on one draw."""
    # the claim's own streams, not the unit's: the same patterns as before it had units
    run = replace(run, key="idealized/figure-1-text")
    kernels, y = kernels_of_figure_1(run, sides, k)
    return {
        name: {what: float(of(kernels[name], y)) for what, of in SCORES.items()} for name in KERNELS
    }


def units(run: Run) -> list[Unit]:
    """One for each reading of what D is and each draw of new data."""
    return [
        Unit(f"{sides}/draw-{k:02}", score, {"sides": sides, "k": k}, repeat=True)
        for sides in SIDES
        for k in range(DRAWS[run.scale])
    ]


@claim(
    "idealized/figure-1-text",
    place="Section 4.1, Figure 1",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    units=units,
)
def noisy_then_clear(run: Run, results: Results) -> Evidence:
    """The original kernel is very noisy, the learned ones have clear blocks, Xing's some lines.

    Clear is at least twice the contrast of the original, over draws of new data; lines are rows
    that stand out. The last clause fails, whatever D is: at its optimum the matrix of Xing et al.
    has the clearest blocks of all, and weaker lines than the learned one of the paper. (The authors
    ran another program, which need not have reached it.) Where D is outside S, the matrix of the
    printed dual (K2) has no clear blocks, by 0.26 to twice 0.16 at full scale (50 draws of seed 1);
    where D is of other classes it has. With the cone the blocks are clear under both readings,
    which is the corrected form. Protocol: 30 draws at quick scale, since 8 left the lines undecided
    on two seeds of four; confirmed on three further seeds. (Until a review D was of other classes
    alone, and the corrected form needed the clear blocks of the printed dual too, which were
    changed together after both were known.)
    """
    scores = {sides: _scores(results, sides) for sides in SIDES}
    more = {READINGS[sides]: _differences(found) for sides, found in scores.items()}
    judged = judge_rows(
        [
            {
                reading: Comparison(name, Difference(differences[name]), OUTPERFORMS)
                for reading, differences in more.items()
            }
            for name in next(iter(more.values()))
        ]
    )
    return Evidence(
        common=judged[0],
        printed=judged[1:3],
        corrected=judged[3:],
        table=[
            Table(
                ["kernel", *SCORES],
                [[name, *map(Spread.of, each.T)] for name, each in found.items()],
                title=READINGS[sides],
            )
            for sides, found in scores.items()
        ],
        note=_HOW,
    )


def _scores(results: Results, sides: str) -> dict[str, Array]:
    """Contrast, lines and alignment of each kernel, a row a draw."""
    draws = [results[key] for key in sorted(results) if key.startswith(f"{sides}/")]
    return {
        name: np.array([[draw[name][what] for what in SCORES] for draw in draws])
        for name in KERNELS
    }


def _differences(scores: dict[str, Array]) -> dict[str, Array]:
    """What both forms need, then what is printed, then what is so instead; more is better."""
    clear, stripes = ({name: found[:, i] for name, found in scores.items()} for i in (0, 1))
    clearer = {
        name: (f"contrast, to twice the original: {name}", clear[name] - 2 * clear[ORIGINAL])
        for name in (XING, PRINTED, CONE)
    }
    return dict(
        [
            clearer[XING],
            clearer[PRINTED],
            ("lines: (c) over (b)", stripes[XING] - stripes[PRINTED]),
            clearer[CONE],
            ("contrast: (c) over (b)", clear[XING] - clear[PRINTED]),
            ("contrast: (c) over (b')", clear[XING] - clear[CONE]),
        ]
    )
