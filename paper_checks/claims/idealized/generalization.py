"""Section 2: what is said of patterns that were not there when the kernel was chosen."""

from __future__ import annotations

import math

import numpy as np

from gramcheck.paper_checks.claims.idealized.concentration import of_six_patterns
from gramcheck.paper_checks.claims.idealized.problems import Array
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import Finding, at_least, below, holds
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim
from gramcheck.paper_checks.wording import Spread
from gramcheck.reference import idealized
from gramcheck.reference.types import Integers
from gramcheck.verify.definitions import idealized as definitions

# ---------------------------------------------------------------------------------------------
# the trivial kernel


def trivial(A: Array, B: Array) -> Array:
    """The kernel without domain knowledge: 1 for a pattern and itself, 0 for any two."""
    return np.all(A[:, None] == B, axis=2).astype(float)


def linear(A: Array, B: Array) -> Array:
    """The kernel of inner products."""
    return A @ B.T


def nearest_labels(distances: Array, y: Integers) -> Integers:
    """The label of the nearest training pattern, for each row."""
    return y[np.argmin(distances, axis=1)]


@claim(
    "idealized/trivial-kernel",
    place="Section 2",
    kind="statement",
    checks=("vectors/learn_metric_from_kernel",),
)
def impossible_to_learn(run: Run) -> Evidence:
    """To avoid domain knowledge completely leads to the trivial kernel: it is impossible to learn.

    Exactly so, by the method of Section 3.3. With K = I on all patterns a new one has K_ai = 0 for
    all training patterns i. Whatever the multipliers are, K̃ of new patterns is 0, they are at
    distance 0 from each other, and all at the same distance from each training pattern. So they get
    one and the same label, which is wrong for half of them where the two classes are equally large.
    With the linear kernel the same patterns, the relevant feature of toy data, the same pairs and
    program are wrong of few, 0 to 4 %. That prior knowledge or a constraint is therefore “always
    needed” is not judged; that to do without leads to K = I is the paper's definition here, and not
    judged either.
    """
    rng = run.rng()
    X, y = idealized.make_toy(8, rng, irrelevant=0)
    new, truth = idealized.make_toy(100, rng, irrelevant=0)
    sets = idealized.pairs_from_labels(y)
    kernels, apart, unequal, errors = [], [], [], []
    for psd in ("as-printed", "clip", "constrained"):
        for constant in (1.0, 100.0):
            metric = idealized.learn_metric_from_kernel(
                trivial(X, X), *sets, constant, constant, 0.5, psd
            )
            rows, training = trivial(new, X), trivial(X, X)
            distances = metric.squared_distances(rows, training)
            kernels.append(np.abs(metric.kernel(rows, np.vstack([rows, training]))).max())
            apart.append(np.abs(metric.squared_distances(rows)).max())
            unequal.append(np.ptp(distances, axis=0).max())
            errors.append(np.mean(nearest_labels(distances, y) != truth))
    told = idealized.learn_metric_from_kernel(linear(X, X), *sets, 100.0, 100.0, 0.5)
    across = told.squared_distances(linear(new, X), linear(X, X))
    S, D = (pairs.tolist() for pairs in sets)
    first = linear(new[:1], X)[0], linear(X[:1], X)[0]
    defined = float(
        definitions.squared_distance_from_rows(*first, S, D, told.alpha_S, told.alpha_D)
    )
    return Evidence(
        common=[
            holds(across[0, 0], defined, rtol=1e-8, name="linear kernel: d̃² of 3.3 in fractions"),
            below(
                np.mean(nearest_labels(across, y) != truth),
                0.25,  # half of what guessing has
                name="linear kernel: error on 100 + 100 new patterns",
            ),
        ],
        printed=[
            holds(kernels, 0.0, atol=0.0, name="K = I: K̃ of a new pattern with any other"),
            holds(apart, 0.0, atol=0.0, name="d̃² of new patterns from each other"),
            holds(unequal, 0.0, atol=1e-9, name="range over new patterns of d̃² from one pattern"),
            holds(errors, 0.5, name="error of the nearest neighbor on 100 + 100 new patterns"),
        ],
    )


# ---------------------------------------------------------------------------------------------
# training and test alignment

PER_CLASS = (10, 20, 40, 80)
FEW = (10, 40)
BATCHES, SAMPLES = 24, 40
AS_HIGH = 0.5  # the least part of a high alignment that is high still


def of_linear(rng: np.random.Generator, per_class: int, irrelevant: int = 10) -> float:
    """Alignment of the linear kernel on a sample of toy data."""
    X, y = idealized.make_toy(per_class, rng, irrelevant=irrelevant)
    return idealized.alignment(X @ X.T, idealized.ideal_kernel(y))


def alignments_of_two_samples(rng: np.random.Generator) -> Array:
    """With the ten irrelevant features, (sizes, batches, samples, both)."""
    shape = (len(PER_CLASS), BATCHES, SAMPLES, 2)
    found = np.empty(shape)
    for place in np.ndindex(shape):
        found[place] = of_linear(rng, PER_CLASS[place[0]])
    return found


def high_alignments(rng: np.random.Generator) -> Array:
    """Of the relevant feature alone, which tells the classes apart, (sizes, samples, both)."""
    return np.array([[[of_linear(rng, m, 0) for _ in range(2)] for _ in range(50)] for m in FEW])


