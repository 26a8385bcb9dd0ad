"""Tables of substitution scores that are another one's, or somebody's typing."""

import numpy as np

from tests.zoo import wrong

KILLED_BY = "sfm/blosum62 amino_acids_score_as_printed"


@wrong("sfm.blosum62", killed_by=KILLED_BY)
def tryptophan_of_blosum45(right):
    """15 instead of 11."""
    table = np.array(right.sfm.blosum62())
    table[table == 11] = 15
    return table


@wrong("sfm.blosum62", killed_by=KILLED_BY)
def one_triangle_is_forgotten(right):
    """Zeros above the diagonal."""
    return np.tril(right.sfm.blosum62())


@wrong("sfm.blosum62", killed_by=KILLED_BY)
def letters_in_alphabetic_order(right):
    """Rows and columns A, C, D, ..."""
    table = np.asarray(right.sfm.blosum62())
    order = np.append(np.argsort(list("ARNDCQEGHILKMFPSTWYV")), range(20, 24))
    return table[np.ix_(order, order)]
