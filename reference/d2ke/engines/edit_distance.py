r"""Levenshtein distance, Section 5: the bit-parallel recurrence.

The table of dynamic programming has :math:`D_{i,0} = i`, :math:`D_{0,j} = j` and

.. math:: D_{i,j} = \min(D_{i-1,j} + 1,\; D_{i,j-1} + 1,\; D_{i-1,j-1} + [x_i \ne y_j]) .

Neighboring entries differ by -1, 0 or 1, so a column j is known from two bit vectors over its rows
(Myers 1999, in the form of Hyyro 2003); bit i - 1 of each speaks of row i:

====== ==========================================================================================
P      :math:`D_{i,j} - D_{i-1,j} = +1` (vertical difference)
N      :math:`D_{i,j} - D_{i-1,j} = -1`
E      :math:`x_i = y_j` (tabulated for every letter before the first column)
D0     :math:`D_{i,j} = D_{i-1,j-1}` (the diagonal difference is 0, otherwise 1)
HP, HN :math:`D_{i,j} - D_{i,j-1} = \pm 1` (horizontal differences)
====== ==========================================================================================

The pattern x lies along the rows, the text y is read letter by letter. One column is one step:
``D0 = (((E & P) + P) ^ P) | E | N``, where the carries of the addition run down the stretches of P
just as a zero diagonal difference does; ``HP = N | ~(D0 | P)``; ``HN = D0 & P``; both shifted down
by one row, a one entering HP because :math:`D_{0,j} - D_{0,j-1} = 1`; then
``P = HN | ~(D0 | HP)`` and ``N = D0 & HP``. From all ones in P and none in N, the last column gives

.. math:: D_{m,n} = n + \mathrm{popcount}(P) - \mathrm{popcount}(N) .

:func:`one_pair` says just that, in Python's integers of any length; ``edit_distances`` lets NumPy
do many pairs at a time.
"""

from __future__ import annotations


def one_pair(x: str, y: str) -> int:
    """Levenshtein distance of two strings, one column after another; see the module's text.

    The shorter one is the pattern: every letter costs operations on as many bits.
    """
    x, y = sorted((x, y), key=len)
    ones = (1 << len(x)) - 1
    equal: dict[str, int] = {}
    for i, letter in enumerate(x):
        equal[letter] = equal.get(letter, 0) | 1 << i
    P, N = ones, 0
    for letter in y:
        E = equal.get(letter, 0)
        D0 = (((E & P) + P) ^ P) | E | N
        HP = N | ~(D0 | P)
        HN = D0 & P
        HP = HP << 1 | 1
        HN = HN << 1
        P = (HN | ~(D0 | HP)) & ones
        N = D0 & HP & ones
    return len(y) + P.bit_count() - N.bit_count()
