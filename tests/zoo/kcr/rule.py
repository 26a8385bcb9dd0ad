"""Wrong kernel rules and bounds."""

from functools import partial

import numpy as np

from tests.zoo import changed, faults, result_becomes, wrong

BALL = "kcr/naive-kernel-is-ball-vote"


def rule_becomes(right, form):
    """The rule as ``form(the right rule, distances, y, h, kernel)``."""

    def kernel_rule(distances, y, h, kernel="naive", **conventions):
        rule = partial(right.kcr.kernel_rule, **conventions)
        return form(rule, distances, np.asarray(y), h, kernel)

    return changed(right, paper="kcr", kernel_rule=kernel_rule)


def with_labels(votes, labels):
    return votes._replace(labels=labels)


@wrong(rule_becomes, killed_by=("kcr/eq-2", "kcr/eq-1", BALL))
def ties_go_to_the_largest_label(rule, distances, y, h, kernel):
    """Labels are looked at from the last one on."""
    names, codes = np.unique(y, return_inverse=True)
    votes = rule(distances, -codes, h, kernel)
    first = rule(distances, y, h, kernel)
    labels = np.where(first.tied, names[-np.asarray(votes.labels)], first.labels)
    return with_labels(first, labels)


@wrong(rule_becomes, killed_by="kcr/eq-2 roundings_of_many_votes_break_no_tie")
def sums_of_votes_are_compared_as_they_are(rule, distances, y, h, kernel):
    """Whoever adds up the same votes in another order wins by a rounding."""
    names, codes = np.unique(y, return_inverse=True)
    weights = (
        np.exp(-((distances / h) ** 2)) if kernel == "gaussian" else 1 / (1 + (distances / h) ** 2)
    )
    votes = np.stack([weights[:, codes == c].sum(axis=1) for c in range(len(names))], axis=1)
    most = votes == votes.max(axis=1, keepdims=True)
    return rule(distances, y, h, kernel)._replace(
        labels=names[most.argmax(axis=1)], tied=most.sum(axis=1) > 1
    )


@wrong(rule_becomes, killed_by=("kcr/eq-2", "kcr/eq-3"))
def empty_balls_go_to_the_first_class(rule, distances, y, h, kernel):
    """As the letter of Eq. (1) has it; or to the last class, for the example of Section 2."""
    votes = rule(distances, y, h, kernel)
    return with_labels(votes, np.where(votes.empty, np.unique(y)[-1], votes.labels))


@wrong(rule_becomes, killed_by="kcr/eq-2")
def labels_below_zero_are_no_labels(rule, distances, y, h, kernel):
    """As where -1 says that a point has no label yet: it does not vote."""
    labelled = np.ones(len(y), dtype=bool) if y.dtype.kind not in "if" else y >= 0
    return rule(distances[:, labelled], y[labelled], h, kernel)


@wrong("kcr.kernel_rule", killed_by="kcr/eq-2")
def open_cases_have_one_answer(
    right, distances, y, h, kernel="naive", empty="nearest", ties="smallest", **chi
):
    """The conventions that are asked for are accepted and forgotten."""
    return right.kcr.kernel_rule(distances, y, h, kernel, **chi)


@wrong(rule_becomes, killed_by="kcr/eq-2")
def nobodys_points_are_never_tied(rule, distances, y, h, kernel):
    """The nearest of all points decides an empty ball, whatever was asked for."""
    votes = rule(distances, y, h, kernel)
    nearest = rule(distances, y, h, kernel, empty="nearest")
    return with_labels(votes, np.where(votes.empty, nearest.labels, votes.labels))


@wrong(rule_becomes, killed_by=("kcr/eq-2", BALL))
def ball_is_open(rule, distances, y, h, kernel):
    """rho < h."""
    return rule(distances, y, np.nextafter(h, 0) if kernel == "naive" else h, kernel)


