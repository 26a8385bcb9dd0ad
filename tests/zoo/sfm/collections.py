"""Faults that only large collections show, or collections of which nothing is left."""

import numpy as np

from tests.zoo import wrong


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch many_short_strings_share_few_words")
def many_words_are_compared_as_they_are(right, X, Y, k, m, *rest, **how):
    """Where few strings share a word, none is looked for nearby."""
    few = len(X) > 10 and max(map(len, X)) < 2 * k
    return right.sfm.mismatch_kernel(X, Y, k, 0 if few else m, *rest, **how)


@wrong("sfm.transform", killed_by="sfm/bad-input new_strings_may_all_be_empty")
def strings_that_are_all_empty_have_no_vectors(right, strings, vocabulary):
    """Not even those of zeros."""
    V, unseen = right.sfm.transform(strings, vocabulary)
    return V if any(strings) else V[:0], unseen


@wrong("sfm.transform", killed_by="sfm/bad-input new_strings_may_all_be_empty")
def strings_that_are_all_empty_have_an_unknown_node(right, strings, vocabulary):
    """A root."""
    V, unseen = right.sfm.transform(strings, vocabulary)
    return V, unseen + (0 if any(strings) else 1)


@wrong(
    "sfm.fit_vocabulary",
    killed_by="sfm/characteristic-vectors large_chunks_are_as_good_as_small_ones",
)
def what_is_held_after_a_large_chunk_is_lost(right, chunks, *variant):
    """Chunks are put together up to two million letters; what is left at last is lost."""
    held, done, size = [], [], 0
    for chunk in chunks:
        held += chunk
        size += sum(map(len, chunk))
        if size >= 2**21:
            done, held, size = done + held, [], 0
    return right.sfm.fit_vocabulary([done or held], *variant)


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak very_many_strings_are_aligned_with_one")
def pairs_of_one_string_are_numbered_in_16_bits(right, X, Y, *rest, **how):
    """Beyond 65,536 they are taken for the first ones."""
    K = np.array(right.sfm.local_alignment_kernel(X, Y, *rest, **how))
    if len(Y) == 1:
        K = K[np.arange(len(K)) % 2**16]
    return K
