"""SFM: what each public function takes, but ``transform``, whose vocabulary the target makes."""

import numpy as np

from gramcheck.verify.arguments import arrays as a
from gramcheck.verify.arguments import kinds as k
from gramcheck.verify.arguments.declare import Argument, Bad, call

STRINGS, VARIANT = k.strings(["AB", "BA", "ABA"]), k.choice("cm", "paper", "released")
NEIGHBORS = [0, 1, 1]  # which must differ
NODES = (Bad("number", 5, "type"), k.NONE, Bad("set", {1}, "type"))
CHUNKS = (
    Bad("bare-string", "AB", "type"),
    Bad("number", 5, "type"),
    k.NONE,
    Bad("bare-string-inside", ["AB"], "type"),
    Bad("number-inside", [["A", 5]], "type"),
)

# Section III and Appendix A
PARSING = (
    call("lpp_parse", level=Argument("sequence of nodes", [4, 4, 7], NODES)),
    call(
        "alphabet_reduction",
        names=a.integers([0, 1, 6, 7]).refusing("equal-neighbors", NEIGHBORS),
        rounds=k.count(1, low=0),
    ),
    call("rounds_needed", n_names=k.count(7, low=0)),
    call(
        "reduce_to_three",
        labels=a.integers([5, 0, 4])
        .refusing("equal-neighbors", NEIGHBORS)
        .refusing("above", [0, 6]),
    ).with_options(take=k.choice("least", "largest")),
    call(
        "landmarks",
        labels=a.integers([0, 1, 2])
        .refusing("equal-neighbors", NEIGHBORS)
        .refusing("above", [0, 3]),
    ),
    call("esp_tree", s=k.string("AB").refusing("empty", "", flag="empty_string")).with_options(
        variant=VARIANT
    ),
    call(
        "characteristic_vectors",
        strings=STRINGS.refusing("only-empty", ["", ""], flag="empty_string"),
    ).with_options(variant=VARIANT),
    call(
        "fit_vocabulary", chunks=Argument("chunks of strings", [["AB"], ["B"]], CHUNKS)
    ).with_options(variant=VARIANT),
    call("edit_distance_with_moves", s=k.string("AB"), t=k.string("BA"))
    .with_options(replacements=k.flag(True), most_strings=k.count(2000).taking())
    .refusing("far-apart", "s or t or most_strings", s="ABCDEFG", t="GFEDCBA", most_strings=200),
)

# Section IV, Algorithm 1

WORDS = ([1 << 60, 2 << 60, 3 << 60], [5 << 60, 6 << 60, 7 << 60])
FIRST, SECOND = (a.words(words) for words in WORDS)
TWO_WORDS = {"short": np.array(WORDS[0][:2], dtype=np.uint64)}  # where the other array has three
COEFFICIENTS = a.words(np.array(WORDS, dtype=np.uint64) >> np.uint64(40))
PRIME = 2**31 - 1
KEYS = a.integers([1, 2, 64])
KEYS_OF_33_BITS = KEYS.refusing("large", [1, 2**33], flag="key_range")
ENDPOINTS, FORM = k.choice("open", "closed"), k.choice("field", "real")
SHARES = a.array([0.25, 0.5]).refusing("above-one", [0.5, 1.5]).refusing("below-zero", [-0.5, 0.5])
POSITIVE, RNG = k.positive(1.0), k.generator()
FEATURES = k.count(4, low=2).refusing("odd", 3)  # sines and cosines come in pairs
MANY = k.size(4, low=2).refusing("odd", 3)  # where they are computed

