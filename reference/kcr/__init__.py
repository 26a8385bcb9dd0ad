"""KCR: Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008).

=======  ============================  ===================  ========================================
section  statement                     module               functions
=======  ============================  ===================  ========================================
1, 2     Eq. (1), Eq. (2)              rule                 kernel_rule, smoothing_kernel,
                                                            KernelVotes
2        the resubstitution error      rule                 resubstitution_error
2        Eq. (3)                       bounds               regularized_error
2        Eq. (4)                       bounds               relaxations
2        Eq. (5)                       bounds               errors_5, objective_5, margin,
                                                            label_signs
3        Eq. (6)                       representer          objective_6
3        Theorem 1, Eq. (7)            representer          expansion, embed
3        Remark 2                      representer          squared_norm, sigma_from_coefficients,
                                                            coefficients_from_sigma
3        Corollary 3                   representer          squared_distances
3        Corollary 4                   representer          mahalanobis
4        Eq. (8)                       bounds               objective_8, logistic_bound
4.1      the relaxations to Eq. (9)    bounds               relaxations, Relaxations,
                                                            resubstitution_bound, same_class_counts
4.1      Eq. (9)                       program              objective, objective_from_distances,
                                                            solve_exactly, solve_by_splitting,
                                                            KernelRule, lower_bound
4.1      Algorithm 1                   algorithm1           active_sets, ActiveSets, subgradient,
                                                            algorithm_1
4.1      Algorithm 1, with its gap     gradient_projection  gradient_projection
4.1      the projection P_N            projections          project_alternating, project_dykstra,
                                                            project
5        the Gaussian kernel, balance  experiments          gaussian_kernel, balance_scale
5        k-NN, Kernel-NN               kernel_nn            knn_predict, knn_error, kernel_nn
5        LMNN                          lmnn                 lmnn, LMNN, lmnn_objective,
                                                            lmnn_subgradient
5        KMLCC                         kmlcc                kmlcc, KMLCC, kmlcc_objective,
                                                            kmlcc_gradient
5        KLMCA                         klmca                klmca, KLMCA, klmca_objective,
                                                            klmca_gradient
A        Lemma 5, Eq. (10)             appendix             lemma_5, objective_10,
                                                            coefficients_from_pairs,
                                                            center_coefficients
=======  ============================  ===================  ========================================

What serves speed, digits or certificates is in ``engines``.
"""

from gramcheck.reference.kcr.algorithm1 import (
    ActiveSets,
    active_sets,
    algorithm_1,
    subgradient,
)
from gramcheck.reference.kcr.appendix import (
    center_coefficients,
    coefficients_from_pairs,
    lemma_5,
    objective_10,
)
from gramcheck.reference.kcr.bounds import (
    Relaxations,
    errors_5,
    label_signs,
    logistic_bound,
    margin,
    objective_5,
    objective_8,
    regularized_error,
    relaxations,
    resubstitution_bound,
    same_class_counts,
)
from gramcheck.reference.kcr.experiments import balance_scale, gaussian_kernel
from gramcheck.reference.kcr.gradient_projection import gradient_projection
from gramcheck.reference.kcr.kernel_nn import kernel_nn, knn_error, knn_predict
from gramcheck.reference.kcr.klmca import KLMCA, klmca, klmca_gradient, klmca_objective
from gramcheck.reference.kcr.kmlcc import KMLCC, kmlcc, kmlcc_gradient, kmlcc_objective
from gramcheck.reference.kcr.lmnn import LMNN, lmnn, lmnn_objective, lmnn_subgradient
from gramcheck.reference.kcr.program import (
    KernelRule,
    lower_bound,
    objective,
    objective_from_distances,
    solve_by_splitting,
    solve_exactly,
)
from gramcheck.reference.kcr.projections import project, project_alternating, project_dykstra
from gramcheck.reference.kcr.representer import (
    coefficients_from_sigma,
    embed,
    expansion,
    mahalanobis,
    objective_6,
    sigma_from_coefficients,
    squared_distances,
    squared_norm,
)
from gramcheck.reference.kcr.rule import (
    KernelVotes,
    kernel_rule,
    resubstitution_error,
    smoothing_kernel,
)

__all__ = [
    "KLMCA",
    "KMLCC",
    "LMNN",
    "ActiveSets",
    "KernelRule",
    "KernelVotes",
    "Relaxations",
    "active_sets",
    "algorithm_1",
    "balance_scale",
    "center_coefficients",
    "coefficients_from_pairs",
    "coefficients_from_sigma",
    "embed",
    "errors_5",
    "expansion",
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
    "lemma_5",
    "lmnn",
    "lmnn_objective",
    "lmnn_subgradient",
    "logistic_bound",
    "lower_bound",
    "mahalanobis",
    "margin",
    "objective",
    "objective_5",
    "objective_6",
    "objective_8",
    "objective_10",
    "objective_from_distances",
    "project",
    "project_alternating",
    "project_dykstra",
    "regularized_error",
    "relaxations",
    "resubstitution_bound",
    "resubstitution_error",
    "same_class_counts",
    "sigma_from_coefficients",
    "smoothing_kernel",
    "solve_by_splitting",
    "solve_exactly",
    "squared_distances",
    "squared_norm",
    "subgradient",
]
