"""Wrong samplers: off by a tenth, off by one, dependent, or fed from elsewhere."""

import numpy as np

from tests.zoo import changed, faults, wrong

STRINGS, SERIES, SETS = "d2ke/random-strings", "d2ke/random-series", "d2ke/random-sets"


def drawn_from(right, sampler, change):
    """A sampler of another range of lengths or sizes, ``change(low, high)``."""

    def draw(*arguments):
        *first, (low, high), rng = arguments
        return getattr(right.d2ke, sampler)(*first, change(low, high), rng)

    return changed(right, **{sampler: draw})


def turned(right, sampler, turn):
    """Each object drawn as ``turn(object, *arguments of the sampler but rng)``."""

    def draw(*arguments):
        objects = getattr(right.d2ke, sampler)(*arguments)
        return [turn(x, *arguments[1:-1]) for x in objects]

    return changed(right, **{sampler: draw})


def without_the_longest(low, high):
    return low, max(low, high - 1)


def without_the_shortest(low, high):
    return min(low + 1, high), high


@wrong("d2ke.random_strings", killed_by=STRINGS)
def strings_with_a_biased_letter(right, R, alphabet, lengths, rng):
    """The first letter is more frequent by a tenth."""
    strings = right.d2ke.random_strings(R, alphabet, lengths, rng)
    # every other letter turns into the first one with this probability
    change = 0.1 / max(1, len(alphabet) - 1)
    flips = iter(rng.random(sum(map(len, strings))) < change)
    return ["".join(alphabet[0] if next(flips) else c for c in s) for s in strings]


wrong_range = faults(drawn_from, killed_by=(STRINGS, "d2ke/proposition-2"))

wrong_range("strings never of the greatest length", "random_strings", without_the_longest)
wrong_range("strings never of the least length", "random_strings", without_the_shortest)
wrong_range(
    "strings one too long", "random_strings", lambda low, high: (low, high + 1), killed_by=STRINGS
)


