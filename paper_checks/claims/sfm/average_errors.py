"""Section VII-B: the average error of features, measured and predicted.

"Almost the same" is what the paper calls errors of SFM and FM that differ by up to 5.5 % in its own
tables (0.589 and 0.623, Table V), so that errors are the same here when they are within 5 % of each
other, `ALMOST_THE_SAME`. The margin came with the one rule for comparisons, in place of "not
contradicted", before any of them was run with it; seeds 0 to 3 give the same verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import scipy
from scipy import sparse

from gramcheck.paper_checks.claims.sfm.hashing import ALPHA
from gramcheck.paper_checks.comparisons import Comparison, Difference, judge
from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.experiments.sfm.printed import DIMENSIONS
from gramcheck.paper_checks.experiments.sfm.tasks import GENERATED
from gramcheck.paper_checks.findings import Finding, holds, is_true
from gramcheck.paper_checks.ledger import Evidence, Table, claim, erratum
from gramcheck.paper_checks.margins import ALMOST_THE_SAME
from gramcheck.reference import sfm
from gramcheck.reference.sfm.hashing import Words
from gramcheck.reference.types import Array
from gramcheck.verify import tails
from gramcheck.verify.definitions import sfm as definitions

METHODS = {"table IV": ("SFMEDM", "FMEDM"), "table V": ("SFMCGK", "FMCGK")}
SIZES = {"quick": DIMENSIONS[:3], "full": DIMENSIONS}  # D by scale
GENERATED_STRINGS = {"quick": 40, "full": 150}  # of either class
DRAWN_STRINGS = 400  # of a set of the data directory
# hash functions and matrices that are drawn; 8 until they left a seed undecided (-0.9 ± 4.4)
REPEATS = 16
Errors = dict[tuple[str, int], Array]  # (repeats, 2): mean and deviation, by method and D


@claim(
    "sfm/average-error",
    place="Section VII-B",
    kind="definition",
    checks=("vectors/average_error", "vectors/predicted_average_error"),
)
def average_error(run: Run) -> Evidence:
    """Σ_{i≤j} |k(S_i, S_j) - z(V(S_i))'z(V(S_j))| / (N(N+1)/2), with β = 1.

    The diagonal counts, where the error is 0, so that a share 2/(N + 1) of the pairs makes it
    smaller; for 3,238 strings that is 0.06 %. Where k is 0 the mean is √(2/(πD)), in general that
    of normal errors of variance (1 - k²)/D. The ten strings here have β = 30, for with β = 1 each k
    of two of them is 0. Trees, vectors, kernel and features are also made by their definitions, of
    the same hash words. (Until a review the definition of the error was given the reference's, so
    that another kernel, another β of the features or vectors of zeros and ones did as well.)
    """
    corpus, _ = generated_corpus(5, run.rng())
    V, _ = sfm.characteristic_vectors(corpus)
    K = sfm.laplacian_kernel(V, V, 30.0)
    arrays = sfm.sample_hash(V.shape[1], run.rng())
    Z = sfm.sfm(V, 64, 30.0, *arrays)
    by_hand = error_by_the_definitions(corpus, 64, 30.0, arrays)
    # the last bit of each tangent is free, and the sums keep it
    tangents = np.abs(sfm.hash_cauchy(range(1, 33), *arrays, 30.0))
    rounding = 4e-14 * (1 + float((V @ tangents.T).max()))
    off_diagonal = np.abs(K - Z @ Z.T)[np.triu_indices(len(K), 1)]
    predicted = [sfm.predicted_average_error(np.zeros((1, 1)), D) for D in DIMENSIONS]
    return Evidence(
        printed=[
            holds(sfm.average_error(K, Z), by_hand, atol=rounding, name="ten strings"),
            holds(
                sfm.average_error(K, Z),
                off_diagonal.mean() * (len(K) - 1) / (len(K) + 1),
                rtol=1e-10,
                name="mean over i < j, times (N - 1)/(N + 1)",
            ),
            holds(
                predicted,
                [
                    [math.sqrt(2 / math.pi / D), math.sqrt((1 - 2 / math.pi) / D)]
                    for D in DIMENSIONS
                ],
                rtol=1e-12,
                name="predicted for k = 0: √(2/(πD)) and √((1 - 2/π)/D)",
            ),
            holds(
                sfm.predicted_average_error(K, 64),
                definitions.predicted_average_error(definitions.espkernel(corpus, 30.0), 64),
                rtol=1e-12,
                name="predicted for the ten strings",
            ),
        ]
    )


def error_by_the_definitions(
    corpus: list[str], D: int, beta: float, arrays: tuple[Words, Words]
) -> float:
    """The average error without the reference's trees, kernel and features."""
    V, _ = definitions.characteristic_matrix(corpus)
    words = [a.tolist() for a in arrays]
    Z = [definitions.sfm(v, D, beta, *words) for v in V]
    return definitions.average_error(definitions.espkernel(corpus, beta), Z)


