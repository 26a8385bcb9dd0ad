"""Flags of the vectors of SFM, idealized kernels and KCR catch the mistakes they are there for."""

import math

import pytest

from gramcheck.verify import vectors
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.vectors import WORDS
from gramcheck.verify.vectors.answers import idealized as idealized_answers
from gramcheck.verify.vectors.answers import kcr as kcr_answers
from gramcheck.verify.vectors.answers import sfm as sfm_answers
from gramcheck.verify.vectors.build import PAPERS, to_json


def right(paper, function):
    """The definition, its results as plain numbers."""
    answer = PAPERS[paper].answer(function)
    return lambda **given: to_json(answer(**given))


def changed(paper, function, **changes):
    """The definition with arguments changed: a value in place of another one, or a function."""

    def wrong(**given):
        for name, change in changes.items():
            if callable(change) and name in given:
                given[name] = change(given[name])
            elif not callable(change):
                given[name] = change
        return right(paper, function)(**given)

    return wrong


def then(paper, function, change):
    """The definition with its result changed."""
    return lambda **given: change(right(paper, function)(**given))


def without(paper, function, *names):
    """The definition that overlooks some arguments."""

    def wrong(**given):
        return right(paper, function)(**{k: v for k, v in given.items() if k not in names})

    return wrong


# SFM --------------------------------------------------------------------------------------------


def printed_ranges(level):
    """Pairs only: the last letter of an odd length is lost."""
    return [(i, i + 1) for i in range(0, len(level) - 1, 2)]


def interior_landmarks(labels):
    return [i for i in sfm_answers.definitions.landmarks(labels) if 0 < i < len(labels) - 1]


def largest_free(labels):
    A = list(labels)
    for c in (3, 4, 5):
        for i in range(len(A)):
            if A[i] == c:
                A[i] = max({0, 1, 2} - set(A[max(i - 1, 0) : i] + A[i + 1 : i + 2]))
    return A


def low_half(i, array1, array2, endpoints="open"):
    words = [[(b + a * k) % 2**32 for b, a in zip(array1, array2, strict=True)] for k in i]
    return [[float(sfm_answers.definitions.unit_interval(v, endpoints)) for v in r] for r in words]


def cosine_first(**given):
    z = right("sfm", "sfm" if "D" in given else "rff")(**given)
    return [[row[i ^ 1] for i in range(len(row))] for row in z]


def pad_without_place(embedded, n_letters):
    rows = [sfm_answers.definitions.cgk_vector_as_printed(codes, n_letters) for codes in embedded]
    return to_json(rows)


def without_diagonal(K, D):
    """The mean over the pairs i < j."""
    n = len(K)
    mean, deviation = right("sfm", "predicted_average_error")(K=K, D=D)
    return [mean * (n + 1) / (n - 1), deviation]


SFM = [
    ("as_printed_fails", "lpp_parse", printed_ranges),
    ("landmark_ends", "landmarks", interior_landmarks),
    ("convention", "reduce_to_three", largest_free),
    ("label_rounds", "rounds_needed", lambda n_names: 1),
    ("label_rounds", "alphabet_reduction", changed("sfm", "alphabet_reduction", rounds=1)),
    ("vocabulary_order", "characteristic_vectors", then(
        "sfm", "characteristic_vectors", lambda V: [row[::-1] for row in V])),
    ("metablocks", "esp_tree", changed("sfm", "esp_tree", variant="cm")),
    ("repeated_letters", "esp_tree", changed("sfm", "esp_tree", variant="paper")),
    ("periodic", "esp_tree", changed("sfm", "esp_tree", variant="released")),
    ("moves", "edit_distance_with_moves", lambda s, t, replacements=True: d2ke.levenshtein(s, t)),
    ("replacement", "edit_distance_with_moves", without(
        "sfm", "edit_distance_with_moves", "replacements")),
    ("word_arithmetic", "hash_uniform", low_half),
    ("convention", "hash_uniform", lambda i, array1, array2, **o: right("sfm", "hash_uniform")(
        i=i, array1=array2, array2=array1, **o)),
    ("carry", "hash_uniform", changed(
        "sfm", "hash_uniform", array1=lambda words: [w >> 32 << 32 for w in words])),
    ("endpoints", "hash_uniform", without("sfm", "hash_uniform", "endpoints")),
    ("scaling", "hash_cauchy", changed("sfm", "hash_cauchy", beta=1.0)),
    ("sine_first", "sfm", cosine_first),
    ("sine_first", "rff", cosine_first),
    ("scaling", "sfm", then("sfm", "sfm", lambda z: [[v * math.sqrt(0.5) for v in r] for r in z])),
    ("half_counts", "sfm", changed("sfm", "sfm", V=lambda V: [[int(v) for v in r] for r in V])),
    ("pad", "cgk_vectors", pad_without_place),
    ("triangular", "global_alignment_kernel", without(
        "sfm", "global_alignment_kernel", "triangular")),
    ("convention", "global_alignment_kernel", without("sfm", "global_alignment_kernel", "form")),
    ("affine_gaps", "local_alignment_kernel", changed(
        "sfm", "local_alignment_kernel", gap_open=lambda d: d + 1)),
    ("mismatches", "mismatch_kernel", changed("sfm", "mismatch_kernel", m=0)),
    ("alphabet", "mismatch_kernel", without("sfm", "mismatch_kernel", "alphabet")),
    ("scaling", "concentration_bound", without("sfm", "concentration_bound", "form")),
    ("convention", "concentration_bound", then(
        "sfm", "concentration_bound", lambda bound: min(bound, 1.0))),
    ("convention", "predicted_average_error", without_diagonal),
]  # fmt: skip

