"""Test vectors for Sections 3.2 and 3.3 of idealized kernels: metrics with a known optimum."""

from fractions import Fraction
from typing import Any

from gramcheck.verify.vectors.case import Case, case, refused, roundings, standard, within

FORMS = ("as-printed", "clip", "constrained")


def problem(X: list, S: list, D: list, C_S: float, C_D: float, nu: float) -> dict[str, Any]:
    """The arguments of a learner, by name."""
    return {"X": X, "similar": S, "dissimilar": D, "C_S": C_S, "C_D": C_D, "nu": nu}


# a similar pair along (1, 0), a dissimilar one along (1, 1): erratum K2
INDEFINITE = problem([[0, 0], [1, 0], [1, 1]], [[0, 1]], [[0, 2]], 10.0, 8.0, 0.5)
SMALL = problem(
    [[0, 1], [2, 0], [1, 1], [3, 2], [0, 5]], [[0, 1], [2, 3]], [[0, 2], [1, 3]], 1.0, 2.0, 0.3
)
# more optima of one pair each, with the cone at work
LONELY = {
    "strong": problem([[0, 0], [1, 0], [2, 1]], [[0, 1]], [[0, 2]], 50.0, 2.0, 0.25),
    "at-the-bound": problem([[0, 0], [2, 1], [1, 2]], [[0, 1]], [[0, 2]], 0.5, 4.0, 0.5),
    "three-dimensions": problem(
        [[0, 0, 0], [1, 1, 0], [1, 2, 2]], [[0, 1]], [[0, 2]], 5.0, 4.0, 0.5
    ),
    "more-dimensions-than-pairs": problem(
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0]], [[0, 1]], [[0, 2]], 0.0625, 8.0, 0.5
    ),
}
# a positive semidefinite optimum, which is then the same in all forms
DEFINITE = {
    "definite": problem(
        [[0, 0], [1, 0], [1, 1], [0, 3]], [[0, 1]], [[0, 2], [1, 3]], 0.125, 2.0, 0.5
    ),
    "line": problem([[0.0], [1.0], [2.5], [4.0]], [[0, 1], [2, 3]], [[0, 2], [1, 3]], 1, 2, 0.3),
    "duplicates": problem([[0, 1], [0, 1], [2, 0]], [[0, 1]], [[0, 2], [1, 2]], 1.0, 2.0, 0.25),
}


def planted(directions: list[list[int]], free: bool) -> dict[str, Any]:
    """A problem made around its optimum, as in ``metric_program``, in fractions.

    All pairs start at 0 and lie in two directions, a basis of determinant 1 or -1. Along the first
    one dissimilar pairs are free, at their bound and without weight, and a similar one is at its
    bound; along the second a similar pair is free, or without weight, and a dissimilar one at its
    bound. M makes of this an optimum, with gamma half the length of the free pair squared.
    """
    half, one = Fraction(1, 2), Fraction(1)
    similar = [(0, half, one), (1, one, half if free else 0 * one)]  # (direction, length, weight)
    dissimilar = [(0, one, half), (0, half, one), (0, 2 * one, 0 * one), (1, half, one)]
    u = directions
    weights = [
        sum(w * s * s for k, s, w in dissimilar if k == m)
        - sum(w * s * s for k, s, w in similar if k == m)
        for m in range(2)
    ]
    after = [sum(w * _dot(a, b) ** 2 for w, b in zip(weights, u, strict=True)) for a in u]
    gamma = after[0] / 2
    before = [after[0] - gamma, after[1] if free else after[1] - min(after[1], 0 * one) + half]
    determinant = u[0][0] * u[1][1] - u[0][1] * u[1][0]
    dual = [[u[1][1], -u[1][0]], [-u[0][1], u[0][0]]]  # dual[k] times u[m] is 0 for m not k
    M = [
        [sum(v * b[i] * b[j] for v, b in zip(before, dual, strict=True)) for j in range(2)]
        for i in range(2)
    ]
    assert abs(determinant) == 1
    assert min(after[0], *before) > 0
    ends = [[length * v for v in u[k]] for k, length, _ in (*similar, *dissimilar)]
    pairs = [[0, 1 + k] for k in range(len(ends))]
    C_S, C_D = 2.0, 4.0  # bounds of 1 for each pair
    nu = sum(w for *_, w in dissimilar) / Fraction(C_D)
    X = [[float(v) for v in row] for row in ([0, 0], *ends)]
    given = problem(X, pairs[:2], pairs[2:], C_S, C_D, float(nu))
    return given | {"M": [[float(v) for v in row] for row in M]}


def _dot(a: list[int], b: list[int]) -> int:
    return sum(p * q for p, q in zip(a, b, strict=True))


