"""Errata of Section 5: the numbers of Table 1 (C18), and what is not said of them (C19)."""

from __future__ import annotations

from gramcheck.paper_checks.context import Run
from gramcheck.paper_checks.findings import is_true
from gramcheck.paper_checks.ledger import Evidence, Table, Verdict, claim

SPLITS = 20
# test errors of Table 1 in percent, as printed, in the order of the table's rows
TEST_ERRORS = {
    "Balance": (625, ("18.18", "11.49", "17.46", "9.75", "10.54", "8.94")),
    "Ionosphere": (351, ("15.95", "12.14", "5.81", "6.54", "5.19", "5.71")),
    "Iris": (150, ("4.02", "4.11", "4.83", "3.89", "3.74", "3.27")),
    "Wine": (178, ("6.22", "3.41", "7.37", "4.84", "5.17", "2.13")),
}
ALGORITHMS = ("k-NN", "LMNN", "Kernel-NN", "KMLCC", "KLMCA", "KCR")


def is_a_mean_of_errors(printed: str, tests: int) -> bool:
    """Whether some whole number of errors in 20 tests of so many points is printed like this."""
    points = SPLITS * tests
    guess = round(float(printed) / 100 * points)
    return any(f"{100 * k / points:.2f}" == printed for k in (guess - 1, guess, guess + 1))


@claim("errata/C18", place="Section 5, Table 1", kind="erratum", expected=Verdict.REFUTED)
def not_multiples(run: Run) -> Evidence:
    """The errors of Table 1 are means over 20 splits, 30 % of the points for testing.

    Then each is a whole number of errors over 20 tests: for Iris k/900. Some are not, whichever way
    30 % is rounded.
    """
    rows, possible = [], []
    for name, (n, errors) in TEST_ERRORS.items():
        sizes = {int(0.3 * n), round(0.3 * n), -int(-0.3 * n // 1)}
        for algorithm, printed in zip(ALGORITHMS, errors, strict=True):
            good = sorted(size for size in sizes if is_a_mean_of_errors(printed, size))
            possible.append(bool(good))
            if not good:
                rows.append([name, algorithm, printed, ", ".join(map(str, sorted(sizes)))])
    return Evidence(
        printed=is_true(
            all(possible),
            f"{len(rows)} of {len(possible)} printed errors are no mean of 20 whole numbers",
            name="every test error of Table 1 is k/(20 n_test)",
        ),
        table=Table(["data set", "algorithm", "test error, %", "test points tried"], rows),
        note="Test sizes that differ between splits would explain it, as would the mean of rounded "
        "errors; the paper says neither.",
    )


@claim("errata/C19", place="Section 5", kind="erratum", expected=Verdict.NOT_TESTABLE)
def what_table_1_leaves_open(run: Run) -> Evidence:
    """Table 1 is reproducible from the text."""
    return Evidence.not_testable(
        "the text gives no k of k-NN, no k and c of LMNN and KLMCA, no step size and no rule for "
        "ending; sigma and lambda are given as ranges of exponents, with neither the kernel's "
        "scaling nor that of the features; kcr/table-1 names each choice made for it"
    )