@wrong(rule_becomes, killed_by=("kcr/eq-2", BALL, "kcr/invariance"))
def radius_for_its_square(rule, distances, y, h, kernel):
    """Squared distances against h."""
    return rule(np.asarray(distances) ** 2, y, h, kernel)


@wrong(rule_becomes, killed_by=BALL)
def near_points_count_more(rule, distances, y, h, kernel):
    """Epanechnikov's votes for the naive kernel."""
    return rule(distances, y, h, "epanechnikov" if kernel == "naive" else kernel)


@wrong(rule_becomes, killed_by="kcr/eq-2")
def gaussian_votes_underflow(rule, distances, y, h, kernel):
    """Far points have no votes at all, and the smallest label wins."""
    votes = rule(distances, y, h, kernel)
    far = (np.min(distances, axis=1) > 27 * h) & (kernel == "gaussian")
    labels = np.where(far, np.unique(y)[0], votes.labels)
    return with_labels(votes, labels)._replace(empty=votes.empty | far)


@wrong(rule_becomes, killed_by="kcr/no-side-effects")
def rule_halves_its_distances_in_place(rule, distances, y, h, kernel):
    """The caller's array is changed."""
    votes = rule(distances, y, h, kernel)
    distances /= 2
    return votes


@wrong(killed_by="kcr/no-side-effects")
def rule_remembers_the_last_radius(right):
    """Distances of the same shape are answered from memory."""
    memory = {}

    def form(rule, distances, y, h, kernel):
        return memory.setdefault((np.shape(distances), kernel), rule(distances, y, h, kernel))

    return rule_becomes(right, form)


def weights_become(right, form):
    """One smoothing kernel is another function of rho / h."""

    def smoothing_kernel(rho, h, kernel="naive", **chi):
        changed_weights = form(np.asarray(rho) / h, kernel)
        if changed_weights is None:
            return right.kcr.smoothing_kernel(rho, h, kernel, **chi)
        return changed_weights

    return changed(right, paper="kcr", smoothing_kernel=smoothing_kernel)


@wrong(weights_become, killed_by="kcr/eq-2")
def cauchy_without_the_square(u, kernel):
    """1 / (1 + u)."""
    return 1 / (1 + u) if kernel == "cauchy" else None


@wrong(killed_by=("kcr/eq-2", "kcr/eq-5", "kcr/eq-8"))
def cauchy_kernel_of_the_line(right):
    """1 / (1 + u^2) in every dimension, as this project once had it."""

    def fixed(name):
        def function(*args, cauchy_exponent=2, **how):
            return right.get(f"kcr.{name}")(*args, **how)

        return function

    names = ("smoothing_kernel", "kernel_rule", "margin", "objective_8")
    return changed(right, paper="kcr", **{name: fixed(name) for name in names})


@wrong("kcr.kernel_rule", killed_by="kcr/eq-2 smooth_votes_decide_however_small_they_are")
def gaussian_votes_of_bandwidth_one(right, distances, y, h, kernel="naive", **how):
    """In the rule alone, which has its own form of the votes; the kernel itself is right."""
    return right.kcr.kernel_rule(distances, y, 1.0 if kernel == "gaussian" else h, kernel, **how)


@wrong(weights_become, killed_by=("kcr/eq-2", "kcr/footnote-9"))
def gaussian_of_the_fourth_power(u, kernel):
    """exp(-u^4): squared distances squared once more."""
    return np.exp(-(u**4)) if kernel == "gaussian" else None


@wrong("kcr.resubstitution_error", killed_by=("kcr/eq-3", "kcr/upper-bound"))
def own_point_does_not_vote(right, distances, y, h, kernel="naive", strict=False, **how):
    """The deleted estimate for the resubstitution estimate."""
    far = np.array(distances, dtype=float)
    np.fill_diagonal(far, 1e9)
    votes = right.kcr.kernel_rule(far, y, h, kernel, **how)
    return float(np.mean(np.asarray(votes.labels) != y))


