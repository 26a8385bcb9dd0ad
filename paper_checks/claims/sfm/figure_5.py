"""Section VII-C: Figure 5, areas under the ROC curve of ten systems on real and generated strings.

The figure has no numbers to compare with; what is judged is what the text reads out of it, by
differences of AUC split by split and the one rule for comparisons. A system that was not run leaves
its sentence undecided. What took 48 hours the figure does not plot, so that nothing is said of it;
our results for it stand in the tables. The protocol is that of `experiments.sfm.protocol` and
`systems`. Before the one rule came, a sentence was held to be true where its contrary was not
shown, and the verdict was holds-with-correction; what the correction said is now a hypothesis of
our own, below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gramcheck.paper_checks.claims.sfm.comparison import Compared, pictures_of, table_of
from gramcheck.paper_checks.comparisons import Comparison, judge, undecided
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.comparison import run_system
from gramcheck.paper_checks.experiments.sfm.printed import printed_seconds
from gramcheck.paper_checks.experiments.sfm.systems import FEATURE_MAPS, KERNELS, SYSTEMS
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED, REAL, Task
from gramcheck.paper_checks.findings import Finding
from gramcheck.paper_checks.ledger import Evidence, Results, Unit, Verdict, claim
from gramcheck.paper_checks.margins import AS_GOOD, MATCHES, NEAR_THE_KERNEL, OUTPERFORMS

Stated = list[Comparison | Finding]


def units(*tasks: Task) -> Callable[[Run], list[Unit]]:
    """One unit for each data set, system and D, or part of a kernel's grid; the slowest first."""

    def listed(run: Run) -> list[Unit]:
        return [
            Unit(
                f"{task.name}/{name}/{D}/{part}",
                run_system,
                {"task": task.name, "system": name, "D": D, "part": part},
            )
            for name in reversed(SYSTEMS)
            for task in tasks
            if task.proteins or not SYSTEMS[name].proteins_only
            for D in dimensions(run, task, name)
            for part in SYSTEMS[name].parts
        ]

    return listed


def dimensions(run: Run, task: Task, name: str) -> tuple[int, ...]:
    """D of a system, the largest first; at quick scale only that one where a matrix is stored."""
    if name not in FEATURE_MAPS:
        return (0,)
    every = task.size(run.scale).dimensions[::-1]
    return every[:1] if run.scale == "quick" and SYSTEMS[name].vectors else every


def statements(c: Compared) -> Stated:
    """What Section VII-C reads out of the figure, for one data set."""
    low, high = c.dimensions[0], c.dimensions[-1]
    of_D2KE = [D for D in c.dimensions if is_plotted(c.task, "D2KE", D)]
    kernels = [
        k
        for k in KERNELS
        if is_plotted(c.task, k, 0) and (c.task.proteins or not SYSTEMS[k].proteins_only)
    ]
    return [
        *(c.compared((s, high), (s, low), OUTPERFORMS) for s in ("SFMEDM", "SFMCGK")),
        *(
            c.compared(("SFMEDM", D), (other, D), OUTPERFORMS)
            for other, dimensions in (("SFMCGK", c.dimensions), ("D2KE", of_D2KE))
            for D in dimensions
        ),
        *(c.compared(("SFMEDM", high), (k, 0), OUTPERFORMS) for k in kernels),
        # "not improved for even large D": the smallest D does as well
        c.compared(("D2KE", low), ("D2KE", of_D2KE[-1]), AS_GOOD),
    ]


def is_plotted(task: Task, system: str, D: int) -> bool:
    """Whether Figure 5 has it for the paper's set: what took 48 hours by Table VI is left out.

    All of it for strings that the paper did not have. CGKKernel ended where EDMKernel did.
    """
    timed = {"CGKKernel": "EDMKernel"}.get(system, system)
    return task.printed is None or task.printed in printed_seconds(timed, D)


def judged(stated: Stated) -> list[Finding]:
    """Findings, all comparisons together right with the confidence of a claim."""
    comparisons = [c for c in stated if isinstance(c, Comparison)]
    findings = iter(judge(comparisons) if comparisons else [])
    return [next(findings) if isinstance(c, Comparison) else c for c in stated]


def evidence(run: Run, results: Results, tasks: Sequence[Task], *absent: Finding) -> Evidence:
    """Findings, tables and pictures of some data sets; what is found of others that are absent."""
    compared = [Compared(results, task) for task in tasks]
    optimism = [
        100 * record["best_of_grid"] - c.auc(key).mean()
        for c in compared
        for key, record in c.records.items()
    ]
    lengths = "; ".join(
        f"{c.task.name}: {c.task.choices}; {c.sampled()}, of lengths "
        f"{low} to {high if high < np.inf else 'any'}"
        for c in compared
        for low, high in [c.task.size(run.scale).lengths]
    )
    return Evidence(
        printed=judged([*(stated for c in compared for stated in statements(c)), *absent]),
        table=[table_of(c) for c in compared],
        picture=[picture for c in compared for picture in pictures_of(c)],
        measured={
            "gain in AUC by choosing on the test folds, as the paper, points: mean": float(
                np.mean(optimism)
            ),
            "largest": float(np.max(optimism)),
            "CPU hours of all systems": sum(
                r["seconds_of_all"] for c in compared for r in c.records.values()
            )
            / 3600,
        },
        note=f"{lengths}. Where not all strings take part they are drawn, half of them from either "
        "class where it has as many.",
    )


