"""The ten systems of SFM's Section VII-C, each from its strings to rows or to a kernel matrix.

Each has five settings, beta's where the paper gives its grid. What the paper leaves open is chosen
here: sigma of GAK, (k, m) of STK17, whose kernel is normalized, and the factor of the scores of LAK
around the published 0.5, with its gaps of 11 and 1. Sigma is a multiple of the distance of two
letters times the root of the median length, as Cuturi advises, since alignments of long strings
need a wider kernel.

D2KE has objects that are sampled from the input, as Section II describes it and as its times in
Table VI ask (erratum S20), with exp(-d / beta) of the edit distance. In a row of its own, which is
not judged, are random strings of 2 to 50 letters of the corpus, uniform in both, as in the paper of
D2KE.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
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
MULTIPLES = (0.2, 0.5, 1.0, 2.0, 5.0)  # of GAK's typical sigma
FACTORS = (0.1, 0.2, 0.5, 0.8, 1.0)  # of the scores of LAK
WORDS = ((4, 1), (5, 1), (6, 2), (8, 3), (10, 4))  # k and m of STK17
_WORDS = tuple({"k": k, "m": m} for k, m in WORDS)
OMEGA_LENGTHS = (2, 50)  # of random strings
DOUBLE = 8  # bytes
Vectors = Callable[[Sample, int], sparse.csr_matrix]  # of a sample and a draw
# a sample, D, the part of the grid, the draw of what is random
Matrices = Callable[[Sample, int, Any, int], Candidates]


def esp(sample: Sample, _draw: int) -> sparse.csr_matrix:
    """Characteristic vectors, in which nothing is random."""
    return sample.esp


cgk: Vectors = Sample.cgk


def _each(name: str, values: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple({name: value} for value in values)


@dataclass(frozen=True)
class System:
    """One method: its matrices for a sample, and the machine that learns from them.

    ``matrices`` takes the sample, D, one of ``parts``, which are the settings that are worth a unit
    of work each (``(None,)`` where all of ``grid`` are tried in one), and which draw it is of what
    is random: hash functions, matrices, the walk of CGK, sampled strings.
    """

    name: str
    matrices: Matrices
    learner: Learner
    has_dimension: bool = False
    is_random: bool = False
    parts: tuple[Any, ...] = (None,)
    grid: tuple[dict[str, Any], ...] = _each("beta", BETAS)
    proteins_only: bool = False
    vectors: Vectors | None = None  # of a feature map with a stored matrix


def space_efficient(vectors: Vectors) -> Matrices:
    """SFM: one hash function for all beta."""

    def matrices(sample: Sample, D: int, _: Any, draw: int) -> Candidates:
        V = vectors(sample, draw)
        arrays = sample_hash(V.shape[1], sample.rng(f"hash {D}", draw))
        for beta in BETAS:
            yield {"beta": beta}, narrow(sfm(V, D, beta, *arrays))

    return matrices


def stored(vectors: Vectors) -> Matrices:
    """FM: one stored matrix for all beta, which divides the vectors instead."""

    def matrices(sample: Sample, D: int, _: Any, draw: int) -> Candidates:
        V = vectors(sample, draw).astype(np.float64)
        W = cauchy_matrix(D, V.shape[1], 1.0, sample.rng(f"matrix {D}", draw))
        for beta in BETAS:
            yield {"beta": beta}, narrow(rff(V / beta, W))

    return matrices


def sampled_strings(sample: Sample, D: int, _: Any, draw: int) -> Candidates:
    """D2KE as Section II has it: D strings of the input, drawn with replacement."""
    rng = sample.rng(f"sampled strings {D}", draw)
    drawn = d2ke.data_sample(range(len(sample.strings)), D, rng)
    return _features(sample.edit_distances[:, drawn])


def random_strings(sample: Sample, D: int, _: Any, draw: int) -> Candidates:
    """D2KE with random strings."""
    rng = sample.rng(f"random strings {D}", draw)
    omegas = d2ke.random_strings(D, sample.letters, OMEGA_LENGTHS, rng)
    return _features(d2ke.cdist(sample.strings, omegas, "levenshtein").astype(np.float64))


def _features(distances: Array) -> Candidates:
    """Features of D2KE; the common factor exp(min d / beta) keeps far ones from underflow."""
    nearest = distances.min()
    for beta in BETAS:
        yield {"beta": beta}, narrow(np.exp((nearest - distances) / beta))


def esp_distances(sample: Sample, _draw: int) -> Array:
    """L1 distances of characteristic vectors."""
    return l1_distances(sample.esp, sample.esp)


def cgk_distances(sample: Sample, draw: int) -> Array:
    """L1 distances of CGK's vectors, by the Hamming distances that they are equal to."""
    embedded = sample.cgk_strings(draw)
    return hamming_distances(embedded, embedded).astype(np.float64)


