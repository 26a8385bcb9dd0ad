"""Samplers that are right in small cases, and wrong at the sizes that the paper draws."""

import numpy as np

from tests.zoo import faults, wrong
from tests.zoo.d2ke.random_objects import SERIES, SETS, STRINGS, drawn_from, turned


def shorter(low, high):
    """A long range without its upper end."""
    return (low, high - 1) if high - low > 8 else (low, high)


def strings_turned(right, turn):
    """Each string as ``turn`` makes it, from its list of letters and the alphabet."""
    return turned(
        right, "random_strings", lambda s, alphabet, lengths: "".join(turn(list(s), alphabet))
    )


wrong_strings_turned = faults(strings_turned, killed_by=STRINGS)

wrong_strings_turned(
    "strings that end in the first letter, from the thirteenth on",
    lambda s, alphabet: s[:12] + [alphabet[0]] * len(s[12:]),
)
wrong_strings_turned(
    "strings of period twelve", lambda s, alphabet: [s[i % 12] for i in range(len(s))]
)
wrong_strings_turned(
    "strings whose thirtieth letter is the thirteenth",
    lambda s, alphabet: s[:29] + s[12:13] + s[30:] if s[29:] else s,
)


wrong_range = faults(drawn_from, killed_by=STRINGS)

wrong_range("strings never of the greatest of many lengths", "random_strings", shorter)
wrong_range(
    "series never of the greatest of many lengths", "random_series", shorter, killed_by=SERIES
)
wrong_range("sets never of the greatest of many sizes", "random_sets", shorter, killed_by=SETS)


@wrong(turned, "random_series", killed_by=SERIES)
def series_with_the_later_channels_equal(x, *_):
    """From the fourth on channels are the first one."""
    return np.column_stack([x[:, :3], np.repeat(x[:, :1], x[:, 3:].shape[1], axis=1)])


wrong_series = faults(turned, "random_series", killed_by=SERIES)

wrong_series("series of zeros after the fifth point", lambda x, *_: np.vstack([x[:5], 0 * x[5:]]))
wrong_series("series of period five", lambda x, *_: x[np.arange(len(x)) % 5])
wrong_series(
    "series of more than five points with sigma tripled", lambda x, *_: 3 * x if len(x) > 5 else x
)
wrong_series(
    "series with sigma tripled at the fiftieth point", lambda x, *_: np.vstack([x[:49], 3 * x[49:]])
)


wrong_sets = faults(turned, "random_sets", killed_by=SETS)

wrong_sets(
    "sets in the positive orthant beyond three dimensions",
    lambda x, *_: abs(x) if x.shape[1] > 3 else x,
)
wrong_sets(
    "sets whose vectors are all equal from the fifth on",
    lambda x, *_: x[np.minimum(np.arange(len(x)), 4)],
)


@wrong(turned, "random_sets", killed_by=SETS)
def sets_with_the_sign_of_a_neighbor(x, *_):
    """Beyond three dimensions the last two coordinates have one sign."""
    if x.shape[1] <= 3:
        return x
    return np.column_stack([x[:, :-1], np.copysign(x[:, -1], x[:, -2])])


@wrong(turned, "random_sets", killed_by=SETS)
def sets_stretched_in_many_dimensions(x, *_):
    """The last coordinate half as large again before normalization, beyond three dimensions."""
    longer = x * np.append(np.ones(x.shape[1] - 1), 1.5)
    return longer / np.linalg.norm(longer, axis=1, keepdims=True) if x.shape[1] > 3 else x
