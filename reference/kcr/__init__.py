"""KCR: Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008).

====================  ==========  ==============================================================
module                section     holds
====================  ==========  ==============================================================
rule                  1, 2        kernel classification rules (1), (2); resubstitution error
bounds                2, 4        the bounds from the error to the hinges of (9), step by step
embedding             3           distances, norms and embeddings from Sigma
programme             4.1         the semidefinite program (9): objective, active sets, subgradient
exact                 4.1         its exact solution for small n, by cvxopt
gradient_projection   4.1         Algorithm 1, as printed and in a well-conditioned variable
splitting             4.1         the program (9) solved for any n, with a certified gap
cutting_planes        4.1         the same for kernels of few dimensions, which splitting finds hard
cuts                  4.1         the programs that cutting planes solve, here and for LMNN
certificate           4.1         lower bounds on (9) from multipliers
projections           4.1         projections onto its feasible set, exact and by alternation
experiment            5           the Gaussian kernel and the balance data
knn, kernel_nn        5           k-NN rule; on empirical kernel maps
lmnn, kmlcc, klmca    5           the compared algorithms that learn a metric
factored              5           a metric by its factor: what they return
large_margin          5           targets, triples and hinges of LMNN and KLMCA
====================  ==========  ==============================================================
"""

from gramcheck.reference.kcr.bounds import (
    Relaxations,
    logistic_bound,
    margin,
    objective_8,
    relaxations,
    resubstitution_bound,
)
from gramcheck.reference.kcr.certificate import lower_bound
from gramcheck.reference.kcr.cutting_planes import solve_by_cutting_planes
from gramcheck.reference.kcr.embedding import (
    center_coefficients,
    coefficients_from_sigma,
    embed,
    mahalanobis,
    sigma_from_coefficients,
    squared_distances,
    squared_norm,
)
from gramcheck.reference.kcr.exact import solve_exactly
from gramcheck.reference.kcr.experiment import balance_scale, gaussian_kernel
from gramcheck.reference.kcr.gradient_projection import gradient_projection
from gramcheck.reference.kcr.kernel_nn import kernel_nn
from gramcheck.reference.kcr.klmca import KLMCA, klmca, klmca_gradient, klmca_objective
from gramcheck.reference.kcr.kmlcc import KMLCC, kmlcc, kmlcc_gradient, kmlcc_objective
from gramcheck.reference.kcr.knn import knn_error, knn_predict
from gramcheck.reference.kcr.lmnn import LMNN, lmnn, lmnn_objective, lmnn_subgradient
from gramcheck.reference.kcr.programme import (
    ActiveSets,
    active_sets,
    label_signs,
    objective,
    objective_from_distances,
    same_class_counts,
    subgradient,
)
from gramcheck.reference.kcr.projections import project, project_alternating, project_dykstra
from gramcheck.reference.kcr.result import KernelRule
from gramcheck.reference.kcr.rule import (
    KernelVotes,
    kernel_rule,
    resubstitution_error,
    smoothing_kernel,
)
from gramcheck.reference.kcr.splitting import solve_by_splitting

__all__ = [
    "KLMCA",
    "KMLCC",
    "LMNN",
    "ActiveSets",
    "KernelRule",
    "KernelVotes",
    "Relaxations",
    "active_sets",
    "balance_scale",
    "center_coefficients",
    "coefficients_from_sigma",
    "embed",
    "gaussian_kernel",
    "gradient_projection",
    "kernel_nn",
    "kernel_rule",
    "klmca",
    "klmca_gradient",
    "klmca_objective",
    "kmlcc",
    "kmlcc_gradient",
    "kmlcc_objective",
    "knn_error",
    "knn_predict",
    "label_signs",
    "lmnn",
    "lmnn_objective",
    "lmnn_subgradient",
    "logistic_bound",
    "lower_bound",
    "mahalanobis",
    "margin",
    "objective",
    "objective_8",
    "objective_from_distances",
    "project",
    "project_alternating",
    "project_dykstra",
    "relaxations",
    "resubstitution_bound",
    "resubstitution_error",
    "same_class_counts",
    "sigma_from_coefficients",
    "smoothing_kernel",
    "solve_by_cutting_planes",
    "solve_by_splitting",
    "solve_exactly",
    "squared_distances",
    "squared_norm",
    "subgradient",
]
