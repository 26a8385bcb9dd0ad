"""Flags of the vectors catch the mistakes that they are there for.

A mistake is the name of a wrong implementation in the zoo, as it begins, or a wrong definition.
"""

import math

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify import vectors
from gramcheck.verify.conventions import TABLES
from gramcheck.verify.definitions import d2ke, idealized, kcr, sfm
from gramcheck.verify.vectors import build
from gramcheck.verify.vectors.build import PAPERS, to_json
from tests.zoo import zoo


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


# D2KE -------------------------------------------------------------------------------------------


def of_band(convention):
    """Warping in another band, of the tables of conventions."""

    def wrong(x, y, local_cost="euclidean", window=99):
        columns = (np.array(z, dtype=float).reshape(len(z), -1) for z in (x, y))
        return convention(*columns, local_cost, window)

    return wrong


OTHER_BANDS = [of_band(other) for other in TABLES["d2ke.dtw(window)"]().conventions.values()]

D2KE = [
    ("transposition", "levenshtein", "Levenshtein with transpositions"),
    ("astral", "levenshtein", "levenshtein_of_16_bit_units"),
    ("combining_marks", "levenshtein", "levenshtein_of_normalized_text"),
    ("no_folding", "levenshtein", lambda x, y: d2ke.levenshtein(x.lower(), y.lower())),
    ("nul_character", "levenshtein", "levenshtein_up_to_a_zero"),
    ("word_boundary", "levenshtein", lambda x, y: d2ke.levenshtein(x[:128], y[:128])),
    ("carry", "levenshtein", "levenshtein_that_loses_the_carry"),
    ("narrow_window", "dtw", "DTW with a band too narrow"),
    *(("wrong_band", "dtw", band) for band in OTHER_BANDS),
    ("window", "dtw", without("d2ke", "dtw", "window")),
    ("convention", "dtw", "DTW with the square root"),
    ("convention", "dtw", "DTW with squared costs"),
    ("channels", "dtw", "DTW of the first channel"),
    ("as_printed_fails", "modified_hausdorff", "modified Hausdorff with each sum divided by the"),
    ("asymmetric_parts", "modified_hausdorff", "modified Hausdorff with the mean of both"),
    ("duplicate_points", "modified_hausdorff", "modified_hausdorff_without_repetitions"),
    ("cancellation", "modified_hausdorff", "modified Hausdorff with expanded squares"),
    ("underflow", "softmin", "softmin that underflows"),
    ("closed_ball", "covering_number", "open_balls"),
    ("greedy_fails", "covering_number", "greedy_cover"),
    ("intercept", "objective", "objective_with_a_penalized_intercept"),
    ("as_printed", "pointwise_bound", "pointwise forms exchanged"),
    ("parameter_range", "dsk_nd", "negative distance without beta"),
    ("convention", "lipschitz_constant", "slope_of_signed_differences"),
    ("weights", "empirical_risk", "risk_without_its_weights"),
    ("scaling", "empirical_risk", "risk_with_half_of_the_squared_loss"),
    ("as_printed", "covering_deviation_bound", changed(
        "d2ke", "covering_deviation_bound", form="corrected")),
    ("scaling", "perturbation_bound", lambda gamma, epsilon, form="": 6 * gamma * epsilon),
    ("scaling", "deviation_bound", "deviation_with_c_once"),
]  # fmt: skip

# SFM --------------------------------------------------------------------------------------------


SFM = [
    ("as_printed_fails", "lpp_parse", lambda level: [
        (i, i + 1) for i in range(0, len(level) - 1, 2)]),
    ("landmark_ends", "landmarks", "ends_are_no_landmarks"),
    ("convention", "reduce_to_three", "takes_the_largest_free_label"),
    ("label_rounds", "rounds_needed", lambda n_names: 1),
    ("label_rounds", "alphabet_reduction", changed("sfm", "alphabet_reduction", rounds=1)),
    ("vocabulary_order", "characteristic_vectors", then(
        "sfm", "characteristic_vectors", lambda V: [row[::-1] for row in V])),
    ("metablocks", "esp_tree", changed("sfm", "esp_tree", variant="cm")),
    ("repeated_letters", "esp_tree", changed("sfm", "esp_tree", variant="paper")),
    ("periodic", "esp_tree", changed("sfm", "esp_tree", variant="released")),
    ("moves", "edit_distance_with_moves", lambda s, t, **how: d2ke.levenshtein(s, t)),
    ("replacement", "edit_distance_with_moves", "replacement_is_two_operations"),
    ("word_arithmetic", "hash_uniform", "hash of the lower half"),
    ("convention", "hash_uniform", "arrays are swapped"),
    ("carry", "hash_uniform", changed(
        "sfm", "hash_uniform", array1=lambda words: [w >> 32 << 32 for w in words])),
    ("endpoints", "hash_uniform", "closed_is_open"),
    ("scaling", "hash_cauchy", changed("sfm", "hash_cauchy", beta=1.0)),
    ("sine_first", "sfm", "cosine first"),
    ("sine_first", "rff", "plain_features_with_cosine_first"),
    ("scaling", "sfm", "root of one over D"),
    ("half_counts", "sfm", changed("sfm", "sfm", V=lambda V: [[int(v) for v in r] for r in V])),
    ("pad", "cgk_vectors", lambda embedded, n_letters: to_json(
        [sfm.cgk_vector_as_printed(codes, n_letters) for codes in embedded])),
    ("triangular", "global_alignment_kernel", without(
        "sfm", "global_alignment_kernel", "triangular")),
    ("convention", "global_alignment_kernel", without("sfm", "global_alignment_kernel", "form")),
    ("affine_gaps", "local_alignment_kernel", changed(
        "sfm", "local_alignment_kernel", gap_open=lambda d: d + 1)),
    ("mismatches", "mismatch_kernel", changed("sfm", "mismatch_kernel", m=0)),
    ("alphabet", "mismatch_kernel", "words_over_the_letters_that_occur"),
    ("scaling", "concentration_bound", "concentration_as_printed_always"),
    ("convention", "concentration_bound", "concentration_cut_at_one"),
    ("convention", "predicted_average_error", "prediction_without_the_diagonal"),
]  # fmt: skip

