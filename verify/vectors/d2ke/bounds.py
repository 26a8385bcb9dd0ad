"""Test vectors for Sections 2.2 and 4 of D2KE: the bounds, covering numbers."""

from typing import Any

from gramcheck.verify.vectors.case import Case, case, refused, roundings, standard

FEW = roundings(8)
MANY = roundings(64)


def cases() -> list[Case]:
    """Sections 2.2 and 4: each bound at points where its parts can be told apart."""
    proposition_2: dict[str, Any] = {"R": 500, "gamma": 0.75, "p": 1.5}
    theorem_1: dict[str, Any] = {"n": 1000, "sigma": 0.5, "lipschitz": 2.0}
    corollary_1: dict[str, Any] = {
        "epsilon": 0.5,
        "delta": 0.125,
        "gamma": 0.75,
        "p": 1.5,
        "c": 3.0,
        "loss_lipschitz": 2.0,
        "coefficients": 3.0,
    }
    path = [[abs(i - j) for j in range(5)] for i in range(5)]
    # a hub with three neighbors, and a leaf at each: the three neighbors cover all seven
    edges = {(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)}
    tree = [
        [0 if i == j else 2 - ({(i, j), (j, i)} & edges != set()) for j in range(7)]
        for i in range(7)
    ]
    chosen = [
        case("lipschitz_bound/product", "textbook", gamma=0.375, norm=4.0, tolerance=FEW),
        case("pointwise_bound/printed", "as_printed", t=0.25, R=40, form="printed"),
        case("pointwise_bound/corrected", "textbook", t=0.25, R=40, form="corrected"),
        case("knn_risk_bound/p-2", "as_printed", k=8, **theorem_1, p=2.0, c=3.0, form="printed"),
        case("knn_risk_bound/p-5", "as_printed", k=3, **theorem_1, p=5.0, c=0.5, form="printed"),
        case("knn_risk_bound/p-5-corrected", "textbook", k=3, **theorem_1, p=5.0, c=3.0),
        case("knn_risk_bound/p-1-corrected", "textbook", k=3, **theorem_1, p=1.0, c=3.0),
        case(
            "knn_risk_bound/no-noise",
            "parameter_range",
            k=1,
            n=100,
            sigma=0.0,
            lipschitz=1.0,
            p=4.0,
            c=1.0,
            form="printed",
        ),
        case("covering_number/zero-radius", "closed_ball", D=path, delta=0),
        case("covering_number/radius-1", "closed_ball", D=path, delta=1),
        case("covering_number/just-below-1", "closed_ball", D=path, delta=0.875),
        case("covering_number/radius-2", "closed_ball", D=path, delta=2),
        case("covering_number/hub-first-is-wrong", "greedy_fails", D=tree, delta=1),
        case("covering_number/one-point", "shortest", D=[[0]], delta=0.5),
        case("optimal_k/p-2", "as_printed", **theorem_1, p=2.0, c=3.0, form="printed"),
        case("optimal_k/p-5", "as_printed", **theorem_1, p=5.0, c=0.5, form="printed"),
        case("optimal_k/p-1-corrected", "textbook", **theorem_1, p=1.0, c=3.0),
        case("knn_rate/p-2", "as_printed", **theorem_1, p=2.0, form="printed"),
        case("knn_rate/p-5", "as_printed", **theorem_1, p=5.0, form="printed"),
        case("knn_rate/p-1-corrected", "textbook", **theorem_1, p=1.0),
        case("knn_rate_constant/p-5-corrected", "textbook", p=5.0, c=3.0),
        case("effective_degrees/by-hand", "textbook", eigenvalues=[1.0, 0.5], lam=0.5),
        case(
            "effective_degrees/zero-eigenvalue", "parameter_range", eigenvalues=[0.5, 0.0], lam=1.0
        ),
        case("estimation_error_bound/by-hand", "textbook", n=100, delta=0.125, norm=5.0, c=3.0),
        case("corollary_1_features/printed", "as_printed", **corollary_1, form="printed"),
        case("corollary_1_features/corrected", "cover_radius", **corollary_1, form="corrected"),
        refused("pointwise_bound/no-features", "R", t=0.25, R=0),
        refused(
            "uniform_convergence_bound/radius-1", "t", "cover_radius", t=4.5, **proposition_2, c=2.0
        ),
        refused(
            "uniform_convergence_bound/tight-radius-1",
            "t",
            "cover_radius",
            t=3.0,
            **proposition_2,
            c=2.0,
            form="tight",
        ),
        refused("uniform_convergence_bound/t-zero", "t", t=0.0, **proposition_2, c=2.0),
        refused("covering_number/negative-radius", "delta", D=path, delta=-1),
        refused("covering_number/not-square", "D", "shapes", D=[[0, 1]], delta=1),
        refused(
            "n_features_needed/delta-zero", "delta", epsilon=0.1, delta=0.0, gamma=1.0, p=2.0, c=1.0
        ),
    ]
    for form in ("printed", "corrected", "tight"):
        flag = "as_printed" if form == "printed" else "cover_radius"
        chosen += [
            case(
                f"uniform_convergence_bound/{form}", flag, t=0.25, **proposition_2, c=3.0, form=form
            ),
            case(
                f"uniform_convergence_bound/{form}-c-matters",
                flag,
                t=0.125,
                **proposition_2,
                c=50.0,
                form=form,
            ),
            case(
                f"n_features_needed/{form}",
                flag,
                epsilon=0.25,
                delta=0.0625,
                gamma=0.75,
                p=1.5,
                c=3.0,
                form=form,
            ),
            case(
                f"n_features_needed/{form}-high-dimension",
                flag,
                epsilon=0.5,
                delta=0.01,
                gamma=4.0,
                p=20.0,
                c=1.0,
                form=form,
            ),
        ]
    return standard(MANY, chosen)
