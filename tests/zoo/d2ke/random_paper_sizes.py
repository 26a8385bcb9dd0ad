"""Samplers that are right in small cases, and wrong at the sizes that the paper draws."""

import numpy as np

from tests.zoo import wrong
from tests.zoo.d2ke.random_objects import SERIES, SETS, STRINGS, drawn_from, turned


def strings_turned(right, turn):
    """Each string as ``turn`` makes it, from its list of letters and the alphabet."""
    return turned(
        right, "random_strings", lambda s, alphabet, lengths: "".join(turn(list(s), alphabet))
    )


@wrong(killed_by=STRINGS)
def strings_that_end_in_one_letter(right):
    """From the thirteenth on all letters are the first of the alphabet."""
    return strings_turned(right, lambda s, alphabet: s[:12] + [alphabet[0]] * len(s[12:]))


@wrong(killed_by=STRINGS)
def strings_of_period_twelve(right):
    """From the thirteenth on letters are repeated."""
    return strings_turned(right, lambda s, alphabet: [s[i % 12] for i in range(len(s))])


@wrong(killed_by=STRINGS)
def strings_with_two_equal_places(right):
    """The thirtieth letter is the thirteenth."""
    return strings_turned(right, lambda s, alphabet: s[:29] + s[12:13] + s[30:] if s[29:] else s)


@wrong(killed_by=STRINGS)
def strings_never_of_length_fifty(right):
    """The upper end left out, where there are many lengths."""
    return drawn_from(right, "random_strings", shorter)


@wrong(killed_by=SERIES)
def series_never_of_length_fifty(right):
    """The upper end left out, where there are many lengths."""
    return drawn_from(right, "random_series", shorter)


@wrong(killed_by=SETS)
def sets_never_of_fifteen(right):
    """The upper end left out, where there are many sizes."""
    return drawn_from(right, "random_sets", shorter)


def shorter(low, high):
    """A long range without its upper end."""
    return (low, high - 1) if high - low > 8 else (low, high)


@wrong(killed_by=SERIES)
def series_with_the_later_channels_equal(right):
    """From the fourth on channels are the first one."""

    def equal_later(x, *_):
        return np.column_stack([x[:, :3], np.repeat(x[:, :1], x[:, 3:].shape[1], axis=1)])

    return turned(right, "random_series", equal_later)


@wrong(killed_by=SERIES)
def series_of_zeros_after_the_fifth(right):
    """Only the first five points are random."""
    return turned(right, "random_series", lambda x, *_: np.vstack([x[:5], 0 * x[5:]]))


@wrong(killed_by=SERIES)
def series_of_period_five(right):
    """Only the first five points are drawn."""
    return turned(right, "random_series", lambda x, *_: x[np.arange(len(x)) % 5])


@wrong(killed_by=SERIES)
def long_series_with_sigma_tripled(right):
    """3 sigma where there are more than five points."""
    return turned(right, "random_series", lambda x, *_: 3 * x if len(x) > 5 else x)


@wrong(killed_by=SERIES)
def series_with_sigma_tripled_at_the_fiftieth_point(right):
    """One point of a series."""
    return turned(right, "random_series", lambda x, *_: np.vstack([x[:49], 3 * x[49:]]))


@wrong(killed_by=SETS)
def sets_in_the_positive_orthant_of_many_dimensions(right):
    """Coordinates without a sign beyond three dimensions."""
    return turned(right, "random_sets", lambda x, *_: abs(x) if x.shape[1] > 3 else x)


@wrong(killed_by=SETS)
def sets_with_the_later_vectors_equal(right):
    """From the fifth on vectors are the fifth one."""
    return turned(right, "random_sets", lambda x, *_: x[np.minimum(np.arange(len(x)), 4)])


@wrong(killed_by=SETS)
def sets_with_the_sign_of_a_neighbor(right):
    """Beyond three dimensions the last two coordinates have one sign."""

    def one_sign(x, *_):
        if x.shape[1] <= 3:
            return x
        return np.column_stack([x[:, :-1], np.copysign(x[:, -1], x[:, -2])])

    return turned(right, "random_sets", one_sign)


@wrong(killed_by=SETS)
def sets_stretched_in_many_dimensions(right):
    """The last coordinate half as large again before normalization, beyond three dimensions."""

    def stretched(x, *_):
        longer = x * np.append(np.ones(x.shape[1] - 1), 1.5)
        return longer / np.linalg.norm(longer, axis=1, keepdims=True) if x.shape[1] > 3 else x

    return turned(right, "random_sets", stretched)
