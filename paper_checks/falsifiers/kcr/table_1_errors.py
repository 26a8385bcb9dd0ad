"""What is wrong with the printed cells of Table 1, or with those of KCR as measured."""

from typing import Any

from gramcheck.paper_checks.claims.kcr.table_1_errors import POINTS
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.kcr.table_1 import fifteen_points_more

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


TABLE = "paper_checks.claims.kcr.table_1_errors.PRINTED"
falsify("errata/C18", wrong={TABLE: whole_numbers_of_errors})
falsify("kcr/table-1-errors", wrong={TABLE: printed_errors_of_ninety})
falsify("kcr/table-1-errors", results=fifteen_points_more)
