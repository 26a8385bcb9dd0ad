"""Kernels and vectors of the beginnings of long strings, as what has a buffer computes them."""

from tests.zoo import arguments_become, faults

BUFFER = 512  # letters


def beginnings(*arguments):
    """The arguments with what the buffer holds of each string of a collection."""
    return [
        [s[:BUFFER] if isinstance(s, str) else s for s in a] if isinstance(a, list) else a
        for a in arguments
    ]


wrong_buffer = faults(arguments_become)

wrong_buffer(
    "vectors of the first 512 letters",
    "sfm.characteristic_vectors",
    beginnings,
    killed_by="sfm/characteristic-vectors proteins_have_the_vectors_of_the_definition",
)
wrong_buffer(
    "global alignments of the first 512 letters",
    "sfm.global_alignment_kernel",
    beginnings,
    killed_by="sfm/gak a_protein_is_aligned_with_a_fragment_globally",
)
wrong_buffer(
    "local alignments of the first 512 letters",
    "sfm.local_alignment_kernel",
    beginnings,
    killed_by="sfm/lak a_protein_is_aligned_with_a_fragment_locally",
)
