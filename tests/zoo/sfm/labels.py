"""Wrong labels of names, and wrong landmarks among labels."""

from itertools import pairwise

import numpy as np

from gramcheck.verify.definitions import sfm as definitions
from tests.zoo import changed, faults, wrong


def labels_become(right, label):
    """``label(left neighbor, name)`` is the label of one round."""

    def alphabet_reduction(names, rounds):
        names = list(names)
        for _ in range(rounds):
            names = [label(a, b) for a, b in pairwise(names)]
        return names

    return changed(right, paper="sfm", alphabet_reduction=alphabet_reduction)


wrong_labels = faults(labels_become, killed_by=("sfm/alphabet-reduction", "sfm/figure-7"))

wrong_labels(
    "bits are counted from one: l = 1 is the lowest bit", lambda a, b: definitions.label(a, b) + 2
)
wrong_labels(
    "bit of the left neighbor: the label ends in the other one's bit",
    lambda a, b: definitions.label(a, b) ^ 1,
)


@wrong("sfm.alphabet_reduction", killed_by="sfm/alphabet-reduction")
def names_of_32_bits(right, names, rounds):
    """Drops what is above."""
    names = [int(a) % 2**32 for a in names]
    names = [a for k, a in enumerate(names) if k == 0 or a != names[k - 1]]
    return right.sfm.alphabet_reduction(names, rounds)


@wrong("sfm.alphabet_reduction", killed_by="sfm/alphabet-reduction")
def names_with_a_sign(right, names, rounds):
    """Those of 64 bits turn negative where no round replaces them."""
    return np.asarray(right.sfm.alphabet_reduction(names, rounds)).astype(np.int64)


@wrong("sfm.rounds_needed", killed_by="sfm/alphabet-reduction")
def rounds_as_for_one_name_more(right, n_names):
    """Six names are taken to need a round, as seven do."""
    return right.sfm.rounds_needed(min(n_names + 1, 2**64))


@wrong("sfm.reduce_to_three", killed_by=("sfm/alphabet-reduction", "sfm/figure-7"))
def takes_the_largest_free_label(right, labels):
    """As the published program does."""
    return right.sfm.reduce_to_three(labels, "largest")


@wrong(
    "sfm.reduce_to_three",
    killed_by="sfm/alphabet-reduction the_largest_free_label_mirrors_the_least",
)
def takes_the_least_whatever_is_asked(right, labels, take="least"):
    """The choice of the published program is accepted, and forgotten."""
    return right.sfm.reduce_to_three(labels)


@wrong("sfm.reduce_to_three", killed_by="sfm/alphabet-reduction")
def five_goes_before_three(labels):
    """5, 4, 3 in this order."""
    A = list(labels)
    for c in (5, 4, 3):
        for i in range(len(A)):
            if A[i] == c:
                A[i] = min({0, 1, 2} - {*A[max(i - 1, 0) : i], *A[i + 1 : i + 2]})
    return A


@wrong(
    "sfm.alphabet_reduction",
    killed_by="sfm/alphabet-reduction labels_are_those_of_the_definition",
)
def single_names_are_left_out(right, names, rounds):
    """A loop over pairs, of which one name has none."""
    return right.sfm.alphabet_reduction(names, rounds)[: len(names) if len(names) > 1 else 0]


@wrong("sfm.reduce_to_three", killed_by="sfm/alphabet-reduction")
def single_labels_are_left_out(right, labels):
    """A loop over pairs, of which one label has none."""
    return right.sfm.reduce_to_three(labels)[: len(labels) if len(labels) > 1 else 0]


@wrong("sfm.landmarks", killed_by="sfm/landmarks maxima_then_minima_apart_from_them")
def single_labels_are_no_landmarks(right, labels):
    """Neighbors are asked for that there are not."""
    return right.sfm.landmarks(labels) if len(labels) > 1 else []


@wrong("sfm.landmarks", killed_by=("sfm/landmarks", "sfm/figure-7"))
def ends_are_no_landmarks(right, labels):
    """Only positions with two neighbors are compared."""
    last = len(labels) - 1
    return [i for i in right.sfm.landmarks(labels) if 0 < i < last] or [0]


@wrong("sfm.landmarks", killed_by="sfm/landmarks")
def every_extremum_is_a_landmark(labels):
    """Minima next to maxima as well."""
    A = list(labels)
    near = lambda i: [A[j] for j in (i - 1, i + 1) if 0 <= j < len(A)]  # noqa: E731
    return [
        i for i in range(len(A)) if all(A[i] > a for a in near(i)) or all(A[i] < a for a in near(i))
    ]
