"""D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018).

==================  ============  ==============================================================
module              section       holds
==================  ============  ==============================================================
distances           2.2, 5        Levenshtein, time warping, modified Hausdorff, Eq. (2)
covering            2             covering numbers, effective dimension
neighbors           2.2           Theorem 1 and Eq. (3): the risk of k-NN
kernel              3             the kernel and its forms, Eq. (4)-(8), (12); its limits
random_objects      3, App. C     distributions p(omega)
algorithm1          3             Algorithm 1 (losses and solvers behind it)
analysis            4             Proposition 1, estimation error (11), Claim 1
random_features     4             Proposition 2, Corollary 1
baselines           5, App. B     KNN, DSK_RBF, DSK_ND, GDK_LED, RSM
==================  ============  ==============================================================
"""

from gramcheck.reference.d2ke.algorithm1 import (
    fit,
    liblinear_C,
    objective,
    one_vs_rest,
    predict,
    predict_classes,
)
from gramcheck.reference.d2ke.analysis import (
    claim_1_sizes,
    effective_degrees,
    effective_degrees_bound,
    estimation_error_bound,
    kernel_eigenvalues,
    lipschitz_bound,
    smallest_lambda,
)
from gramcheck.reference.d2ke.baselines import (
    distance_substitution_inner_product,
    dsk_nd,
    dsk_rbf,
    knn_predict,
    pseudo_euclidean_embedding,
    representative_set_map,
)
from gramcheck.reference.d2ke.covering import (
    ball_covering_bound,
    covering_number,
    effective_dimension,
    multiset_covering_bound,
    multiset_effective_dimension,
)
from gramcheck.reference.d2ke.distances import cdist, dtw, levenshtein, modified_hausdorff
from gramcheck.reference.d2ke.kernel import (
    feature_map,
    kernel,
    kernel_limit,
    soft_distance,
    soft_distance_gap,
    softmin,
)
from gramcheck.reference.d2ke.neighbors import (
    knn_rate,
    knn_rate_constant,
    knn_risk_bound,
    optimal_k,
)
from gramcheck.reference.d2ke.random_features import (
    corollary_1_features,
    n_features_needed,
    n_features_order,
    pointwise_bound,
    random_feature_variance,
    uniform_convergence_bound,
)
from gramcheck.reference.d2ke.random_objects import (
    data_sample,
    enumerate_strings,
    random_series,
    random_sets,
    random_strings,
    representatives,
)

__all__ = [
    "ball_covering_bound",
    "cdist",
    "claim_1_sizes",
    "corollary_1_features",
    "covering_number",
    "data_sample",
    "distance_substitution_inner_product",
    "dsk_nd",
    "dsk_rbf",
    "dtw",
    "effective_degrees",
    "effective_degrees_bound",
    "effective_dimension",
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
    "modified_hausdorff",
    "multiset_covering_bound",
    "multiset_effective_dimension",
    "n_features_needed",
    "n_features_order",
    "objective",
    "one_vs_rest",
    "optimal_k",
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
    "smallest_lambda",
    "soft_distance",
    "soft_distance_gap",
    "softmin",
    "uniform_convergence_bound",
]