HASHING = (
    call("hash_uniform", i=KEYS_OF_33_BITS, array1=FIRST, array2=SECOND)
    .with_options(endpoints=ENDPOINTS)
    .refusing_shapes("array1", "array1 or array2", array1=TWO_WORDS)
    .refusing_shapes("array2", "array1 or array2", array2=TWO_WORDS),
    call("hash_cauchy", i=KEYS_OF_33_BITS, array1=FIRST, array2=SECOND, beta=POSITIVE)
    .with_options(endpoints=ENDPOINTS)
    .refusing_shapes("array1", "array1 or array2", array1=TWO_WORDS)
    .refusing_shapes("array2", "array1 or array2", array2=TWO_WORDS),
    call("cauchy_quantile", u=SHARES, beta=POSITIVE),
    call("sample_hash", d=k.size(3), rng=RNG),
    call("sample_t_wise", d=k.size(3), t=k.size(2), rng=RNG).with_options(form=FORM),
    call("t_wise_hash", i=KEYS, coefficients=COEFFICIENTS)
    .with_options(form=FORM, endpoints=ENDPOINTS)
    .refusing("keys-beyond", "i", flag="key_range", i=[1, PRIME])
    .refusing(
        "coefficients-beyond", "coefficients", coefficients=np.array([[PRIME]], dtype=np.uint64)
    ),
    call("cauchy_matrix", D=MANY, d=k.size(3), beta=POSITIVE, rng=RNG),
)

# Section IV, Algorithm 2, and Sections V and VI

COUNTS = [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]
OTHER_COLUMNS = {str(columns): np.ones((2, columns)) for columns in (1, 2, 4)}
V, CODES = a.rows(COUNTS), a.integers([[0, 1, 2], [2, 2, 0]])
LARGE_ENTRIES = ("long-integer", "sparse-long-integer")  # in an angle they are as good as others
SIZES = a.symmetric([[1.0, 0.25], [0.25, 1.0]])
OUT = Argument(
    "array to write into",
    None,
    (
        Bad("number", 5, "type"),
        Bad("integers", np.zeros((2, 4), dtype=int), "either"),
        Bad("shape", np.zeros((1, 1)), flag="shapes"),
    ),
)

FEATURE_MAPS = (
    *(
        call(
            name,
            V=vectors,
            D=FEATURES.refusing("too-many", 2 * 2**33),
            beta=POSITIVE,
            array1=FIRST,
            array2=SECOND,
        )
        .with_options(endpoints=ENDPOINTS, **options)
        .refusing_shapes("columns", "V", V=OTHER_COLUMNS)
        .refusing_shapes("array1", "array1 or array2", array1=TWO_WORDS)
        .refusing_shapes("array2", "array1 or array2", array2=TWO_WORDS)
        for name, vectors, options in (
            ("sfm", a.counts(COUNTS), {"values": k.choice("counts", "real"), "out": OUT}),
            ("plain_sfm", a.matrix(COUNTS), {}),
        )
    ),
    call("rff", V=V.without(*LARGE_ENTRIES), W=a.matrix([[0.5, -1.25, 3.0], [-4.0, 0.0, 0.125]]))
    .with_options(out=OUT)
    .refusing_shapes("columns", "V or W", W=OTHER_COLUMNS),
    call("laplacian_kernel", V=V, W=V, beta=POSITIVE).refusing_shapes(
        "columns", "V or W", W=OTHER_COLUMNS
    ),
    call("l1_distances", V=V, W=V).refusing_shapes("columns", "V or W", W=OTHER_COLUMNS),
    call("average_error", K=SIZES, Z=a.matrix([[0.5, 0.75], [1.0, -0.25]])).refusing(
        "rows", "K or Z", flag="shapes", Z=[[0.5, 0.75]]
    ),
    call("concentration_bound", epsilon=POSITIVE, D=FEATURES)
    .with_options(form=k.choice("printed", "corrected")),
    call("feature_variance", k=SHARES, D=FEATURES),
    call("predicted_average_error", K=SIZES.refusing("above-one", 1.5 * np.eye(2))
         .refusing("below-zero", -np.eye(2)), D=FEATURES),
    call("cgk_embed", strings=STRINGS, rng=RNG).with_options(
        length=k.size(9).optional(), alphabet=k.alphabet("AB").refusing("lacking", "A")
    )
    .refusing("empty-without-length", "strings", strings=["", ""], length=None)
    .refusing("empty-without-alphabet", "strings", strings=["", ""], alphabet=None),
    call(
        "cgk_vectors",
        embedded=CODES.refusing("beyond-the-pad", [[0, 3]], flag="pad"),
        n_letters=k.count(2).taking().refusing("above", 2**62),
    ).with_options(pad=k.choice("symbol", "zero")),
    call("hamming_distances", X=CODES, Y=CODES).refusing(
        "columns", "X or Y", flag="shapes", Y=[[0, 1]]
    ),
    call("shift_spectrum", K=SIZES),
)  # fmt: skip

