"""KCR: Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008).

====================  ==========  ==============================================================
module                section     holds
====================  ==========  ==============================================================
rule                  1, 2        kernel classification rules (1), (2); resubstitution error
bounds                2, 4        the bounds from the error to the hinges of (9), step by step
embedding             3           distances, norms and embeddings from Sigma
programme             4.1         the semidefinite program (9): objective, active sets, subgradient
projections           4.1         projections onto its feasible set, exact and by alternation
experiment            5           the Gaussian kernel and the balance data
====================  ==========  ==============================================================
"""

from reference.kcr.bounds import (
    Relaxations,
    logistic_bound,
    margin,
    objective_8,
    relaxations,
    resubstitution_bound,
)
from reference.kcr.embedding import (
    center_coefficients,
    coefficients_from_sigma,
    embed,
    mahalanobis,
    sigma_from_coefficients,
    squared_distances,
    squared_norm,
)
from reference.kcr.experiment import balance_scale, gaussian_kernel
from reference.kcr.programme import (
    ActiveSets,
    active_sets,
    label_signs,
    objective,
    objective_from_distances,
    same_class_counts,
    subgradient,
)
from reference.kcr.projections import project, project_alternating, project_dykstra
from reference.kcr.rule import KernelVotes, kernel_rule, resubstitution_error, smoothing_kernel

__all__ = [
    "ActiveSets",
    "KernelVotes",
    "Relaxations",
    "active_sets",
    "balance_scale",
    "center_coefficients",
    "coefficients_from_sigma",
    "embed",
    "gaussian_kernel",
    "kernel_rule",
    "label_signs",
    "logistic_bound",
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
    "squared_distances",
    "squared_norm",
    "subgradient",
]
