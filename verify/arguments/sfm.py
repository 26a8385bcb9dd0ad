"""SFM: what each public function takes, but ``transform``, whose vocabulary the target makes."""

import numpy as np

from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Bad, Call, call

STRINGS = ["AB", "BA", "ABA"]
SCORES = ("AR", [[4.0, -1.0], [-1.0, 5.0]])
COUNTS = [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]
WORDS = ([1 << 60, 2 << 60, 3 << 60], [5 << 60, 6 << 60, 7 << 60])
VARIANT = k.choice("cm", "paper", "released")
ENDPOINTS = k.choice("open", "closed")
SIZES = [[1.0, 0.25], [0.25, 1.0]]


def _parsing() -> list[Call]:
    def sequence(good: list[int], above: int | None) -> Argument:
        names = k.integers(good).refusing("equal-neighbors", [0, 1, 1])
        return names if above is None else names.refusing("above", [0, above])

    strings = k.strings(STRINGS).refusing("only-empty", ["", ""], flag="empty_string")
    return [
        call("lpp_parse", level=Argument("sequence of nodes", [4, 4, 7], (
            Bad("number", 5, "type"), k.NONE, Bad("set", {1}, "type")))),
        call("alphabet_reduction", names=sequence([0, 1, 6, 7], None), rounds=k.count(1, low=0)),
        call("rounds_needed", n_names=k.count(7, low=0)),
        call("reduce_to_three", labels=sequence([5, 0, 4], 6)).with_options(
            take=k.choice("least", "largest")),
        call("landmarks", labels=sequence([0, 1, 2], 3)),
        call("esp_tree", s=k.string("AB").refusing("empty", "", flag="empty_string"))
        .with_options(variant=VARIANT),
        call("characteristic_vectors", strings=strings).with_options(variant=VARIANT),
        call("fit_vocabulary", chunks=Argument("chunks of strings", [["AB"], ["B"]], (
            Bad("bare-string", "AB", "type"), Bad("number", 5, "type"), k.NONE,
            Bad("bare-string-inside", ["AB"], "type"), Bad("number-inside", [["A", 5]], "type"),
        ))).with_options(variant=VARIANT),
        call("edit_distance_with_moves", s=k.string("AB"), t=k.string("BA")).with_options(
            replacements=k.flag(True), most_strings=k.count(2000)),
    ]  # fmt: skip


def _hashing() -> list[Call]:
    array1, array2 = map(k.words, WORDS)
    keys = k.integers([1, 2, 64]).refusing("large", [1, 2**33], flag="key_range")
    rng, beta = k.generator(), k.positive(1.0)
    shares = k.array([0.25, 0.5]).refusing("above-one", [1.5]).refusing("below-zero", [-0.5])
    return [
        _arrays_meet(call("hash_uniform", i=keys, array1=array1, array2=array2)
                     .with_options(endpoints=ENDPOINTS)),
        _arrays_meet(call("hash_cauchy", i=keys, array1=array1, array2=array2, beta=beta)
                     .with_options(endpoints=ENDPOINTS)),
        call("cauchy_quantile", u=shares, beta=beta),
        call("sample_hash", d=k.count(3), rng=rng),
        call("sample_t_wise", d=k.count(3), t=k.count(2), rng=rng).with_options(
            form=k.choice("field", "real")),
        call("t_wise_hash", i=keys.without("large"),
             coefficients=k.words(np.array(WORDS, dtype=np.uint64) >> np.uint64(40)))
        .with_options(form=k.choice("field", "real"), endpoints=ENDPOINTS),
        call("cauchy_matrix", D=_even(4), d=k.count(3), beta=beta, rng=rng),
    ]  # fmt: skip


def _arrays_meet(made: Call) -> Call:
    """Two words where the other array has three."""
    two, either = np.array(WORDS[0][:2], dtype=np.uint64), "array1 or array2"
    return made.refusing("array1-short", either, flag="shapes", array1=two).refusing(
        "array2-short", either, flag="shapes", array2=two
    )


def _even(good: int) -> Argument:
    """A number of features: sines and cosines come in pairs."""
    return k.count(good, low=2).refusing("odd", 3)


