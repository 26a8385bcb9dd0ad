"""Strings as libraries treat them: in narrow integers, in blocks, in single precision."""

import dataclasses
from unittest import mock

import numpy as np
import scipy.sparse

from tests.zoo import (
    Altered,
    arguments_become,
    changed,
    faults,
    result_becomes,
    with_16_bits,
    wrong,
)

SINGLE = 10**6  # entries from which on a result is made in single precision, to save memory


def narrow(values, kind):
    """Numbers as they come out of integers of this kind; halves stay."""
    whole = np.trunc(values)
    return whole.astype(np.int64).astype(kind) + (values - whole)


def counts_become(right, kind):
    """Characteristic vectors whose counts are integers of this kind."""

    def narrowed(function):
        def vectors(*args, **how):
            V, rest = function(*args, **how)
            V = scipy.sparse.csr_matrix(V, copy=True)
            V.data = narrow(V.data, kind)
            return V, rest

        return vectors

    names = ("characteristic_vectors", "transform")
    return changed(right, paper="sfm", **{n: narrowed(right.get(f"sfm.{n}")) for n in names})


wrong_counts = faults(counts_become, killed_by="sfm/characteristic-vectors")

for bits in (8, 16):
    for kind in (f"int{bits}", f"uint{bits}"):
        wrong_counts(f"ESP counts in {kind}: a node that is frequent overflows", kind)


@wrong(
    result_becomes,
    "sfm.characteristic_vectors",
    killed_by="sfm/characteristic-vectors many_strings_have_as_many_nodes",
)
def pairs_are_numbered_in_32_bits(result, *args):
    """String times the number of nodes plus node, which begins again at 2^32."""
    V, vocabulary = result
    V = scipy.sparse.coo_matrix(V)
    keys = (V.row.astype(np.uint64) * V.shape[1] + V.col.astype(np.uint64)) % 2**32
    rows, columns = np.divmod(keys.astype(np.int64), V.shape[1])
    return scipy.sparse.csr_matrix((V.data, (rows, columns)), V.shape), vocabulary


@wrong(
    result_becomes,
    "sfm.characteristic_vectors",
    killed_by="sfm/characteristic-vectors many_nodes_have_many_names",
)
def nodes_are_counted_on_each_level_that_they_pass(result, *args):
    """Every node has a parent of one child, which is a node of another name."""
    V, vocabulary = result
    return scipy.sparse.csr_matrix(scipy.sparse.hstack([V, V])), vocabulary


@wrong(
    result_becomes,
    "sfm.characteristic_vectors",
    killed_by="sfm/characteristic-vectors many_nodes_have_many_names",
)
def nodes_are_named_in_16_bits(result, *_):
    """Columns beyond 65,535 begin anew."""
    V, vocabulary = result
    V = scipy.sparse.coo_matrix(V)
    shape = V.shape[0], min(V.shape[1], 2**16)
    return scipy.sparse.csr_matrix((V.data, (V.row, V.col % 2**16)), shape), vocabulary


@wrong("sfm.transform", killed_by="sfm/characteristic-vectors")
def unseen_nodes_are_numbered_through_the_batch(right, strings, vocabulary):
    """A new string's blocks depend on the strings before it."""
    engine = "gramcheck.reference.sfm.engines.new_strings.starts_of"
    with mock.patch(engine, np.zeros_like):
        return right.sfm.transform(strings, vocabulary)


wrong_codes = faults(
    result_becomes,
    "sfm.cgk_embed",
    killed_by="sfm/cgk-distortion letters_of_large_alphabets_are_told_apart",
)

for kind in ("uint8", "int16", "uint16"):
    wrong_codes(f"CGK's codes in {kind}", lambda codes, *_, kind=kind: codes.astype(kind))


def view_becomes(right, name, form):
    """An attribute of a tree as ``form(the right one)``, called with what it is called with."""

    def alter(tree, *_):
        found = getattr(tree, name)
        made = (lambda *a: form(found(*a))) if callable(found) else form(found)
        return Altered(tree, **{name: made})

    return result_becomes(right, "sfm.esp_tree", alter)


