"""strkernel without its ``preprocess``: the mismatch kernel of places in one alphabet."""

import numpy as np
from strkernel.mismatch_kernel import MismatchKernel

distributions = ("strkernel",)
lacks = {"sfm.mismatch_kernel": ["samples", "tolerance", "rng"]}


class sfm:
    """Section VII, STK17."""

    @staticmethod
    def mismatch_kernel(X, Y, k, m, alphabet=None):
        """Coded by one alphabet; its kernel asks for sequences of one length."""
        letters = alphabet or sorted(set("".join([*X, *Y])))
        if 2 * m > k:
            raise NotImplementedError("more than k / 2 mismatches")
        if len(letters) < 2:
            raise NotImplementedError("alphabets of one letter")
        if len({len(s) for s in [*X, *Y]}) > 1:
            raise NotImplementedError("strings of different lengths")
        sequences = [[letters.index(letter) for letter in s] for s in [*X, *Y]]
        kernel = MismatchKernel(l=len(letters), k=k, m=m).get_kernel(sequences, normalize=False)
        return np.array(kernel.kernel)[: len(X), len(X) :]
