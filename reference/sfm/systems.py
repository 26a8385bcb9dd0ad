"""Section VII: the systems that are compared, under their names.

Each function chains those of the sections. A map of strings to features draws in the order of its
lines: first the bits of the CGK embedding, where there is one, then the hash function or the
matrix. The other two systems, GAK and LAK, are :func:`.global_alignment_kernel` and
:func:`.local_alignment_kernel`. Errors are those of the functions that are called, and come before
the first draw.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy as sp

from gramcheck.reference import check
from gramcheck.reference.sfm.cgk import cgk_embed, cgk_vectors, output_length
from gramcheck.reference.sfm.feature_maps import cauchy_matrix, even, rff, sfm
from gramcheck.reference.sfm.hashing import sample_hash
from gramcheck.reference.sfm.laplacian import laplacian_kernel
from gramcheck.reference.sfm.mismatch import named_kernel
from gramcheck.reference.sfm.vectors import characteristic_vectors
from gramcheck.reference.types import Array


def sfmedm(
    strings: Sequence[str], D: int, beta: float, rng: np.random.Generator, variant: str = "cm"
) -> Array:
    """SFMEDM: the space-efficient feature map of characteristic vectors.

    Parameters
    ----------
    strings : sequence of n str
    D : int
        Even, at least 2.
    beta : float
        Positive, in the units of the L1 distance.
    rng : numpy.random.Generator
    variant : "cm", "paper" or "released"
        See :mod:`.esp`.

    Returns
    -------
    (n, D)
    """
    D, beta = even(D), check.positive("beta", beta)
    V, _ = characteristic_vectors(strings, variant)
    _refuse_beyond_memory(V.shape[0], D)
    return sfm(V, D, beta, *sample_hash(V.shape[1], rng))


def fmedm(
    strings: Sequence[str], D: int, beta: float, rng: np.random.Generator, variant: str = "cm"
) -> Array:
    """FMEDM: the plain feature map of characteristic vectors; as :func:`sfmedm`.

    Returns
    -------
    (n, D)
    """
    D = even(D)
    V, _ = characteristic_vectors(strings, variant)
    _refuse_beyond_memory(V.shape[0], D, V.shape[1])
    return rff(V, cauchy_matrix(D, V.shape[1], beta, rng))


def sfmcgk(
    strings: Sequence[str],
    D: int,
    beta: float,
    rng: np.random.Generator,
    length: int | None = None,
) -> Array:
    """SFMCGK: the space-efficient feature map of the vectors of CGK.

    Parameters
    ----------
    strings, D, beta, rng
        As in :func:`sfmedm`.
    length : int, optional
        Of the embedded strings; None for three times the longest string.

    Returns
    -------
    (n, D)
    """
    D, beta = even(D), check.positive("beta", beta)
    strings = check.strings("strings", strings)
    _refuse_beyond_memory(len(strings), D)
    V = _embedded(strings, rng, length)
    return sfm(V, D, beta, *sample_hash(V.shape[1], rng))


def fmcgk(
    strings: Sequence[str],
    D: int,
    beta: float,
    rng: np.random.Generator,
    length: int | None = None,
) -> Array:
    """FMCGK: the plain feature map of the vectors of CGK; as :func:`sfmcgk`.

    Returns
    -------
    (n, D)
    """
    D, beta = even(D), check.positive("beta", beta)
    strings = check.strings("strings", strings)
    letters = len(set().union(*strings))
    d = output_length(strings, length) * (letters + 1)
    named = {} if length is None else {"length": length}
    _refuse_beyond_memory(len(strings), D, d, **named)
    V = _embedded(strings, rng, length)
    return rff(V, cauchy_matrix(D, V.shape[1], beta, rng))


def espkernel(strings: Sequence[str], beta: float, variant: str = "cm") -> Array:
    """EDMKernel, which the text calls ESPKernel: Eq. (1) on characteristic vectors.

    Parameters
    ----------
    strings, beta, variant
        As in :func:`sfmedm`.

    Returns
    -------
    (n, n)
    """
    V, _ = characteristic_vectors(strings, variant)
    return laplacian_kernel(V, V, beta)


def cgkkernel(
    strings: Sequence[str], beta: float, rng: np.random.Generator, length: int | None = None
) -> Array:
    """CGKKernel: Eq. (1) on the vectors of CGK, that is exp(-Ham / beta) of the embedded strings.

    Parameters
    ----------
    strings, beta, rng, length
        As in :func:`sfmcgk`.

    Returns
    -------
    (n, n)
    """
    beta = check.positive("beta", beta)
    V = _embedded(check.strings("strings", strings), rng, length)
    return laplacian_kernel(V, V, beta)


def stk17(
    strings: Sequence[str], k: int, m: int, alphabet: str | Sequence[str] | None = None
) -> Array:
    """STK17: the exact (k, m)-mismatch kernel, not normalized.

    Parameters
    ----------
    strings : sequence of n str
    k, m, alphabet
        As in :func:`.mismatch_kernel`.

    Returns
    -------
    (n, n)
    """
    return named_kernel(("strings", "strings"), strings, strings, k, m, alphabet)


def _refuse_beyond_memory(n: int, D: int, d: int = 0, **sizes: int) -> None:
    """Features of n strings, and the matrix of the plain map, d numbers for two of them."""
    check.memory(4 * D * (2 * n + d), D=D, **sizes)


def _embedded(
    strings: list[str], rng: np.random.Generator, length: int | None
) -> sp.sparse.csr_matrix:
    """Vectors of the embedded strings, over the letters that occur."""
    embedded = cgk_embed(strings, rng, length)
    return cgk_vectors(embedded, len(set().union(*strings)))
