"""The ten systems of SFM's Section VII-C, each from its strings to rows or to a kernel matrix.

Each has five settings, beta's where the paper gives its grid. What the paper leaves open is chosen
here: sigma of GAK, (k, m) of STK17, whose kernel is normalized, and the factor of the scores of LAK
around the published 0.5, with its gaps of 11 and 1. D2KE has random strings of 2 to 50 letters of
the corpus, uniform in both, and exp(-d / beta) of the edit distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from time import process_time
from typing import Any

import numpy as np
from scipy import sparse

from gramcheck.paper_checks.experiments.sfm.protocol import (
    Candidates,
    Learner,
    kernel,
    linear,
    narrow,
    shifted_kernel,
)
from gramcheck.paper_checks.experiments.sfm.tasks import Sample, few
from gramcheck.reference import d2ke
from gramcheck.reference.sfm import (
    cauchy_matrix,
    global_alignment_kernel,
    hamming_distances,
    l1_distances,
    local_alignment_kernel,
    mismatch_kernel,
    rff,
    sample_hash,
    sfm,
)
from gramcheck.reference.sfm.lak import AMINO_ACIDS
from gramcheck.reference.types import Array

BETAS = (1.0, 10.0, 100.0, 1000.0, 10000.0)  # Section VII-C
SIGMAS = (0.3, 0.5, 1.0, 3.0, 10.0)  # of GAK
FACTORS = (0.1, 0.2, 0.5, 0.8, 1.0)  # of the scores of LAK
WORDS = ((3, 0), (4, 1), (5, 1), (6, 2), (8, 3))  # k and m of STK17
_WORDS = tuple({"k": k, "m": m} for k, m in WORDS)
OMEGA_LENGTHS = (2, 50)  # of the random strings of D2KE
DOUBLE = 8  # bytes
Vectors = Callable[[Sample], sparse.csr_matrix]
esp: Vectors = attrgetter("esp")  # vectors that a sample keeps
cgk: Vectors = attrgetter("cgk")


def _each(name: str, values: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple({name: value} for value in values)


@dataclass(frozen=True)
class System:
    """One method: its matrices for a sample, and the machine that learns from them.

    ``matrices`` takes the sample, D, and one of ``parts``: the settings that are worth a unit of
    work each; ``(None,)`` where all of ``grid`` are tried in one.
    """

    name: str
    matrices: Callable[[Sample, int, Any], Candidates]
    learner: Learner
    has_dimension: bool = False
    parts: tuple[Any, ...] = (None,)
    grid: tuple[dict[str, Any], ...] = _each("beta", BETAS)
    proteins_only: bool = False
    vectors: Vectors | None = None  # of a feature map with a stored matrix


def space_efficient(vectors: Vectors) -> Callable[[Sample, int, Any], Candidates]:
    """SFM: one hash function for all beta."""

    def matrices(sample: Sample, D: int, _: Any) -> Candidates:
        V = vectors(sample)
        arrays = sample_hash(V.shape[1], sample.rng(f"hash {D}"))
        for beta in BETAS:
            yield {"beta": beta}, narrow(sfm(V, D, beta, *arrays))

    return matrices


def stored(vectors: Vectors) -> Callable[[Sample, int, Any], Candidates]:
    """FM: one stored matrix for all beta, which divides the vectors instead."""

    def matrices(sample: Sample, D: int, _: Any) -> Candidates:
        V = vectors(sample).astype(np.float64)
        W = cauchy_matrix(D, V.shape[1], 1.0, sample.rng(f"matrix {D}"))
        for beta in BETAS:
            yield {"beta": beta}, narrow(rff(V / beta, W))

    return matrices


def random_strings(sample: Sample, D: int, _: Any) -> Candidates:
    """D2KE; the common factor exp(min d / beta) keeps far features from underflow."""
    rng = sample.rng(f"random strings {D}")
    omegas = d2ke.random_strings(D, sample.letters, OMEGA_LENGTHS, rng)
    distances = d2ke.cdist(sample.strings, omegas, "levenshtein").astype(np.float64)
    distances -= distances.min()
    for beta in BETAS:
        yield {"beta": beta}, narrow(np.exp(distances / -beta))


def esp_distances(sample: Sample) -> Array:
    """L1 distances of characteristic vectors."""
    return l1_distances(sample.esp, sample.esp)


def cgk_distances(sample: Sample) -> Array:
    """L1 distances of CGK's vectors, by the Hamming distances that they are equal to."""
    return hamming_distances(sample.cgk_strings, sample.cgk_strings).astype(np.float64)