# idealized kernels ------------------------------------------------------------------------------


def in_given_order(similar, n):
    return [similar, to_json(idealized.pairs_from_side_information(similar, n))[1]]


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
    ("first_metric", "learn_metric", "first_metric_is_always_the_identity"),
    ("kernel_version", "learn_metric_from_kernel", without(
        "idealized", "learn_metric_from_kernel", "psd")),
    ("first_metric", "pair_margins", without("idealized", "pair_margins", "M")),
    ("one_sided_losses", "smallest_slacks", "slacks_below_zero"),
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


def smallest_label_for_nobody(y, **given):
    labels, empty, tied = right("kcr", "kernel_rule")(y=y, **given)
    return [[min(y) if e else a for a, e in zip(labels, empty, strict=True)], empty, tied]


def centered(coefficients):
    """Each row less its mean: the sum is 0, and the differences are others."""
    return [[value - sum(row) / len(row) for value in row] for row in coefficients]


KCR = [
    ("closed_ball", "kernel_rule", changed("kcr", "kernel_rule", h=lambda h: 0.999 * h)),
    ("ties", "kernel_rule", "ties_go_to_the_largest_label"),
    ("empty_ball", "kernel_rule", smallest_label_for_nobody),
    ("underflow", "kernel_rule", "gaussian_votes_underflow"),
    ("convention", "smoothing_kernel", without("kcr", "smoothing_kernel", "kernel")),
    ("own_point", "resubstitution_error", "own_point_does_not_vote"),
    ("ties", "resubstitution_error", "ties_are_never_errors"),
    ("own_point", "margin", "margin_with_the_own_point"),
    ("own_point", "same_class_counts", "counts_the_other_points_of_the_class"),
    ("as_printed", "logistic_bound", without("kcr", "logistic_bound", "base")),
    ("kink", "active_sets", changed(
        "kcr", "active_sets", h2=lambda h2: h2 - 1e-9 if h2 == 1 else h2)),
    ("as_printed_fails", "project", lambda S: kcr.alternating_projections(S, 1)),
    ("indefinite", "project", "centers_without_clipping"),
    ("scaling", "kmlcc_gradient", without("kcr", "kmlcc_gradient", "lam")),
    ("scaling", "lmnn_objective", without("kcr", "lmnn_objective", "c")),
    ("targets", "lmnn_subgradient", changed("kcr", "lmnn_subgradient", k=1)),
    ("targets", "klmca_objective", changed("kcr", "klmca_objective", k=1)),
    ("convention", "klmca_gradient", without("kcr", "klmca_gradient", "inner_product")),
    ("scaling", "regularized_error", changed("kcr", "regularized_error", lam=1.0)),
    ("own_point", "errors_5", "own point votes for itself"),
    ("ties", "errors_5", "ties are errors"),
    ("convention", "objective_5", without("kcr", "objective_5", "kernel")),
    ("convention", "objective_6", changed("kcr", "objective_6", coefficients=centered)),
    ("as_printed", "objective_8", changed("kcr", "objective_8", surrogate="logistic-base-2")),
    ("scaling", "objective_8", without("kcr", "objective_8", "lam")),
    ("convention", "coefficients_from_pairs", "pairs_counted_with_the_wrong_sign"),
    ("textbook", "lemma_5", "mean_of_the_coefficients_taken_off"),
    ("solver", "solve_exactly", changed("kcr", "solve_exactly", lam=lambda lam: lam * 1.01)),
]  # fmt: skip

ROWS = {"d2ke": D2KE, "sfm": SFM, "idealized": IDEALIZED, "kcr": KCR}
EVERY = [(paper, *row) for paper, rows in ROWS.items() for row in rows]
STORED = {paper: vectors.load(paper) for paper in PAPERS}
RIGHT, ZOO = verify.load("gramcheck.reference"), zoo()


def plain(vector):
    """The arguments as the definition takes them."""
    definition = PAPERS[vector.paper].answer(vector.function)
    return build.plain(vector.arguments, vector.contract, definition)


def passes(vector, mistake):
    """Whether the vector lets the mistake through."""
    if callable(mistake):
        return vectors.judge(vector, lambda **_: mistake(**plain(vector))).passed
    [fault] = [each for each in ZOO if each.name.startswith(mistake)]
    return vectors.judge(vector, fault.make(RIGHT).get(f"{vector.paper}.{vector.function}")).passed


@pytest.mark.parametrize(
    ("paper", "flag", "function", "mistake"),
    EVERY,
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_each_flag_catches_the_mistake_it_is_there_for(paper, flag, function, mistake):
    flagged = [
        vector
        for vector in STORED[paper]
        if vector.result != "invalid" and flag in vector.flags and vector.function == function
    ]
    assert not all(passes(vector, mistake) for vector in flagged)