def _feature_maps() -> list[Call]:
    array1, array2 = map(k.words, WORDS)
    V = k.counts(COUNTS)
    for columns in (1, 2, 4):
        V = V.refusing(f"columns-{columns}", np.ones((1, columns)), flag="shapes")
    W, D = k.rows(COUNTS), _even(4).refusing("too-many", 2 * 2**33)
    halves = np.array(COUNTS, dtype=float)
    made = call("sfm", V=V, D=D, beta=k.positive(1.0), array1=array1, array2=array2)
    kernels = [
        call("rff", V=k.rows(COUNTS).without("long-integer", "sparse-long-integer"),
             W=k.matrix([[0.5, -1.25, 3.0], [-4.0, 0.0, 0.125]])).with_options(out=_out((2, 4))),
        call("laplacian_kernel", V=W, W=W, beta=k.positive(1.0)),
        call("l1_distances", V=W, W=W),
    ]  # fmt: skip
    for columns in (1, 2, 4):
        kernels = [c.refusing(f"columns-{columns}", "V or W", flag="shapes",
                              W=np.ones((2, columns))) for c in kernels]  # fmt: skip
    codes = k.integers([[0, 1, 2], [2, 2, 0]])
    return [
        _arrays_meet(made.with_options(
            endpoints=ENDPOINTS, values=k.choice("counts", "real"), out=_out((2, 4)))),
        *kernels,
        call("average_error", K=k.symmetric(SIZES), Z=k.matrix([[0.5, 0.75], [1.0, -0.25]]))
        .refusing("rows", "K or Z", flag="shapes", Z=halves[:1]),
        call("cgk_embed", strings=k.strings(STRINGS), rng=k.generator()).with_options(
            length=k.count(9).optional(), alphabet=k.alphabet("AB").refusing("lacking", "A")),
        call("cgk_vectors", embedded=codes.refusing("beyond-the-pad", [[0, 3]], flag="pad"),
             n_letters=k.count(2).refusing("above", 2**62))
        .with_options(pad=k.choice("symbol", "zero")),
        call("hamming_distances", X=codes, Y=codes)
        .refusing("columns", "X or Y", flag="shapes", Y=[[0, 1]]),
        call("shift_spectrum", K=k.symmetric(SIZES)),
    ]  # fmt: skip


def _out(shape: tuple[int, int]) -> Argument:
    """An array for the result, when one is given."""
    bad = (
        Bad("number", 5, "type"),
        Bad("integers", np.zeros(shape, dtype=int), "either"),
        Bad("shape", np.zeros((1, 1)), flag="shapes"),
    )
    return Argument("array to write into", None, bad)


def _string_kernels() -> list[Call]:
    series = k.collection_of_series([[[0.0, 1.0], [2.0, 3.0]], [[1.0, 1.0]]])
    form = k.choice("normalized", "raw", "log")
    taper = k.count(1, low=0)
    one, cost = k.strings(["A", "R"]), k.nonnegative(2.0)
    for name, letters in (("unknown", "J"), ("small", "a"), ("gap", "A-R"), ("space", "AR W")):
        one = one.refusing(f"{name}-letter", ["A", letters], flag="score_table")
    words = k.strings(STRINGS)
    scores = Argument("letters and their scores", None, (
        Bad("number", 5, "type"),
        Bad("not-symmetric", ("AR", [[4.0, -1.0], [2.0, 5.0]])),
        Bad("letter-twice", ("AA", SCORES[1])),
        Bad("letters-too-many", ("ARN", SCORES[1]), flag="shapes"),
    ))  # fmt: skip
    gak = [
        call("global_alignment_kernel", X=words, Y=words, sigma=k.positive(1.0)).with_options(
            triangular=taper, form=form),
        call("global_alignment_kernel", "series", X=series, Y=series, sigma=1.0),
    ]  # fmt: skip
    gak = [
        made.refusing("mixed", "X", "type", X=["A", [[1.0, 2.0]]], Y=["A"]).refusing(
            "mixed-second", "X or Y", "type", X=[[[1.0, 2.0]]], Y=[[[1.0, 2.0]], "A"]
        )
        for made in gak
    ]
    mismatch = call("mismatch_kernel", X=words, Y=words, k=k.count(1), m=k.count(0, low=0, high=1))
    return [
        *gak,
        call("local_alignment_kernel", X=one, Y=one).with_options(
            beta=k.positive(0.5), gap_open=cost, gap_extend=cost,
            scores=scores, form=k.choice("scaled_log", "log", "raw")),
        mismatch.with_options(alphabet=k.alphabet("AB"))
        .refusing("letter-lacking", "alphabet", alphabet="A")
        .refusing("letter-twice", "alphabet", alphabet="ABA")
        .refusing("short-string", "k", k=3)
        .refusing("short-string-second", "k", X=["ABC"], Y=["ABC", "AB"], alphabet="ABC", k=3),
        call("mismatch_kernel", "sampled", X=STRINGS, Y=STRINGS, k=2, m=1).with_options(
            alphabet="AB", samples=k.count(50, low=2).optional(), tolerance=k.nonnegative(9.0),
            rng=k.generator()),
        call("ball_intersections", k=k.count(5), m=k.count(2, low=0, high=5), size=k.count(4)),
        call("blosum62"),
    ]  # fmt: skip


CALLS = (*_parsing(), *_hashing(), *_feature_maps(), *_string_kernels())