@claim(
    "sfm/figure-5",
    place="Section VII-C, Figure 5",
    expected=Verdict.REFUTED,
    units=units(*REAL),
    data=("protein-ec", "dna-tfbs-ctcf", "amazon-musical-instruments", "smiles-hiv"),
    stand_in="sfm/figure-5-generated",
    decided="full",
)
def real_strings(run: Run, results: Results) -> Evidence:
    """AUC of SFMEDM and SFMCGK grows with D, D2KE's does not; SFMEDM's is above all the others'.

    Of "grows" the largest D is compared with the least, and no D between. SFMEDM is compared with
    SFMCGK and D2KE at each D, and at the largest with the kernels that the figure plots for that
    set: five for Protein, three for DNA and Music, none for Compound. Judged on the paper's reviews
    and on stand-ins for three of its other sets; for Sports there is none, so that it cannot hold.

    Stand-ins refute it. On binding sites (for DNA) D2KE is above SFMEDM at D = 128, 512 and 2048,
    by 8, 6 and 5 points, and STK17 above its largest D by 10. On enzymes (for Protein) LAK is by 16
    and STK17 by 9. On the paper's own reviews nothing is refuted: SFMEDM gains 12 points over D,
    and is 13 or 14 above SFMCGK, CGKKernel and GAK at the largest; the rest is left open, as beside
    D2KE and EDMKernel. On molecules (for Compound) all of it is.

    (That it would be refuted was a guess, from generated strings, before any of this was measured.
    A quick run of an earlier protocol left each sentence undecided. Until a review all kernels were
    said to be compared, with counts in which kernels took part that the figure does not plot.)
    """
    sports = undecided("Sports: all that is said of the figure", "no such strings are at hand")
    return evidence(run, results, REAL, sports)


@claim(
    "sfm/figure-5-generated",
    place="Section VII-C, Figure 5, other data",
    expected=Verdict.REFUTED,
    units=units(GENERATED),
    decided="full",
)
def generated_strings(run: Run, results: Results) -> Evidence:
    """SFMEDM has the highest AUC of all systems, on strings generated by edits and block moves.

    It has not: D2KE is above it at D = 128, 512 and 2048, by 15, 6 and 3 points. At larger D, and
    at the largest one against the kernels, the splits leave it open; D2KE, LAK and STK17 are ahead
    by 1.4 or 1.5 points there, 1.6 either way, while SFMEDM approaches the kernel that it
    approximates, its measure (own/sfm-as-the-kernel). That is a fresh corpus, of seed 1. On the one
    of seed 0, of which a full run by former rules had been seen, D2KE was ahead at D = 8192, too,
    and LAK and STK17 by 5.5 and 5.9 points: how much it is hangs on the corpus.

    That either map is "improved for larger D" is asked of the least and the largest D alone, so
    that a fall between them would not be seen. In the run that is kept the mean AUC of either is
    higher at each D than at the one before, SFMEDM's by 0.02 points at the last. These steps are
    not judged: they were thought of when the results were known, and so many comparisons more
    would widen the intervals of all.
    """
    return evidence(run, results, (GENERATED,))


@claim(
    "own/sfm-as-the-kernel",
    place="Section VII-C, Figure 5, generated strings",
    expected=Verdict.UNDECIDED,
    units=units(GENERATED),
    decided="full",
)
def as_the_kernel(run: Run, results: Results) -> Evidence:
    """Our hypothesis: SFMEDM does as well as FMEDM and as the exact kernel, and no better.

    At the largest D at which all of them were run; within ten points of the kernel at any rate. At
    full scale (D = 16384, 18 splits of 500 strings, seed 1) it is 0.1 ± 1.2 points below FMEDM, in
    which the rule's floor for overlapping splits leaves a point undecided, and 0.3 ± 1.2 below the
    kernel. (On seed 0 by 0.3 ± 2.4 and 0.9 ± 1.8.)
    """
    c = Compared(results, GENERATED)
    both = [D for D in c.dimensions if ("FMEDM", D) in c.records]
    features, exact = ("SFMEDM", max(both, default=c.dimensions[-1])), ("EDMKernel", 0)
    return Evidence(
        printed=judged(
            [
                c.compared(features, ("FMEDM", features[1]), MATCHES),
                c.compared(exact, features, AS_GOOD),
                c.compared(features, exact, NEAR_THE_KERNEL),
            ]
        )
    )