@wrong("d2ke.random_strings", killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_uniform_over_omega(R, alphabet, lengths, rng):
    """Every string equally likely, so long ones are the most frequent."""
    low, high = lengths
    p = np.array([float(len(alphabet)) ** n for n in range(low, high + 1)])
    sizes = rng.choice(np.arange(low, high + 1), R, p=p / p.sum())
    letters = iter(rng.choice(list(alphabet), int(sizes.sum())).tolist())
    return ["".join(next(letters) for _ in range(size)) for size in sizes]


wrong_strings = faults(turned, "random_strings", killed_by=STRINGS)

wrong_strings("strings of one letter, repeated", lambda s, *_: s[:1] * len(s))


@wrong("d2ke.random_strings", killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_drawn_in_pairs(right, R, alphabet, lengths, rng):
    """Every string comes twice, as if they were antithetic."""
    half = right.d2ke.random_strings((R + 1) // 2, alphabet, lengths, rng)
    return [s for s in half for _ in range(2)][:R]


@wrong("d2ke.random_strings", killed_by=STRINGS)
def strings_over_the_bytes_of_the_alphabet(right, R, alphabet, lengths, rng):
    """Letters are bytes of the UTF-8 code."""
    letters = dict.fromkeys("".join(alphabet).encode().decode("latin-1"))
    return right.d2ke.random_strings(R, list(letters), lengths, rng)


@wrong("d2ke.random_strings", killed_by="d2ke/random-objects")
def strings_from_the_global_generator(right, R, alphabet, lengths, rng):
    """Ignores rng."""
    own = np.random.default_rng(np.random.randint(2**31))  # noqa: NPY002 - the fault
    return right.d2ke.random_strings(R, alphabet, lengths, own)


@wrong("d2ke.random_strings", killed_by="d2ke/random-objects")
def strings_from_a_copy_of_the_generator(right, R, alphabet, lengths, rng):
    """The caller's generator does not move, so the next call draws the same."""
    copy = np.random.default_rng()
    copy.bit_generator.state = rng.bit_generator.state
    return right.d2ke.random_strings(R, alphabet, lengths, copy)


@wrong(turned, "random_strings", killed_by=STRINGS)
def strings_whose_inner_letters_are_the_first_of_the_alphabet(s, alphabet, lengths):
    """All but the first two and the last."""
    return s[:2] + alphabet[0] * (len(s) - 3) + s[-1] if len(s) > 3 else s


@wrong("d2ke.random_strings", killed_by=(STRINGS, "d2ke/proposition-2", "d2ke/random-objects"))
def strings_one_short(right, R, *rest):
    """R - 1 of them."""
    return right.d2ke.random_strings(R, *rest)[: R - 1]


@wrong("d2ke.random_strings", killed_by=(STRINGS, "d2ke/proposition-2", "d2ke/random-objects"))
def no_strings_at_all(*arguments):
    """An empty list."""
    return []


@wrong(killed_by=("d2ke/random-series", "d2ke/random-sets", "d2ke/random-objects"))
def no_series_and_no_sets_at_all(right):
    """Empty lists."""
    return changed(right, random_series=lambda *given: [], random_sets=lambda *given: [])


@wrong("d2ke.random_sets", killed_by="d2ke/random-objects")
def sets_one_short(right, R, *rest):
    """R - 1 of them."""
    return right.d2ke.random_sets(R, *rest)[: R - 1]


@wrong("d2ke.enumerate_strings", killed_by=STRINGS)
def enumeration_without_the_longest(right, alphabet, lengths):
    """The upper end left out."""
    low, high = lengths
    return right.d2ke.enumerate_strings(alphabet, (low, max(low, high - 1)))


@wrong("d2ke.enumerate_strings", killed_by=STRINGS)
def enumeration_with_equal_weights(right, alphabet, lengths):
    """Every string equally likely."""
    strings, _ = right.d2ke.enumerate_strings(alphabet, lengths)
    return strings, np.full(len(strings), 1 / len(strings))


wrong_series = faults(turned, "random_series", killed_by=SERIES)

wrong_series("series with sigma a tenth too large", lambda x, *_: 1.1 * x)
wrong_series(
    "series with sigma as variance: N(0, sigma) for N(0, sigma^2)",
    lambda x, channels, sigma, lengths: x / np.sqrt(sigma),
)
wrong_series("series with equal channels", lambda x, *_: np.repeat(x[:, :1], x.shape[1], axis=1))
wrong_series(
    "series as random walks: each entry adds to the one before", lambda x, *_: np.cumsum(x, axis=0)
)
wrong_series("series with channels first: shape (channels, length)", lambda x, *_: x.T)
wrong_range(
    "series never of the greatest length", "random_series", without_the_longest, killed_by=SERIES
)
wrong_series(
    "series that end in zeros: only the first two points are random",
    lambda x, *_: np.vstack([x[:2], 0 * x[2:]]),
)


def sets_become(right, draw):
    """Vectors from ``draw(shape, rng)``, in sets of the right sizes."""

    def random_sets(R, dimension, sizes, rng):
        counts = rng.integers(sizes[0], sizes[1] + 1, R)
        vectors = draw((int(counts.sum()), dimension), rng)
        return np.split(vectors, np.cumsum(counts)[:-1])

    return changed(right, random_sets=random_sets)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


wrong_vectors = faults(sets_become, killed_by=SETS)

wrong_vectors(
    "sets from the cube: uniform in the cube, then normalized: corners are too frequent",
    lambda shape, rng: unit(rng.uniform(-1, 1, shape)),
)
wrong_vectors(
    "sets of Gaussian vectors that are not normalized", lambda shape, rng: rng.normal(size=shape)
)


@wrong(sets_become, killed_by=SETS)
def sets_stretched_by_a_tenth(shape, rng):
    """The last coordinate 1.1 times as large before normalization."""
    vectors = rng.normal(size=shape)
    vectors[:, -1] *= 1.1
    return unit(vectors)


wrong_vectors("sets in the positive orthant", lambda shape, rng: unit(abs(rng.normal(size=shape))))


wrong_sets = faults(turned, "random_sets", killed_by=SETS)

wrong_sets("sets of one vector, repeated", lambda x, *_: np.repeat(x[:1], len(x), axis=0))
wrong_range("sets never of the least size", "random_sets", without_the_shortest, killed_by=SETS)
wrong_sets(
    "sets whose third vector is the first, as are all later ones",
    lambda x, *_: x[np.where(np.arange(len(x)) < 2, np.arange(len(x)), 0)],
)