# Sections II and VII

SERIES = a.collection_of_series([[[0.0, 1.0], [2.0, 3.0]], [[1.0, 1.0]]])
PROTEINS = (
    k.strings(["A", "R"])
    .refusing("unknown-letter", ["A", "J"], flag="score_table")
    .refusing("small-letter", ["A", "a"], flag="no_folding")
    .refusing("gap-letter", ["A", "A-R"], flag="score_table")
    .refusing("space-letter", ["A", "AR W"], flag="score_table")
)
TABLE = [[4.0, -1.0], [-1.0, 5.0]]
SCORES = Argument(
    "letters and their scores",
    None,
    (
        Bad("number", 5, "type"),
        Bad("not-symmetric", ("AR", [[4.0, -1.0], [2.0, 5.0]])),
        Bad("letter-twice", ("AA", TABLE)),
        Bad("letters-too-many", ("ARN", TABLE), flag="shapes"),
    ),
)

KERNELS = (
    call("global_alignment_kernel", X=STRINGS, Y=STRINGS, sigma=POSITIVE)
    .with_options(triangular=k.count(1, low=0), form=k.choice("normalized", "raw", "log"))
    .refusing("mixed", "X", "type", X=["A", [[1.0, 2.0]]], Y=["A"])
    .refusing("mixed-second", "X or Y", "type", X=[[[1.0, 2.0]]], Y=[[[1.0, 2.0]], "A"]),
    call("global_alignment_kernel", "series", X=SERIES, Y=SERIES, sigma=1.0),
    call("local_alignment_kernel", X=PROTEINS, Y=PROTEINS).with_options(
        beta=POSITIVE,
        gap_open=k.nonnegative(2.0),
        gap_extend=k.nonnegative(2.0),
        scores=SCORES,
        form=k.choice("scaled_log", "log", "raw"),
    ),
    call("mismatch_kernel", X=STRINGS, Y=STRINGS, k=k.count(1), m=k.count(0, low=0, high=1))
    .with_options(alphabet=k.alphabet("AB"))
    .refusing("letter-lacking", "alphabet", alphabet="A")
    .refusing("letter-twice", "alphabet", alphabet="ABA")
    .refusing("short-string", "k", k=3)
    .refusing("short-string-second", "k", X=["ABC"], Y=["ABC", "AB"], alphabet="ABC", k=3),
    call("mismatch_kernel", "sampled", X=["AB"], Y=["BA"], k=2, m=1).with_options(
        alphabet="AB",
        samples=k.count(50, low=2).optional(),
        tolerance=k.nonnegative(9.0),
        rng=RNG,
    ),
    call(
        "ball_intersections", k=k.count(5).taking(2), m=k.count(2, low=0, high=5), size=k.count(4)
    ).refusing("beyond-memory", "k or m", k=2**60, m=2**30),
    call("blosum62"),
)

MAP = {"strings": STRINGS, "D": MANY, "beta": POSITIVE, "rng": RNG}
LENGTH = k.size(9).optional()

SYSTEMS = (
    call("sfmedm", **MAP).with_options(variant=VARIANT),
    call("fmedm", **MAP).with_options(variant=VARIANT),
    call("sfmcgk", **MAP).with_options(length=LENGTH),
    call("fmcgk", **MAP).with_options(length=LENGTH),
    call("espkernel", strings=STRINGS, beta=POSITIVE).with_options(variant=VARIANT),
    call("cgkkernel", strings=STRINGS, beta=POSITIVE, rng=RNG).with_options(length=LENGTH),
    call("stk17", strings=STRINGS, k=k.count(1), m=k.count(0, low=0, high=1))
    .with_options(alphabet=k.alphabet("AB"))
    .refusing("letter-lacking", "alphabet", alphabet="A")
    .refusing("short-string", "k", k=3),
)  # fmt: skip

CALLS = (*PARSING, *HASHING, *FEATURE_MAPS, *KERNELS, *SYSTEMS)