def fixed_kernel(n: int) -> Array:
    """The trivial kernel on n patterns, which knows nothing of them."""
    return np.eye(n)


def alignment_of_fixed(per_class: int) -> float:
    """Its alignment on two classes of this size."""
    star = idealized.ideal_kernel(np.repeat([1, 2], per_class))
    return idealized.alignment(fixed_kernel(len(star)), star)


def idealized_on_training(per_class: int, gamma: float) -> tuple[float, float]:
    """Alignments on training and test set of the same kernel, with K* added on the former."""
    y = np.repeat([1, 2], per_class)
    star = idealized.ideal_kernel(y)
    K = fixed_kernel(len(y))
    return (
        idealized.alignment(idealized.idealize(K, y, gamma), star),
        idealized.alignment(K, star),
    )


def learned_from_noise(rng: np.random.Generator) -> tuple[float, float]:
    """Alignments after learning, 15 + 15 patterns and as many new, labels independent of them."""
    y = np.repeat([1, 2], 15)
    X, new = rng.standard_normal((2, len(y), 100))
    metric = idealized.learn_metric(X, *idealized.pairs_from_labels(y), 100.0, 100.0, 0.5)
    star = idealized.ideal_kernel(y)
    return (
        idealized.alignment(metric.kernel(X), star),
        idealized.alignment(metric.kernel(new), star),
    )


def as_high(train: float | Array, test: float | Array, name: str) -> Finding:
    """The alignment on the test set is at least half of that on the training set."""
    return at_least(test, AS_HIGH * np.asarray(train), name=f"{name}, against half of training")


@claim(
    "idealized/train-and-test-alignment",
    place="Section 2, at footnote 3",
    kind="statement",
    expected=Verdict.HOLDS_WITH_CORRECTION,
    checks=("vectors/alignment", "vectors/idealize"),
)
def high_on_both(run: Run) -> Evidence:
    """If alignment is high on the training set, we can also expect a high one on the test set.

    Not of a kernel that the training set has made, which is the paper's use. (2) with γ = 200 on a
    training set of 20 + 20 raises it to 1.000, and the same kernel on the test set has .224, as
    before. Metrics learned from labels that say nothing of 100 features have .7 on 15 + 15 training
    patterns and less than .1 on as many new ones. And not of sets of different sizes: the trivial
    kernel K = I has the alignment 1/√m on two classes of m patterns, .447 on 5 + 5 and .045 on
    500 + 500. High is called what is half as high at least.

    Corrected: of a kernel that was fixed before, and samples of one size. The linear kernel of the
    one relevant feature of toy data has .64 on 10 + 10 and on 40 + 40 patterns, and in none of 100
    pairs of samples was it much less on the second. Such differences vanish, as an alignment is
    concentrated: with all features their deviation falls faster than n^-½. (The half was set after
    such numbers were seen, none of which is near it. Of the power there were ten batches, which at
    a fresh seed, 301191, left it open whether it is less; of 24 it is -0.80 to -0.87 at twelve
    seeds, 0.12 either way.)
    """
    rng = run.rng()
    fixed = alignments_of_two_samples(rng)
    differences = fixed[..., 1] - fixed[..., 0]
    high = high_alignments(rng)
    sizes = 2 * np.array(PER_CLASS)
    slopes = Spread.of(np.polyfit(np.log(sizes), np.log(differences.std(axis=2, ddof=1)), 1)[0])
    few, many = alignment_of_fixed(5), alignment_of_fixed(500)
    train, test = idealized_on_training(20, 200.0)
    learned, unseen = np.transpose([learned_from_noise(rng) for _ in range(4)])
    return Evidence(
        common=of_six_patterns(rng),
        printed=[
            as_high(train, test, "(2) on the training set"),
            as_high(learned, unseen, "learned from labels that say nothing"),
            as_high(few, many, "K = I, 5 + 5 training and 500 + 500 test patterns"),
        ],
        corrected=[
            holds(
                [few, many, train, test],
                # (2): n = 40 patterns, ⟨K*, K*⟩ = n²/2, and γ/2 = 100
                [5**-0.5, 500**-0.5, 80040 / math.sqrt(8008040 * 800), 20**-0.5],
                name="alignments of K = I and of (2) by hand",
            ),
            as_high(high[..., 0], high[..., 1], "fixed kernel, two samples"),
            below(
                slopes.mean,
                -0.5,
                standard_error=slopes.standard_error,
                degrees=BATCHES - 1,
                name="fixed kernel: power of n in the deviation of that difference",
            ),
        ],
        table=Table(
            ["kernel", "training patterns", "alignment", "test patterns", "alignment"],
            [
                ["K = I, and (2) in training", 40, train, 40, test],
                ["learned from noise", 30, *_with(30, Spread.of(learned), Spread.of(unseen))],
                ["K = I", 10, few, 1000, many],
                *(
                    ["linear, the relevant feature", 2 * m, *_with(2 * m, *map(Spread.of, a.T))]
                    for m, a in zip(FEW, high, strict=True)
                ),
                *(
                    ["linear, toy data", int(n), *_with(int(n), *map(Spread.of, _both(a)))]
                    for n, a in zip(sizes, fixed, strict=True)
                ),
            ],
        ),
    )


def _both(found: Array) -> Array:
    """Training and test alignments of one size."""
    return found.reshape(-1, 2).T


def _with(n: int, train: Spread, test: Spread) -> list[Spread | int]:
    return [train, n, test]
