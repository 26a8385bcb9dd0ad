"""D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018).

The paper from statement to function, in its order. ``engines`` holds what serves speed, digits and
certificates; no statement of the paper stands there.

=======  ================================  ===================  ====================================
section  statement                         module               functions
=======  ================================  ===================  ====================================
2        Assumption 1                      --                   a property of the distance: it is
                                                                assumed, not computed
2.1      Assumption 2, Eq. (1)             covering             lipschitz_constant
2.1      Definition 1                      covering             covering_number
2.2      Assumption 3                      covering             effective_dimension
2.2      coverings of balls and of sets    covering             ball_covering_bound,
                                                                multiset_covering_bound,
                                                                multiset_effective_dimension
2.2      Eq. (2)                           distances            modified_hausdorff
2.2      Theorem 1                         neighbors            knn_risk_bound, optimal_k
2.2      Eq. (3)                           neighbors            knn_rate, knn_rate_constant
3        Eq. (4), Eq. (12)                 kernel               kernel
3        Eq. (5)                           kernel               softmin_kernel
3        Eq. (6)                           kernel               softmin
3        Eq. (7)                           kernel               soft_distance
3        the limit of large gamma          kernel               kernel_limit, soft_distance_gap
3        Eq. (8)                           kernel               feature_map
3, C     distributions of random objects   random_objects       random_strings, random_series,
                                                                random_sets, enumerate_strings,
                                                                data_sample, representatives
3        Algorithm 1                       algorithm1           plain_fit, fit, objective, predict,
                                                                one_vs_rest, predict_classes,
                                                                liblinear_C
4        Eq. (9), Eq. (10)                 analysis             empirical_risk, risk_minimizer,
                                                                RiskMinimizer
4, A     Proposition 1                     analysis             lipschitz_bound
4        Eq. (11)                          estimation_error     estimation_error_bound,
                                                                kernel_eigenvalues,
                                                                effective_degrees,
                                                                effective_degrees_bound,
                                                                smallest_lambda
4        Proposition 2                     uniform_convergence  uniform_convergence_bound
4        Proposition 2                     random_features      n_features_needed, n_features_order
4        the variance of (12)              random_features      random_feature_variance
4, A     Corollary 1                       random_features      corollary_1_features
4        Claim 1                           analysis             claim_1_sizes
5, C     distances of the experiments      distances            levenshtein, dtw, cdist
5, B     the systems compared with         baselines            knn_predict, dsk_rbf, dsk_nd,
                                                                distance_substitution_inner_product,
                                                                representative_set_map
5, B     GDK_LED                           pseudo_euclidean     pseudo_euclidean_embedding
A        Eq. (13)                          uniform_convergence  covering_deviation_bound,
                                                                pointwise_bound
A        Eq. (14)                          uniform_convergence  perturbation_bound
A        Eq. (15)                          uniform_convergence  deviation_bound
C        the search for parameters         rules_of_thumb       suggest_gamma, suggest_lengths
=======  ================================  ===================  ====================================
"""

from gramcheck.reference.d2ke.algorithm1 import (
    fit,
    liblinear_C,
    objective,
    one_vs_rest,
    plain_fit,
    predict,
    predict_classes,
)
from gramcheck.reference.d2ke.analysis import (
    RiskMinimizer,
    claim_1_sizes,
    empirical_risk,
    lipschitz_bound,
    risk_minimizer,
)
from gramcheck.reference.d2ke.baselines import (
    distance_substitution_inner_product,
    dsk_nd,
    dsk_rbf,
    knn_predict,
    representative_set_map,
)
from gramcheck.reference.d2ke.covering import (
    ball_covering_bound,
    covering_number,
    effective_dimension,
    lipschitz_constant,
    multiset_covering_bound,
    multiset_effective_dimension,
)
from gramcheck.reference.d2ke.distances import cdist, dtw, levenshtein, modified_hausdorff
from gramcheck.reference.d2ke.estimation_error import (
    effective_degrees,
    effective_degrees_bound,
    estimation_error_bound,
    kernel_eigenvalues,
    smallest_lambda,
)
from gramcheck.reference.d2ke.kernel import (
    feature_map,
    kernel,
    kernel_limit,
    soft_distance,
    soft_distance_gap,
    softmin,
    softmin_kernel,
)
from gramcheck.reference.d2ke.neighbors import (
    knn_rate,
    knn_rate_constant,
    knn_risk_bound,
    optimal_k,
)
from gramcheck.reference.d2ke.pseudo_euclidean import pseudo_euclidean_embedding
from gramcheck.reference.d2ke.random_features import (
    corollary_1_features,
    n_features_needed,
    n_features_order,
    random_feature_variance,
)
from gramcheck.reference.d2ke.random_objects import (
    data_sample,
    enumerate_strings,
    random_series,
    random_sets,
    random_strings,
    representatives,
)
from gramcheck.reference.d2ke.rules_of_thumb import suggest_gamma, suggest_lengths
from gramcheck.reference.d2ke.uniform_convergence import (
    covering_deviation_bound,
    deviation_bound,
    perturbation_bound,
    pointwise_bound,
    uniform_convergence_bound,
)

__all__ = [
    "RiskMinimizer",
    "ball_covering_bound",
    "cdist",
    "claim_1_sizes",
    "corollary_1_features",
    "covering_deviation_bound",
    "covering_number",
    "data_sample",
    "deviation_bound",
    "distance_substitution_inner_product",
    "dsk_nd",
    "dsk_rbf",
    "dtw",
    "effective_degrees",
    "effective_degrees_bound",
    "effective_dimension",
    "empirical_risk",
    "enumerate_strings",
    "estimation_error_bound",
    "feature_map",
    "fit",
    "kernel",
    "kernel_eigenvalues",
    "kernel_limit",
    "knn_predict",
    "knn_rate",
    "knn_rate_constant",
    "knn_risk_bound",
    "levenshtein",
    "liblinear_C",
    "lipschitz_bound",
    "lipschitz_constant",
    "modified_hausdorff",
    "multiset_covering_bound",
    "multiset_effective_dimension",
    "n_features_needed",
    "n_features_order",
    "objective",
    "one_vs_rest",
    "optimal_k",
    "perturbation_bound",
    "plain_fit",
    "pointwise_bound",
    "predict",
    "predict_classes",
    "pseudo_euclidean_embedding",
    "random_feature_variance",
    "random_series",
    "random_sets",
    "random_strings",
    "representative_set_map",
    "representatives",
    "risk_minimizer",
    "smallest_lambda",
    "soft_distance",
    "soft_distance_gap",
    "softmin",
    "softmin_kernel",
    "suggest_gamma",
    "suggest_lengths",
    "uniform_convergence_bound",
]
