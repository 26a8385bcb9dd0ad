"""Learning with Idealized Kernels (Kwok and Tsang, ICML 2003).

==================  ===============  ===========================================================
module              section          holds
==================  ===============  ===========================================================
ideal_kernel        2, 3.1           ideal kernel, alignment, idealized kernel, Eq. (1)-(3)
pairs               3.2, 3.2.5, 4.1  similar and dissimilar pairs; the m nearest within R
metric_qp           3.2.1 - 3.2.4    the program (14)-(16), its metric (11) and multipliers
kernel_version      3.3              the same from a kernel matrix, for new patterns too
metric              3.2.1, 3.2.2     the results: distances, inner products, transform, pairs
certificate         3.2.2, 3.2.3     objectives, gap, gamma and the conditions (15)-(20)
xing                4                the baseline of Xing et al. with a full matrix
experiments         4                toy data, the Rand index
==================  ===============  ===========================================================

Behind ``metric_qp``: ``pair_space`` (few coordinates), ``program`` (the dual in a solver's units),
``interior_point`` (cvxopt with our linear algebra), ``active_set`` (the last digits),
``magnitude`` (numbers too large to be squared).
"""

from gramcheck.reference.idealized.conditions import (
    KKTConditions,
    SupportPairs,
    kkt_conditions,
)
from gramcheck.reference.idealized.engines.certificate import Residuals
from gramcheck.reference.idealized.experiments import make_toy, rand_index
from gramcheck.reference.idealized.ideal_kernel import (
    alignment,
    alignment_threshold,
    ideal_kernel,
    idealize,
)
from gramcheck.reference.idealized.kernel_version import (
    learn_metric_from_kernel,
    learn_metric_from_kernels,
)
from gramcheck.reference.idealized.learning import IdealizedMetric, learn_metric
from gramcheck.reference.idealized.pairs import (
    nearest_pairs,
    nearest_pairs_from_kernel,
    pairs_from_labels,
    pairs_from_side_information,
    random_similar_pairs,
)
from gramcheck.reference.idealized.primal_and_dual import (
    dual_objective,
    dual_program,
    eta_from_multipliers,
    lagrangian,
    margins_from_labels,
    metric_from_multipliers,
    mu_from_multipliers,
    nu_from_multipliers,
    pair_margins,
    primal_objective,
    smallest_slacks,
    solve_dual,
)
from gramcheck.reference.idealized.xing import XingMetric, xing_metric

__all__ = [
    "IdealizedMetric",
    "KKTConditions",
    "Residuals",
    "SupportPairs",
    "XingMetric",
    "alignment",
    "alignment_threshold",
    "dual_objective",
    "dual_program",
    "eta_from_multipliers",
    "ideal_kernel",
    "idealize",
    "kkt_conditions",
    "lagrangian",
    "learn_metric",
    "learn_metric_from_kernel",
    "learn_metric_from_kernels",
    "make_toy",
    "margins_from_labels",
    "metric_from_multipliers",
    "mu_from_multipliers",
    "nearest_pairs",
    "nearest_pairs_from_kernel",
    "nu_from_multipliers",
    "pair_margins",
    "pairs_from_labels",
    "pairs_from_side_information",
    "primal_objective",
    "rand_index",
    "random_similar_pairs",
    "smallest_slacks",
    "solve_dual",
    "xing_metric",
]