wrong_view = faults(
    view_becomes, killed_by="sfm/esp-tree nodes_edges_and_spans_are_those_of_the_tree"
)

wrong_view("height of a tree in levels", "height", lambda height: height + 1)
wrong_view("nodes of a tree without its root", "nodes", lambda nodes: nodes[:-1])
wrong_view("edges of a tree by the level of the child", "edges",
           lambda edges: [((i - 1, k), below) for (i, k), below in edges])  # fmt: skip
wrong_view("edges of a tree to the first child only", "edges", lambda edges: edges[:1])
wrong_view("edges of a tree from its first node", "edges",
           lambda edges: [((i, 0), below) for (i, _), below in edges])  # fmt: skip
wrong_view("spans of nodes with both ends", "spans",
           lambda spans: [(begin, end - 1) for begin, end in spans])  # fmt: skip


@wrong("sfm.esp_tree", killed_by="sfm/esp-tree", raises=RecursionError)
def trees_by_recursion(right, s, variant="cm"):
    """One call a letter, of which Python allows a thousand."""

    def spelled(place):
        return s[place] + spelled(place + 1) if place < len(s) else ""

    return right.sfm.esp_tree(spelled(0), variant)


@wrong(result_becomes, "sfm.esp_tree", killed_by="sfm/esp-tree")
def trees_without_their_roots(tree, *_):
    """The level above the last but one is left out."""
    return Altered(tree, starts=tree.starts[:-1], names=tree.names[:-1])


wrong_kernel = faults(result_becomes, killed_by="sfm/gak")

wrong_kernel(
    "GAK with a stand-in for minus infinity: -1e300 where no alignment has a weight",
    "sfm.global_alignment_kernel",
    lambda K, *_: np.where(np.isneginf(K), -1e300, K),
)
wrong_kernel(
    "GAK in single precision: of series that make large tables",
    "sfm.global_alignment_kernel",
    lambda K, X, *_: np.float32(K) if max(map(len, X)) > 64 else K,
)
for function, claim, check in (
    ("global", "sfm/gak", "many_single_points_are_aligned_with_long_series"),
    ("local", "sfm/lak", "many_single_letters_are_aligned_with_long_strings"),
):
    wrong_kernel(
        f"{function} alignment kernel of 32,768 pairs and more: the last are left out",
        f"sfm.{function}_alignment_kernel",
        lambda K, *_: np.where(np.arange(K.size).reshape(K.shape) < 2**15, K, 0.0),
        killed_by=f"{claim} {check}",
    )
wrong_kernel(
    "mismatch kernel in int32: products of counts overflow",
    "sfm.mismatch_kernel",
    lambda K, *_: narrow(np.asarray(K), "int32"),
    killed_by="sfm/mismatch",
)
wrong_kernel(
    "GAK of letters as a sum of doubles: zero where it is below the smallest",
    "sfm.global_alignment_kernel",
    lambda K, *_: np.where(K < -745, -np.inf, K),
    killed_by="sfm/gak letters_that_hardly_match_are_aligned",
)


@wrong("sfm.mismatch_kernel", killed_by="sfm/mismatch strings_of_many_words_count_those_near_both")
def words_of_long_strings_must_match(right, X, Y, k, m, alphabet=None, *sampling):
    """No letter may differ where there are more than a hundred words."""
    return right.sfm.mismatch_kernel(X, Y, k, m * (len(X[0]) <= 100), alphabet, *sampling)


wrong_kernel(
    "Hamming distances in bytes: of more than 255 positions",
    "sfm.hamming_distances",
    lambda D, *_: narrow(np.asarray(D), "uint8"),
    killed_by="sfm/cgk-hamming-equals-l1",
)
for function, claim in (("sfm", "sfm/algorithm-2"), ("rff", "sfm/eq-2")):
    wrong_kernel(
        f"{function} in single precision: where there are a million features",
        f"sfm.{function}",
        lambda Z, *_: np.float32(Z) if np.size(Z) > SINGLE else Z,
        killed_by=claim,
    )
