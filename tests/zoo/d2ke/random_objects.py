"""Wrong samplers: off by a tenth, off by one, dependent, or fed from elsewhere."""

import numpy as np

from tests.zoo import changed, wrong


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


def strings_become(right, draw):
    return changed(right, random_strings=draw)


STRINGS = "d2ke/random-strings"


@wrong(killed_by=STRINGS)
def strings_with_a_biased_letter(right):
    """The first letter is more frequent by a tenth."""

    def random_strings(R, alphabet, lengths, rng):
        strings = right.d2ke.random_strings(R, alphabet, lengths, rng)
        # every other letter turns into the first one with this probability
        change = 0.1 / max(1, len(alphabet) - 1)
        flips = iter(rng.random(sum(map(len, strings))) < change)
        return ["".join(alphabet[0] if next(flips) else c for c in s) for s in strings]

    return strings_become(right, random_strings)


@wrong(killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_never_of_the_greatest_length(right):
    """The upper end left out."""
    return drawn_from(right, "random_strings", without_the_longest)


@wrong(killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_never_of_the_least_length(right):
    """The lower end left out."""
    return drawn_from(right, "random_strings", without_the_shortest)


@wrong(killed_by=STRINGS)
def strings_one_too_long(right):
    """The upper end exceeded."""
    return drawn_from(right, "random_strings", lambda low, high: (low, high + 1))


@wrong(killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_uniform_over_omega(right):
    """Every string equally likely, so long ones are the most frequent."""

    def random_strings(R, alphabet, lengths, rng):
        low, high = lengths
        p = np.array([float(len(alphabet)) ** n for n in range(low, high + 1)])
        sizes = rng.choice(np.arange(low, high + 1), R, p=p / p.sum())
        letters = iter(rng.choice(list(alphabet), int(sizes.sum())).tolist())
        return ["".join(next(letters) for _ in range(size)) for size in sizes]

    return strings_become(right, random_strings)


@wrong(killed_by=STRINGS)
def strings_of_one_letter(right):
    """One letter a string, repeated."""
    return turned(right, "random_strings", lambda s, *_: s[:1] * len(s))


@wrong(killed_by=(STRINGS, "d2ke/proposition-2"))
def strings_drawn_in_pairs(right):
    """Every string comes twice, as if they were antithetic."""

    def random_strings(R, alphabet, lengths, rng):
        half = right.d2ke.random_strings((R + 1) // 2, alphabet, lengths, rng)
        return [s for s in half for _ in range(2)][:R]

    return strings_become(right, random_strings)


@wrong(killed_by=STRINGS)
def strings_over_the_bytes_of_the_alphabet(right):
    """Letters are bytes of the UTF-8 code."""

    def random_strings(R, alphabet, lengths, rng):
        letters = dict.fromkeys("".join(alphabet).encode().decode("latin-1"))
        return right.d2ke.random_strings(R, list(letters), lengths, rng)

    return strings_become(right, random_strings)


@wrong(killed_by="d2ke/random-objects")
def strings_from_the_global_generator(right):
    """Ignores rng."""

    def random_strings(R, alphabet, lengths, rng):
        own = np.random.default_rng(np.random.randint(2**31))  # noqa: NPY002 - the fault
        return right.d2ke.random_strings(R, alphabet, lengths, own)

    return strings_become(right, random_strings)


@wrong(killed_by="d2ke/random-objects")
def strings_from_a_copy_of_the_generator(right):
    """The caller's generator does not move, so the next call draws the same."""

    def random_strings(R, alphabet, lengths, rng):
        copy = np.random.default_rng()
        copy.bit_generator.state = rng.bit_generator.state
        return right.d2ke.random_strings(R, alphabet, lengths, copy)

    return strings_become(right, random_strings)


@wrong(killed_by=STRINGS)
def strings_whose_inner_letters_are_the_first_of_the_alphabet(right):
    """All but the first two and the last."""

    def turn(s, alphabet, lengths):
        return s[:2] + alphabet[0] * (len(s) - 3) + s[-1] if len(s) > 3 else s

    return turned(right, "random_strings", turn)


@wrong(killed_by=(STRINGS, "d2ke/proposition-2", "d2ke/random-objects"))
def strings_one_short(right):
    """R - 1 of them."""
    return strings_become(right, lambda R, *rest: right.d2ke.random_strings(R, *rest)[: R - 1])


@wrong(killed_by=(STRINGS, "d2ke/proposition-2", "d2ke/random-objects"))
def no_strings_at_all(right):
    """An empty list."""
    return strings_become(right, lambda *arguments: [])


@wrong(killed_by=("d2ke/random-series", "d2ke/random-sets", "d2ke/random-objects"))
def no_series_and_no_sets_at_all(right):
    """Empty lists."""
    return changed(right, random_series=lambda *given: [], random_sets=lambda *given: [])


@wrong(killed_by="d2ke/random-objects")
def sets_one_short(right):
    """R - 1 of them."""
    return changed(right, random_sets=lambda R, *rest: right.d2ke.random_sets(R, *rest)[: R - 1])


@wrong(killed_by=STRINGS)
def enumeration_without_the_longest(right):
    """The upper end left out."""

    def enumerate_strings(alphabet, lengths):
        low, high = lengths
        return right.d2ke.enumerate_strings(alphabet, (low, max(low, high - 1)))

    return changed(right, enumerate_strings=enumerate_strings)


@wrong(killed_by=STRINGS)
def enumeration_with_equal_weights(right):
    """Every string equally likely."""

    def enumerate_strings(alphabet, lengths):
        strings, _ = right.d2ke.enumerate_strings(alphabet, lengths)
        return strings, np.full(len(strings), 1 / len(strings))

    return changed(right, enumerate_strings=enumerate_strings)


SERIES = "d2ke/random-series"


@wrong(killed_by=SERIES)
def series_with_sigma_a_tenth_too_large(right):
    """1.1 sigma."""
    return turned(right, "random_series", lambda x, *_: 1.1 * x)


@wrong(killed_by=SERIES)
def series_with_sigma_as_variance(right):
    """N(0, sigma) for N(0, sigma^2)."""
    return turned(right, "random_series", lambda x, channels, sigma, lengths: x / np.sqrt(sigma))


@wrong(killed_by=SERIES)
def series_with_equal_channels(right):
    """The first channel in the place of all."""
    return turned(right, "random_series", lambda x, *_: np.repeat(x[:, :1], x.shape[1], axis=1))


@wrong(killed_by=SERIES)
def series_as_random_walks(right):
    """Each entry adds to the one before."""
    return turned(right, "random_series", lambda x, *_: np.cumsum(x, axis=0))


@wrong(killed_by=SERIES)
def series_with_channels_first(right):
    """Shape (channels, length)."""
    return turned(right, "random_series", lambda x, *_: x.T)


@wrong(killed_by=SERIES)
def series_never_of_the_greatest_length(right):
    """The upper end left out."""
    return drawn_from(right, "random_series", without_the_longest)


@wrong(killed_by=SERIES)
def series_that_end_in_zeros(right):
    """Only the first two points are random."""
    return turned(right, "random_series", lambda x, *_: np.vstack([x[:2], 0 * x[2:]]))


SETS = "d2ke/random-sets"


def sets_become(right, draw):
    """Vectors from ``draw(shape, rng)``, in sets of the right sizes."""

    def random_sets(R, dimension, sizes, rng):
        counts = rng.integers(sizes[0], sizes[1] + 1, R)
        vectors = draw((int(counts.sum()), dimension), rng)
        return np.split(vectors, np.cumsum(counts)[:-1])

    return changed(right, random_sets=random_sets)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@wrong(killed_by=SETS)
def sets_from_the_cube(right):
    """Uniform in the cube, then normalized: corners are too frequent."""
    return sets_become(right, lambda shape, rng: unit(rng.uniform(-1, 1, shape)))


@wrong(killed_by=SETS)
def sets_not_normalized(right):
    """Gaussian vectors as they are."""
    return sets_become(right, lambda shape, rng: rng.normal(size=shape))


@wrong(killed_by=SETS)
def sets_stretched_by_a_tenth(right):
    """The last coordinate 1.1 times as large before normalization."""

    def draw(shape, rng):
        vectors = rng.normal(size=shape)
        vectors[:, -1] *= 1.1
        return unit(vectors)

    return sets_become(right, draw)


@wrong(killed_by=SETS)
def sets_in_the_positive_orthant(right):
    """Coordinates without a sign."""
    return sets_become(right, lambda shape, rng: unit(abs(rng.normal(size=shape))))


@wrong(killed_by=SETS)
def sets_of_one_vector(right):
    """One vector a set, repeated."""
    return turned(right, "random_sets", lambda x, *_: np.repeat(x[:1], len(x), axis=0))


@wrong(killed_by=SETS)
def sets_never_of_the_least_size(right):
    """The lower end left out."""
    return drawn_from(right, "random_sets", without_the_shortest)


@wrong(killed_by=SETS)
def sets_whose_third_vector_is_the_first(right):
    """And so are all later ones."""
    return turned(
        right, "random_sets", lambda x, *_: x[np.where(np.arange(len(x)) < 2, np.arange(len(x)), 0)]
    )