def laplacian(distances_of: Callable[[Sample], Array]) -> Callable[[Sample, int, Any], Candidates]:
    """Eq. (1), exactly."""

    def matrices(sample: Sample, _D: int, _: Any) -> Candidates:
        distances = distances_of(sample)
        for beta in BETAS:
            yield {"beta": beta}, np.exp(distances / -beta)

    return matrices


def global_alignment(sample: Sample, _D: int, sigma: float) -> Candidates:
    """GAK, normalized."""
    yield {"sigma": sigma}, global_alignment_kernel(sample.strings, sample.strings, sigma)


def local_alignment(sample: Sample, _D: int, factor: float) -> Candidates:
    """LAK: the logarithm, which the learner shifts; letters without scores (U, O) count as X."""
    strings = ["".join(c if c in AMINO_ACIDS else "X" for c in s) for s in sample.strings]
    yield {"factor": factor}, local_alignment_kernel(strings, strings, beta=factor)


def mismatch(sample: Sample, _D: int, word: tuple[int, int]) -> Candidates:
    """STK17: (k, m)-mismatch kernel, normalized; a string too short for a word has zeros."""
    k, m = word
    long = np.flatnonzero(sample.lengths >= k)
    strings = [sample.strings[i] for i in long]
    K = np.zeros((len(sample.strings),) * 2)
    inside = mismatch_kernel(strings, strings, k, m, alphabet=sample.letters)
    norms = np.sqrt(np.diag(inside))
    K[np.ix_(long, long)] = inside / norms[:, None] / norms
    yield {"k": k, "m": m}, K


SYSTEMS = {
    system.name: system
    for system in (
        System("SFMEDM", space_efficient(esp), linear, has_dimension=True),
        System("SFMCGK", space_efficient(cgk), linear, has_dimension=True),
        System("FMEDM", stored(esp), linear, has_dimension=True, vectors=esp),
        System("FMCGK", stored(cgk), linear, has_dimension=True, vectors=cgk),
        System("D2KE", random_strings, linear, has_dimension=True),
        System("EDMKernel", laplacian(esp_distances), kernel),
        System("CGKKernel", laplacian(cgk_distances), kernel),
        System("GAK", global_alignment, kernel, parts=SIGMAS, grid=_each("sigma", SIGMAS)),
        System(
            "LAK",
            local_alignment,
            shifted_kernel,
            parts=FACTORS,
            grid=_each("factor", FACTORS),
            proteins_only=True,
        ),
        System("STK17", mismatch, kernel, parts=WORDS, grid=_WORDS),
    )
}
FEATURE_MAPS = tuple(name for name, system in SYSTEMS.items() if system.has_dimension)
KERNELS = tuple(name for name in SYSTEMS if name not in FEATURE_MAPS)

# ------------------------------------------------------------------------------ what it costs

_ALIGNED = 16  # strings whose pairs are timed


def stored_bytes(system: System, sample: Sample, D: int) -> int:
    """Memory of the matrix of a feature map that stores one, 4 d D bytes; 0 for the others."""
    return 0 if system.vectors is None else system.vectors(sample).shape[1] * D // 2 * DOUBLE


def alignment_seconds(system: System, sample: Sample, part: Any) -> float:
    """CPU seconds of a matrix of alignments of all pairs, from those of a few strings.

    Time goes with the cells of the dynamic program, the sum over pairs of products of lengths.
    """
    timed = few(sample, _ALIGNED)
    started = process_time()
    for _parameters, _matrix in system.matrices(timed, 0, part):
        pass
    return (process_time() - started) * cells(sample) / cells(timed)


def cells(sample: Sample) -> float:
    """Cells of all pairs i <= j: about n^2 L^2 / 2."""
    total, squares = float(sample.lengths.sum()), float(np.sum(sample.lengths**2))
    return (total**2 + squares) / 2


def timed(matrices: Candidates) -> Iterator[tuple[dict[str, Any], Array, float]]:
    """Parameters, matrix and CPU seconds of each candidate."""
    started = process_time()
    for parameters, matrix in matrices:
        yield parameters, matrix, process_time() - started
        started = process_time()
