"""Tables II, III and VI of SFM as printed, once for all that look at them."""

from __future__ import annotations

from typing import NamedTuple

# D, the number of features, in all of the paper's tables and figures
DIMENSIONS = (128, 512, 2048, 8192, 16384)


class Corpus(NamedTuple):
    """Table II: number of strings, of different letters, average length."""

    strings: int
    letters: int
    length: int


CORPORA = {
    "Protein": Corpus(3_238, 20, 607),
    "DNA": Corpus(3_238, 4, 1_827),
    "Music": Corpus(10_261, 61, 329),
    "Sports": Corpus(296_337, 63, 307),
    "Compound": Corpus(1_367_074, 44, 53),
}


class Costs(NamedTuple):
    """Table III: seconds, megabytes and d, each of ESP and of CGK."""

    seconds: tuple[float, float]
    megabytes: tuple[float, float]
    d: tuple[int, int]


COSTS = {
    "Protein": Costs((1.25, 0.87), (1042.90, 0.09), (707_922, 4_950_686)),
    "DNA": Costs((2.01, 2.63), (1049.89, 3.38), (969_653, 19_192_656)),
    "Music": Costs((1.86, 0.86), (1048.30, 0.37), (910_110, 2_129_505)),
    "Sports": Costs((47.83, 34.08), (1514.23, 0.54), (18_379_173, 3_095_844)),
    "Compound": Costs((32.73, 28.70), (1165.60, 0.08), (5_302_660, 485_840)),
}

# Table VI in seconds, by system and D (0 for kernels), in the order of CORPORA; None for a dash
NEVER = "≫48h"
SECONDS: dict[tuple[str, int], tuple[float | str | None, ...]] = {
    ("SFMEDM", 128): (5, 8, 11, 204, 261),
    ("SFMEDM", 512): (22, 34, 47, 799, 1_022),
    ("SFMEDM", 2048): (93, 138, 193, 3_149, 4_101),
    ("SFMEDM", 8192): (367, 544, 729, 12_179, 16_425),
    ("SFMEDM", 16384): (725, 1_081, 1_430, 24_282, 32_651),
    ("SFMCGK", 128): (14, 52, 26, 452, 397),
    ("SFMCGK", 512): (60, 222, 104, 1_747, 1_570),
    ("SFMCGK", 2048): (237, 981, 415, 7_156, 6_252),
    ("SFMCGK", 8192): (969, 3_693, 1_688, 27_790, 25_054),
    ("SFMCGK", 16384): (1_937, 7_596, 3_366, 53_482, 49_060),
    ("D2KE", 128): (319, 4_536, 296, 8_139, 1_641),
    ("D2KE", 512): (1_250, 19_359, 1_244, 34_827, 6_869),
    ("D2KE", 2048): (5_213, 76_937, 5_018, 140_187, 28_116),
    ("D2KE", 8192): (21_208, NEVER, 19_716, NEVER, NEVER),
    ("D2KE", 16384): (43_417, NEVER, 38_799, NEVER, NEVER),
    ("LAK", 0): (31_718, None, None, None, None),
    ("GAK", 0): (25_252, NEVER, 101_079, NEVER, NEVER),
    ("EDMKernel", 0): (20, 28, 162, NEVER, NEVER),
    ("STK17", 0): (3_218, 917, NEVER, NEVER, NEVER),
}
HOURS_48 = 48 * 3600  # after which a method was stopped


def printed_seconds(system: str, D: int) -> dict[str, float]:
    """Times of Table VI by data set, where it has a number."""
    cells = zip(CORPORA, SECONDS[system, D], strict=True)
    return {name: cell for name, cell in cells if isinstance(cell, int | float)}
