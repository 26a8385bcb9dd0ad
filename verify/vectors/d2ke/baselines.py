"""Test vectors for Section 5 of D2KE: the methods it is compared with."""

from math import inf, nan
from typing import Any

from gramcheck.verify.vectors.case import Case, case, free, refused, roundings, standard, within

FEW = roundings(8)
MANY = roundings(64)


def cases() -> list[Case]:
    """Section 5 and Appendix B."""
    D = [[3.0, 1.0, 2.0, 5.0], [1.0, 4.0, 1.5, 0.5]]
    tied = [[1.0, 1.0, 2.0, 1.0]]
    path = [[abs(i - j) for j in range(4)] for i in range(4)]
    cycle = [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]]
    # strings '', a, ab, bb, bab under Levenshtein: not isometric to any Euclidean set
    strings = [[0, 1, 2, 2, 3], [1, 0, 1, 2, 2], [2, 1, 0, 1, 1], [2, 2, 1, 0, 1], [3, 2, 1, 1, 0]]
    signs: dict[str, Any] = {"freedom": "sign of each column", "tolerance": within(1e-9)}
    return standard(
        FEW,
        [
            case("knn_predict/nearest", "textbook", D=D, y=[1, 2, 3, 4], k=1),
            case("knn_predict/three", "textbook", D=D, y=["a", "b", "b", "a"], k=3),
            case("knn_predict/all", "textbook", D=D, y=[1, 2, 2, 2], k=4),
            free(
                "knn_predict/distances-tied",
                "ties",
                alternatives=(["b"], ["a"]),
                D=tied,
                y=["b", "a", "b", "a"],
                k=1,
            ),
            free(
                "knn_predict/votes-tied",
                "ties",
                alternatives=([9], [4]),
                D=[[1.0, 2.0]],
                y=[9, 4],
                k=2,
            ),
            *(
                case(
                    f"knn_predict/votes-tied-{ties}",
                    "ties",
                    D=[[2.0, 1.0, 4.0, 3.0, 0.5]],
                    y=[4, 9, 4, 9, 1],
                    k=5,
                    ties=ties,
                )
                for ties in ("smallest", "nearest")
            ),
            free(
                "knn_predict/distances-tied-at-the-kth",
                "ties",
                alternatives=([5], [6]),
                D=[[1.0, 2.0, 2.0, 0.5]],
                y=[5, 5, 6, 6],
                k=3,
            ),
            case("knn_predict/two-against-one", "textbook", D=[[1.0, 2.0, 3.0]], y=[10, 9, 9], k=3),
            case("dsk_rbf/squares", "convention", D=D, gamma=0.25, tolerance=MANY),
            case("dsk_rbf/zero-distance", "identical", D=[[0.0]], gamma=3.0, tolerance=MANY),
            case("dsk_nd/squared", "convention", D=D),
            case("dsk_nd/plain", "parameter_range", D=D, beta=1),
            case("dsk_nd/root", "parameter_range", D=D, beta=0.5),
            case("dsk_nd/origin", "origin", D=path, origin=0),
            case("dsk_nd/origin-inside", "origin", D=strings, origin=2),
            case("dsk_nd/origin-with-plain-distance", "origin", D=strings, beta=1, origin=4),
            case(
                "dsk_nd/origin-by-distances",
                "origin",
                D=[[1, 2, 3], [0, 1, 2]],
                origin=[[0, 1], [1, 2, 3]],
            ),
            free("pseudo_euclidean_embedding/line", "column_signs", D=path, R=1, **signs),
            free(
                "pseudo_euclidean_embedding/indefinite",
                "column_signs",
                "indefinite",
                D=strings,
                R=5,
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/leading-three",
                "column_signs",
                "indefinite",
                D=strings,
                R=3,
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/new-rows",
                "column_signs",
                D=path,
                R=1,
                D_new=[[1.5, 0.5, 0.5, 1.5], [1, 0, 1, 2]],
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/new-rows-indefinite",
                "column_signs",
                "indefinite",
                D=strings,
                R=3,
                D_new=[[1, 1, 1, 2, 2], [2, 1, 0, 1, 1]],
                **signs,
            ),
            free(
                "pseudo_euclidean_embedding/repeated-eigenvalue",
                "repeated_eigenvalue",
                "indefinite",
                freedom="rotation of columns of equal norm",
                tolerance=within(1e-9),
                D=cycle,
                R=2,
            ),
            case(
                "representative_set_map/raw",
                "convention",
                X=["a", "bb"],
                representatives=["b", "abb"],
                distance="levenshtein",
            ),
            case(
                "representative_set_map/exponential",
                "scaling",
                X=["a", "bb"],
                representatives=["b", "abb"],
                distance="levenshtein",
                gamma=0.5,
                tolerance=MANY,
            ),
            case(
                "representative_set_map/sets",
                "as_printed_fails",
                X=[[0, 1], [4]],
                representatives=[[0], [1, 2, 3]],
                distance="modified_hausdorff",
            ),
            refused("knn_predict/k-zero", "k", D=D, y=[1, 2, 3, 4], k=0),
            refused("knn_predict/k-above-n", "k", D=D, y=[1, 2, 3, 4], k=5),
            refused("knn_predict/not-a-number", "D", "not_finite", D=[[nan, 1.0]], y=[1, 2], k=1),
            refused("knn_predict/labels-too-few", "y or D", "shapes", D=D, y=[1, 2], k=1),
            refused("dsk_rbf/gamma-negative", "gamma", D=D, gamma=-1.0),
            refused("dsk_rbf/infinite", "D", "not_finite", D=[[inf]], gamma=1.0),
            refused("dsk_nd/beta-above-2", "beta", "parameter_range", D=D, beta=3),
            refused("dsk_nd/origin-out-of-range", "origin", "index_range", D=path, origin=4),
            refused("dsk_nd/origin-negative", "origin", "index_range", D=path, origin=-1),
            refused("pseudo_euclidean_embedding/not-square", "D", "shapes", D=D, R=1),
            refused(
                "pseudo_euclidean_embedding/new-rows-too-short",
                "D_new",
                "shapes",
                D=path,
                R=1,
                D_new=[[1, 2]],
            ),
            refused(
                "representative_set_map/none",
                "representatives",
                "empty_input",
                X=["a"],
                representatives=[],
                distance="levenshtein",
            ),
        ],
    )
