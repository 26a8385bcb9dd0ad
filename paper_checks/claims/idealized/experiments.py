"""Section 4: toy data, Table 1, the Rand index and Figure 1."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.idealized.problems import suite
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.data import MissingData
from gramcheck.paper_checks.experiments.idealized.kernels import Array, Geometry
from gramcheck.paper_checks.experiments.idealized.protocol import divide, learned
from gramcheck.paper_checks.experiments.idealized.scores import aligned
from gramcheck.paper_checks.experiments.idealized.tasks import PROPERTIES, TASKS
from gramcheck.paper_checks.findings import at_least, at_most, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.reference.idealized import make_toy, rand_index, xing_metric
from gramcheck.verify.definitions import idealized as definitions

CONSTANTS = {"C_S": 1e4, "C_D": 1e4, "nu": 0.5}  # lengths in units of the median distance


@claim(
    "idealized/rand-index",
    place="Section 4.1, footnote 9",
    kind="definition",
    expected=Verdict.HOLDS,
)
def clustering_accuracy(run: Run) -> Evidence:
    """Accuracy = Σ_{i>j} 1{1{c_i = c_j} = 1{ĉ_i = ĉ_j}} / (n(n - 1)/2): the Rand index.

    Counted pair by pair, and its properties: 1 for the same partition under other names, the same
    when labels and clusters change places.
    """
    rng, got, wanted, swapped, renamed = run.rng(), [], [], [], []
    for _ in range(200):
        n = int(rng.integers(2, 25))
        c, d = rng.integers(0, int(rng.integers(1, 5)), (2, n))
        got.append(rand_index(c, d))
        wanted.append(definitions.rand_index(c.tolist(), d.tolist()))
        swapped.append(rand_index(d, c))
        renamed.append(rand_index(c, 7 - 2 * c))
    return Evidence(
        printed=[
            holds(got, wanted, rtol=1e-14, name="against the count of pairs"),
            holds(swapped, got, rtol=1e-14, name="labels and clusters exchanged"),
            holds(renamed, 1.0, rtol=1e-14, name="the same partition, renamed"),
            suite(run, "idealized/rand-index"),
        ],
    )


@claim("idealized/toy-data", place="Section 4, toy data", kind="definition", expected=Verdict.HOLDS)
def toy_data(run: Run) -> Evidence:
    """One relevant feature, N(3, 1) and N(-3, 1), and ten irrelevant ones, N(0, 25).

    Means and variances of many patterns, against what chance explains; N(0, 25) names a variance
    (erratum K17). Nothing correlates with anything else inside a class.
    """
    n = 100_000 if run.scale == "full" else 20_000
    X, y = make_toy(n, run.rng())
    first, second = X[y == 1], X[y == 2]
    means = np.concatenate([first.mean(axis=0), second.mean(axis=0)])
    variances = np.concatenate([first.var(axis=0, ddof=1), second.var(axis=0, ddof=1)])
    stated = np.array([1.0, *[25.0] * 10] * 2)
    correlation = np.corrcoef(first.T)[np.triu_indices(11, 1)]
    return Evidence(
        printed=[
            equals([*X.shape, *np.bincount(y)[1:]], [2 * n, 11, n, n], name="sizes"),
            holds(
                means,
                [3.0, *[0.0] * 10, -3.0, *[0.0] * 10],
                standard_error=np.sqrt(stated / n),
                name="means",
            ),
            holds(variances, stated, standard_error=stated * math.sqrt(2 / n), name="variances"),
            holds(
                correlation, 0.0, standard_error=1 / math.sqrt(n), name="correlations in class 1"
            ),
            suite(run, "idealized/toy-data"),
        ],
    )


@claim(
    "idealized/table-1",
    place="Section 4, Table 1",
    kind="table",
    expected=Verdict.HOLDS_WITH_CORRECTION,
)
def properties_of_the_data(run: Run) -> Evidence:
    """Table 1: dimension and patterns in each class of the five data sets.

    Wine has 13 columns, not 12 (erratum K12). The public labels of lymphoma count 62 and 34, not 61
    and 35 (erratum K19). The rest agrees. Rows whose data are missing say so.
    """
    measured, absent = {}, []
    for name, task in TASKS.items():
        try:
            X, y = task.load(run.data, run.rng(name))
        except MissingData as error:
            absent.append([name, *_row(PROPERTIES[name]), "not run", str(error)])
            continue
        measured[name] = (X.shape[1], tuple(sorted(np.unique(y, return_counts=True)[1].tolist())))
    stated = {name: (p, tuple(sorted(n))) for name, (p, n) in PROPERTIES.items()}
    truth = {**stated, "wine": (13, stated["wine"][1]), "lymphoma": (4026, (34, 62))}
    return Evidence(
        printed=[
            equals([p, *n], [stated[name][0], *stated[name][1]], name=name)
            for name, (p, n) in measured.items()
        ],
        corrected=[
            equals([p, *n], [truth[name][0], *truth[name][1]], name=name)
            for name, (p, n) in measured.items()
        ],
        table=Table(
            ["data", "paper: dimension", "classes", "measured: dimension", "classes"],
            [[name, *_row(PROPERTIES[name]), *_row(found)] for name, found in measured.items()]
            + absent,
        ),
        note="Sizes of the classes are sorted. Toy data are generated as the table says.",
    )


def _row(properties: tuple[int, tuple[int, ...]]) -> list:
    return [properties[0], ", ".join(map(str, properties[1]))]


# ---------------------------------------------------------------------------------------------
# Figure 1


def contrast(K: Array, y: Array) -> float:
    """How clear the blocks are: mean within classes less mean between, over the deviation."""
    same = np.equal.outer(y, y)
    off = ~np.eye(len(y), dtype=bool)
    within, between = K[same & off], K[~same]
    return float((within.mean() - between.mean()) / math.sqrt(within.var() + between.var()))


def kernels_of_figure_1(run: Run) -> tuple[dict[str, Array], Array]:
    """Kernel matrices on the 100 toy patterns, learned from similar pairs."""
    task = TASKS["toy"]
    division = divide(
        task, task.load(run.data, run.rng("toy")), "linear", "classes", run.seed, True
    )
    base = division.base
    forms = learned(base, division.pairs, CONSTANTS, ("as-printed", "clip", "constrained"))
    found = {form: geometry for form, geometry in forms.items() if geometry is not None}
    xing = Geometry.of(xing_metric(base.rows, *division.pairs), base)
    return {
        "(a) Euclidean metric": base.K,
        "(b) learned metric, QP as printed": found["as-printed"].K,
        "(b') learned metric, with the cone": found["constrained"].K,
        "(c) Xing et al.": xing.K,
    }, division.y


@claim("idealized/figure-1", place="Section 4.1, Figure 1", kind="figure", expected=Verdict.HOLDS)
def kernel_matrices(run: Run) -> Evidence:
    """Toy data: the original kernel matrix is very noisy, the learned ones have clear blocks.

    How clear is measured: mean entry within classes less mean entry between them, in deviations of
    the entries; and the alignment with the ideal kernel. D: pairs of different classes.
    """
    kernels, y = kernels_of_figure_1(run)
    clear = {name: contrast(K, y) for name, K in kernels.items()}
    alignments = {name: aligned(K, y) for name, K in kernels.items()}
    first, *others = clear
    return Evidence(
        printed=[
            at_most(clear[first], 1.0, name="contrast of the original kernel"),
            *(at_least(clear[k], 2 * clear[first], name=f"contrast: {k}") for k in others),
            *(at_least(alignments[k], alignments[first], name=f"alignment: {k}") for k in others),
        ],
        table=Table(
            ["kernel", "contrast", "alignment"],
            [[name, clear[name], alignments[name]] for name in kernels],
        ),
        picture=[
            plots.heatmap(
                K / np.abs(K).max(),
                xlabel="pattern (class 1, then class 2)",
                ylabel="pattern",
                value="entry, largest = 1",
                title=name,
            )
            for name, K in kernels.items()
        ],
        note="100 patterns, 30 % of the connected components joined by similar pairs; constants "
        f"{CONSTANTS}, lengths in units of the median distance.",
    )
