"""BLOSUM62 in half bits, for the 20 amino acids: Henikoff and Henikoff, PNAS 89 (1992), Figure 2.

S(a, b) = round(2 log2(p_ab / (q_a q_b))); as distributed by NCBI (blast/matrices/BLOSUM62), whose
files differ only in the letters B, Z, X and *.
"""

__all__ = ["AMINO_ACIDS", "BLOSUM62"]

AMINO_ACIDS = "ARNDCQEGHILKMFPSTWYV"

LOWER_TRIANGLE = """
 4
-1  5
-2  0  6
-2 -2  1  6
 0 -3 -3 -3  9
-1  1  0  0 -3  5
-1  0  0  2 -4  2  5
 0 -2  0 -1 -3 -2 -2  6
-2  0  1 -1 -3  0  0 -2  8
-1 -3 -3 -3 -1 -3 -3 -4 -3  4
-1 -2 -3 -4 -1 -2 -3 -4 -3  2  4
-1  2  0 -1 -3  1  1 -2 -1 -3 -2  5
-1 -1 -2 -3 -1  0 -2 -3 -2  1  2 -1  5
-2 -3 -3 -3 -2 -3 -3 -3 -1  0  0 -3  0  6
-1 -2 -2 -1 -3 -1 -1 -2 -2 -3 -3 -1 -2 -4  7
 1 -1  1  0 -1  0  0  0 -1 -2 -2  0 -1 -2 -1  4
 0 -1  0 -1 -1 -1 -1 -2 -2 -1 -1 -1 -1 -2 -1  1  5
-3 -3 -4 -4 -2 -2 -3 -2 -2 -3 -2 -3 -1  1 -4 -3 -2 11
-2 -2 -2 -3 -2 -1 -2 -3  2 -1 -1 -2 -1  3 -3 -2 -2  2  7
 0 -3 -3 -3 -1 -2 -2 -3 -3  3  1 -2  1 -1 -2 -2  0 -3 -1  4
"""

BLOSUM62: dict[tuple[str, str], int] = {}
for _a, _line in zip(AMINO_ACIDS, LOWER_TRIANGLE.strip().splitlines(), strict=True):
    for _b, _score in zip(AMINO_ACIDS, _line.split(), strict=False):
        BLOSUM62[_a, _b] = BLOSUM62[_b, _a] = int(_score)
