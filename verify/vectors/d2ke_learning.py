"""Test vectors for Algorithm 1 and the baselines of D2KE."""

from math import inf, nan
from typing import Any

from verify.vectors.case import Case, case, free, refused, roundings, standard, within

FEW = roundings(8)
MANY = roundings(64)
CLOSED = within(1e-10)
ITERATED = within(1e-6)

PHI = [[1.0, 0.5], [0.25, -1.0], [0.375, 0.5], [-0.75, 0.125], [0.5, 0.25]]
LABELS = [1, -1, 1, -1, -1]
TARGETS = [0.5, -2.0, 1.25, 3.0, 0.0]
AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
LOSSES = ("squared", "logistic", "squared_hinge", "hinge")


def algorithm1() -> list[Case]:
    """Algorithm 1, steps 3 and 4."""
    one: dict[str, Any] = {"phi": [[1.0]], "y": [1]}
    two: dict[str, Any] = {"phi": [[1.0], [-0.5]], "y": [1, -1]}
    cases = []
    for loss in LOSSES:
        tolerance = CLOSED if loss == "squared" else ITERATED
        given: dict[str, Any] = {"phi": PHI, "y": LABELS, "loss": loss}
        cases += [
            case(
                f"objective/{loss}",
                "one_sided_losses",
                **given,
                weights=[0.75, -0.5],
                mu=0.25,
            ),
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


def baselines() -> list[Case]:
    """Section 5 and Appendix B."""
    D = [[3.0, 1.0, 2.0, 5.0], [1.0, 4.0, 1.5, 0.5]]
    tied = [[1.0, 1.0, 2.0, 1.0]]
    path = [[abs(i - j) for j in range(4)] for i in range(4)]
    cycle = [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    # strings '', a, ab, bb, bab under Levenshtein: not isometric to any Euclidean set
    strings = [[0, 1, 2, 2, 3], [1, 0, 1, 2, 2], [2, 1, 0, 1, 1], [2, 2, 1, 0, 1], [3, 2, 1, 1, 0]]
    signs: dict[str, Any] = {"freedom": "sign of each column", "tolerance": within(1e-9)}
    return standard(
        FEW,
        [
            case("knn_predict/nearest", "textbook", D=D, y=[1, 2, 3, 4], k=1),
            case("knn_predict/three", "textbook", D=D, y=["a", "b", "b", "a"], k=3),
            case("knn_predict/all", "textbook", D=D, y=[1, 2, 2, 2], k=4),
            free(
                "knn_predict/distances-tied",
                "ties",
                alternatives=(["b"], ["a"]),
                D=tied,
                y=["b", "a", "b", "a"],
                k=1,
            ),
            free(
                "knn_predict/votes-tied",
                "ties",
                alternatives=([9], [4]),
                D=[[1.0, 2.0]],
                y=[9, 4],
                k=2,
            ),
            free(
                "knn_predict/distances-tied-at-the-kth",
                "ties",
                alternatives=([5], [6]),
                D=[[1.0, 2.0, 2.0, 0.5]],
                y=[5, 5, 6, 6],
                k=3,
            ),
            case(
                "knn_predict/two-against-one",
                "textbook",
                D=[[1.0, 2.0, 3.0]],
                y=[10, 9, 9],
                k=3,
            ),
            case("dsk_rbf/squares", "convention", D=D, gamma=0.25, tolerance=MANY),
            case("dsk_rbf/zero-distance", "identical", D=[[0.0]], gamma=3.0, tolerance=MANY),
            case("dsk_nd/squared", "convention", D=D),
            case("dsk_nd/plain", "parameter_range", D=D, beta=1),
            case("dsk_nd/root", "parameter_range", D=D, beta=0.5),
            case("dsk_nd/origin", "origin", D=path, origin=0),
            case("dsk_nd/origin-inside", "origin", D=strings, origin=2),
            case(
                "dsk_nd/origin-with-plain-distance",
                "origin",
                D=strings,
                beta=1,
                origin=4,
            ),
            case(
                "dsk_nd/origin-by-distances",
                "origin",
                D=[[1, 2, 3], [0, 1, 2]],
                origin=[[0, 1], [1, 2, 3]],
            ),
            free("pseudo_euclidean_embedding/line", "column_signs", D=path, R=1, **signs),
            free(
                "pseudo_euclidean_embedding/indefinite",
                "column_signs",
                "indefinite",
                D=strings,
                R=5,
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/leading-three",
                "column_signs",
                "indefinite",
                D=strings,
                R=3,
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/new-rows",
                "column_signs",
                D=path,
                R=1,
                D_new=[[1.5, 0.5, 0.5, 1.5], [1, 0, 1, 2]],
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/new-rows-indefinite",
                "column_signs",
                "indefinite",
                D=strings,
                R=3,
                D_new=[[1, 1, 1, 2, 2], [2, 1, 0, 1, 1]],
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/repeated-eigenvalue",
                "repeated_eigenvalue",
                "indefinite",
                freedom="rotation of columns of equal norm",
                tolerance=within(1e-9),
                D=cycle,
                R=2,
            ),
            case(
                "representative_set_map/raw",
                "convention",
                X=["a", "bb"],
                representatives=["b", "abb"],
                distance="levenshtein",
            ),
            case(
                "representative_set_map/exponential",
                "scaling",
                X=["a", "bb"],
                representatives=["b", "abb"],
                distance="levenshtein",
                gamma=0.5,
                tolerance=MANY,
            ),
            case(
                "representative_set_map/sets",
                "as_printed_fails",
                X=[[0, 1], [4]],
                representatives=[[0], [1, 2, 3]],
                distance="modified_hausdorff",
            ),
            refused("knn_predict/k-zero", "k", D=D, y=[1, 2, 3, 4], k=0),
            refused("knn_predict/k-above-n", "k", D=D, y=[1, 2, 3, 4], k=5),
            refused("knn_predict/not-a-number", "D", "not_finite", D=[[nan, 1.0]], y=[1, 2], k=1),
            refused("knn_predict/labels-too-few", "y or D", "shapes", D=D, y=[1, 2], k=1),
            refused("dsk_rbf/gamma-negative", "gamma", D=D, gamma=-1.0),
            refused("dsk_rbf/infinite", "D", "not_finite", D=[[inf]], gamma=1.0),
            refused("dsk_nd/beta-above-2", "beta", "parameter_range", D=D, beta=3),
            refused("dsk_nd/origin-out-of-range", "origin", "index_range", D=path, origin=4),
            refused("dsk_nd/origin-negative", "origin", "index_range", D=path, origin=-1),
            refused("pseudo_euclidean_embedding/not-square", "D", "shapes", D=D, R=1),
            refused(
                "pseudo_euclidean_embedding/new-rows-too-short",
                "D_new",
                "shapes",
                D=path,
                R=1,
                D_new=[[1, 2]],
            ),
            refused(
                "representative_set_map/none",
                "representatives",
                "empty_input",
                X=["a"],
                representatives=[],
                distance="levenshtein",
            ),
        ],
    )


def cases() -> list[Case]:
    """All of them, in the order in which they are stored."""
    return [*algorithm1(), *baselines()]
