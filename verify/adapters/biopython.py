"""Biopython: its table of BLOSUM62, of which it says no unit."""

import numpy as np
from Bio.Align import substitution_matrices

distributions = ("biopython",)


class sfm:
    """Section VII."""

    @staticmethod
    def blosum62():
        """Rows and columns in NCBI's order."""
        return np.array(substitution_matrices.load("BLOSUM62"))
