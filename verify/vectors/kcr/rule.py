"""Test vectors for Sections 1, 2 and 4 of KCR: rules, errors, the chain of bounds."""

from math import e, inf, nan
from typing import Any

from gramcheck.verify.vectors.case import EXACT, Case, case, refused, roundings, standard, within

KERNELS = ("naive", "gaussian", "cauchy", "epanechnikov")
POINTS = [0.0, 1.0, 1.5, 3.0, 7.0]
D = [[abs(a - b) for b in POINTS] for a in POINTS]
WORDS = ["b", "a", "b", "a", "c"]
TIED = [[0.0, 1.0, 1.0], [1.0, 0.0, 2.0], [1.0, 2.0, 0.0]]
NEW = [[abs(a - b) for b in POINTS] for a in (0.5, 1.25, 5.0, 40.0)]
TWO = {"distances": [[0.0, 1.0], [1.0, 0.0]], "y": [0, 1]}


def rules() -> list[Case]:
    """Eq. (2) and the resubstitution error."""
    rule: dict[str, Any] = {"distances": D, "y": WORDS, "h": 1.5}
    return [
        *(
            case(f"smoothing_kernel/{kernel}", "convention", rho=[0.0, 0.5, 1.0, 2.0, 2.5, 30.0],
                 h=2.0, kernel=kernel)
            for kernel in KERNELS
        ),
        case("smoothing_kernel/closed-ball", "closed_ball", rho=[0.75], h=0.75),
        refused("smoothing_kernel/misspelt", "kernel", "unknown_name", rho=[1.0], h=1.0,
                kernel="naiv"),
        refused("smoothing_kernel/h-zero", "h", rho=[1.0], h=0.0),
        *(case(f"kernel_rule/{kernel}", "textbook", distances=NEW[:3], y=WORDS, h=2.0,
               kernel=kernel) for kernel in KERNELS),
        case("kernel_rule/closed-ball", "closed_ball", distances=[[1.0, 2.0, 2.0]], y=[0, 1, 1],
             h=2.0),
        case("kernel_rule/tie-to-the-smallest", "ties", distances=[[1.0, 1.0, 1.0]],
             y=["c", "b", "z"], h=1.0),
        case("kernel_rule/tie-of-two-votes", "ties", distances=[[1.0, 0.5, 0.0, 0.25]],
             y=[7, 3, 7, 3], h=1.0),
        case("kernel_rule/negative-labels", "ties", distances=[[1.0, 1.0]], y=[1, -1], h=1.0),
        case("kernel_rule/empty-ball-to-the-nearest", "empty_ball", distances=[[5.0, 4.0, 6.0]],
             y=["a", "c", "b"], h=1.0),
        case("kernel_rule/empty-ball-tied", "empty_ball", "ties", distances=[[4.0, 5.0, 4.0]],
             y=["c", "a", "b"], h=1.0),
        case("kernel_rule/border-of-epanechnikov", "empty_ball", distances=[[2.0, 3.0]],
             y=["b", "a"], h=2.0, kernel="epanechnikov"),
        case("kernel_rule/far-away-gaussian", "underflow", distances=[[1000.0, 1001.0, 1000.5]],
             y=["c", "a", "b"], h=1.0, kernel="gaussian"),
        case("kernel_rule/majority-of-far-votes", "underflow",
             distances=[[1000.0, 1000.0, 1000.0]], y=["b", "a", "b"], h=1.0, kernel="gaussian"),
        case("kernel_rule/far-away-cauchy", "underflow", distances=[[1e6, 2e6]], y=["b", "a"],
             h=1.0, kernel="cauchy"),
        refused("kernel_rule/one-class", "y", "one_class", distances=[[9.0]], y=[4], h=1.0),
        refused("kernel_rule/h-zero", "h", **(rule | {"h": 0.0})),
        refused("kernel_rule/h-infinite", "h", "not_finite", **(rule | {"h": inf})),
        refused("kernel_rule/misspelt", "kernel", "unknown_name", **rule, kernel="guassian"),
        refused("kernel_rule/negative-distance", "distances", distances=[[-1.0]], y=[0], h=1.0),
        refused("kernel_rule/not-a-number", "distances", "not_finite", distances=[[nan, 1.0]],
                y=[0, 1], h=1.0),
        refused("kernel_rule/columns", "distances or y", "shapes", distances=[[1.0]], y=[0, 1],
                h=1.0),
        case("resubstitution_error/own-point-votes", "own_point", distances=D, y=WORDS, h=0.25),
        case("resubstitution_error/plain", "textbook", **rule),
        case("resubstitution_error/tie-as-the-rule", "ties", distances=TIED, y=[1, 0, 1], h=1.0),
        case("resubstitution_error/tie-is-an-error", "ties", distances=TIED, y=[1, 0, 1], h=1.0,
             strict=True),
        case("resubstitution_error/epanechnikov", "convention", **rule, kernel="epanechnikov"),
        refused("resubstitution_error/not-square", "distances", "shapes", distances=NEW, y=WORDS,
                h=1.0),
    ]  # fmt: skip


def bounds() -> list[Case]:
    """The chain of upper bounds."""
    of = {"distances": D, "y": WORDS, "h": 1.5}
    tied = {"distances": TIED, "y": [1, 0, 1], "h": 1.0}
    xs = [-800.0, -40.0, -1.0, 0.0, 0.01, 0.54, 1.0, 30.0, 800.0]
    return [
        *(case(f"margin/{kernel}", "own_point", **of, kernel=kernel) for kernel in KERNELS),
        case("margin/ties", "ties", **tied),
        case("relaxations/classes", "many_classes", **of),
        case("relaxations/ties", "ties", **tied),
        case("relaxations/two-points", "shortest", **TWO, h=0.5),
        case("relaxations/all-in-one-place", "duplicate_points", distances=[[0.0] * 3] * 3,
             y=[0, 1, 0], h=1.0),
        refused("relaxations/h-negative", "h", **TWO, h=-1.0),
        case("resubstitution_bound/classes", "scaling", **of),
        case("resubstitution_bound/ties", "ties", **tied),
        *(case(f"objective_8/{kernel}", "one_sided_losses", **of, kernel=kernel)
          for kernel in KERNELS),
        case("logistic_bound/base-two", "overflow", x=xs),
        case("logistic_bound/as-printed", "as_printed", x=xs[2:-1], base=e),
        refused("logistic_bound/base-one", "base", x=[0.0], base=1.0),
        case("label_signs/classes", "many_classes", y=WORDS),
        case("same_class_counts/own-point", "own_point", y=WORDS),
    ]  # fmt: skip


def cases() -> list[Case]:
    """All of them; differences of votes may cancel."""
    absolute = within(2.0**-46)
    tolerances = {"kernel_rule": EXACT, "label_signs": EXACT, "same_class_counts": EXACT}
    tolerances |= {"logistic_bound": roundings(64)}
    found = [*rules(), *bounds()]
    return [each for c in found for each in standard(tolerances.get(c.function, absolute), [c])]
