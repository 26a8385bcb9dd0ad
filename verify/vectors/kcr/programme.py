"""Test vectors for Sections 3 to 5 of KCR: embedding, the program (9), the compared algorithms."""

from math import nan
from typing import Any

from gramcheck.verify.definitions.kcr import clustered_kernel
from gramcheck.verify.vectors.case import Case, case, refused, standard, within

K = [[2.0, 1.0, 0.5, 0.0], [1.0, 1.5, 0.25, 0.5], [0.5, 0.25, 1.0, 0.75], [0.0, 0.5, 0.75, 2.0]]
Y = ["a", "b", "a", "b"]
C = [[1.0, -0.5, -0.5, 0.0], [0.0, 0.25, -1.0, 0.75]]
SIGMA = [
    [1.0, -0.5, -0.5, 0.0],
    [-0.5, 0.3125, 0.0, 0.1875],
    [-0.5, 0.0, 1.25, -0.75],
    [0.0, 0.1875, -0.75, 0.5625],
]
POINTS = [[0.0, 0.0], [1.0, 0.5], [0.0, 2.0], [3.0, 1.0], [2.5, 0.0], [1.0, 1.0]]
CLASSES = [0, 0, 1, 1, 0, 1]
AXES = [[1.0, 0.0], [0.0, 1.0]]
STATES: dict[str, dict[str, Any]] = {
    "plain": {"Sigma": SIGMA, "h2": 1.0},
    "small-radius": {"Sigma": SIGMA, "h2": 0.125},
    "large-radius": {"Sigma": SIGMA, "h2": 16.0},
    "zero-metric": {"Sigma": [[0.0] * 4] * 4, "h2": 1.0},  # every hinge between classes at its kink
}


def embedding() -> list[Case]:
    """Section 3 and the projection of Section 4.1."""
    return [
        case("squared_distances/training-rows", "textbook", Sigma=SIGMA, K_a=K, K_b=K),
        case("squared_distances/new-rows", "shapes", Sigma=SIGMA, K_a=[[1.0, 0.0, 2.0, -1.0]],
             K_b=K),
        case("squared_norm/trace", "scaling", Sigma=SIGMA, K=K),
        case("sigma_from_coefficients/two", "textbook", c=C),
        case("sigma_from_coefficients/one", "shortest", c=C[:1]),
        case("project/corner", "as_printed_fails", S=[[1.0, 0.0], [0.0, 0.0]]),
        case("project/signature", "indefinite", S=[[1.0, 0, 0], [0, -2.0, 0], [0, 0, 3.0]]),
        case("project/already-there", "identical", S=SIGMA),
        case("project/all-ones", "parameter_range", S=[[1.0] * 3] * 3),
        case("project/negative", "indefinite", S=[[-1.0, 0.25], [0.25, -2.0]]),
        case("project/one-by-one", "shortest", S=[[3.0]]),
        case("project/kernel", "textbook", S=K),
        refused("project/not-symmetric", "S", S=[[1.0, 2.0], [0.0, 1.0]]),
        refused("project/not-square", "S", "shapes", S=[[1.0, 2.0]]),
        refused("project/not-a-number", "S", "not_finite", S=[[nan]]),
    ]  # fmt: skip


def programme() -> list[Case]:
    """Eq. (9): objective, active sets, subgradient."""
    of_kernel = {"K": K, "y": Y}
    cases = []
    for name, state in STATES.items():
        flag = "kink" if name == "zero-metric" else "one_sided_losses"
        cases += [
            case(f"objective/{name}", flag, **state, **of_kernel, lam=0.5),
            case(f"active_sets/{name}", flag, **state, **of_kernel),
            case(f"subgradient/{name}", flag, **state, **of_kernel, lam=0.5),
        ]
    classes = {"K": K, "y": [2, 0, 1, 0]}
    plain = STATES["plain"]
    squares = [[0.0, 1.0, 4.0], [1.0, 0.0, 0.5], [4.0, 0.5, 0.0]]
    return [
        *cases,
        case("objective/three-classes", "many_classes", **plain, **classes, lam=0.25),
        case("active_sets/three-classes", "many_classes", **plain, **classes),
        case("subgradient/three-classes", "many_classes", **plain, **classes, lam=0.25),
        case("objective/no-penalty", "parameter_range", **plain, **of_kernel, lam=0.0),
        refused("objective/h2-negative", "h2", **(plain | {"h2": -1.0}), **of_kernel, lam=1.0),
        refused("objective/lam-negative", "lam", **plain, **of_kernel, lam=-1.0),
        refused("objective/labels", "y or K or Sigma", "shapes", **plain, K=K, y=Y[:3], lam=1.0),
        refused("subgradient/not-symmetric", "Sigma", Sigma=[[1.0, 2.0], [0.0, 1.0]], h2=1.0,
                K=AXES, y=[0, 1], lam=1.0),
        refused("active_sets/not-a-number", "h2", "not_finite", **(plain | {"h2": nan}),
                **of_kernel),
        case("objective_from_distances/own-term", "own_point", squared=squares, h2=1.0,
             y=[0, 1, 0]),
        case("objective_from_distances/zero", "duplicate_points", squared=[[0.0] * 2] * 2, h2=0.5,
             y=[0, 1]),
    ]  # fmt: skip


