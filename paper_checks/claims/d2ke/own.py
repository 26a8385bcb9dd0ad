"""What this project promises about D2KE's functions, beside what the paper says."""

from __future__ import annotations

import copy

import numpy as np

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import at_least, equals, holds
from gramcheck.paper_checks.ledger import Evidence, claim
from gramcheck.reference import d2ke
from gramcheck.verify.definitions import d2ke as definitions

BAD = [
    ("levenshtein", ("a", 3), "y"),
    ("modified_hausdorff", ([[0.0, 1.0]], [[0.0]]), "y"),
    ("feature_map", (["a"], ["b"], -1.0, "levenshtein"), "gamma"),
    ("softmin", ([1.0, 2.0], [0.5, 0.6], 1.0), "weights"),
    ("fit", ([[1.0]], [1.0], 0.0), "mu"),
    ("knn_predict", ([[0.0, 1.0]], [0, 1], 3), "k"),
    ("n_features_needed", (0.1, 2.0, 1.0, 1.0, 1.0), "delta"),
]


def answer(function: str, arguments: tuple, name: str) -> str:
    """Whether the call is "refused" with the argument's name; what happened if not."""
    try:
        return f"value {getattr(d2ke, function)(*arguments)}"
    except (TypeError, ValueError) as error:
        return "refused" if name in str(error) else str(error)


@claim(
    "own/d2ke-refusals", place="all functions of D2KE", checks=["bad-input", "bad-input-vectors/*"]
)
def refusals(run: Run) -> Evidence:
    """Bad input is refused with an error that names the argument, before anything is computed."""
    got = [answer(*case) for case in BAD]
    name = f"{len(BAD)} calls with one bad argument each"
    seen: list[str] = []

    def distance(x: str, y: str) -> float:
        seen.append(x)
        return 1.0

    late = [
        answer("feature_map", (["a"], ["b"], -1.0, distance), "gamma"),
        answer("kernel", (["a"], ["a"], ["b"], -1.0, distance), "gamma"),
        answer("soft_distance", (["a"], ["a"], ["b"], -1.0, distance), "gamma"),
    ]
    return Evidence(
        printed=[
            equals(got, ["refused"] * len(BAD), name=name),
            equals(late, ["refused"] * len(late), name="γ = -1 with a distance of one's own"),
            equals(len(seen), 0, name="distances that are computed before"),
        ]
    )


@claim(
    "own/d2ke-no-side-effects",
    place="all functions of D2KE",
    checks=["no-side-effects", "memory-layout"],
)
def no_side_effects(run: Run) -> Evidence:
    """Arguments stay as they are, and a call has the same result when it is made again.

    Functions that draw change their generator and nothing else: with another one of the same seed
    the second result is the first one. (Until a review none of these was called here.)
    """
    rng = run.rng()
    series, omegas = d2ke.random_series(6, 2, 1.0, (3, 6), rng), np.array([[0.0, 1.0], [2.0, 3.0]])
    D = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
    phi, y = rng.random((8, 3)), np.where(np.arange(8) < 4, 1.0, -1.0)
    calls = {
        "cdist": (series, [omegas], "dtw"),
        "feature_map": (series, [omegas], 0.5, "dtw"),
        "kernel": (series, series, [omegas], 0.5, "dtw"),
        "fit": (phi, y, 0.1),
        "dsk_nd": (D, 2.0),
        "pseudo_euclidean_embedding": (D, 3),
    }
    draws = {
        "random_series": (4, 2, 1.0, (3, 6)),
        "random_strings": (4, ["a", "b"], (2, 7)),
        "random_sets": (4, 3, (3, 15)),
        "data_sample": (series, 4),
        "representatives": (series, 4),
    }
    changed, different = [], []
    for function, arguments in (calls | draws).items():
        before, results = copy.deepcopy(arguments), []
        for _ in range(2):
            generator = [np.random.default_rng(7)] if function in draws else []
            results.append(getattr(d2ke, function)(*arguments, *generator))
        changed += [function] if not _same(before, arguments) else []
        different += [function] if not _same(*results) else []
    return Evidence(
        printed=[
            equals(len(names), 0, name=f"functions of {len(calls | draws)} that {what}")
            for what, names in (
                ("change an argument", changed),
                ("have another result when they are called again", different),
            )
        ],
        measured={"which": [*changed, *different] or "none"},
    )


@claim(
    "own/d2ke-rules-of-thumb", place="Appendix C", checks=["rules-of-thumb", "vectors/suggest_*"]
)
def rules_of_thumb(run: Run) -> Evidence:
    """γ = 1 / (median distance) gives features that count where γ = 1 gives none above 0.

    On random DNA of 5,000 letters and random strings half to twice as long as their typical
    distance: the paper searches γ and lengths over ranges of its own (appendix C.2). A feature
    counts whose distance is three times the median at most, so that, times √R, it is e⁻³ at least.
    """
    rng = run.rng()
    strings = ["".join(rng.choice(list("ACGT"), 5000)) for _ in range(4)]
    among = d2ke.cdist(strings, strings, "levenshtein")
    omegas = d2ke.random_strings(8, "ACGT", d2ke.suggest_lengths(among), rng)
    D = d2ke.cdist(strings, omegas, "levenshtein")
    gamma = d2ke.suggest_gamma(D)
    phi = d2ke.feature_map(strings, omegas, gamma, "levenshtein") * np.sqrt(len(omegas))
    return Evidence(
        printed=[
            holds(gamma, 1 / np.median(D), rtol=1e-12, name="γ times the median distance is 1"),
            at_least(phi, np.exp(-3.0), name="smallest feature, times √R"),
            equals(int(np.count_nonzero(np.exp(-D))), 0, name="features above 0 at γ = 1"),
            equals(
                d2ke.suggest_lengths(among),
                definitions.suggest_lengths(among.tolist()),
                name="lengths: half and twice the median distance above 0, rounded up",
            ),
        ]
    )


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return all(map(_same, one, other))
    return bool(np.array_equal(np.asarray(one), np.asarray(other)))