def laplacian(distances_of: Callable[[Sample, int], Array]) -> Matrices:
    """Eq. (1), exactly."""

    def matrices(sample: Sample, _D: int, _: Any, draw: int) -> Candidates:
        distances = distances_of(sample, draw)
        for beta in BETAS:
            yield {"beta": beta}, np.exp(distances / -beta)

    return matrices


def global_alignment(sample: Sample, _D: int, multiple: float, _draw: int) -> Candidates:
    """GAK, normalized; letters that differ are at a distance of sqrt(2)."""
    sigma = multiple * float(np.sqrt(2 * np.median(sample.lengths)))
    K = global_alignment_kernel(sample.strings, sample.strings, sigma)
    yield {"sigma / sqrt(2 L)": multiple}, K


def local_alignment(sample: Sample, _D: int, factor: float, _draw: int) -> Candidates:
    """LAK: the logarithm, which the learner shifts; letters without scores (U, O) count as X."""
    strings = ["".join(c if c in AMINO_ACIDS else "X" for c in s) for s in sample.strings]
    yield {"factor": factor}, local_alignment_kernel(strings, strings, beta=factor)


def mismatch(sample: Sample, _D: int, word: tuple[int, int], _draw: int) -> Candidates:
    """STK17: (k, m)-mismatch kernel, normalized; a string too short for a word has zeros."""
    k, m = word
    long = np.flatnonzero(sample.lengths >= k)
    strings = [sample.strings[i] for i in long]
    K = np.zeros((len(sample.strings),) * 2)
    inside = mismatch_kernel(strings, strings, k, m, alphabet=sample.letters)
    norms = np.sqrt(np.diag(inside))
    K[np.ix_(long, long)] = inside / norms[:, None] / norms
    yield {"k": k, "m": m}, K


_feature_map = partial(System, learner=linear, has_dimension=True, is_random=True)
SYSTEMS = {
    system.name: system
    for system in (
        _feature_map("SFMEDM", space_efficient(esp)),
        _feature_map("SFMCGK", space_efficient(cgk)),
        _feature_map("FMEDM", stored(esp), vectors=esp),
        _feature_map("FMCGK", stored(cgk), vectors=cgk),
        _feature_map("D2KE", sampled_strings),
        _feature_map("D2KE, random strings", random_strings),
        System("EDMKernel", laplacian(esp_distances), kernel),
        System("CGKKernel", laplacian(cgk_distances), kernel, is_random=True),
        System(
            "GAK",
            global_alignment,
            kernel,
            parts=MULTIPLES,
            grid=_each("sigma / sqrt(2 L)", MULTIPLES),
        ),
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
    return 0 if system.vectors is None else system.vectors(sample, 0).shape[1] * D // 2 * DOUBLE


def alignment_seconds(system: System, sample: Sample, part: Any) -> float:
    """CPU seconds of a matrix of alignments of all pairs, from those of a few strings.

    Time goes with the cells of the dynamic program, the sum over pairs of products of lengths.
    """
    timed = few(sample, _ALIGNED)
    started = process_time()
    for _parameters, _matrix in system.matrices(timed, 0, part, 0):
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
