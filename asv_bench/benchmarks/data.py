"""Strings and series of benchmarks: uniform ones, and real ones that ship with scikit-learn."""

import re

import numpy as np
from sklearn import datasets

DNA, AMINO_ACIDS = "ACGT", "ACDEFGHIKLMNPQRSTVWY"


def uniform(n, letters, length, seed):
    """``n`` strings of one length over ``letters``."""
    drawn = np.random.default_rng(seed).choice(list(letters), (n, length))
    return ["".join(row) for row in drawn]


def protein_like(n, seed):
    """Lengths as unequal as those of proteins: gamma distributed, up to 1000, mean about 400."""
    rng = np.random.default_rng(seed)
    lengths = rng.gamma(2.5, 170, n).astype(int).clip(4, 1000)
    return ["".join(rng.choice(list(AMINO_ACIDS), k)) for k in lengths]


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


def noise(n, length, channels, seed):
    """``n`` series of Gaussian entries."""
    return list(np.random.default_rng(seed).normal(size=(n, length, channels)))


def digits(n, channels):
    """Handwritten digits, their rows one after another or each pixel of a row a channel."""
    images = datasets.load_digits().images[:n]
    return list(images.reshape(n, -1, channels))
