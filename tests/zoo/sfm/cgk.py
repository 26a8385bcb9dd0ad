"""Wrong CGK embeddings and codings."""

import numpy as np
import scipy.sparse

from tests.zoo import changed, faults, wrong

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


wrong_embedding = faults(embedding_becomes, killed_by=DISTORTION)

wrong_embedding("bits of its own for each string: equal strings are far apart", shared=False)
wrong_embedding(
    "always goes on: the Hamming distance of the strings themselves", step=lambda bit: 1
)
wrong_embedding("output as long as the input: the length that is printed", length_of=lambda n: n)
wrong_embedding("one bit for a character: the same bit at every position", fresh=False)
wrong_embedding("pad is the first letter: code 0 serves twice", pad=0)


@wrong("sfm.cgk_embed", killed_by=DISTORTION)
def alphabet_is_sorted(right, strings, rng, length=None, alphabet=None):
    """The order that was asked for is lost."""
    return right.sfm.cgk_embed(strings, rng, length, alphabet and sorted(alphabet))


@wrong("sfm.cgk_embed", killed_by=DISTORTION)
def bits_for_letters_that_occur(right, strings, rng, length=None, alphabet=None):
    """Codes are right, but a new string alone is read by other bits."""
    if alphabet is None or not any(strings):
        return right.sfm.cgk_embed(strings, rng, length, alphabet)
    occurring = [c for c in alphabet if c in set("".join(strings))]
    codes = right.sfm.cgk_embed(strings, rng, length, occurring)
    places = [*map(list(alphabet).index, occurring), len(alphabet)]
    return np.array(places)[codes]


@wrong("sfm.cgk_vectors", killed_by="sfm/cgk-hamming-equals-l1")
def pads_are_not_coded(right, embedded, n_letters):
    """A pad is a vector of zeros, at distance 1/2 from a letter."""
    return right.sfm.cgk_vectors(embedded, n_letters, pad="zero")


@wrong("sfm.cgk_vectors", killed_by="sfm/cgk-hamming-equals-l1")
def coded_with_ones(right, embedded, n_letters):
    """Twice the distance."""
    return scipy.sparse.csr_matrix(2 * right.sfm.cgk_vectors(embedded, n_letters))


@wrong("sfm.cgk_vectors", killed_by="sfm/cgk-hamming-equals-l1")
def pads_are_always_coded(right, embedded, n_letters, pad="symbol"):
    """A coordinate for the pad, whatever is asked for."""
    return right.sfm.cgk_vectors(embedded, n_letters)


@wrong(
    "sfm.cgk_embed",
    killed_by=f"{DISTORTION} letters_of_large_alphabets_are_told_apart",
)
def last_code_is_a_byte(right, strings, rng, length=None, alphabet=None):
    """The others have as many bits as they need."""
    codes = np.array(right.sfm.cgk_embed(strings, rng, length, alphabet))
    codes[:, -1] %= 256
    return codes
