"""Section VII-C: the five systems that are kernel matrices, and learning."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from gramcheck.paper_checks.claims.sfm.embeddings import bits_of
from gramcheck.paper_checks.claims.sfm.machines import hinge, optimal, shifted_hinge
from gramcheck.paper_checks.claims.sfm.system_features import learns, strings, system
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.protocol import kernel, shifted_kernel
from gramcheck.paper_checks.experiments.sfm.tasks import Sample
from gramcheck.paper_checks.findings import Finding, at_least, below, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, erratum
from gramcheck.reference import sfm
from gramcheck.reference.types import Array
from gramcheck.verify.definitions import sfm as definitions
from gramcheck.verify.spectrum import psd_verdict

Weight = Callable[[int, int], float]  # of |i - j| and T


def semidefinite(K: Array) -> Finding:
    """Of training and test strings together."""
    verdict = psd_verdict(K)
    seen = f"smallest eigenvalue {verdict.smallest:.2g}"
    return is_true(verdict.is_psd, seen, name="positive semidefinite")


def first_letters() -> list[str]:
    """Four strings, as much of them as pairs of letters can be added up for."""
    return [s[:20] for s in strings(80).strings[::20]]


def entries(got: ArrayLike, wanted: ArrayLike, of: str = "") -> Finding:
    """A kernel against what its definition says of every pair."""
    name = f"entries by the definition, {len(np.asarray(got))} {of}strings"
    return holds(got, wanted, rtol=1e-10, name=name)


def of_pairs(
    sample: Sample, K: Array, few: Array, exact: Callable[[str, str], float]
) -> list[Finding]:
    """Of the beginnings of four strings, and of two whole ones as they are learned from."""
    first, ends = first_letters(), [0, len(K) - 1]
    whole = [sample.strings[k] for k in ends]
    return [
        entries(few, [[exact(s, t) for t in first] for s in first]),
        entries(K[np.ix_(ends, ends)], [[exact(s, t) for t in whole] for s in whole], "whole "),
    ]


def _kernel_and_machine(
    sample: Sample, K: Array, C: float, *exact: Finding, **settings: float
) -> Evidence:
    """Entries by the definition, an SVM that is the optimum and has learned, and a spectrum ≥ 0."""
    return Evidence(
        printed=[*exact, *learns(sample, K, kernel, hinge, C), semidefinite(K)], measured=settings
    )


@system("sfm/system-EDMKernel")
def system_edm_kernel(run: Run) -> Evidence:
    """EDMKernel, or ESPKernel: an SVM with the Laplacian kernel of characteristic vectors, Eq. (1).

    Exact: L1 distances are those of trees built string by string from the rules.
    """
    sample, beta = strings(500), 100.0
    K, few = sfm.espkernel(sample.strings, beta), sample.strings[::50]
    exact = entries(sfm.espkernel(few, beta), definitions.espkernel(few, beta))
    return _kernel_and_machine(sample, K, 1.0, exact, beta=beta)


@system("sfm/system-CGKKernel")
def system_cgk_kernel(run: Run) -> Evidence:
    """CGKKernel: an SVM with the Laplacian kernel of the vectors of CGK.

    Exact: it is that of the Hamming distances of strings by the definition's walk of 3 N steps,
    with the same bits. (Until a review the strings were those that the reference embeds.)
    """
    sample, beta = strings(500), 1000.0
    K, few = sfm.cgkkernel(sample.strings, beta, run.rng()), sample.strings[::50]
    by_hand = definitions.cgkkernel(few, beta, bits_of(few, run.rng("few")))
    exact = entries(sfm.cgkkernel(few, beta, run.rng("few")), by_hand)
    return _kernel_and_machine(sample, K, 10.0, exact, beta=beta)


@system("sfm/system-GAK", checks=("gak", "vectors/global_alignment_kernel"))
def system_gak(run: Run) -> Evidence:
    """GAK: an SVM with the global alignment kernel, normalized.

    The paper names [6] and [5] alone. (Until a review entries were asked of short strings alone,
    here and of LAK and STK17, and not of what is learned from.)
    """
    sample, sigma, few = strings(80), 3.0, first_letters()
    K = sfm.global_alignment_kernel(sample.strings, sample.strings, sigma)
    exact = of_pairs(
        sample,
        K,
        sfm.global_alignment_kernel(few, few, sigma),
        partial(definitions.global_alignment_kernel_normalized, sigma=sigma),
    )
    return _kernel_and_machine(sample, K, 1.0, *exact, sigma=sigma)


@system("sfm/system-LAK", checks=("lak", "blosum62", "vectors/local_alignment_kernel"))
def system_lak(run: Run) -> Evidence:
    """LAK: an SVM with the logarithm of the local alignment kernel, its spectrum shifted.

    The paper names the program of [25] alone; logarithm and shift are those of that article. The
    spectrum of whole strings needs no shift; so it is seen on three letters of each. (Until a
    review the shift was to be large enough, and not the least that is.)
    """
    sample, few = strings(80), first_letters()
    K = sfm.local_alignment_kernel(sample.strings, sample.strings)
    short = [s[:3] for s in sample.strings]
    of_short = sfm.local_alignment_kernel(short, short)
    of_few = sfm.local_alignment_kernel(few, few)
    return Evidence(
        printed=[
            *of_pairs(sample, K, of_few, definitions.local_alignment_log_kernel),
            *learns(sample, K, shifted_kernel, shifted_hinge, 1.0),
            below(smallest_eigenvalue(of_short), 0.0, name="smallest eigenvalue, three letters"),
            *shifted_to_zero(of_short),
            optimal(shifted_kernel, shifted_hinge, of_short, sample.y, 1.0, of=", three letters"),
        ],
        measured={"smallest eigenvalue, whole strings": smallest_eigenvalue(K)},
    )


def shifted_to_zero(K: Array) -> list[Finding]:
    """As much is added to the diagonal as brings the smallest eigenvalue to 0, and nothing else."""
    shifted = sfm.shift_spectrum(K)
    allowed = psd_verdict(shifted).tolerance
    added = shifted - K
    return [
        holds(
            smallest_eigenvalue(shifted),
            0.0,
            atol=allowed,
            name="smallest eigenvalue, three letters, shifted",
        ),
        holds(added, added[0, 0] * np.eye(len(K)), atol=allowed, name="what the shift adds"),
    ]


def smallest_eigenvalue(K: Array) -> float:
    """Of a symmetric matrix."""
    return float(np.linalg.eigvalsh(K)[0])


@system(
    "sfm/system-STK17", checks=("mismatch", "vectors/mismatch_kernel", "vectors/ball_intersections")
)
def system_stk17(run: Run) -> Evidence:
    """STK17: an SVM with the (k, m)-mismatch kernel, normalized.

    The paper names [8] and its program alone. That program draws some sets of positions for an
    estimate of this kernel, which is exact here.
    """
    sample, (k, m), few = strings(500), (4, 1), first_letters()
    K = sfm.stk17(sample.strings, k, m, sample.letters)
    by_hand = partial(definitions.mismatch_kernel_by_distances, k=k, m=m, alphabet=sample.letters)
    exact = of_pairs(sample, K, sfm.stk17(few, k, m, sample.letters), by_hand)
    norms = np.sqrt(np.diag(K))
    return _kernel_and_machine(sample, K / np.outer(norms, norms), 1.0, *exact, k=k, m=m)


@erratum(
    "errata/S26",
    place="Section II, GAK; its published program",
    about=("system-GAK",),
    checks=("gak tapered*", "vectors/global_alignment_kernel"),
)
def triangular_band(run: Run) -> Evidence:
    """GAK's published program has a triangular weight, 1 - |i - j|/T, and a positive kernel.

    A caution to readers, and nothing that SFM prints: it takes GAK from Cuturi [5, 6], whose
    program this is about. Its division is one of integers: the weight is 1 for |i - j| < T and 0
    beyond, a hard band, and the kernel indefinite. The linear taper (1 - |i - j|/T)₊, times the
    local kernel, is positive semidefinite; the reference has it, entry by entry. (Until a review
    its spectrum alone was asked, which a kernel without any taper has, too.)
    """
    corpus = ["".join(s) for n in (3, 4, 5) for s in itertools.product("AB", repeat=n)]
    T, sigma = 2, 1.0
    hard = psd_verdict(banded(corpus, T, sigma, weight_of_the_program)).smallest
    K = sfm.global_alignment_kernel(corpus, corpus, sigma, triangular=T)
    linear = psd_verdict(K).smallest
    return Evidence(
        printed=at_least(
            hard, 0.0, atol=1e-10, name="smallest eigenvalue, weight by whole numbers"
        ),
        corrected=[
            at_least(linear, 0.0, atol=1e-10, name="smallest eigenvalue, linear taper"),
            # an entry is a sum of at most 321 positive terms, each a product of at most 9
            holds(
                K,
                banded(corpus, T, sigma, linear_taper),
                rtol=1e-12,
                name="linear taper: entries by the recursion",
            ),
        ],
        measured={"hard band": hard, "linear taper": linear},
    )


def banded(corpus: list[str], T: int, sigma: float, weight: Weight) -> np.ndarray:
    """Normalized GAK of strings whose local kernel has a weight: k times it, for k."""
    other = np.exp(-1 / sigma**2)
    K = np.empty((len(corpus), len(corpus)))
    for (a, s), (b, t) in itertools.product(enumerate(corpus), repeat=2):
        M = np.zeros((len(s) + 1, len(t) + 1))
        M[0, 0] = 1
        for i, j in itertools.product(range(len(s)), range(len(t))):
            k = weight(abs(i - j), T) * (1.0 if s[i] == t[j] else other)
            M[i + 1, j + 1] = k / (2 - k) * (M[i, j] + M[i + 1, j] + M[i, j + 1])
        K[a, b] = M[-1, -1]
    scale = np.sqrt(np.diag(K))
    return K / np.outer(scale, scale)


def weight_of_the_program(apart: int, T: int) -> float:
    """1 - |i - j|/T in whole numbers, and nothing from T on."""
    return max(0, 1 - apart // T)


def linear_taper(apart: int, T: int) -> float:
    """1 - |i - j|/T, and nothing from T on."""
    return max(0.0, 1 - apart / T)
