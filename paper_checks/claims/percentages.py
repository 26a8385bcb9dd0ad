"""Whether a printed percentage can be one at all."""


def possible(percent: float, n: int, slack: int = 0) -> bool:
    """Whether some k of n, in percent, is printed so: rounded or cut to two decimals.

    ``slack`` allows errors of so many units in the last place.
    """
    printed = round(100 * percent)
    for k in range(int(percent * n / 100) - 1, int(percent * n / 100) + 3):
        cut, rounded = 10000 * k // n, (20000 * k + n) // (2 * n)
        if min(abs(cut - printed), abs(rounded - printed)) <= slack:
            return True
    return False
