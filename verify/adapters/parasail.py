"""parasail: its table of BLOSUM62."""

import parasail

distributions = ("parasail",)


class sfm:
    """Section VII."""

    @staticmethod
    def blosum62():
        """Rows and columns in NCBI's order."""
        return parasail.blosum62.matrix