# idealized kernels ------------------------------------------------------------------------------


def in_given_order(similar, n):
    return [
        similar,
        to_json(idealized_answers.definitions.pairs_from_side_information(similar, n))[1],
    ]


IDEALIZED = [
    ("scaling", "idealize", changed("idealized", "idealize", gamma=lambda g: 2 * g)),
    ("class_weights", "ideal_kernel", without("idealized", "ideal_kernel", "class_weights")),
    ("pair_order", "pairs_from_side_information", in_given_order),
    ("closed_ball", "nearest_pairs", changed(
        "idealized", "nearest_pairs", R=lambda R: R if R == "median" else 0.999 * R)),
    ("ties", "nearest_pairs", changed("idealized", "nearest_pairs", m=lambda m: m + 1)),
    ("convention", "nearest_pairs", changed("idealized", "nearest_pairs", R=math.inf)),
    ("scaling", "dual_objective", changed(
        "idealized", "dual_objective", alpha_S=lambda a: [v / 2 for v in a])),
    ("indefinite", "learn_metric", changed("idealized", "learn_metric", psd="clip")),
    ("cone", "learn_metric", without("idealized", "learn_metric", "psd")),
    ("first_metric", "learn_metric", without("idealized", "learn_metric", "M")),
    ("kernel_version", "learn_metric_from_kernel", without(
        "idealized", "learn_metric_from_kernel", "psd")),
    ("first_metric", "pair_margins", without("idealized", "pair_margins", "M")),
    ("one_sided_losses", "smallest_slacks", then(
        "idealized", "pair_margins", lambda margins: [[-v for v in part] for part in margins])),
    ("scaling", "primal_objective", changed("idealized", "primal_objective", C_S=lambda C: 2 * C)),
    ("first_metric", "lagrangian", without("idealized", "lagrangian", "M")),
    ("first_metric", "dual_program", without("idealized", "dual_program", "M")),
    ("first_metric", "kkt_conditions", without("idealized", "kkt_conditions", "M")),
    ("scaling", "nu_from_multipliers", changed("idealized", "nu_from_multipliers", C_D=1.0)),
    ("scaling", "mu_from_multipliers", changed("idealized", "mu_from_multipliers", C_D=1.0)),
    ("scaling", "eta_from_multipliers", changed(
        "idealized", "eta_from_multipliers", C_S=lambda C: 2 * C)),
]  # fmt: skip

# KCR --------------------------------------------------------------------------------------------


def largest_label(distances, y, h, kernel="naive"):
    labels, empty, tied = right("kcr", "kernel_rule")(distances=distances, y=y, h=h, kernel=kernel)
    return [[max(y) if t else a for a, t in zip(labels, tied, strict=True)], empty, tied]


def smallest_label_for_nobody(distances, y, h, kernel="naive"):
    labels, empty, tied = right("kcr", "kernel_rule")(distances=distances, y=y, h=h, kernel=kernel)
    return [[min(y) if e else a for a, e in zip(labels, empty, strict=True)], empty, tied]


def underflowing(distances, y, h, kernel="naive"):
    """Votes of 1e-300 and less are none."""
    far = kernel == "gaussian" and min(map(min, distances)) > 26 * h
    return right("kcr", "kernel_rule")(
        distances=distances, y=y, h=h, kernel="naive" if far else kernel
    )