wrong_kernel(
    "Laplacian kernel in single precision: where there are many pairs",
    "sfm.laplacian_kernel",
    lambda K, *_: np.float32(K) if np.size(K) > 10**4 else K,
    killed_by="sfm/eq-1",
)


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak")
def local_alignments_in_plain_doubles(right, X, Y, beta=0.5, *costs, form="scaled_log", **how):
    """Sums of exponentials, which are infinite for a protein and itself."""
    K = np.array(right.sfm.local_alignment_kernel(X, Y, beta, *costs, form=form, **how))
    logarithms = {"scaled_log": beta, "log": 1.0}
    return np.where(K * logarithms[form] > 709, np.inf, K) if form in logarithms else K


@wrong("sfm.l1_distances", killed_by="sfm/eq-1")
def distances_from_norms(V, W):
    """|x| + |y| less what is common, which loses the digits of large numbers that nearly agree."""
    V, W = (np.asarray(A.toarray() if scipy.sparse.issparse(A) else A, float) for A in (V, W))
    norms = np.abs(V).sum(axis=1)[:, None] + np.abs(W).sum(axis=1)
    x, y = V[:, None], W[None]
    return norms - (np.abs(x) + np.abs(y) - np.abs(x - y)).sum(axis=2)


@wrong("sfm.local_alignment_kernel", killed_by="sfm/lak a_protein_is_aligned_with_itself")
def large_local_alignments_of_the_shortest(right, X, Y, *costs, **how):
    """Those that leave doubles are computed again together, to the end of the shortest string."""
    K = np.array(right.sfm.local_alignment_kernel(X, Y, *costs, **how))
    lost = K[0] > 1400
    if lost.any():
        shortest = min(len(Y[j]) for j in np.flatnonzero(lost))
        again = [y[:shortest] for y in Y]
        K[0, lost] = right.sfm.local_alignment_kernel(X, again, *costs, **how)[0, lost]
    return K


wrong_generator = faults(arguments_become, killed_by="sfm/hash-uniform")

wrong_generator("hash reseeded: by 16 bits a call", "sfm.sample_hash", with_16_bits)
wrong_generator(
    "embedding reseeded: by 16 bits a call",
    "sfm.cgk_embed",
    with_16_bits,
    killed_by="sfm/cgk-distortion",
)


# what trees and vocabularies show ---------------------------------------------------------------


@wrong(
    result_becomes,
    "sfm.esp_tree",
    killed_by="sfm/esp-tree drawn_tree_has_each_name_above_its_leaves",
)
def trees_drawn_without_widths(tree, *args):
    """Every name as wide as every other, whatever is under it."""
    *lines, last = tree.draw().splitlines()
    return Altered(tree, draw=lambda: "\n".join([" ".join(x.split()) for x in lines] + [last]))


@wrong(
    result_becomes,
    "sfm.characteristic_vectors",
    killed_by="sfm/characteristic-vectors columns_are_named_by_what_they_spell",
)
def columns_named_by_the_level_below(found, *args):
    """A node of the second level is looked up among the letters' parents."""
    V, vocabulary = found
    return V, Altered(vocabulary, text=lambda j: vocabulary.text(max(0, j - 1)))


@wrong("sfm.l1_distances", killed_by="sfm/eq-1 entries_of_either_sign_are_subtracted")
def counts_have_no_sign(right, V, W):
    """Differences of sizes, in sparse matrices alone, whose entries are counts."""
    V, W = (abs(A) if scipy.sparse.issparse(A) else A for A in (V, W))
    return right.sfm.l1_distances(V, W)


@wrong(
    "sfm.fit_vocabulary",
    killed_by="sfm/characteristic-vectors long_chunks_are_read_like_short_ones",
)
def chunks_that_fill_the_buffer_are_lost(right, chunks, *options):
    """What is held is emptied once it is large, and handed on at the end."""
    return right.sfm.fit_vocabulary(
        (chunk for chunk in chunks if sum(map(len, chunk)) < 2**21), *options
    )


@wrong(result_becomes, "sfm.esp_tree", killed_by="sfm/esp-tree")
def trees_end_at_two_nodes(tree, *_):
    """The root above the last two nodes is left out."""
    if not tree.starts or len(tree.names[-2]) > 2:
        return tree
    return dataclasses.replace(tree, names=tree.names[:-1], starts=tree.starts[:-1])
