"""What is wrong with the printed cells of Table 1, or with those of KCR as measured."""

from typing import Any

from gramcheck.paper_checks.claims.kcr.table_1_errors import POINTS
from gramcheck.paper_checks.experiments.kcr.tasks import PRINTED
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.kcr.table_1 import Results, fifteen_points_more

Printed = dict[str, dict[str, tuple[tuple[float, float], tuple[float, float]]]]


def whole_numbers_of_errors(printed: Printed) -> Printed:
    """Every test error is the next k/(20 n_test)."""

    def rounded(name: str, error: float) -> float:
        points = 20 * round(0.3 * POINTS[name])
        return 100 * round(error / 100 * points) / points

    return {
        name: {
            system: (train, (rounded(name, test[0]), test[1]))
            for system, (train, test) in rows.items()
        }
        for name, rows in printed.items()
    }


def printed_errors_of_ninety(printed: Printed) -> Printed:
    """The paper has errors of 90 %."""
    cell: Any = ((90.0, 1.0), (90.0, 1.0))
    return {name: dict.fromkeys(rows, cell) for name, rows in printed.items()}


def _with_errors(results: Results, printed: Printed) -> Results:
    """Each system errs in training and in the test as these cells say."""
    spoilt = {}
    for key, record in results.items():
        task, system, _ = key.split("/")
        # k-NN with a fixed k is in no cell
        cells = zip(("train_error", "test_error"), printed[task].get(system, ()), strict=False)
        spoilt[key] = record | {part: mean for part, (mean, _) in cells}
    return spoilt


def the_printed_errors(results: Results) -> Results:
    """Each split has the mean that is printed."""
    return _with_errors(results, PRINTED)


def ninety_percent_wrong(results: Results) -> Results:
    """As the cells would be if no system learned anything."""
    return _with_errors(results, printed_errors_of_ninety(PRINTED))


TABLE = "paper_checks.claims.kcr.table_1_errors.PRINTED"
falsify("errata/C18", wrong={TABLE: whole_numbers_of_errors})
falsify("kcr/table-1-errors", wrong={TABLE: printed_errors_of_ninety})
falsify("kcr/table-1-errors", results=fifteen_points_more)
falsify("kcr/table-1-cells", results=(the_printed_errors, ninety_percent_wrong))
