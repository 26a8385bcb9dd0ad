"""The protocol of KCR's Table 1, and the cells as printed.

What the paper says (Section 5): 50 % for training, 20 % for validation, 30 % for test, 20 random
splits; Gaussian kernel exp(-s ||x - y||^2), s in 2^-4 ... 2^4, lambda in 10^-3 ... 10^3. What it
leaves open, and what is done here:

==============  ===================================================================================
splits          stratified, so that each class has enough training points for its neighbors
columns         scaled to [0, 1] by the training points: the grid of s is centered on squared
                distances of about 1, which are then what occurs. The printed errors were in view
                (on raw Wine, k-NN errs on a quarter, not on 6 %), so that nearness of k-NN's to
                them is no evidence (own/kcr-wine has both)
k               of the k-NN rules, chosen with the other parameters: footnote 13 wants it validated
empty balls     rule (2) gives a point no class in whose ball no training point is (C12). In
                validation it counts as wrong; in the test it gets the class of the nearest training
                point, and how many do is in the report
ties            in validation: larger lambda, then smaller s, then larger k
budget          every fit of every system, in the search as in the end, goes on to the same
                relative gap (KLMCA, which has no bound: size of the gradient), within the same
                number of iterations; how many fits did not get there is in the report, and where
                one that was chosen did not, the comparison stays undecided
lambda          of LMNN and KLMCA, which have none: their hinges have the weight 1 / lambda, so
                that lambda weighs what pulls in the same sense as in KCR and KMLCC
fixed           3 target neighbors of LMNN and KLMCA; KLMCA maps to as many dimensions as the data
                have, 10 at most
==============  ===================================================================================

**Empty balls** had the nearest point's class in validation, too, until a review. The search then
chose fits that classify by it alone, which is 1-NN under a learned metric and not KCR: of four full
splits of seed 0 three had all 53 test points of Wine in empty balls, lambda being 1000, and three
had 35 to 40 of Iris' 45. So the rule was changed after results: those, and some at quick scale. A
reviewer had also seen what the change does on two splits of Wine, where 5 errors become 2, and 3
become 0. The results that are kept are of splits that nobody had seen, those of seed 1. What the
former rule chooses among the same fits is shown in a row of its own, which is not judged.

**KLMCA** leaves 6 to 10 of 63 fits on Iris and Balance above the tolerance, most of them with the
largest lambda. More iterations mend none: of three on Iris, taken to 45,000 where 10,000 are
allowed, the gradient stays between 0.02 and 0.08, where 0.01 is asked, and the objective goes on
falling, by 5 to 26 % in the last 30,000. Three of its eight chosen fits there were such ones.
Nor is a tolerance of 0.01 an end. At a tenth of it, on three splits each of Wine and Iris with
lambda = 1 and lambda = 0.01, the objective is 6 to 50 % of what it was. Of twelve test errors two
fall, by 2 and 4 points, five rise, by 2 to 7, and five stay (one test point is 2). So what KLMCA
errs in Table 1 depends by some points, either way, on where it stops.

At full scale the grids are the paper's; those of the quick scale are some of their points, and
decide nothing. It leaves out Balance, whose fits take three quarters of its time, and of which it
had one split, from which no interval follows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.reference.types import AnyArray, Array

SYSTEMS = ("k-NN", "LMNN", "Kernel-NN", "KMLCC", "KLMCA", "KCR")
TASKS = {
    "balance": "balance-scale",
    "ionosphere": "ionosphere",
    "iris": "iris",
    "wine": "wine",
}  # names in the catalogue

# error in percent and its deviation, training then test: Table 1
_Cell = tuple[float, float]
PRINTED: dict[str, dict[str, tuple[_Cell, _Cell]]] = {
    "balance": {
        "k-NN": ((17.81, 1.86), (18.18, 1.88)),
        "LMNN": ((11.40, 2.89), (11.49, 2.57)),
        "Kernel-NN": ((10.73, 1.32), (17.46, 2.13)),
        "KMLCC": ((10.27, 2.01), (9.75, 1.92)),
        "KLMCA": ((9.93, 1.86), (10.54, 1.46)),
        "KCR": ((10.47, 2.11), (8.94, 3.12)),
    },
    "ionosphere": {
        "k-NN": ((15.89, 1.43), (15.95, 3.03)),
        "LMNN": ((3.50, 1.18), (12.14, 2.92)),
        "Kernel-NN": ((2.84, 0.80), (5.81, 2.25)),
        "KMLCC": ((7.05, 1.31), (6.54, 2.18)),
        "KLMCA": ((3.98, 1.94), (5.19, 2.09)),
        "KCR": ((2.73, 1.03), (5.71, 2.60)),
    },
    "iris": {
        "k-NN": ((4.30, 1.55), (4.02, 2.22)),
        "LMNN": ((3.25, 1.15), (4.11, 2.26)),
        "Kernel-NN": ((3.60, 1.33), (4.83, 2.47)),
        "KMLCC": ((3.61, 1.59), (3.89, 1.55)),
        "KLMCA": ((3.27, 1.63), (3.74, 2.21)),
        "KCR": ((2.29, 1.62), (3.27, 1.87)),
    },
    "wine": {
        "k-NN": ((5.89, 1.35), (6.22, 2.70)),
        "LMNN": ((0.90, 2.80), (3.41, 2.10)),
        "Kernel-NN": ((4.95, 1.35), (7.37, 2.82)),
        "KMLCC": ((4.48, 1.21), (4.84, 2.47)),
        "KLMCA": ((2.18, 2.58), (5.17, 1.91)),
        "KCR": ((1.01, 0.73), (2.13, 1.24)),
    },
}


@dataclass(frozen=True)
class Grids:
    """What is searched, and when the solvers stop."""

    widths: tuple[float, ...]  # s
    lambdas: tuple[float, ...]  # falling, so that each fit starts from a smoother one
    neighbors: tuple[int, ...]  # k of the k-NN rules
    tolerance: float  # relative gap at which every solver ends
    iterations: int  # within so many


GRIDS = {
    "quick": Grids(
        widths=(0.5, 2.0),
        lambdas=(10.0, 1.0),
        neighbors=(1, 3, 7),
        tolerance=0.05,
        iterations=3000,
    ),
    "full": Grids(
        widths=tuple(2.0**e for e in range(-4, 5)),
        lambdas=tuple(10.0**e for e in range(3, -4, -1)),
        neighbors=(1, 3, 5, 7, 9),
        tolerance=0.01,
        iterations=10_000,
    ),
}
TARGETS = 3  # target neighbors of LMNN and KLMCA
LARGEST_DIMENSION = 10  # of KLMCA's image
SPLITS = {
    "quick": {"balance": 0, "ionosphere": 8, "iris": 5, "wine": 5},
    "full": dict.fromkeys(TASKS, 20),
}
# Iris and Wine are small: split more often than in the paper where a cell of KCR is reproduced, so
# that the paper's twenty splits are most of the uncertainty
SPLITS_OF_KCR = SPLITS["full"] | {"iris": 100, "wine": 100}


@dataclass(frozen=True)
class Division:
    """One random division: points and labels of ``train``, ``check`` (validation) and ``test``."""

    points: dict[str, Array]
    labels: dict[str, AnyArray]


def divide(name: str, data: DataDirectory, seed: int, scale: bool = True) -> Division:
    """Divide a data set 50/20/30, class by class, and scale it by its training points."""
    from sklearn.model_selection import train_test_split

    loaded = data.load(TASKS[name])
    X, y = np.asarray(loaded.objects, dtype=np.float64), loaded.labels
    n_train, n_check = len(y) // 2, round(0.2 * len(y))
    train, rest = train_test_split(
        np.arange(len(y)), train_size=n_train, stratify=y, random_state=seed
    )
    check, test = train_test_split(rest, train_size=n_check, stratify=y[rest], random_state=seed)
    parts = {"train": train, "check": check, "test": test}
    if scale:
        low, extent = X[train].min(axis=0), np.ptp(X[train], axis=0)
        X = (X - low) / np.where(extent > 0, extent, 1.0)
    return Division(
        {part: X[chosen] for part, chosen in parts.items()},
        {part: y[chosen] for part, chosen in parts.items()},
    )