def leave_one_out(distances, y, h, **options):
    far = [[1e9 if i == j else d for j, d in enumerate(row)] for i, row in enumerate(distances)]
    return right("kcr", "resubstitution_error")(distances=far, y=y, h=h, **options)


def own_vote(**given):
    return [value - 1 for value in right("kcr", "margin")(**given)]


def weak_relation(Sigma, h2, K, y):
    """Hinges at their kink count as active."""
    return right("kcr", "active_sets")(Sigma=Sigma, h2=h2 - 1e-9 if h2 == 1 else h2, K=K, y=y)


def centered_positive_part(S):
    """One round of alternating projections."""
    return kcr_answers.definitions.alternating_projections(S, 1)


def centered(coefficients):
    """Each row less its mean: the sum is 0, and the differences are others."""
    return [[value - sum(row) / len(row) for value in row] for row in coefficients]


KCR = [
    ("closed_ball", "kernel_rule", changed("kcr", "kernel_rule", h=lambda h: 0.999 * h)),
    ("ties", "kernel_rule", largest_label),
    ("empty_ball", "kernel_rule", smallest_label_for_nobody),
    ("underflow", "kernel_rule", underflowing),
    ("convention", "smoothing_kernel", without("kcr", "smoothing_kernel", "kernel")),
    ("own_point", "resubstitution_error", leave_one_out),
    ("ties", "resubstitution_error", without("kcr", "resubstitution_error", "strict")),
    ("own_point", "margin", own_vote),
    ("own_point", "same_class_counts", lambda y: [list(y).count(a) - 1 for a in y]),
    ("as_printed", "logistic_bound", without("kcr", "logistic_bound", "base")),
    ("kink", "active_sets", weak_relation),
    ("as_printed_fails", "project", centered_positive_part),
    ("indefinite", "project", lambda S: S),
    ("scaling", "kmlcc_gradient", without("kcr", "kmlcc_gradient", "lam")),
    ("scaling", "lmnn_objective", without("kcr", "lmnn_objective", "c")),
    ("targets", "lmnn_subgradient", changed("kcr", "lmnn_subgradient", k=1)),
    ("targets", "klmca_objective", changed("kcr", "klmca_objective", k=1)),
    ("convention", "klmca_gradient", without("kcr", "klmca_gradient", "inner_product")),
    ("scaling", "regularized_error", changed("kcr", "regularized_error", lam=1.0)),
    ("own_point", "errors_5", lambda **given: [m > 1 for m in right("kcr", "margin")(**given)]),
    ("ties", "errors_5", lambda **given: [m >= 0 for m in right("kcr", "margin")(**given)]),
    ("convention", "objective_5", without("kcr", "objective_5", "kernel")),
    ("convention", "objective_6", changed("kcr", "objective_6", coefficients=centered)),
    ("as_printed", "objective_8", changed("kcr", "objective_8", surrogate="logistic-base-2")),
    ("scaling", "objective_8", without("kcr", "objective_8", "lam")),
    ("convention", "coefficients_from_pairs", then(
        "kcr", "coefficients_from_pairs", lambda c: [-value for value in c])),
    ("textbook", "lemma_5", lambda coefficients, K: centered([coefficients])[0]),
    ("solver", "solve_exactly", changed("kcr", "solve_exactly", lam=lambda lam: lam * 1.01)),
]  # fmt: skip

EVERY = [("sfm", *row) for row in SFM]
EVERY += [("idealized", *row) for row in IDEALIZED] + [("kcr", *row) for row in KCR]
STORED = {paper: vectors.load(paper) for paper in PAPERS}


def plain(vector):
    """The arguments as the definitions take them."""
    read = {name: [int(word, 16) for word in vector.arguments.get(name, ())] for name in WORDS}
    return {name: read.get(name, value) for name, value in vector.arguments.items()}


@pytest.mark.parametrize(
    ("paper", "flag", "function", "wrong"),
    EVERY,
    ids=lambda part: part if str(part) == part else "",
)
def test_each_flag_catches_the_mistake_it_is_there_for(paper, flag, function, wrong):
    flagged = [
        vector
        for vector in STORED[paper]
        if vector.result != "invalid" and flag in vector.flags and vector.function == function
    ]
    assert any(
        not vectors.judge(vector, lambda vector=vector, **_: wrong(**plain(vector))).passed
        for vector in flagged
    )
