"""What this project adds to the paper, and promises: its own claims about idealized kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.idealized.layout import LABELS, shared_note
from gramcheck.paper_checks.claims.idealized.problems import ROUNDING, Problem, solved
from gramcheck.paper_checks.comparisons import Comparison, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.idealized import wine
from gramcheck.paper_checks.experiments.idealized.protocol import FORMS
from gramcheck.paper_checks.experiments.idealized.runs import (
    FIXED,
    fixed_errors,
    fixed_units,
    measured_gain,
)
from gramcheck.paper_checks.findings import equals, holds
from gramcheck.paper_checks.ledger import Evidence, Results, Spread, Table, Verdict, claim
from gramcheck.paper_checks.margins import OUTPERFORMS
from gramcheck.reference import idealized
from gramcheck.reference.types import Array, Integers


def promise(
    name: str, place: str, checks: Sequence[str]
) -> Callable[[Callable[..., Evidence]], Callable[..., Evidence]]:
    """Register a claim of our own, which is expected to hold."""
    return claim(f"own/idealized-{name}", place=place, checks=checks)


@promise("refusals", "all functions", ["bad-input*"])
def refusals(run: Run) -> Evidence:
    """Input that cannot be meant is refused with an error that names the argument.

    Here one of each kind: numbers that are none, pairs that contradict each other or do not exist,
    constants out of range, an indefinite kernel, one class. The same functions take what can be
    meant. (Until a review they could have refused all.)
    """
    X, S, D = np.eye(3), [[0, 1]], [[0, 2]]
    good: list[tuple[Any, ...]] = [
        (idealized.learn_metric, X, S, D, 1.0, 1.0, 0.5),
        (idealized.learn_metric_from_kernel, X, S, D, 1.0, 1.0, 0.5),
        (idealized.pairs_from_labels, [1, 1, 2]),
        (idealized.idealize, X, [0, 0, 1], 1.0),
    ]
    bad: dict[str, tuple[Any, ...]] = {
        "X": (idealized.learn_metric, [[np.nan], [0.0], [1.0]], S, D, 1.0, 1.0, 0.5),
        "similar": (idealized.learn_metric, X, [[0, 3]], D, 1.0, 1.0, 0.5),
        "dissimilar": (idealized.learn_metric, X, S, S, 1.0, 1.0, 0.5),
        "nu": (idealized.learn_metric, X, S, D, 1.0, 1.0, 1.0),
        "K": (idealized.learn_metric_from_kernel, np.diag([1.0, 1, -1]), S, D, 1.0, 1.0, 0.5),
        "y": (idealized.pairs_from_labels, [1, 1, 1]),
        "gamma": (idealized.idealize, X, [0, 0, 1], -1.0),
    }
    named = []
    for argument, (function, *given) in bad.items():
        try:
            function(*given)
        except ValueError as error:
            named += [argument] * (argument in str(error))
    refused = 0
    for function, *given in good:
        try:
            function(*given)
        except ValueError:
            refused += 1
    return Evidence(
        printed=[
            equals(named, list(bad), name="arguments that their errors name"),
            equals(refused, 0, name="functions that refuse what can be meant"),
        ]
    )


@promise("invariances", "Section 3.2", ["invariance-*", "memory-layout", "no-side-effects"])
def invariances(run: Run) -> Evidence:
    """The metric does not depend on the order of patterns and pairs, on the origin, or on units.

    Moved, turned, reordered and measured in another unit, with C_S and C_D over its square, the
    patterns have the same distances under the metrics that are learned. Reordered are the patterns,
    with other numbers in the pairs; the pairs of both sets; and the two patterns of a pair. (Until
    a review only the dissimilar pairs were.)
    """
    rng, apart = run.rng(), dict[str, list[float]]()
    for problem, metric in solved(run, few=6, many=30):
        n, p = problem.X.shape
        order = rng.permutation(n)
        step, turn = rng.standard_normal(p), np.linalg.qr(rng.standard_normal((p, p)))[0]
        S, D = problem.similar, problem.dissimilar
        right = metric.squared_distances(problem.X)
        for name, other, unit, of in (
            ("moved", replace(problem, X=problem.X + step), 1, np.arange(n)),
            ("turned", replace(problem, X=problem.X @ turn), 1, np.arange(n)),
            (
                "pairs reordered",
                replace(problem, similar=S[::-1], dissimilar=D[::-1]),
                1,
                np.arange(n),
            ),
            ("pairs turned round", turned_round(problem), 1, np.arange(n)),
            ("patterns reordered", reordered(problem, order), 1, order),
            ("another unit", eight_times_as_long(problem), 8, np.arange(n)),
        ):
            got = other.solve().squared_distances(other.X) / unit**2
            off = np.abs(got - right[np.ix_(of, of)]).max() / max(1e-3, np.abs(right).max())
            apart.setdefault(name, []).append(float(off))
    return Evidence(
        printed=[
            holds(off, 0.0, atol=ROUNDING, name=f"{name}: squared distances, relative")
            for name, off in apart.items()
        ]
    )


def turned_round(problem: Problem) -> Problem:
    """Each pair from its second pattern to the first."""
    S, D = problem.similar, problem.dissimilar
    return replace(problem, similar=S[:, ::-1], dissimilar=D[:, ::-1])


def reordered(problem: Problem, order: Integers) -> Problem:
    """The patterns in this order, and the same pairs by their new numbers."""
    place = np.argsort(order)
    S, D = place[problem.similar], place[problem.dissimilar]
    return replace(problem, X=problem.X[order], similar=S, dissimilar=D)


def eight_times_as_long(problem: Problem) -> Problem:
    """The problem in another unit of length: C_S and C_D multiply squares of it."""
    return replace(problem, X=8 * problem.X, C_S=problem.C_S / 64, C_D=problem.C_D / 64)


@promise("sum-of-kernels", "Sections 2 and 3.3", ["many-kernels"])
def several_kernels(run: Run) -> Evidence:
    """From several base kernels the metric of their sum is learned.

    The features of two kernels side by side have the sum of the kernels for their products: for
    linear kernels the metric is that of the columns of both.
    """
    apart = []
    for problem, metric in solved(run, few=6, many=30):
        parts = [problem.X[:, :1], problem.X[:, 1:]]
        kernels = [part @ part.T for part in parts]
        constants = problem.similar, problem.dissimilar, problem.C_S, problem.C_D, problem.nu
        several = idealized.learn_metric_from_kernels(kernels, *constants)
        right = metric.squared_distances(problem.X)
        got = several.squared_distances(sum(kernels))
        apart.append(np.abs(got - right).max() / max(1e-3, np.abs(right).max()))
    return Evidence(printed=holds(apart, 0.0, atol=1e-6, name="squared distances, relative"))


@claim(
    "own/idealized-cone",
    place="Section 4.2, Table 4, wine",
    expected=Verdict.REFUTED,
    units=fixed_units,
    decided="full",
)
def only_without_the_cone(run: Run, results: Results) -> Evidence:
    """Only the program that drops the cone comes near Table 4: on wine it errs less than with it.

    The hypothesis of a first trial, not the paper's, and an accident of its constants: there, with
    C_S = 10 C_D and ν = 0.3, it seemed so. With C_S = C_D and ν = 0.5 the order is reversed.
    (At first they were sentences apart, the second beside its own negative, and the first was the
    correction. That they are one hypothesis, to be refuted, was decided when seed 7002 had been
    seen; of the seeds 8001 to 8005 four refute it, and one leaves it open.)
    """
    found = judge(
        [
            Comparison(
                f"wine, {constants}: as-printed to constrained, points",
                measured_gain(gain[np.isfinite(gain)], LABELS, "wine"),
                OUTPERFORMS,
            )
            for constants in FIXED
            for gain in [_gain(results, constants)]
        ]
    )
    rows = [
        [name, *(Spread.of(fixed_errors(results, name, form)) for form in FORMS)] for name in FIXED
    ]
    return Evidence(
        printed=found,
        table=Table(
            ["constants", *FORMS],
            rows,
            title="Errors in percent: wine, linear, labels, C_D = 1e8, nothing searched",
        ),
        note=shared_note(["wine"]),
    )


def _gain(results: Results, constants: str) -> Array:
    """By how many points the program as printed errs less than that with the cone, by split."""
    printed, cone = (
        fixed_errors(results, constants, form) for form in ("as-printed", "constrained")
    )
    return cone - printed


@claim(
    "own/idealized-wine",
    place="Sections 4.1 and 4.2, Tables 2 and 4, wine",
    expected=Verdict.UNDECIDED,
    units=wine.units,
)
def scaling_does_more(run: Run, results: Results) -> Evidence:
    """1-NN errs less on wine's columns scaled than under each metric learned from them as they are.

    The tables leave them as they are, so that the largest one nearly decides alone who is near, and
    a learned metric may do no more than scaling does. Rows of our own, by the protocol of Section
    4.2, where all labels of the training patterns are known. (Written down when it was
    known that 1-NN errs on some 26 % of the columns as they are and on 5 % scaled, and that the
    program as printed came to 8 to 15 %; it was expected to hold. But of its four comparisons two
    are undecided: as printed, whose 16 % vary by thirteen, and with the cone, which comes to 6 %.
    On scaled columns, too, learned metrics err a little less than none.)
    """
    plain = wine.errors(results, "scaled", "Euclidean")
    compared = [
        Comparison(
            f"1-NN, columns scaled, to {system}, as they are: points less",
            measured_gain(wine.errors(results, "as they are", system) - plain, LABELS, "wine"),
            OUTPERFORMS,
        )
        for system in wine.SYSTEMS
    ]
    rows = [
        [columns, *(Spread.of(wine.errors(results, columns, each)) for each in wine.SYSTEMS)]
        for columns in wine.COLUMNS
    ]
    return Evidence(
        printed=judge(compared),
        table=Table(
            ["columns", *wine.SYSTEMS],
            rows,
            title="Errors in percent: wine, linear, labels; C_D searched, C_S = C_D, ν = 0.5",
        ),
        note="The protocol is that of experiments/idealized/wine, which says what is searched.",
    )
