"""strkernel: the mismatch kernel of strings that its own ``preprocess`` turned into numbers."""

import numpy as np
from strkernel.mismatch_kernel import MismatchKernel, preprocess

distributions = ("strkernel",)
lacks = {"sfm.mismatch_kernel": ["samples", "tolerance", "rng"]}


class sfm:
    """Section VII, STK17."""

    @staticmethod
    def mismatch_kernel(X, Y, k, m, alphabet=None):
        """As it is documented; of other letters than capital ones nothing would be left."""
        letters = alphabet or set("".join([*X, *Y]))
        if not all("A" <= letter <= "Z" for letter in letters):
            raise NotImplementedError("letters other than A to Z")
        if 2 * m > k:
            raise NotImplementedError("more than k / 2 mismatches")
        if len(letters) < 2:
            raise NotImplementedError("alphabets of one letter")
        kernel = MismatchKernel(l=len(letters), k=k, m=m)
        K = kernel.get_kernel(preprocess([*X, *Y]), normalize=False).kernel
        return np.array(K)[: len(X), len(X) :]