def predicted(D: int, N: int | None = None) -> tuple[float, float]:
    """Mean and deviation of the error for k = 0, times 100; for N strings with the diagonal."""
    mean, deviation = definitions.exact_average_error(D, N)
    return 100 * mean, 100 * deviation


def vectors(strings: list[str], table: str, rng: np.random.Generator) -> sparse.csr_matrix:
    """Vectors of ESP for Table IV, of CGK for Table V."""
    if table == "table IV":
        return sfm.characteristic_vectors(strings)[0]
    return sfm.cgk_vectors(sfm.cgk_embed(strings, rng), len(set("".join(strings))))


def features(V: sparse.csr_matrix, D: int, method: str, rng: np.random.Generator) -> Array:
    """Features with β = 1; those of FM by pieces, as its matrix would take a gigabyte.

    Of FM's matrix only those columns are drawn that a string has a use for, each by itself: of the
    reviews' 1.4 million coordinates for CGK 400 strings have 8 %.
    """
    if method.startswith("SFM"):
        return sfm.sfm(V, D, 1.0, *sfm.sample_hash(V.shape[1], rng))
    piece = 128
    V = V[:, np.unique(V.indices)]
    parts = [sfm.rff(V, sfm.cauchy_matrix(piece, V.shape[1], 1.0, rng)) for _ in range(D // piece)]
    return np.hstack(parts) * math.sqrt(piece / D)


def measured_errors(
    strings: list[str], table: str, dimensions: Sequence[int], rng: np.random.Generator
) -> Errors:
    """Mean and deviation of the error, times 100.

    Features of a smaller D are the first of the largest, but for their scale.
    """
    V = vectors(strings, table, rng)
    K = sfm.laplacian_kernel(V, V, 1.0)
    pairs = np.triu_indices(len(strings))
    found = {(m, D): np.empty((REPEATS, 2)) for m in METHODS[table] for D in dimensions}
    for repeat in range(REPEATS):
        for method in METHODS[table]:
            Z = features(V, dimensions[-1], method, rng)
            for D in dimensions:
                z = Z[:, :D] * math.sqrt(dimensions[-1] / D)
                deviation = float(np.abs(K - z @ z.T)[pairs].std())
                found[method, D][repeat] = 100 * sfm.average_error(K, z), 100 * deviation
    return found


def comparisons(errors: Errors, N: int, name: str) -> list[Comparison]:
    """SFM against FM, and both against what k = 0 predicts for N strings, in percent."""
    found = []
    for (method, D), values in errors.items():
        ratios = 100 * (values / predicted(D, N) - 1)
        found += [
            Comparison(
                f"{name}: {what} error of {method}, D = {D}", Difference(column), ALMOST_THE_SAME
            )
            for what, column in zip(("mean", "deviation of the"), ratios.T, strict=True)
        ]
    space_efficient, plain = dict.fromkeys(method for method, _ in errors)
    for D in dict.fromkeys(D for _, D in errors):
        ratio = errors[space_efficient, D][:, 0] / errors[plain, D][:, 0]
        words = f"{name}: mean error of {space_efficient}, against {plain}, D = {D}"
        found.append(Comparison(words, Difference(100 * (ratio - 1)), ALMOST_THE_SAME))
    return found


def strings_of(run: Run, data: str) -> list[str]:
    """The generated corpus, or some different strings drawn from a set of the data directory."""
    if data == GENERATED.name:
        return generated_corpus(GENERATED_STRINGS[run.scale], run.rng("corpus"))[0]
    objects = list(dict.fromkeys(run.data.load(data).objects))
    chosen = run.rng(data).choice(len(objects), DRAWN_STRINGS, replace=False)
    return [objects[i] for i in chosen]


def errors_of_pairs(n: int, D: int, differing: int, method: str, rng: np.random.Generator) -> Array:
    """√D (z(x)'z(y) - k) for ``n`` independent hashes, x - y one in so many coordinates.

    β is so small that k is 0.
    """
    d = n * differing
    V = sparse.csr_array(sparse.kron(sparse.eye_array(n), np.ones((1, differing))))
    beta = 0.05
    if method == "SFM":
        z = sfm.sfm(V, D, beta, *sfm.sample_hash(d, rng))
    else:
        z = sfm.rff(V, sfm.cauchy_matrix(D, d, beta, rng))
    # y = 0: all its cosines are √(2/D), its sines 0
    return math.sqrt(D) * (z[:, 1::2].sum(axis=1) * math.sqrt(2 / D) - math.exp(-differing / beta))


def beyond_four(count: int, n: int, name: str, more_often: bool) -> Finding:
    """Whether √D |error| > 4 comes more often than independent vectors have it at most, or not."""
    bound = 2 * math.exp(-8)
    outcome = tails.assert_rate_at_most(count, n, bound, ALPHA)
    detail = f"{count} of {n}, {bound * n:.1f} are allowed; an exact test, α = {ALPHA:g}"
    relation = "more often" if more_often else "no more often"
    name = f"Pr[√D |error| > 4], {name}: {relation} than 2 exp(-8)"
    return is_true(outcome.passed is not more_often, detail, name=name)


@erratum("errata/S17", place="Section VII-B", about=("average-error",))
def same_error_in_the_second_moment(run: Run) -> Evidence:
    """The average errors of SFMEDM and FMEDM are almost the same for all data sets and D.

    Not in general: t = 2 fixes second moments only. For strings that differ in one coordinate the
    error of SFM is smaller on average, and much heavier in its tail; mean squares agree. For 20
    coordinates the errors are the same. The paper's strings differ in hundreds of coordinates, but
    those of Compound, some 50 letters long, in only some 60 of ESP. For strings of data sets the
    errors were the same wherever they were measured (sfm/table-4, sfm/table-5); here it is pairs.
    D is 128, which was 512, so that more hashes can be drawn: 30,000, which were 12,000 until a
    seed was left undecided (-9.1 ± 4.3 against -5). The tail is that beyond four deviations.
    Independent vectors are there 2 exp(-8) = 0.00067 of the time at most, for
    E exp(λ cos u) ≤ exp(λ²/4) of a uniform angle u; SFM is more often. (Until a review 0.003 stood
    between the two, for which there was no reason.)
    """
    D, hashes, batches = 128, 30_000, 30
    found = {
        (differing, method): errors_of_pairs(
            hashes, D, differing, method, run.rng(f"{differing}{method}")
        )
        for differing in (1, 20)
        for method in ("SFM", "FM")
    }
    means = {key: np.abs(e).reshape(batches, -1).mean(axis=1) for key, e in found.items()}
    squares = {key: float((e**2).mean()) for key, e in found.items()}
    errors = [float((e**2).std() / math.sqrt(hashes)) for e in found.values()]
    beyond = {key: int(np.count_nonzero(np.abs(e) > 4)) for key, e in found.items()}
    one, twenty = judge(
        [
            Comparison(
                f"√D E|error|, coordinates that differ: {differing}, SFM against FM",
                Difference(100 * (means[differing, "SFM"] / means[differing, "FM"] - 1)),
                ALMOST_THE_SAME,
            )
            for differing in (1, 20)
        ]
    )
    return Evidence(
        printed=one,
        corrected=[
            twenty,
            holds(
                list(squares.values()),
                1.0,
                standard_error=errors,
                name="D E error², both, 1 and 20 coordinates",
            ),
            beyond_four(beyond[1, "SFM"], hashes, "SFM, one coordinate", more_often=True),
            beyond_four(beyond[1, "FM"], hashes, "FM, one coordinate", more_often=False),
        ],
        table=Table.of(
            [
                {
                    "coordinates": key[0],
                    "method": key[1],
                    "√D E|error|": float(means[key].mean()),
                    "D E error²": squares[key],
                    "Pr[√D |error| > 4]": beyond[key] / hashes,
                    "kurtosis": float(scipy.stats.kurtosis(e, fisher=False)),
                }
                for key, e in found.items()
            ],
            title=f"D = {D}, k = 0, {hashes} hashes; normal: 0.798, 1, 6e-5, 3",
        ),
    )
