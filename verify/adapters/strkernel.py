"""strkernel: the mismatch kernel of sequences of letters as their places in an alphabet."""

import numpy as np
from strkernel.mismatch_kernel import MismatchKernel, preprocess

distributions = ("strkernel",)
lacks = {"sfm.mismatch_kernel": ["samples", "tolerance", "rng"]}


class sfm:
    """Section VII, STK17."""

    @staticmethod
    def mismatch_kernel(X, Y, k, m, alphabet=None):
        """As its documentation has it: ``preprocess`` first, then the kernel of all at once."""
        letters = alphabet or sorted(set("".join([*X, *Y])))
        if 2 * m > k:
            raise NotImplementedError("more than k / 2 mismatches")
        if not all(letter.isupper() and letter.isascii() for letter in letters):
            raise NotImplementedError("letters other than A to Z")
        sequences = preprocess([*X, *Y])
        kernel = MismatchKernel(l=len(letters), k=k, m=m).get_kernel(sequences, normalize=False)
        return np.array(kernel.kernel)[: len(X), len(X) :]
