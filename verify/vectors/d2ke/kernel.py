"""Test vectors for Section 3 of D2KE: features, the kernel, the soft minimum."""

from math import inf, nan
from typing import Any

from gramcheck.verify.vectors.case import Case, case, refused, roundings, standard
from gramcheck.verify.vectors.d2ke.collections import (
    FEW,
    OMEGAS,
    RANDOM_SERIES,
    RANDOM_SETS,
    SERIES,
    SETS,
    STRINGS,
)

MANY = roundings(64)

DYADIC = [0.5, 0.25, 0.125, 0.125]


def cases() -> list[Case]:
    """Section 3: features, the kernel with and without weights, the soft minimum."""
    strings: dict[str, Any] = {"X": STRINGS, "omegas": OMEGAS, "distance": "levenshtein"}
    series: dict[str, Any] = {"X": SERIES, "omegas": RANDOM_SERIES, "distance": "dtw"}
    sets: dict[str, Any] = {"X": SETS, "omegas": RANDOM_SETS, "distance": "modified_hausdorff"}
    two: dict[str, Any] = {
        "X": ["0"],
        "Y": ["0", "11"],
        "omegas": ["0", "1"],
        "distance": "levenshtein",
    }
    cases = []
    for name, given in (("strings", strings), ("series", series), ("sets", sets)):
        pair: dict[str, Any] = {**given, "Y": given["X"][::-1]}
        cases += [
            case(f"feature_map/{name}", "scaling", **given, gamma=0.3),
            case(f"kernel/{name}", "scaling", **pair, gamma=0.3),
            case(f"soft_distance/{name}", "scaling", **pair, gamma=0.3),
        ]
    return standard(
        MANY,
        [
            *cases,
            case(
                "feature_map/one-omega",
                "shortest",
                X=["ab"],
                omegas=["b"],
                gamma=1.0,
                distance="levenshtein",
                tolerance=FEW,
            ),
            case("feature_map/small-gamma", "parameter_range", **strings, gamma=1e-5),
            case(
                "feature_map/options",
                "window",
                X=[[0, 0, 0, 1]],
                omegas=[[0, 1, 1, 1]],
                gamma=0.5,
                distance="dtw",
                window=1,
                local_cost="sqeuclidean",
            ),
            case(
                "kernel/repeated-omega",
                "duplicate_points",
                X=["a", "bb"],
                Y=["a"],
                omegas=["b", "b", "ab"],
                gamma=0.7,
                distance="levenshtein",
            ),
            case("kernel/weights", "weights", **strings, Y=["tt"], gamma=0.5, weights=DYADIC),
            case("kernel/weight-zero", "weights", **two, gamma=0.5, weights=[1, 0]),
            case(
                "kernel/large-gamma",
                "parameter_range",
                **two,
                gamma=100.0,
                tolerance=roundings(2000),
            ),
            case(
                "soft_distance/weights", "weights", **strings, Y=["tt"], gamma=0.5, weights=DYADIC
            ),
            case(
                "soft_distance/kernel-underflows",
                "underflow",
                **strings,
                Y=["tt"],
                gamma=1e4,
                weights=DYADIC,
            ),
            case(
                "soft_distance/minimum-tied",
                "ties",
                "underflow",
                X=["00"],
                Y=["11"],
                omegas=["01", "10", "0000"],
                gamma=1e3,
                distance="levenshtein",
            ),
            case("softmin/by-hand", "textbook", values=[1.0, 2.0], weights=[0.25, 0.75], gamma=1.0),
            case("softmin/one-value", "shortest", values=[3.5], weights=[1], gamma=2.0),
            case(
                "softmin/equal-values",
                "ties",
                values=[2.5, 2.5, 2.5, 2.5],
                weights=DYADIC,
                gamma=7.0,
            ),
            case("softmin/far-out", "underflow", values=[1e5, 2e5], weights=[0.5, 0.5], gamma=1.0),
            case(
                "softmin/far-below", "underflow", values=[-1e5, 3.0], weights=[0.5, 0.5], gamma=1.0
            ),
            case(
                "softmin/large-gamma",
                "parameter_range",
                values=[1.0, 1.5, 9.0, 1.0],
                weights=DYADIC,
                gamma=1e4,
            ),
            case(
                "softmin/small-gamma-is-the-mean",
                "parameter_range",
                values=[1.0, 2.0, 3.0, 4.0],
                weights=DYADIC,
                gamma=1e-3,
                tolerance=roundings(1e5),
            ),
            case(
                "softmin/weight-zero-at-the-minimum",
                "weights",
                values=[-5.0, 2.0],
                weights=[0, 1],
                gamma=3.0,
            ),
            case(
                "softmin/infinite-value",
                "infinity_allowed",
                values=[0.0, inf],
                weights=[0.5, 0.5],
                gamma=2.0,
            ),
            refused("softmin/gamma-zero", "gamma", values=[1.0], weights=[1], gamma=0.0),
            refused("softmin/gamma-negative", "gamma", values=[1.0], weights=[1], gamma=-1.0),
            refused(
                "softmin/weights-not-one",
                "weights",
                "weights",
                values=[1.0, 2.0],
                weights=[0.5, 0.75],
                gamma=1.0,
            ),
            refused(
                "softmin/weight-negative",
                "weights",
                "weights",
                values=[1.0, 2.0],
                weights=[-0.5, 1.5],
                gamma=1.0,
            ),
            refused(
                "softmin/lengths-differ",
                "values or weights",
                "shapes",
                values=[1.0, 2.0, 3.0],
                weights=[0.5, 0.5],
                gamma=1.0,
            ),
            refused(
                "softmin/not-a-number",
                "values",
                "not_finite",
                values=[nan, 2.0],
                weights=[0.5, 0.5],
                gamma=1.0,
            ),
            refused(
                "feature_map/no-omega",
                "omegas",
                "empty_input",
                X=["a"],
                omegas=[],
                gamma=1.0,
                distance="levenshtein",
            ),
            refused(
                "feature_map/gamma-infinite",
                "gamma",
                "not_finite",
                X=["a"],
                omegas=["b"],
                gamma=inf,
                distance="levenshtein",
            ),
            refused(
                "kernel/too-few-weights",
                "weights",
                "weights",
                "shapes",
                **two,
                gamma=1.0,
                weights=[1.0],
            ),
            refused("kernel/gamma-zero", "gamma", **two, gamma=0.0),
            refused("soft_distance/gamma-negative", "gamma", **two, gamma=-2.0),
        ],
    )
