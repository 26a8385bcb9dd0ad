"""Small inputs for the definitions of KCR."""

import numpy as np


def line(points):
    return [[abs(a - b) for b in points] for a in points]


def gram(seed, n, columns=3):
    X = np.random.default_rng(seed).integers(-3, 4, size=(n, columns)) / 2
    return (X @ X.T).tolist()


def random_sigma(seed, n):
    """Integers over four; positive semidefinite with rows that sum to zero."""
    c = np.random.default_rng(seed).integers(-3, 4, size=(2, n)).astype(float)
    c[:, -1] -= c.sum(axis=1)
    return (c.T @ c / 4).tolist()


def data(seed, n, s=1.0, apart=1.0):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, 2)), np.arange(n) % 2
    X[:, 0] += apart * y
    return np.exp(-s * ((X[:, None] - X) ** 2).sum(axis=2)), y