def optima() -> list[Case]:
    """Smallest objectives of Eq. (9) in closed form; solvers are asked for their own gaps."""
    clusters = {
        "two-and-two": ((2, 2), (1.0, 1.0), 2.0),
        "one-wide-class": ((2, 2), (4.0, 0.5), 2.0),
        "far-classes": ((2, 2), (0.25, 0.25), 8.0),
        "four-and-four": ((4, 4), (1.0, 0.5), 4.0),
    }
    pairs = {
        "far": ([[2.0, 0.0], [0.0, 2.0]], 1.0),
        "near": ([[1.0, 0.75], [0.75, 1.0]], 0.5),
        "not-worth-it": ([[1.0, 0.875], [0.875, 1.0]], 1.0),
        "weak-penalty": ([[2.0, 0.5], [0.5, 1.0]], 1 / 1024),
    }
    problems = {name: (K, [0, 1], lam) for name, (K, lam) in pairs.items()}
    for name, (sizes, spread, between) in clusters.items():
        y = [c for c, size in enumerate(sizes) for _ in range(size)]
        for lam in (0.25, 16.0):
            gram = clustered_kernel(sizes, spread, between).tolist()
            problems[f"{name}-{lam:g}".replace(".", "_")] = (gram, y, lam)
    two = {"K": AXES, "y": [0, 1]}
    return [
        # gaps of 1e-6 and 1e-5, of values up to 8
        *(
            case(f"solve_exactly/{name}", "solver", K=gram, y=y, lam=lam, tolerance=within(1e-5))
            for name, (gram, y, lam) in problems.items()
        ),
        *(
            case(f"solve_by_splitting/{name}", "solver", K=gram, y=y, lam=lam, tol=1e-5,
                 tolerance=within(1e-4))
            for name, (gram, y, lam) in problems.items()
        ),
        refused("solve_exactly/lam-zero", "lam", **two, lam=0.0),
        refused("solve_exactly/one-class", "y", "one_class", K=AXES, y=[1, 1], lam=1.0),
        refused("solve_exactly/indefinite", "K", "indefinite", K=[[1.0, 2.0], [2.0, 1.0]], y=[0, 1],
                lam=1.0),
        refused("solve_exactly/nothing-told-apart", "K", "duplicate_points", K=[[1.0] * 2] * 2,
                y=[0, 1], lam=1.0),
        refused("solve_by_splitting/not-symmetric", "K", K=[[1.0, 0.5], [0.0, 1.0]], y=[0, 1],
                lam=1.0),
    ]  # fmt: skip


def compared() -> list[Case]:
    """Section 5: k-NN, LMNN, KMLCC, KLMCA and the data."""
    M, form = [[1.0, 0.25], [0.25, 0.5]], {"X": POINTS, "y": CLASSES}
    gram = [[sum(a * b for a, b in zip(u, w, strict=True)) + 1 for w in POINTS] for u in POINTS]
    of_kernel, small = (
        {"K": gram, "y": CLASSES},
        [[0.0625 * (i == j) for j in range(6)] for i in range(6)],
    )
    omega = [[0.125, 0.0, -0.25, 0.0, 0.125, 0.0], [0.0, 0.0625, 0.0, -0.125, 0.0, 0.25]]
    D = [[0.0, 1.0, 2.0, 2.0], [3.0, 1.0, 1.0, 0.5], [2.0, 2.0, 2.0, 2.0]]
    cases = [
        case(f"{name}/{kind}", flag, M=M, **form, **options)
        for name in ("lmnn_objective", "lmnn_subgradient")
        for kind, flag, options in (
            ("one-target", "textbook", {"k": 1}),
            ("two-targets", "targets", {"k": 2}),
            ("weight", "scaling", {"k": 1, "c": 0.25}),
            ("margin", "parameter_range", {"k": 1, "margin": 3.0}),
        )
    ]
    cases += [
        case(f"{name}/{kind}", flag, A=small, **of_kernel, **options)
        for name in ("kmlcc_objective", "kmlcc_gradient")
        for kind, flag, options in (
            ("no-penalty", "parameter_range", {}),
            ("penalty", "scaling", {"lam": 0.5}),
        )
    ]
    cases += [
        case(f"{name}/{kind}", flag, Omega=omega, **of_kernel, **options)
        for name in ("klmca_objective", "klmca_gradient")
        for kind, flag, options in (
            ("one-target", "one_sided_losses", {"k": 1}),
            ("two-targets", "targets", {"k": 2}),
            ("weight", "scaling", {"k": 1, "c": 0.25}),
        )
    ]
    return [
        *cases,
        case("klmca_gradient/euclidean", "convention", Omega=omega, **of_kernel, k=1,
             inner_product="euclidean"),
        refused("klmca_gradient/misspelt", "inner_product", "unknown_name", Omega=omega,
                **of_kernel, k=1, inner_product="rhks"),
        *(case(f"knn_predict/k-{k}", "ties", distances=D, y=["b", "a", "b", "a"], k=k)
          for k in (1, 2, 3, 4)),
        refused("knn_predict/k-zero", "k", distances=D, y=Y, k=0),
        refused("knn_predict/k-above-n", "k", distances=D, y=Y, k=5),
        case("knn_error/one", "textbook", distances=D, y_train=Y, y_test=["a", "a", "b"], k=1),
        case("kernel_nn/rows-of-kernel-values", "convention",
             K_test=[[1.0, 1.0, 0.0, 0.5], [0.5, 0.5, 1.0, 1.0]], K_train=K, y=Y, k=1),
        case("kernel_nn/two", "ties", K_test=K[:2], K_train=K, y=Y, k=2),
        case("balance_scale/classes", "data"),
    ]  # fmt: skip


def cases() -> list[Case]:
    """All of them; terms of some units may cancel."""
    return standard(within(2.0**-40), [*embedding(), *programme(), *optima(), *compared()])
