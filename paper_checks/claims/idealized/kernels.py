"""Sections 2 and 3.1: ideal kernel, idealized kernel, Proposition 1, Eq. (1)-(3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks import plots
from gramcheck.paper_checks.claims.idealized.problems import Array, equation
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, equals, holds
from gramcheck.paper_checks.ledger import Evidence, Verdict, claim, erratum
from gramcheck.reference import idealized
from gramcheck.verify.definitions import idealized as definitions

LABELS: tuple[list[Any], ...] = (
    ["a", "b"],
    ["a", "a", "b", "a", "b"],
    [1, 2, 3, 1, 2, 3, 3],
    [0, 0, 0],
    [-1, 1, 1, -1, 1, -1, -1],
)


def squared_distances(K: Array) -> Array:
    """K_ii + K_jj - 2 K_ij."""
    return np.diag(K)[:, None] + np.diag(K) - 2 * K


def random_kernel(rng: np.random.Generator, n: int, indefinite: bool = False) -> Array:
    """A random symmetric matrix, positive semidefinite unless told otherwise."""
    B = rng.standard_normal((n, n))
    return (B + B.T) / 2 if indefinite else B @ B.T


@equation(1, "vectors/ideal_kernel")
def ideal(run: Run) -> Evidence:
    """The ideal kernel: K*_ij = 1 where y(x_i) = y(x_j), and 0 elsewhere.

    Entry by entry; and its eigenvalues, which are the sizes n_c of the classes and zeros, so that
    it is positive semidefinite, as Section 3.1 uses.
    """
    got = [idealized.ideal_kernel(y) for y in LABELS]
    wanted = [definitions.ideal_kernel(y) for y in LABELS]
    spectra = [np.linalg.eigvalsh(K)[::-1] for K in got]
    sizes = [sorted((y.count(a) for a in set(y)), reverse=True) for y in LABELS]
    return Evidence(
        printed=[
            equals(
                np.concatenate([np.ravel(K) for K in got]),
                np.concatenate([np.ravel(K) for K in wanted]),
                name=f"entries for {len(LABELS)} lists of labels",
            ),
            holds(
                np.concatenate(spectra),
                np.concatenate(
                    [[*n, *[0] * (len(y) - len(n))] for n, y in zip(sizes, LABELS, strict=True)]
                ),
                atol=1e-12,
                name="eigenvalues: sizes of the classes, and zeros",
            ),
        ]
    )


@equation(2, "vectors/idealize")
def idealized_kernel(run: Run) -> Evidence:
    """The idealized kernel: K + (γ/2) K*; a valid kernel, with any number of classes and weights.

    Entry by entry against exact arithmetic, and the display for two classes: γ/2 more where labels
    agree, nothing elsewhere. The smallest eigenvalue never falls, so kernels stay kernels; with a
    positive weight for each class, too. (That γ = 2 is the kernel of Zhang et al., 2002, is not
    judged: their paper was not at hand.)
    """
    rng, gained, off, exact = run.rng(), [], [], []
    for y in LABELS:
        K, gamma = random_kernel(rng, len(y)), float(rng.uniform(0, 5))
        new = idealized.idealize(K, y, gamma)
        weights = {a: float(rng.uniform(0.2, 3)) for a in set(y)}
        weighted = idealized.idealize(K, y, gamma, weights)
        for got, given in ((new, None), (weighted, weights)):
            wanted = np.array(definitions.idealize(K.tolist(), y, gamma, given), dtype=float)
            exact.append(np.abs(got - wanted).max())
        agree = np.equal.outer(np.array(y), np.array(y))
        off.append(np.abs(new - K - np.where(agree, gamma / 2, 0)).max())
        gained += [np.linalg.eigvalsh(L)[0] - np.linalg.eigvalsh(K)[0] for L in (new, weighted)]
    return Evidence(
        printed=[
            holds(exact, 0.0, atol=1e-13, name="K + (γ/2) K* in exact arithmetic"),
            holds(off, 0.0, atol=1e-13, name="the display for labels that agree or not"),
            at_least(gained, 0.0, atol=1e-12, name="rise of the smallest eigenvalue"),
        ],
        picture=before_and_after(run.rng("picture")),
    )


def before_and_after(rng: np.random.Generator) -> list[plots.Figure]:
    """A Gaussian kernel of two classes that overlap, and the kernel idealized with γ = 1."""
    y = np.repeat([1, 2], 20)
    X = rng.standard_normal((len(y), 2)) + y[:, None]
    K = np.exp(-squared_distances(X @ X.T) / 2)
    titles = {"K": K, "K + (γ/2) K*, γ = 1": idealized.idealize(K, y, 1.0)}
    axis = "pattern (class 1, then class 2)"
    return [
        plots.heatmap(matrix, xlabel=axis, ylabel=axis, value="kernel", title=title)
        for title, matrix in titles.items()
    ]


@equation(3)
def distances_of_the_idealized_kernel(run: Run) -> Evidence:
    """K̃_ii + K̃_jj - 2 K̃_ij = d²_ij where y_i = y_j, and d²_ij + γ where y_i ≠ y_j."""
    rng, off = run.rng(), []
    for y in LABELS:
        K, gamma = random_kernel(rng, len(y)), float(rng.uniform(0, 5))
        new = squared_distances(idealized.idealize(K, y, gamma))
        differ = np.not_equal.outer(np.array(y), np.array(y))
        off.append(np.abs(new - squared_distances(K) - np.where(differ, gamma, 0)).max())
    return Evidence(
        printed=holds(off, 0.0, atol=1e-12, name="largest difference, each list of labels")
    )


@claim("idealized/alignment", place="Section 2", kind="definition", checks=["vectors/alignment"])
def alignment(run: Run) -> Evidence:
    """The alignment: A(k₁, k₂) = ⟨K₁, K₂⟩ / (√⟨K₁, K₁⟩ √⟨K₂, K₂⟩), Frobenius products.

    Against 60 digits, for kernels and for matrices that are none; a matrix aligned with itself or a
    multiple of it has 1, and the sign of a factor changes the sign.
    """
    rng, got, wanted, multiples = run.rng(), [], [], []
    for k in range(40):
        K, L = (random_kernel(rng, 2 + k % 6, indefinite=k % 2 == 1) for _ in range(2))
        got.append(idealized.alignment(K, L))
        wanted.append(float(definitions.alignment(K.tolist(), L.tolist())))
        multiples += [idealized.alignment(K, 3 * K), -idealized.alignment(K, -K / 2)]
    return Evidence(
        printed=[
            holds(got, wanted, atol=1e-14, name="against the formula to 60 digits"),
            holds(multiples, 1.0, atol=1e-14, name="multiples, a negative one with a minus"),
        ]
    )


def gains(rng: np.random.Generator, count: int) -> dict[str, NDArray[Any]]:
    """Growth of the alignment for random kernels and γ > 0, and where γ lay."""
    rows = []
    for k in range(count):
        y = rng.integers(0, 2 + k % 3, int(rng.integers(3, 9)))
        K = random_kernel(rng, len(y), indefinite=k % 2 == 1)
        gamma = float(10 ** rng.uniform(-2, 1.5))
        threshold = idealized.alignment_threshold(K, y)
        exact = definitions.alignment_threshold(K.tolist(), y.tolist())
        star = idealized.ideal_kernel(y)
        before = idealized.alignment(K, star)
        after = idealized.alignment(idealized.idealize(K, y, gamma), star)
        rows.append((after - before, gamma > threshold, k % 2 == 1, threshold, threshold - exact))
    gain, above, indefinite, threshold, off = np.array(rows, dtype=float).T
    found = {"gain": gain, "above": above > 0, "threshold": threshold, "threshold off": off}
    return {**found, "indefinite": indefinite > 0}


def gain_of_a_multiple(factor: float, gamma: float) -> float:
    """Growth of the alignment for K = factor K*."""
    y = LABELS[1]
    star = idealized.ideal_kernel(y)
    before = idealized.alignment(factor * star, star)
    return idealized.alignment(idealized.idealize(factor * star, y, gamma), star) - before


@erratum("errata/K1", place="Section 3.1, Proposition 1", about=("proposition-1",))
@claim(
    "idealized/proposition-1",
    place="Section 3.1, Proposition 1",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=["vectors/alignment_threshold"],
)
def alignment_grows(run: Run) -> Evidence:
    """For γ > 0 the alignment of K̃ is greater than that of K if γ > -⟨K, K*⟩/(n₊² + n₋²).

    It is greater for every γ > 0, whatever the threshold, unless K is a multiple of K*: then it is
    1 before and after, and not greater. For positive semidefinite K the condition is always met,
    since ⟨K, K*⟩ is a sum of squares. (Until a review the threshold was looked at for its sign
    alone.)
    """
    found = gains(run.rng(), 5000 if run.scale == "full" else 1000)
    above, below = found["gain"][found["above"]], found["gain"][~found["above"]]
    semidefinite = found["threshold"][~found["indefinite"]]
    multiples = [gain_of_a_multiple(c, g) for c in (0.5, 2.0) for g in (0.1, 1.0, 10.0)]
    return Evidence(
        common=holds(
            found["threshold off"], 0.0, atol=1e-12, name="threshold less that of 60 digits"
        ),
        printed=at_least(
            multiples,
            1e-12,
            name="growth for K = 0.5 K* and 2 K*, γ > 0, condition met",
        ),
        corrected=[
            at_least(above, 1e-12, name="growth for random K, condition met"),
            at_least(below, 1e-12, name="growth for random K, condition not met"),
            holds(multiples, 0.0, atol=1e-14, name="growth where K is a multiple of K*"),
            at_least(-semidefinite, 0.0, name="minus the threshold, K positive semidefinite"),
        ],
        measured={
            "random kernels": len(found["gain"]),
            "with γ below the threshold": int((~found["above"]).sum()),
            "smallest growth": float(found["gain"].min()),
        },
        note="Proof: A(t) = (a + t b)/√(b (c + 2 t a + t² b)) with a = ⟨K, K*⟩, b = ⟨K*, K*⟩, "
        "c = ⟨K, K⟩, t = γ/2. A' has the sign of b c - a², which Cauchy and Schwarz make "
        "positive unless K is a multiple of K*.",
    )
