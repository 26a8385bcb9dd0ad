"""Space-efficient Feature Maps for String Alignment Kernels (Tabei, Yamanishi, Pagh 2019)."""

from gramcheck.reference.sfm.alignment_kernels import average_error, l1_distances, laplacian_kernel
from gramcheck.reference.sfm.alphabet_reduction import (
    alphabet_reduction,
    landmarks,
    reduce_to_three,
    rounds_needed,
)
from gramcheck.reference.sfm.cgk import cgk_embed, cgk_vectors, hamming_distances
from gramcheck.reference.sfm.edm import edit_distance_with_moves
from gramcheck.reference.sfm.esp import EspTree, esp_tree
from gramcheck.reference.sfm.feature_maps import cauchy_matrix, rff, sfm
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
from gramcheck.reference.sfm.lpp import lpp_parse
from gramcheck.reference.sfm.mismatch import ball_intersections, mismatch_kernel
from gramcheck.reference.sfm.new_strings import transform
from gramcheck.reference.sfm.vocabulary import Vocabulary, characteristic_vectors, fit_vocabulary

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
    "characteristic_vectors",
    "edit_distance_with_moves",
    "esp_tree",
    "fit_vocabulary",
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
    "reduce_to_three",
    "rff",
    "rounds_needed",
    "sample_hash",
    "sample_t_wise",
    "sfm",
    "shift_spectrum",
    "t_wise_hash",
    "transform",
]
