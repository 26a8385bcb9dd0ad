"""Learning with Idealized Kernels (Kwok and Tsang, ICML 2003).

=======  =============================  ==============  ============================
section  statement                      module          functions
=======  =============================  ==============  ============================
2        Eq. (1)                        ideal_kernel    ideal_kernel
2        alignment                      ideal_kernel    alignment
3.1      Eq. (2), Eq. (3)               ideal_kernel    idealize
3.1      Proposition 1                  ideal_kernel    alignment_threshold
3.2      similar and dissimilar pairs   pairs           pairs_from_labels,
                                                        pairs_from_side_information,
                                                        random_similar_pairs
3.2      Eq. (4), Eq. (5)               metric          Metric
3.2      Eq. (6)                        primal          margins_from_labels
3.2      Eq. (7)                        primal          pair_margins
3.2.1    the primal                     primal          primal_objective
3.2.1    Eq. (8), Eq. (9)               primal          smallest_slacks
3.2.1    Eq. (10)                       lagrangian      lagrangian
3.2.1    Eq. (11)                       lagrangian      metric_from_multipliers
3.2.1    Eq. (12)                       lagrangian      nu_from_multipliers,
                                                        mu_from_multipliers
3.2.1    Eq. (13)                       lagrangian      eta_from_multipliers
3.2.1    Eq. (14), Eq. (15), Eq. (16)   dual            dual_program, solve_dual,
                                                        dual_objective
3.2.1    the solution, certified        learning        learn_metric,
                                                        IdealizedMetric, Residuals
3.2.2    Proposition 2                  conditions      pairs_by_multiplier,
                                                        SupportPairs
3.2.2    Eq. (17), Eq. (18), Eq. (19),  conditions      kkt_conditions,
         Eq. (20), Eq. (21), Eq. (22)                   KKTConditions
3.2.3    the value of gamma             conditions      average_gamma, best_gamma
3.2.4    Proposition 3                  conditions      pairs_by_multiplier
3.2.5    the nearest pairs              pairs           nearest_pairs,
                                                        nearest_pairs_from_kernel
3.3      the kernel version             kernel_version  learn_metric_from_kernel,
                                                        learn_metric_from_kernels
4        toy data, Rand index           experiments     make_toy, rand_index
4        the metric of Xing et al.      xing            xing_metric, XingMetric
=======  =============================  ==============  ============================

What only serves speed, digits and certificates lies in ``engines``.
"""

from gramcheck.reference.idealized.conditions import (
    KKTConditions,
    SupportPairs,
    average_gamma,
    best_gamma,
    kkt_conditions,
    pairs_by_multiplier,
)
from gramcheck.reference.idealized.dual import dual_objective, dual_program, solve_dual
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
from gramcheck.reference.idealized.lagrangian import (
    eta_from_multipliers,
    lagrangian,
    metric_from_multipliers,
    mu_from_multipliers,
    nu_from_multipliers,
)
from gramcheck.reference.idealized.learning import IdealizedMetric, learn_metric
from gramcheck.reference.idealized.metric import Metric
from gramcheck.reference.idealized.pairs import (
    nearest_pairs,
    nearest_pairs_from_kernel,
    pairs_from_labels,
    pairs_from_side_information,
    random_similar_pairs,
)
from gramcheck.reference.idealized.primal import (
    margins_from_labels,
    pair_margins,
    primal_objective,
    smallest_slacks,
)
from gramcheck.reference.idealized.xing import XingMetric, xing_metric

__all__ = [
    "IdealizedMetric",
    "KKTConditions",
    "Metric",
    "Residuals",
    "SupportPairs",
    "XingMetric",
    "alignment",
    "alignment_threshold",
    "average_gamma",
    "best_gamma",
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
    "pairs_by_multiplier",
    "pairs_from_labels",
    "pairs_from_side_information",
    "primal_objective",
    "rand_index",
    "random_similar_pairs",
    "smallest_slacks",
    "solve_dual",
    "xing_metric",
]
