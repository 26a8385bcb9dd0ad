"""biotite: its standard protein matrix, BLOSUM62."""

import biotite.sequence.align as align

distributions = ("biotite",)
LETTERS = "ARNDCQEGHILKMFPSTWYVBZX*"


class sfm:
    """Section VII."""

    @staticmethod
    def blosum62():
        """Its own order is alphabetic."""
        matrix = align.SubstitutionMatrix.std_protein_matrix()
        return [[matrix.get_score(a, b) for b in LETTERS] for a in LETTERS]
