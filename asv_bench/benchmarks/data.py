"""What is measured on: uniform strings, series and patterns, and real ones that come with others.

Texts and digits ship with scikit-learn, balance with the reference.
"""

import re

import numpy as np
from sklearn import datasets

from gramcheck.reference.d2ke import feature_map, random_strings
from gramcheck.reference.kcr import balance_scale

DNA, AMINO_ACIDS = "ACGT", "ACDEFGHIKLMNPQRSTVWY"
LETTERS = list(AMINO_ACIDS)
# how often they are in the proteins of Swiss-Prot, in percent
OFTEN = "8.3 1.4 5.5 6.7 3.9 7.1 2.3 5.9 5.8 9.7 2.4 4.1 4.7 3.9 5.5 6.6 5.4 6.9 1.1 2.9"
OFTEN = np.array(OFTEN.split(), float) / sum(map(float, OFTEN.split()))
FAMILIES = 10
CONSTANTS = {"C_S": 10.0, "C_D": 10.0, "nu": 0.5}  # of the idealized metric


def uniform(n, letters, length, seed):
    """``n`` strings of one length over ``letters``."""
    drawn = np.random.default_rng(seed).choice(list(letters), (n, length))
    return ["".join(row) for row in drawn]


def protein_like(n, seed):
    """As unequal in length and letters as proteins, half of them relatives of each other.

    Lengths are gamma distributed, up to 1000, mean about 400. Relatives descend from ancestors that
    are the same for every seed: a third of their letters was drawn anew, a twentieth is lost.
    """
    rng = np.random.default_rng(seed)
    ancestors = _unrelated(FAMILIES, np.random.default_rng(0))
    strings = _unrelated(n, rng)
    for k in range(0, n, 2):
        family = ancestors[k // 2 % FAMILIES]
        fate = rng.random(len(family))
        strings[k] = np.where(fate < 1 / 3, rng.choice(LETTERS, len(family), p=OFTEN), family)
        strings[k] = strings[k][fate < 0.95]
    return ["".join(letters) for letters in strings]


def _unrelated(n, rng):
    lengths = rng.gamma(2.5, 170, n).astype(int).clip(4, 1000)
    return [rng.choice(LETTERS, length, p=OFTEN) for length in lengths]


def ragged(n, letters, shortest, longest, seed):
    """``n`` strings over ``letters``, all lengths between the two equally likely."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(shortest, longest + 1, n)
    return ["".join(rng.choice(list(letters), length)) for length in lengths]


def sentences():
    """Sentences of the descriptions of scikit-learn's data sets: 2 to some hundred letters."""
    loaders = (
        datasets.load_breast_cancer,
        datasets.load_diabetes,
        datasets.load_digits,
        datasets.load_iris,
        datasets.load_linnerud,
        datasets.load_wine,
    )
    text = " ".join(load().DESCR for load in loaders)
    return [s for s in re.split(r"(?<=[.:])\s+", text) if s]


def noise(n, lengths, channels, seed):
    """``n`` series of Gaussian entries, of one length or of lengths from the first to the last."""
    rng = np.random.default_rng(seed)
    if isinstance(lengths, int):
        return list(rng.normal(size=(n, lengths, channels)))
    drawn = rng.integers(lengths[0], lengths[1] + 1, n)
    return [rng.normal(size=(length, channels)) for length in drawn]


def digits(n, channels):
    """Handwritten digits, their rows one after another or each pixel of a row a channel."""
    images = datasets.load_digits().images[:n]
    return list(images.reshape(n, -1, channels))


def labeled_features():
    """1000 strings in 256 features of unit size on average, and labels with noise."""
    rng = np.random.default_rng(2)
    X = random_strings(1000, "ACGT", (40, 60), rng)
    phi = feature_map(X, random_strings(256, "ACGT", (2, 50), rng), 0.1, "levenshtein")
    signal = np.array([x.count("AC") - x.count("GT") for x in X])
    y = np.where(signal + rng.normal(size=len(X)) > 0, 1.0, -1.0)
    return phi / np.sqrt(np.mean(np.sum(phi**2, axis=1))), y


def problem(n_pairs, n, p, seed):
    """Two classes of n / 2 patterns, p features, unit median distance; S and D of equal size."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, p)) / np.sqrt(2 * p)
    X[:, 0] += 0.5 * y
    i, j = np.triu_indices(n, 1)
    sets = []
    for chosen in (y[i] == y[j], y[i] != y[j]):
        rows = rng.choice(np.flatnonzero(chosen), n_pairs // 2, replace=False)
        sets.append(np.column_stack([i, j])[np.sort(rows)])
    return X, *sets


def patterns(n):
    """Patterns (n, 4) drawn from balance, and their labels."""
    X, y = balance_scale()
    chosen = np.random.default_rng(1).permutation(len(y))[:n]
    return (X[chosen] - 1) / 4, y[chosen]
