"""Space-efficient Feature Maps for String Alignment Kernels (Tabei, Yamanishi, Pagh 2019).

=======  ===========================  ==================  =========================================
section  statement                    module              functions
=======  ===========================  ==================  =========================================
II, VII  global alignment kernel GAK  gak                 global_alignment_kernel
II, VII  local alignment kernel LAK   lak                 local_alignment_kernel, shift_spectrum,
                                                          blosum62
III      edit distance with moves     edm                 edit_distance_with_moves
III      ESP tree                     esp                 esp_tree, EspTree
III      characteristic vector        vectors             characteristic_vectors, fit_vocabulary,
                                                          transform, Vocabulary
IV       Eq. (2)                      feature_maps        rff, cauchy_matrix
IV-A     Algorithm 1                  hashing             sample_hash, hash_uniform, hash_cauchy,
                                                          cauchy_quantile
IV-A     Algorithm 2                  feature_maps        plain_sfm, sfm
IV-A     t-wise independent hash      hashing             sample_t_wise, t_wise_hash
IV-B     Theorem 1                    concentration       concentration_bound, feature_variance,
                                                          predicted_average_error
V        Eq. (1)                      laplacian           laplacian_kernel, l1_distances
VI       CGK embedding                cgk                 cgk_embed, cgk_vectors, hamming_distances
VII      mismatch kernel              mismatch            mismatch_kernel, ball_intersections
VII      average error                laplacian           average_error
VII      the systems by name          systems             sfmedm, fmedm, sfmcgk, fmcgk, espkernel,
                                                          cgkkernel, stk17
A-A1     left preferential parsing    lpp                 lpp_parse
A-B      alphabet reduction           alphabet_reduction  alphabet_reduction, rounds_needed,
                                                          reduce_to_three
A-B      landmarks                    alphabet_reduction  landmarks
A-B      edit sensitive parsing       esp                 esp_tree
=======  ===========================  ==================  =========================================
"""

from gramcheck.reference.sfm.alphabet_reduction import (
    alphabet_reduction,
    landmarks,
    reduce_to_three,
    rounds_needed,
)
from gramcheck.reference.sfm.cgk import cgk_embed, cgk_vectors, hamming_distances
from gramcheck.reference.sfm.concentration import (
    concentration_bound,
    feature_variance,
    predicted_average_error,
)
from gramcheck.reference.sfm.edm import edit_distance_with_moves
from gramcheck.reference.sfm.esp import EspTree, esp_tree
from gramcheck.reference.sfm.feature_maps import cauchy_matrix, plain_sfm, rff, sfm
from gramcheck.reference.sfm.gak import global_alignment_kernel
from gramcheck.reference.sfm.hashing import (
    cauchy_quantile,
    hash_cauchy,
    hash_uniform,
    sample_hash,
    sample_t_wise,
    t_wise_hash,
)
from gramcheck.reference.sfm.lak import blosum62, local_alignment_kernel, shift_spectrum
from gramcheck.reference.sfm.laplacian import average_error, l1_distances, laplacian_kernel
from gramcheck.reference.sfm.lpp import lpp_parse
from gramcheck.reference.sfm.mismatch import ball_intersections, mismatch_kernel
from gramcheck.reference.sfm.systems import (
    cgkkernel,
    espkernel,
    fmcgk,
    fmedm,
    sfmcgk,
    sfmedm,
    stk17,
)
from gramcheck.reference.sfm.vectors import (
    Vocabulary,
    characteristic_vectors,
    fit_vocabulary,
    transform,
)

__all__ = [
    "EspTree",
    "Vocabulary",
    "alphabet_reduction",
    "average_error",
    "ball_intersections",
    "blosum62",
    "cauchy_matrix",
    "cauchy_quantile",
    "cgk_embed",
    "cgk_vectors",
    "cgkkernel",
    "characteristic_vectors",
    "concentration_bound",
    "edit_distance_with_moves",
    "esp_tree",
    "espkernel",
    "feature_variance",
    "fit_vocabulary",
    "fmcgk",
    "fmedm",
    "global_alignment_kernel",
    "hamming_distances",
    "hash_cauchy",
    "hash_uniform",
    "l1_distances",
    "landmarks",
    "laplacian_kernel",
    "local_alignment_kernel",
    "lpp_parse",
    "mismatch_kernel",
    "plain_sfm",
    "predicted_average_error",
    "reduce_to_three",
    "rff",
    "rounds_needed",
    "sample_hash",
    "sample_t_wise",
    "sfm",
    "sfmcgk",
    "sfmedm",
    "shift_spectrum",
    "stk17",
    "t_wise_hash",
    "transform",
]
