"""blosum: its table 62, a dictionary of dictionaries."""

import numpy as np
from blosum import BLOSUM

distributions = ("blosum",)
LETTERS = "ARNDCQEGHILKMFPSTWYVBZX*"


class sfm:
    """Section VII."""

    @staticmethod
    def blosum62():
        """Without J, leucine or isoleucine, which it has besides."""
        table = BLOSUM(62)
        return np.array([[table[a][b] for b in LETTERS] for a in LETTERS])
