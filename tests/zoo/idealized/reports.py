"""Right metrics that are wrong in what they say of their parts, their problem and their work."""

import numpy as np

from tests.zoo import attribute_becomes, faults, wrong

PARTS = "idealized/eq-4 metrics_are_their_parts"
OF_KERNELS = "idealized/kernel-version kernel_metrics_are_their_parts"
XING = "idealized/xing xing_metric_is_its_positive_part"


for of, path, killed_by in (
    ("learned metric", "idealized.learn_metric", PARTS),
    ("kernel metric", "idealized.learn_metric_from_kernel", OF_KERNELS),
):
    wrong_report = faults(attribute_becomes, path, killed_by=killed_by)
    wrong_report(f"{of}: positive factor of the whole", "positive", lambda m: np.asarray(m.matrix))
    wrong_report(f"{of}: negative factor left out", "negative", lambda m: m.negative[:, :0])
    wrong_report(
        f"{of}: negative factor of zeros",
        "negative",
        lambda m: np.pad(m.negative, ((0, 0), (0, 1))),
    )
    wrong_report(f"{of}: similar pairs for dissimilar ones", "dissimilar", lambda m: m.similar)
    wrong_report(f"{of}: dissimilar pairs for similar ones", "similar", lambda m: m.dissimilar)
    wrong_report(f"{of}: C_S per pair", "C_S", lambda m: m.C_S / len(m.similar))
    wrong_report(
        f"{of}: name of the form as printed, whatever it is", "psd", lambda _: "as-printed"
    )
    wrong_report(f"{of}: status by number", "status", lambda _: 0)
    wrong_report(
        f"{of}: factor of the cone's multiplier is the multiplier",
        "multiplier_factor",
        lambda m: m.cone_multiplier,
    )
    wrong_report(
        f"{of}: factor of the cone's multiplier as if that had rank 1",
        "multiplier_factor",
        lambda m: (
            m.multiplier_factor if m.multiplier_factor is None else m.multiplier_factor[:, :1]
        ),
    )
    wrong_report(
        f"{of}: factor of no columns where there is no cone",
        "multiplier_factor",
        lambda m: m.negative[:, :0] if m.multiplier_factor is None else m.multiplier_factor,
    )
    wrong_report(f"{of}: coefficients in every form", "coefficients", lambda m: m.matrix)

wrong_report = faults(attribute_becomes, "idealized.learn_metric_from_kernel", killed_by=OF_KERNELS)
wrong_report(
    "kernel metric: coefficients of the factors",
    "coefficients",
    lambda m: (
        None if m.coefficients is None else m.positive @ m.positive.T - m.negative @ m.negative.T
    ),
)

wrong_xing = faults(attribute_becomes, "idealized.xing_metric", killed_by=XING)
wrong_xing(
    "metric of Xing et al.: factor of t = 1", "positive", lambda m: m.positive / np.sqrt(m.t)
)
wrong_xing("metric of Xing et al.: subtracts zeros", "negative", lambda m: 0 * m.positive)
wrong_xing("metric of Xing et al.: the root of its bound", "t", lambda m: np.sqrt(m.t))
wrong_xing("metric of Xing et al.: one objective's name", "objective", lambda _: "sqrt")

COUNTS = "idealized/xing xing_counts_its_iterations"
wrong_count = faults(attribute_becomes, "idealized.xing_metric", "iterations", killed_by=COUNTS)
wrong_count("iterations of Xing et al. from 1 on", lambda m: m.iterations + 1)
wrong_count("iterations of Xing et al. that were not counted", lambda _: 0)
wrong_count("iterations of Xing et al., at most two", lambda m: min(2, m.iterations))


@wrong("idealized.xing_metric", killed_by=COUNTS)
def xing_counts_past_its_limit(right, *args, max_iterations=5000, **how):
    """Ten more are made."""
    return right.idealized.xing_metric(*args, max_iterations=max_iterations + 10, **how)
