"""Figure 1: two draws of three Gaussian classes, as k-NN, KMLCC, KLMCA and KCR see them."""

from __future__ import annotations

import numpy as np
from scipy.spatial import procrustes

from paper_checks import plots
from paper_checks.context import Run
from paper_checks.experiments.kcr_figure import LAMBDA, PANELS, WIDTH, draw, panels
from paper_checks.ledger import Evidence, Table, Verdict, at_least, at_most, claim, holds

# errors in percent, as printed above the panels: on the training draw, on the new one
PRINTED = {"k-NN": (6.67, 10.7), "KMLCC": (3.33, 10.0), "KLMCA": (2.67, 8.0), "KCR": (2.67, 8.0)}
DRAWS = ("training draw", "new draw")
DIFFERENT = 0.1  # of the spread of one embedding that no similarity brings over the other
CONFIDENCE = 0.99


@claim("kcr/figure-1", place="Section 5, Figure 1", kind="figure", expected=Verdict.HOLDS)
def figure_1(run: Run) -> Evidence:
    """KLMCA and KCR generate completely different embeddings but have similar error rates.

    Also said of the figure: on the training points, where the metric is learned, the errors are
    smaller than on a new draw. "Different" is measured by Procrustes: the part of the spread of one
    embedding that stays when the other is shifted, turned and scaled onto it.
    """
    first, y = draw(run.rng("first"))
    second, _ = draw(run.rng("second"))
    seen, optimality = panels(first, second, y)

    disparity = {
        name: float(procrustes(seen["KCR"][0].points, seen[name][0].points)[2])
        for name in ("KMLCC", "KLMCA")
    }
    gaps = [seen["KCR"][i].wrong.astype(float) - seen["KLMCA"][i].wrong for i in range(2)]
    learned = [(seen[name][0].error, seen[name][1].error) for name in ("KLMCA", "KCR")]
    return Evidence(
        printed=[
            at_least(disparity["KLMCA"], DIFFERENT, name="disparity of KCR's and KLMCA's planes"),
            holds(
                [100 * gap.mean() for gap in gaps],
                0.0,
                standard_error=[100 * _standard_error(gap) for gap in gaps],
                confidence=CONFIDENCE,
                name="error of KCR minus that of KLMCA, points, on both draws",
            ),
            at_most(
                [train for train, _ in learned],
                [new for _, new in learned],
                name="errors of KLMCA and KCR on the training draw, and on the new one, %",
            ),
        ],
        measured={**optimality, "disparity of KCR's and KMLCC's planes": disparity["KMLCC"]},
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
        note=f"The paper does not give the distribution; here 50 points a class, s = {WIDTH:g}, "
        f"λ = {LAMBDA:g}. Bold points are misclassified: by 3-NN in the panel's plane, without the "
        "point itself on the training draw, and for KCR by the ball of rule (2).",
    )  # fmt: skip


def _standard_error(gap: np.ndarray) -> float:
    """Of the mean of n differences; at least what one point would make."""
    return max(float(gap.std()) / np.sqrt(len(gap)), 1 / len(gap))