@wrong("kcr.resubstitution_error", killed_by=("kcr/eq-3", "kcr/eq-4"))
def ties_are_never_errors(right, *args, strict=False, **how):
    """What ``strict`` asks for is forgotten."""
    return right.kcr.resubstitution_error(*args, **how)


# bounds -----------------------------------------------------------------------------------------


def steps_become(right, **forms):
    """Single relaxations are functions of the right ones and of the configuration."""

    def relaxations(distances, y, h):
        found = right.kcr.relaxations(distances, y, h)
        new = {name: form(found, distances, np.asarray(y), h) for name, form in forms.items()}
        return found._replace(**new)

    return changed(right, paper="kcr", relaxations=relaxations)


@wrong(steps_become, as_option="max_form", killed_by=("kcr/upper-bound", "kcr/eq-4"))
def ties_satisfy_the_condition(found, distances, y, h):
    """Strictly more votes for another class: below the errors."""
    votes = {c: (np.asarray(distances) <= h) @ (y == c) for c in np.unique(y)}
    own = np.array([votes[c][i] for i, c in enumerate(y)])
    most = np.max([np.where(y == c, -1, votes[c]) for c in votes], axis=0)
    return (most > own).astype(float)


@wrong(
    steps_become,
    as_option="outer_hinge",
    killed_by="kcr/upper-bound each_relaxation_dominates_the_one_before",
)
def the_first_point_has_no_hinge(found, *configuration):
    """Below the step before it at that point alone."""
    return np.where(np.arange(len(found.outer_hinge)) > 0, found.outer_hinge, 0.0)


wrong_steps = faults(steps_become, killed_by="kcr/upper-bound")

wrong_steps(
    "double hinge with h for its square: rho^2 against h",
    double_hinge=lambda right, found, distances, y, h: (
        right.kcr.relaxations(distances, y, np.sqrt(h)).double_hinge
    ),
)
wrong_steps(
    "counts of the class without the own point: at times below the hinge before (C5)",
    double_hinge=lambda found, *rest: np.maximum(0.0, found.double_hinge - 1),
)
wrong_steps(
    "sums over the first two classes: the class that comes first counts twice",
    sum_form=lambda found, distances, y, h: np.where(y == np.unique(y)[0], 1.0, found.sum_form),
    killed_by="kcr/invariance",
)


@wrong(killed_by=("kcr/eq-5", "kcr/invariance"))
def margin_with_the_own_point(right):
    """Footnote 7 forgotten; and the first point's is counted twice."""
    wrong_margin = result_becomes(right, "kcr.margin", lambda margin, *args: np.asarray(margin) - 1)
    return steps_become(wrong_margin, outer_hinge=lambda found, *rest: np.sort(found.outer_hinge))


@wrong("kcr.objective_8", killed_by="kcr/eq-8")
def hinge_without_its_one(right, *given, surrogate="hinge", penalty=0.0, lam=0.0, **chi):
    """[x]_+ for [1 + x]_+."""
    if surrogate == "hinge":
        margins = right.kcr.margin(*given, **chi)
        return float(np.maximum(0.0, margins).sum()) + lam * penalty
    named = {"surrogate": surrogate, "penalty": penalty, "lam": lam}
    return right.kcr.objective_8(*given, **named, **chi)


@wrong("kcr.logistic_bound", killed_by="kcr/eq-8")
def natural_logarithm_throughout(x, base=2.0):
    """The printed bound, which is none (C13)."""
    return np.logaddexp(0.0, x)


@wrong("kcr.logistic_bound", killed_by="kcr/eq-8")
def logistic_function_overflows(x, base=2.0):
    """log(1 + exp(x)) as written."""
    with np.errstate(all="ignore"):
        return np.log(1 + np.exp(np.asarray(x, dtype=float))) / np.log(base)
