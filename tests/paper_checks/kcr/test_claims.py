"""What KCR's claims draw, and what they tell apart."""

import numpy as np
import pytest

from gramcheck.paper_checks.claims.kcr import table_1_errors
from gramcheck.paper_checks.claims.kcr.samples import KERNELS, program


def test_programs_are_drawn_with_nothing_tied_to_the_kernel():
    drawn = [program(number, seed=3) for number in range(64)]
    assert {len(p.y) for p in drawn} == set(range(15, 31))
    assert min(p.lam for p in drawn) < 3e-3
    assert max(p.lam for p in drawn) > 3
    for kernel in KERNELS:
        mine = [p for p in drawn if p.kernel == kernel]
        assert len({len(p.y) for p in mine}) > 4
        assert {len(np.unique(p.y)) for p in mine} >= {2, 4}
        assert max(p.lam for p in mine) > 30 * min(p.lam for p in mine)
        # a symmetric matrix of the rank that its name says
        rank = {"linear": 2, "linear + 1": 3, "(1 + x'y)³": 10}.get(kernel)
        assert rank in (None, *{int(np.linalg.matrix_rank(p.K)) for p in mine})
    again = program(5, seed=3)
    np.testing.assert_array_equal(again.K, drawn[5].K)
    assert program(5, seed=4).lam != again.lam


@pytest.mark.parametrize(("printed", "possible"), [("4.11", True), ("4.02", False), ("0.00", True)])
def test_means_of_whole_numbers_are_told_from_others(printed, possible):
    assert table_1_errors.is_a_mean_of_errors(printed, 45) is possible  # 4.11 is 37 of 900
