"""mismatch-string-kernel: inner products of the mismatch vectors of two strings."""

from mismatch_kernel import MismatchKernel

distributions = ("mismatch-string-kernel",)
lacks = {"sfm.mismatch_kernel": ["samples", "tolerance", "rng"]}


class sfm:
    """Section VII, STK17."""

    @staticmethod
    def mismatch_kernel(X, Y, k, m, alphabet=None):
        """Of its vectors; the kernel that it gives itself is normalized."""
        letters = sorted(alphabet or set("".join([*X, *Y])))
        if not all(letter.isalnum() for letter in letters):
            raise NotImplementedError("letters that mean something in a regular expression")
        if min(map(len, [*X, *Y])) < k:
            raise NotImplementedError("strings shorter than k")
        tree = MismatchKernel(letters, k, m).mismatch_tree
        vectors = {text: tree.vectorize(text)[1] for text in [*X, *Y]}

        def inner(x, y):
            return sum(count * vectors[y].get(word, 0) for word, count in vectors[x].items())

        return [[inner(x, y) for y in Y] for x in X]
