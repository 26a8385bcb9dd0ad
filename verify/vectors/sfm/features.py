"""Test vectors for Sections IV to VI of SFM: hash words, Cauchy numbers, feature maps, Eq. (1)."""

from math import nan
from typing import Any

from gramcheck.verify.definitions.exact import decimal, exact
from gramcheck.verify.definitions.sfm import hash_cauchy_exact
from gramcheck.verify.vectors.case import EXACT, Case, Tolerance, case, refused, roundings, within

# array1 is added, array2 multiplies the key: wrapping sums, high bits, signs, zeros
WORDS: dict[str, Any] = {
    "array1": [0x243F6A8885A308D3, 0x13198A2E03707344, 0xFFFFFFFFFFFFFFFF, 0x4000000000000000],
    "array2": [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x0000000000000001, 0x2000000080000000],
}
# no tangent of these near a pole, for the keys 1, 2, 3
SOFT: dict[str, Any] = {
    "array1": [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x4000000000000000],
    "array2": [0x9E3779B97F4A7C15, 0x62B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x2000000080000000],
}
ENDS: dict[str, Any] = {"array1": [0, 2**64 - 1], "array2": [0, 0]}
COUNTS = [[1, 0, 2, 0], [0, 0, 0, 0], [3, 1, 0, 7]]
HALVES = [[0.5, 0.0, 0.5, 0.0], [0.0, 0.5, 0.0, 0.5]]
ROWS = [[0.5, -1.25, 3.0], [-40.0, 0.0, 0.125]]


