"""Characteristic vectors as matrices: columns, short strings, large alphabets, large chunks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import scipy.sparse

from gramcheck.verify.compare import equal, is_true
from gramcheck.verify.conventions import diagnoser
from gramcheck.verify.record import Outcome
from gramcheck.verify.registry import check
from gramcheck.verify.suite.d2ke.problems import all_strings
from gramcheck.verify.suite.sfm.problems import VARIANTS, dense, exact_vectors

PLACE = "Section III; Appendix A"
DIAGNOSE = diagnoser("sfm.characteristic_vectors")


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def columns_increase_in_each_row(target: Any, run: Any) -> Iterator[Outcome]:
    """Each is there once, also where nodes are so many that a row has few of them."""
    letters = np.array(list("ABCDEFGHIJKLMNOPQRST"))
    for n in (3, 40):
        strings = ["".join(row) * 2 for row in run.rng.choice(letters, size=(n, 30))]
        V, vocabulary = target.sfm.characteristic_vectors(strings)
        for rows in (V, target.sfm.transform(strings, vocabulary)[0]):
            S = scipy.sparse.csr_matrix(rows)
            later = np.diff(S.indices) > 0
            later[S.indptr[1:-1] - 1] = True  # from the end of a row to the next one
            yield is_true(bool(later.all()), "got columns that do not increase in a row")


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.characteristic_vectors", "sfm.transform"),
    since="0.2",
)
def single_letters_are_single_nodes(target: Any, run: Any) -> Iterator[Outcome]:
    """Seen where the vocabulary has the letter, and else unseen, in each variant."""
    for variant in VARIANTS:
        vocabulary = target.sfm.characteristic_vectors(["CA", "A"], variant)[1]
        V, unseen = target.sfm.transform(["A", "B", "C", "D"], vocabulary)
        seen = np.asarray(scipy.sparse.csr_matrix(V).sum(axis=1)).ravel()
        yield equal(([1, 0, 1, 0], [0, 1, 0, 1]), (seen.tolist(), np.asarray(unseen).tolist()))


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs="sfm.characteristic_vectors",
    since="0.2",
    diagnose=DIAGNOSE,
)
def alphabets_may_be_as_large_as_a_byte(target: Any, run: Any) -> Iterator[Outcome]:
    """Two strings that have all of 255, 256 and 257 letters, in two orders."""
    for n in (255, 256, 257):
        letters = [chr(0x400 + k) for k in range(n)]
        strings = ["".join(run.rng.permutation(letters)) for _ in range(2)]
        expected = exact_vectors(tuple(strings), "cm")
        V, _ = target.sfm.characteristic_vectors(strings, "cm")
        yield equal(expected, scipy.sparse.csr_matrix(V).toarray())


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs="sfm.characteristic_vectors",
    since="0.3",
    diagnose=DIAGNOSE,
)
def every_short_string_has_the_nodes_of_its_tree(target: Any, run: Any) -> Iterator[Outcome]:
    """All strings over two letters up to length 9 and over three up to 5, as one corpus.

    And short ones with runs over more letters, which labels reduce in 0 to 3 rounds.
    """
    corpora = [all_strings("AB", 9, shortest=1) + all_strings("ABC", 5, shortest=3)]
    for n in (5, 7, 12, 30):
        letters, lengths = range(65, 65 + n), run.rng.integers(1, 20, size=100)
        corpora.append(tuple(
            "".join(chr(c) * min(int(run.rng.geometric(0.7)), 6)
                    for c in run.rng.choice(letters, length))
            for length in lengths
        ))  # fmt: skip
    for corpus, variant in product(corpora, VARIANTS):
        expected = exact_vectors(corpus, variant)
        V, _ = target.sfm.characteristic_vectors(list(corpus), variant)
        yield equal(expected, dense(V))


@check(
    "sfm/characteristic-vectors",
    place=PLACE,
    needs=("sfm.fit_vocabulary", "sfm.transform"),
    since="0.3",
)
def large_chunks_are_as_good_as_small_ones(target: Any, run: Any) -> Iterator[Outcome]:
    """After a chunk of five million letters, and before it, all nodes of either are counted.

    A run is parsed in threes, so that those of 3^14 letters are thirds of each other.
    """
    # Whoever reads by the piece takes a megabyte or a few at a time. This string alone is more, so
    # that what stands beside it is of another piece.
    run_of_a = "A" * 3**14
    thirds, few = [3.0**k for k in range(15)], [1.0, 1.0, 2.0]
    for chunks in ([["BAB"], [run_of_a]], [[run_of_a], ["BAB"]]):
        vocabulary = target.sfm.fit_vocabulary(iter(chunks))
        V, unseen = target.sfm.transform([run_of_a, "BAB"], vocabulary)
        long, short = dense(V)
        yield equal((thirds, few), tuple(np.sort(row[row > 0]).tolist() for row in (long, short)))
        yield equal([(3.0**14, 1.0)], [(a, b) for a, b in zip(long, short, strict=True) if a * b])
        yield equal([0, 0], np.asarray(unseen).tolist())