def metrics() -> list[Case]:
    """Known optima in all forms."""
    cases = [
        *(
            case(f"learn_metric/{kind}-{psd}", flag, "solver", **given, psd=psd)
            for psd in FORMS
            for kind, flag, given in (
                ("indefinite", "indefinite", INDEFINITE),
                *((kind, "cone", given) for kind, given in LONELY.items()),
                *((kind, "definite", given) for kind, given in DEFINITE.items()),
            )
        ),
        *(
            case(f"learn_metric/planted-{kind}", "planted", "first_metric", **given)
            for kind, given in (
                ("free-similar-pair", planted([[2, 1], [1, 0]], free=True)),
                ("idle-similar-pair", planted([[2, 1], [1, 0]], free=False)),
                ("right-angle", planted([[1, 0], [0, 1]], free=False)),
            )
        ),
        case("learn_metric/default-is-as-printed", "convention", **INDEFINITE),
        case("learn_metric/default-metric-is-the-identity", "first_metric", **SMALL),
        case("learn_metric/first-metric", "first_metric", **SMALL, M=[[2.0, 0.5], [0.5, 0.25]]),
        case("learn_metric/reversed-pairs", "pair_order", **(INDEFINITE | {"similar": [[1, 0]]})),
        case("learn_metric/small-constant", "scaling", **(SMALL | {"C_D": 1 / 1024})),
    ]
    # inner products of rows of a lower triangle of integers
    K = [[4, 2, 0, 2], [2, 2, 1, 1], [0, 1, 10, 0], [2, 1, 0, 17]]
    on_kernel = {name: SMALL[name] for name in ("C_S", "C_D", "nu")}
    on_kernel |= {"K": K, "similar": [[0, 1]], "dissimilar": [[0, 2], [1, 3]]}
    indefinite = {name: INDEFINITE[name] for name in INDEFINITE if name != "X"}
    singular = {**indefinite, "K": [[0, 0, 0], [0, 1, 1], [0, 1, 2]]}
    return [
        *cases,
        case("learn_metric_from_kernel/four-patterns", "kernel_version", **on_kernel),
        *(
            case(f"learn_metric_from_kernel/singular-{psd}", "kernel_version", **singular, psd=psd)
            for psd in FORMS
        ),
        *refusals(),
        refused("learn_metric_from_kernel/indefinite", "K", "indefinite",
                **(singular | {"K": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]})),
        refused("learn_metric_from_kernel/not-symmetric", "K",
                **(singular | {"K": [[1, 1, 0], [0, 1, 0], [0, 0, 1]]})),
    ]  # fmt: skip


def refusals() -> list[Case]:
    """Problems that are none."""

    def wrong(name: str, naming: str, *flags: str, **changes: Any) -> Case:
        return refused(f"learn_metric/{name}", naming, *flags, **(INDEFINITE | changes))

    return [
        *(wrong(f"nu-{name}", "nu", "parameter_range", nu=nu)
          for name, nu in (("zero", 0.0), ("one", 1.0), ("above-one", 1.5))),
        wrong("C_S-zero", "C_S", C_S=0.0),
        wrong("C_D-negative", "C_D", C_D=-1.0),
        wrong("misspelt", "psd", "unknown_name", psd="as_printed"),
        wrong("pair-of-one", "similar", similar=[[1, 1]]),
        wrong("negative-index", "dissimilar", "index_range", dissimilar=[[0, -1]]),
        wrong("index-too-large", "similar", "index_range", similar=[[0, 3]]),
        wrong("repeated-pair", "similar", "pair_order", similar=[[0, 1], [1, 0]]),
        wrong("both-similar-and-dissimilar", "similar or dissimilar", dissimilar=[[1, 0]]),
        wrong("indefinite-first-metric", "M", "first_metric", M=[[1.0, 2.0], [2.0, 1.0]]),
        wrong("first-metric-of-another-size", "M", "shapes", M=[[1.0]]),
    ]  # fmt: skip


def duals() -> list[Case]:
    """Eq. (14) at given multipliers."""
    pairs = {name: SMALL[name] for name in ("X", "similar", "dissimilar")}
    given = {**pairs, "alpha_S": [0.25, 0.5], "alpha_D": [0.5, 0.125]}
    return [
        case("dual_objective/terms", "scaling", **given),
        case("dual_objective/zero", "shortest", **(given | {"alpha_S": [0, 0], "alpha_D": [0, 0]})),
        case("dual_objective/similar-only", "scaling", **(given | {"alpha_D": [0, 0]})),
        case("dual_objective/dissimilar-only", "scaling", **(given | {"alpha_S": [0, 0]})),
        case("dual_objective/first-metric", "first_metric", **given, M=[[2.0, 0.5], [0.5, 0.25]]),
        refused("dual_objective/multipliers", "alpha_S", "shapes", **(given | {"alpha_S": [1.0]})),
    ]


def cases() -> list[Case]:
    """All of them; solvers are asked for 1e-7 of the value, matrices of some units for 1e-5."""
    return [*standard(within(1e-5), metrics()), *standard(roundings(64), duals())]
