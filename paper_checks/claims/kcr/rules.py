"""Section 2: kernel classification rules and their resubstitution error; C12, C14, C15."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np

from gramcheck.paper_checks.claims.kcr.samples import (
    SMOOTHING_KERNELS,
    classes_of_points,
    configurations,
    distances,
)
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, at_most, enough, equals, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim, erratum
from gramcheck.reference import kcr
from gramcheck.verify.definitions import kcr as definitions


@claim(
    "kcr/eq-2",
    place="Section 2, Eq. (2)",
    checks=("prediction", "vectors/kernel_rule", "vectors/smoothing_kernel"),
)
def many_classes(run: Run) -> Evidence:
    """g(x) = argmax over l of the sum of the votes χ(ρ(x, X_i)/h) of class l.

    For h = 1 and 2. (Until a review h was 1 alone, at which ρ h and ρ/h are the same.)
    """
    rng, wrong, rows = run.rng(), 0, []
    conventions = list(product(("nearest", "tie"), ("smallest", "nearest")))
    for kernel in SMOOTHING_KERNELS:
        empty = tied = seen = 0
        for h in (1.0, 2.0) * 20:
            X, y = classes_of_points(12, rng)
            new = 2 * rng.normal(size=(6, 2))
            if kernel == "naive":  # equal votes, and distances of exactly h
                X, new = np.rint(X), np.rint(new)
            D = np.sqrt(np.square(new[:, None] - X[None]).sum(axis=2))
            exact = partial(definitions.kernel_rule, D.tolist(), y.tolist(), h, kernel)
            for without, ties in conventions:
                votes = kcr.kernel_rule(D, y, h, kernel, empty=without, ties=ties)
                expected, *_ = exact(empty=without, ties=ties)
                wrong += sum(a != b for a, b in zip(votes.labels, expected, strict=True))
            empty, tied = empty + int(votes.empty.sum()), tied + int(votes.tied.sum())
            seen += len(D)
        rows.append([kernel, seen, empty, tied])
    return Evidence(
        printed=equals(wrong, 0, name="decisions that differ from the sums over all points"),
        table=Table(["kernel", "points", "without any vote", "with equal votes"], rows),
        note="The paper leaves open what becomes of a point without a vote (argument empty: the "
        "class of the nearest training point, or a tie of all) and of a tie of votes (argument "
        "ties: the smallest label, or that of the nearest point); the sums are compared under each "
        "of the four.",
    )


@claim(
    "kcr/eq-3",
    place="Section 2, Eq. (3)",
    checks=("vectors/resubstitution_error", "vectors/regularized_error"),
)
def resubstitution(run: Run) -> Evidence:
    """(3) is the part of the training points that (2) misclassifies, plus λ' times a penalty Ω[φ].

    Minimizing the first part alone overfits. In a space where all points are far apart it is 0; so
    it is where points of class l come to l and all else to 0, and new points are always of class 1.
    """
    errors, regularized = [], []
    for kernel in SMOOTHING_KERNELS:
        for D, y, h in configurations(60, run.rng(kernel), ties=kernel == "naive"):
            counted = definitions.resubstitution_error(D.tolist(), y.tolist(), h, kernel)
            errors.append(kcr.resubstitution_error(D, y, h, kernel) - counted)
            functional = kcr.regularized_error(D, y, h, penalty=2.5, lam=0.3, kernel=kernel)
            regularized.append(functional - counted - 0.3 * 2.5)
    far = 10 * (1 - np.eye(6))
    classes = np.repeat([1, 2, 3], 4)
    gaps = np.abs(classes[:, None] - classes).astype(float)
    # with Gaussian votes: of the naive kernel erratum C14 tells more
    new = kcr.kernel_rule(np.abs(0.0 - classes)[None], classes, 1.0, "gaussian").labels
    return Evidence(
        printed=[
            holds(errors, 0.0, atol=1e-15, name="difference from the count"),
            holds(regularized, 0.0, atol=1e-14, name="(3) minus the count and λ' Ω[φ]"),
            equals(
                kcr.resubstitution_error(far, [1, 2, 1, 2, 1, 2], 1.0),
                0.0,
                name="all points alone in their balls: error",
            ),
            equals(
                kcr.resubstitution_error(gaps, classes, 1.0, "gaussian"),
                0.0,
                name="points of class l at l: error",
            ),
            equals(new.tolist(), [1], name="new points, at 0: class"),
        ]
    )


def _votes(D: np.ndarray, y: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """Votes of the own class at every training point, and the largest of another class."""
    near = (h >= D).astype(int)
    own = np.array([near[i][y == y[i]].sum() for i in range(len(y))])
    others = np.array(
        [max(near[i][y == label].sum() for label in set(y) - {y[i]}) for i in range(len(y))]
    )
    return own, others


@claim("kcr/eq-4", place="Section 2, Eq. (4)", expected=Verdict.HOLDS_WITH_CORRECTION)
def classified_right_iff(run: Run) -> Evidence:
    """X_i is classified as Y_i if and only if the votes of Y_i are at least those of any class.

    Not at a tie, where the argmax of (2) can be only one of the classes. Corrected: strictly more
    votes are enough, and as many are needed; without ties the two are the same.
    """
    counts = {"missed": 0, "enough": 0, "needed": 0}
    seen = 0
    for D, y, h in configurations(500, run.rng(), ties=True):
        own, others = _votes(D, y, h)
        right = kcr.kernel_rule(D, y, h).labels == y
        counts["missed"] += int(((own >= others) & ~right).sum())
        counts["enough"] += int(((own > others) & ~right).sum())
        counts["needed"] += int((right & (own < others)).sum())
        seen += len(y)
    return Evidence(
        printed=equals(
            counts["missed"], 0, name=f"of {seen} points: as many votes, yet misclassified"
        ),
        corrected=[
            equals(counts["enough"], 0, name="strictly more votes, yet misclassified"),
            equals(counts["needed"], 0, name="fewer votes, yet classified right"),
        ],
    )


@erratum("errata/C15", place="Section 2, Eq. (4)", about=("eq-4",), checks=("eq-4",))
def coincident_points(run: Run) -> Evidence:
    """The "if and only if" of (4) at two points of classes 1 and 2 in the same place.

    Both satisfy the inequality, one vote each; the rule gives both the same class.
    """
    D, y = np.zeros((2, 2)), np.array([1, 2])
    own, others = _votes(D, y, 1.0)
    votes = kcr.kernel_rule(D, y, 1.0)
    return Evidence(
        printed=equals(
            (votes.labels == y).tolist(), (own >= others).tolist(), name="right, where (4) says so"
        ),
        corrected=[
            equals(votes.tied.tolist(), [True, True], name="ties reported"),
            equals(
                kcr.resubstitution_error(D, y, 1.0, strict=True), 1.0, name="error, ties counted"
            ),
        ],
        measured={"own votes": own, "of the other class": others, "labels": votes.labels},
    )


@claim("kcr/naive-kernel-is-ball-vote", place="Section 1; Section 4.1", kind="statement")
def a_vote_in_a_ball(run: Run) -> Evidence:
    """With the naive kernel the majority among the points within h decides: k varies by point.

    As k-NN where the ball happens to hold k points; there the two rules agree. The points are on a
    grid, many of them at a distance of exactly h, 1 or 2, which is within it.
    """
    rng, differ, compared, sizes = run.rng(), 0, 0, set()
    for h in (1.0, 2.0) * 30:
        X, y = classes_of_points(20, rng)
        D = distances(np.rint(X))
        votes = kcr.kernel_rule(D, y, h)
        inside = (h >= D).sum(axis=1)
        sizes |= set(inside.tolist())
        for i, k in enumerate(inside):
            if votes.tied[i]:
                continue
            differ += int(kcr.knn_predict(D[i : i + 1], y, k=int(k))[0] != votes.labels[i])
            compared += 1
    return Evidence(
        printed=[
            equals(differ, 0, name=f"of {compared} points: differ from k-NN with k the ball's"),
            enough(len(sizes), 2, name="numbers of points within h that occur"),
        ],
        measured={"points within h": sorted(sizes)},
    )


@erratum(
    "errata/C12",
    place="Section 2, Eq. (2)",
    about=("eq-2",),
    checks=("eq-2 open_cases_are_decided_as_asked",),
)
def nobody_near(run: Run) -> Evidence:
    """Rule (2) classifies every point.

    x = 5.5 among the training points 0, 1, 10, 11 with h = 1.5 has no neighbor: all votes are 0 and
    the argmax is every class. Corrected by a convention, and the point is reported: by default the
    class of the nearest training point, of equally near ones the smallest label.
    """
    X = np.array([0.0, 1.0, 10.0, 11.0])
    y = np.array([2, 2, 1, 1])
    D = np.abs(np.array([5.5, 3.0, 0.5])[:, None] - X[None])
    votes = kcr.kernel_rule(D, y, 1.5)
    fewest = kcr.smoothing_kernel(D, 1.5).sum(axis=1).min()
    as_ties = kcr.kernel_rule(D, y, 1.5, empty="tie")
    return Evidence(
        printed=at_least(fewest, 1, name="votes at 5.5, 3 and 0.5: the fewest"),
        corrected=[
            equals(votes.empty.tolist(), [True, True, False], name="reported as empty"),
            equals(votes.labels.tolist(), [1, 2, 2], name="classes"),
            equals(as_ties.labels.tolist(), [1, 1, 2], name='classes with empty="tie", as in (1)'),
        ],
    )


@erratum("errata/C14", place="Section 2, the example of overfitting", about=("eq-3",))
def overfitting_example(run: Run) -> Evidence:
    """Points of class l at l, all else at 0: no error for h ≥ 1, new points fall to class 1.

    (The relation between h and 1 is lost in the text.) Not so with the naive kernel and two
    classes: at h = 1 every ball holds both classes, error 1/2; at h = 0.9 there is no error, but a
    new point at 0 has no vote at all. It is true, for every h, of a kernel that decreases
    strictly.
    """
    y = np.repeat([1, 2], 4)
    D, new = np.abs(y[:, None] - y[None]).astype(float), np.abs(0.0 - y[None])
    rows, naive = [], {}
    for h in (0.9, 1.0, 2.0):
        votes = kcr.kernel_rule(new, y, h)
        naive[h] = kcr.resubstitution_error(D, y, h)
        rows.append(["naive", h, naive[h], "no vote" if votes.empty[0] else votes.labels[0]])
    smooth = []
    for kernel in ("gaussian", "cauchy"):
        for h in (0.9, 1.0, 2.0, 10.0):
            error = kcr.resubstitution_error(D, y, h, kernel)
            label = int(kcr.kernel_rule(new, y, h, kernel).labels[0])
            smooth.append((error, label))
            rows.append([kernel, h, error, label])
    return Evidence(
        printed=[
            at_most(naive[1.0], 0.0, name="naive kernel, h = 1: resubstitution error"),
            at_most(naive[2.0], 0.0, name="naive kernel, h = 2: resubstitution error"),
        ],
        corrected=[
            equals([e for e, _ in smooth], [0.0] * len(smooth), name="strictly decreasing: errors"),
            equals([c for _, c in smooth], [1] * len(smooth), name="class of a new point"),
            is_true(
                bool(kcr.kernel_rule(new, y, 0.9).empty[0]) and naive[0.9] == 0,
                f"error {naive[0.9]}, no training point within h of 0",
                name="naive kernel, h = 0.9: no error, and no vote for new points",
            ),
        ],
        table=Table(["kernel", "h", "resubstitution error", "class of a new point"], rows),
    )
