"""Section III: characteristic vectors of a corpus.

Coordinate j of V(S) is the number of times that node j occurs in the tree of S, leaves included;
with the leaves ||V(S) - V(S')||_1 >= EDM(S, S'), and without them not. The :class:`Vocabulary` says
which node is which: columns go level by level, leaves first, letters in sorted order, nodes by
their first appearance in the corpus. It depends on the strings and their order alone, not on the
chunks in which they come.

New strings are parsed one by one after the corpus, whose own names and parse stay as they are. A
letter outside the alphabet comes after it, and a node outside the vocabulary gets the next name by
its first appearance in that string; neither has a column, and both are counted. The result is that
of a corpus to which the string is appended, unless the new names would change the corpus: in "cm"
and "paper" where they ask for one more round of alphabet reduction, in "released" where nodes of a
higher level follow.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence

import numpy as np
import scipy as sp

from gramcheck.reference import check
from gramcheck.reference.sfm.engines import new_strings
from gramcheck.reference.sfm.engines.corpus import Stored, chunks_of, put_together
from gramcheck.reference.sfm.engines.vocabulary import VARIANTS, Vocabulary, fit
from gramcheck.reference.types import Integers

__all__ = ["Vocabulary", "characteristic_vectors", "fit_vocabulary", "transform"]


def characteristic_vectors(
    strings: Sequence[str], variant: str = "cm"
) -> tuple[sp.sparse.csr_matrix, Vocabulary]:
    """Characteristic vectors of a corpus, Section III.

    Parameters
    ----------
    strings : sequence of n str
        The empty string has no node. One character is one code point.
    variant : "cm", "paper" or "released"
        See :mod:`.esp`.

    Returns
    -------
    V : (n, d) CSR matrix of int64
        Columns increase in each row; sums of rows are the numbers of nodes.
    vocabulary : Vocabulary
        With ``len(vocabulary) == d``.

    Raises
    ------
    ValueError
        No strings, all of them empty, an unknown variant.
    TypeError
        A bare string, or anything but str in the sequence.
    """
    variant = check.choice("variant", variant, VARIANTS)
    strings = check.strings("strings", strings)
    vocabulary, matrices = fit(chunks_of(strings), variant, [], counting=True)
    return sp.sparse.csr_matrix(sp.sparse.vstack(matrices, format="csr")), vocabulary


def fit_vocabulary(chunks: Iterable[Sequence[str]], variant: str = "cm") -> Vocabulary:
    """The vocabulary of a corpus that comes in chunks, Section III, the same as if it came in one.

    Names depend on the whole of the level below, so each level of all strings is written to
    temporary files and read again. They take 1 to 4 bytes a character and 16 a string, and
    :mod:`tempfile` should put them on a disk. Memory holds one chunk, or small ones together up to
    2^21 characters, with some 60 bytes a character while it is parsed. It also holds the
    vocabulary, 12 bytes a node, and an index of up to 60 bytes a node of the current level; for
    "released" it is 8 bytes a node, and the index is of all nodes. :func:`transform` gives the
    vectors chunk by chunk.

    Parameters
    ----------
    chunks : iterable of sequences of str
        Read once.
    variant : "cm", "paper" or "released"

    Returns
    -------
    Vocabulary

    Raises
    ------
    ValueError, TypeError
        As :func:`characteristic_vectors`.
    """
    variant = check.choice("variant", variant, VARIANTS)
    if isinstance(chunks, str | bytes) or not np.iterable(chunks):
        raise TypeError(f"chunks must be an iterable of lists of str, got {check.shown(chunks)}")
    checked = (check.strings(f"chunks[{i}]", chunk) for i, chunk in enumerate(chunks))
    with tempfile.TemporaryDirectory() as directory:
        return fit(put_together(checked), variant, Stored(directory), counting=False)[0]


def transform(
    strings: Sequence[str], vocabulary: Vocabulary, variant: str | None = None
) -> tuple[sp.sparse.csr_matrix, Integers]:
    """Characteristic vectors, Section III, of new strings over a fixed vocabulary.

    Each row depends on its string and the vocabulary only; for the strings of the corpus it is the
    row of :func:`characteristic_vectors`.

    Parameters
    ----------
    strings : sequence of n str
    vocabulary : Vocabulary
    variant : str, optional
        Refused if it is not the vocabulary's.

    Returns
    -------
    V : (n, len(vocabulary)) CSR matrix of int64
        Columns increase in each row.
    unseen : (n,)
        Number of nodes of each string's tree that have no column.

    Raises
    ------
    ValueError
        No strings, a vocabulary of another variant or with two equal rows.
    TypeError
        A bare string, anything but str in the sequence, no vocabulary.
    """
    if not isinstance(vocabulary, Vocabulary):
        raise TypeError(f"vocabulary must be a Vocabulary, got {check.shown(vocabulary)}")
    wanted = vocabulary.variant if variant is None else variant
    if check.choice("variant", wanted, VARIANTS) != vocabulary.variant:
        raise ValueError(
            f"vocabulary must be of the variant {wanted!r}, got one of {vocabulary.variant!r}"
        )
    strings = check.strings("strings", strings)
    results = [new_strings.transform(part, vocabulary) for part in chunks_of(strings)]
    matrices, unseen = zip(*results, strict=True)
    return sp.sparse.csr_matrix(sp.sparse.vstack(matrices, format="csr")), np.concatenate(unseen)
