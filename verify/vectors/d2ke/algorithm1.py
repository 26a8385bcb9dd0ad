"""Test vectors for Algorithm 1 of D2KE."""

from math import nan
from typing import Any

from gramcheck.verify.vectors.case import Case, case, free, refused, roundings, standard, within

FEW = roundings(8)
MANY = roundings(64)
CLOSED = within(1e-10)
ITERATED = within(1e-6)

PHI = [[1.0, 0.5], [0.25, -1.0], [0.375, 0.5], [-0.75, 0.125], [0.5, 0.25]]
LABELS = [1, -1, 1, -1, -1]
TARGETS = [0.5, -2.0, 1.25, 3.0, 0.0]
AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
LOSSES = ("squared", "logistic", "squared_hinge", "hinge")


def cases() -> list[Case]:
    """Algorithm 1, steps 3 and 4."""
    one: dict[str, Any] = {"phi": [[1.0]], "y": [1]}
    two: dict[str, Any] = {"phi": [[1.0], [-0.5]], "y": [1, -1]}
    cases = []
    for loss in LOSSES:
        tolerance = CLOSED if loss == "squared" else ITERATED
        given: dict[str, Any] = {"phi": PHI, "y": LABELS, "loss": loss}
        cases += [
            case(f"objective/{loss}", "one_sided_losses", **given, weights=[0.75, -0.5], mu=0.25),
            case(
                f"objective/{loss}-intercept",
                "intercept",
                **given,
                weights=[0.75, -0.5, 2.0],
                mu=0.25,
            ),
            case(f"fit/{loss}", "solver", **given, mu=0.125, tolerance=tolerance),
            case(f"fit/{loss}-weak-penalty", "solver", **given, mu=1 / 1024, tolerance=tolerance),
            case(
                f"fit/{loss}-intercept",
                "solver",
                "intercept",
                **given,
                mu=0.125,
                intercept=True,
                tolerance=tolerance,
            ),
            case(
                f"fit/{loss}-two-objects", "shortest", **two, mu=2.0, loss=loss, tolerance=tolerance
            ),
        ]
        if loss != "squared":
            cases.append(
                refused(f"fit/{loss}-one-class", "y", "one_class", **one, mu=2.0, loss=loss)
            )
    return standard(
        MANY,
        [
            *cases,
            case(
                "objective/far-on-the-wrong-side",
                "overflow",
                **one,
                weights=[-1000.0],
                mu=0.5,
                loss="logistic",
            ),
            case(
                "objective/one-class",
                "one_class",
                phi=PHI,
                y=[-1] * 5,
                weights=[0.75, -0.5],
                mu=0.25,
                loss="squared_hinge",
            ),
            case(
                "objective/half-of-mu",
                "scaling",
                phi=[[0.0]],
                y=[0.0],
                weights=[3.0],
                mu=2.0,
                loss="squared",
                tolerance=FEW,
            ),
            case("fit/real-targets", "solver", phi=PHI, y=TARGETS, mu=0.125, tolerance=CLOSED),
            case(
                "fit/defaults-are-squared-and-no-intercept",
                "convention",
                phi=PHI,
                y=LABELS,
                mu=0.125,
                tolerance=CLOSED,
            ),
            case("fit/stops-at-the-kink", "kink", **two, mu=0.5, loss="hinge", tolerance=ITERATED),
            case("fit/one-target", "shortest", phi=[[1.0]], y=[1], mu=2.0, tolerance=CLOSED),
            case(
                "fit/more-columns-than-rows",
                "wide",
                phi=[[1.0, 2.0, 2.0]],
                y=[3.0],
                mu=2.0,
                tolerance=CLOSED,
            ),
            case(
                "fit/equal-columns",
                "duplicate_points",
                phi=[[1.0, 1.0], [2.0, 2.0]],
                y=[1.0, 3.0],
                mu=0.5,
                tolerance=CLOSED,
            ),
            case(
                "fit/zero-column",
                "zero_column",
                phi=[[1.0, 0.0], [0.5, 0.0]],
                y=[1, -1],
                mu=0.5,
                loss="squared_hinge",
                tolerance=ITERATED,
            ),
            case("predict/values", "textbook", phi=PHI, weights=[0.5, -0.25]),
            case("predict/intercept", "intercept", phi=PHI, weights=[0.5, -0.25, 10.0]),
            case(
                "predict/classes",
                "textbook",
                phi=PHI,
                weights=[[0.5, -0.25], [0.0, 1.0], [1.0, 1.0]],
            ),
            case(
                "one_vs_rest/three-classes",
                "textbook",
                phi=AXES,
                y=["b", "c", "a"],
                mu=2 / 3,
                tolerance=CLOSED,
            ),
            case(
                "one_vs_rest/hinge",
                "solver",
                phi=PHI,
                y=[7, 3, 7, 5, 3],
                mu=0.125,
                loss="hinge",
                tolerance=ITERATED,
            ),
            case(
                "one_vs_rest/logistic-intercept",
                "intercept",
                phi=PHI,
                y=[2, 1, 2, 1, 1],
                mu=0.125,
                loss="logistic",
                intercept=True,
                tolerance=ITERATED,
            ),
            case(
                "predict_classes/largest-value",
                "textbook",
                phi=AXES,
                classes=["a", "b", "c"],
                weights=[[0, 1, 3], [2, 0, 0], [1, 2, 0]],
            ),
            free(
                "predict_classes/equal-values",
                "ties",
                alternatives=([4, 2], [4, 4]),
                phi=[[1.0], [0.0]],
                classes=[2, 4],
                weights=[[0.5], [1.0]],
            ),
            case("liblinear_C/four", "scaling", n=4, mu=0.125, tolerance=FEW),
            refused("fit/mu-zero", "mu", **one, mu=0.0),
            refused("fit/label-zero", "y", phi=PHI, y=[1, 0, 1, 0, 0], mu=1.0, loss="hinge"),
            refused("fit/labels-too-few", "y or phi", "shapes", phi=PHI, y=[1, -1], mu=1.0),
            refused("fit/not-a-number", "phi", "not_finite", phi=[[nan]], y=[1], mu=1.0),
            refused(
                "fit/misspelt-loss", "loss", "unknown_name", **one, mu=1.0, loss="squared-hinge"
            ),
            refused("predict/weights-too-few", "weights or phi", "shapes", phi=PHI, weights=[1.0]),
        ],
    )
