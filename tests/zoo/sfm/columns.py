"""Characteristic vectors whose columns are told twice, in no order, or not at all."""

from functools import partial

import numpy as np
import scipy.sparse

from tests.zoo import result_becomes, wrong

wrong_vectors = partial(wrong, result_becomes, "sfm.characteristic_vectors")


@wrong_vectors(killed_by="sfm/characteristic-vectors columns_increase_in_each_row")
def nodes_are_listed_one_by_one(result, *_):
    """A column stands in its row as often as its node, a 1 each time."""
    V, vocabulary = result
    times = np.asarray(V.data)
    ends = np.concatenate([[0], np.cumsum(times)])[V.indptr]
    parts = np.ones(ends[-1], times.dtype), np.repeat(V.indices, times), ends
    return scipy.sparse.csr_matrix(parts, V.shape), vocabulary


@wrong_vectors(killed_by="sfm/characteristic-vectors alphabets_may_be_as_large_as_a_byte")
def letter_256_is_none(result, strings, *_):
    """Letters are numbered in a byte, of which the last number means that there is none."""
    V, vocabulary = result
    V = scipy.sparse.lil_matrix(V)
    if len(set("".join(strings))) == 256:
        V[:, 255] = 0
    return scipy.sparse.csr_matrix(V), vocabulary


@wrong_vectors(killed_by="sfm/characteristic-vectors columns_increase_in_each_row")
def columns_in_the_order_of_a_stack(result, *_):
    """The last node that was made comes first."""
    V, vocabulary = result
    turned = np.concatenate(
        [np.arange(a, b)[::-1] for a, b in zip(V.indptr, V.indptr[1:], strict=False)]
    )
    parts = V.data[turned], V.indices[turned], V.indptr
    return scipy.sparse.csr_matrix(parts, V.shape), vocabulary


@wrong("sfm.transform", killed_by="sfm/characteristic-vectors single_letters_are_single_nodes")
def one_unseen_node_is_taken_for_the_last_known_one(right, strings, vocabulary):
    """Numbers above that of the known nodes are counted, and the first of the new ones is that."""
    V, unseen = right.sfm.transform(strings, vocabulary)
    return V, np.maximum(np.asarray(unseen) - 1, 0)
