"""Wrong CGK embeddings and codings."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, wrong

DISTORTION = "sfm/cgk-distortion"


def embedding_becomes(right, *, shared=True, step=None, fresh=True, length_of=None, pad=None):
    """An embedding letter by letter with a fault in it."""

    def cgk_embed(strings, rng, length=None, alphabet=None):
        letters = sorted(set("".join(strings))) if alphabet is None else list(alphabet)
        longest = max(map(len, strings))
        if length is None:
            length = (length_of or (lambda n: 3 * n))(longest)
        draw = lambda: rng.integers(2, size=(length, len(letters)))  # noqa: E731
        bits, rows = draw(), []
        for s in strings:
            bits = bits if shared else draw()
            i, row = 0, []
            for j in range(length):
                c = letters.index(s[i]) if i < len(s) else (len(letters) if pad is None else pad)
                row.append(c)
                if i < len(s):
                    bit = bits[j, c] if fresh else bits[0, c]
                    i += bit if step is None else step(bit)
            rows.append(row)
        return np.array(rows)

    return changed(right, paper="sfm", cgk_embed=cgk_embed)


@wrong(killed_by=DISTORTION)
def bits_of_its_own_for_each_string(right):
    """Nothing is shared, so equal strings are far apart."""
    return embedding_becomes(right, shared=False)


@wrong(killed_by=DISTORTION)
def always_goes_on(right):
    """No random walk: the Hamming distance of the strings themselves."""
    return embedding_becomes(right, step=lambda bit: 1)


@wrong(killed_by=DISTORTION)
def output_as_long_as_the_input(right):
    """The length that is printed."""
    return embedding_becomes(right, length_of=lambda n: n)


@wrong(killed_by=DISTORTION)
def one_bit_for_a_character(right):
    """The same bit at every position."""
    return embedding_becomes(right, fresh=False)


@wrong(killed_by=DISTORTION)
def pad_is_the_first_letter(right):
    """Code 0 serves twice."""
    return embedding_becomes(right, pad=0)


@wrong(killed_by=DISTORTION)
def alphabet_is_sorted(right):
    """The order that was asked for is lost."""

    def cgk_embed(strings, rng, length=None, alphabet=None):
        return right.sfm.cgk_embed(strings, rng, length, alphabet and sorted(alphabet))

    return changed(right, paper="sfm", cgk_embed=cgk_embed)


@wrong(killed_by=DISTORTION)
def bits_for_letters_that_occur(right):
    """Codes are right, but a new string alone is read by other bits."""

    def cgk_embed(strings, rng, length=None, alphabet=None):
        if alphabet is None or not any(strings):
            return right.sfm.cgk_embed(strings, rng, length, alphabet)
        occurring = [c for c in alphabet if c in set("".join(strings))]
        codes = right.sfm.cgk_embed(strings, rng, length, occurring)
        places = [*map(list(alphabet).index, occurring), len(alphabet)]
        return np.array(places)[codes]

    return changed(right, paper="sfm", cgk_embed=cgk_embed)


@wrong(killed_by="sfm/cgk-hamming-equals-l1")
def pads_are_not_coded(right):
    """A pad is a vector of zeros, at distance 1/2 from a letter."""

    def cgk_vectors(embedded, n_letters):
        return right.sfm.cgk_vectors(embedded, n_letters, pad="zero")

    return changed(right, paper="sfm", cgk_vectors=cgk_vectors)


@wrong(killed_by="sfm/cgk-hamming-equals-l1")
def coded_with_ones(right):
    """Twice the distance."""

    def cgk_vectors(embedded, n_letters):
        return scipy.sparse.csr_matrix(2 * right.sfm.cgk_vectors(embedded, n_letters))

    return changed(right, paper="sfm", cgk_vectors=cgk_vectors)