def after_tangents(V: list, D: int, beta: float, endpoints: str = "open") -> Tolerance:
    """For angles: 16 roundings of arguments of tangents, which grow as 1 + tan^2, a count each."""
    W = [hash_cauchy_exact(i, **SOFT, beta=beta, endpoints=endpoints) for i in range(1, D // 2 + 1)]
    with exact():
        scale = decimal(beta)
        slopes = [[(1 + 2 * (1 + (h * scale) ** 2)) / scale for h in row] for row in W]
        worst = max(
            1 + sum(decimal(v) * slope for v, slope in zip(x, row, strict=True))
            for x in V
            for row in slopes
        )
        return within(float(2 ** int(16 * worst).bit_length()) * 2.0**-52)


def hashes() -> list[Case]:
    """Algorithm 1."""
    keys = [1, 2, 3, 64, 2**32 - 1, 2**32, 2**33 - 1]
    hashed: dict[str, Any] = {"i": [1, 2, 3], **WORDS}
    soft: dict[str, Any] = {"i": [1, 2, 3], **SOFT}
    return [
        case("hash_uniform/open", "word_arithmetic", i=keys, **WORDS, tolerance=EXACT),
        case(
            "hash_uniform/closed",
            "word_arithmetic",
            i=keys,
            **WORDS,
            endpoints="closed",
            tolerance=roundings(2),
        ),
        case("hash_uniform/key-zero", "parameter_range", i=[0], **WORDS, tolerance=EXACT),
        case("hash_uniform/open-ends", "endpoints", i=[1, 5], **ENDS, tolerance=EXACT),
        case(
            "hash_uniform/closed-ends",
            "endpoints",
            i=[1, 5],
            **ENDS,
            endpoints="closed",
            tolerance=EXACT,
        ),
        case(
            "hash_uniform/addend-and-factor-are-not-swapped",
            "convention",
            i=[3],
            array1=[2**63],
            array2=[2**62],
            tolerance=EXACT,
        ),
        case(
            "hash_uniform/carry-from-the-low-half",
            "carry",
            i=[1, 3],
            array1=[2**32 - 1],
            array2=[1],
            tolerance=EXACT,
        ),
        refused("hash_uniform/negative-key", "i", "key_range", i=[-1], **WORDS),
        refused("hash_uniform/key-too-large", "i", "key_range", i=[2**33], **WORDS),
        refused("hash_uniform/misspelt", "endpoints", "unknown_name", **hashed, endpoints="close"),
        refused(
            "hash_uniform/lengths-differ",
            "array1 or array2",
            "shapes",
            i=[1],
            array1=[1, 2],
            array2=[1],
        ),
        case(
            "hash_cauchy/open",
            "textbook",
            **soft,
            beta=1.0,
            tolerance=after_tangents([[1, 1, 1, 1]], 6, 1.0),
        ),
        case(
            "hash_cauchy/beta",
            "scaling",
            **soft,
            beta=8.0,
            tolerance=after_tangents([[1, 1, 1, 1]], 6, 8.0),
        ),
        case(
            "hash_cauchy/closed",
            "textbook",
            **soft,
            beta=1.0,
            endpoints="closed",
            tolerance=after_tangents([[1, 1, 1, 1]], 6, 1.0, "closed"),
        ),
        case(
            "hash_cauchy/closed-ends",
            "endpoints",
            i=[1],
            **ENDS,
            beta=4.0,
            endpoints="closed",
            tolerance=roundings(4),
        ),
        case(
            "hash_cauchy/middle-is-zero",
            "endpoints",
            i=[1],
            array1=[2**63, 2**63 - 2**32],
            array2=[0, 0],
            beta=1.0,
            tolerance=roundings(8),
        ),
        refused("hash_cauchy/beta-zero", "beta", **soft, beta=0.0),
        refused("hash_cauchy/beta-not-a-number", "beta", "not_finite", **soft, beta=nan),
    ]


def feature_maps() -> list[Case]:
    """Algorithm 2 and the feature map with a stored matrix."""
    given: dict[str, Any] = {"V": COUNTS, "D": 6, "beta": 2.0, **SOFT}
    cases = [
        case(
            f"sfm/{endpoints}",
            "sine_first",
            "scaling",
            **given,
            endpoints=endpoints,
            tolerance=after_tangents(COUNTS, 6, 2.0, endpoints),
        )
        for endpoints in ("open", "closed")
    ]
    return [
        *cases,
        case(
            "sfm/one-pair",
            "shortest",
            **(given | {"D": 2}),
            tolerance=after_tangents(COUNTS, 2, 2.0),
        ),
        case(
            "sfm/large-beta",
            "parameter_range",
            **(given | {"beta": 1024.0}),
            tolerance=after_tangents(COUNTS, 6, 1024.0),
        ),
        case("sfm/zero-vector", "sine_first", **(given | {"V": [[0] * 4]}), tolerance=roundings(4)),
        case(
            "sfm/halves",
            "half_counts",
            **(given | {"V": HALVES}),
            tolerance=after_tangents(HALVES, 6, 2.0),
        ),
        refused("sfm/odd", "D", **(given | {"D": 3})),
        refused("sfm/no-feature", "D", **(given | {"D": 0})),
        refused("sfm/beta-negative", "beta", **(given | {"beta": -1.0})),
        refused("sfm/negative-count", "V", **(given | {"V": [[1, -1, 0, 0]]})),
        refused("sfm/third-of-a-count", "V", **(given | {"V": [[1, 0.3, 0, 0]]})),
        refused("sfm/columns", "V", "shapes", **(given | {"V": [[1, 0, 0]]})),
        refused("sfm/misspelt", "endpoints", "unknown_name", **given, endpoints="opne"),
        case(
            "rff/given-matrix",
            "sine_first",
            "scaling",
            V=[[1, 2, 0], [0, 0, 0], [4, 0, 8]],
            W=ROWS,
            tolerance=within(2.0**-42),
        ),
        case("rff/one-row", "shortest", V=[[1.0]], W=[[0.5]], tolerance=within(2.0**-50)),
        refused("rff/columns", "V or W", "shapes", V=[[1, 2, 3]], W=[[1.0, 2.0]]),
        refused("rff/not-a-number", "W", "not_finite", V=[[1.0]], W=[[nan]]),
    ]


def kernel() -> list[Case]:
    """Eq. (1), the codes of Section VI and the error of Section VII-B."""
    far = [[0, 0, 900, 0]]
    return [
        case(
            "laplacian_kernel/counts",
            "textbook",
            V=COUNTS,
            W=[*COUNTS[::-1], [1, 1, 1, 1]],
            beta=3.0,
            tolerance=roundings(32),
        ),
        case(
            "laplacian_kernel/divided-by-beta",
            "scaling",
            V=[[2, 0]],
            W=[[0, 1]],
            beta=4.0,
            tolerance=roundings(8),
        ),
        case(
            "laplacian_kernel/halves",
            "half_counts",
            V=HALVES,
            W=HALVES,
            beta=1.0,
            tolerance=roundings(8),
        ),
        case(
            "laplacian_kernel/underflow",
            "underflow",
            V=far,
            W=COUNTS[:1],
            beta=1.0,
            tolerance=within(1e-300),
        ),
        refused("laplacian_kernel/beta-zero", "beta", V=COUNTS, W=COUNTS, beta=0.0),
        refused("laplacian_kernel/columns", "V or W", "shapes", V=[[1, 2]], W=[[1]], beta=1.0),
        refused("laplacian_kernel/not-a-number", "V", "not_finite", V=[[nan]], W=[[1]], beta=1.0),
        case("l1_distances/counts", "textbook", V=COUNTS, W=far, tolerance=EXACT),
        case("l1_distances/halves", "half_counts", V=HALVES, W=HALVES, tolerance=EXACT),
        case(
            "cgk_vectors/pad-has-a-place",
            "pad",
            embedded=[[0, 1, 2], [2, 2, 0]],
            n_letters=2,
            tolerance=EXACT,
        ),
        case("cgk_vectors/one-letter", "shortest", embedded=[[0]], n_letters=1, tolerance=EXACT),
        refused("cgk_vectors/beyond-the-pad", "embedded", "pad", embedded=[[0, 3]], n_letters=2),
        refused("cgk_vectors/negative", "embedded", embedded=[[-1]], n_letters=2),
        case(
            "average_error/diagonal-counts",
            "scaling",
            K=[[1.0, 0.25, 0.5], [0.25, 1.0, 0.125], [0.5, 0.125, 1.0]],
            Z=[[0.5, 0.75], [1.0, -0.25], [0.25, 0.5]],
            tolerance=roundings(32),
        ),
        case("average_error/one", "shortest", K=[[1.0]], Z=[[0.5]], tolerance=roundings(8)),
    ]


def cases() -> list[Case]:
    """All of them."""
    return [*hashes(), *feature_maps(), *kernel()]
