"""An option that a target lacks costs it what needs that option, and nothing else of a check."""

import numpy as np
import pytest

from gramcheck import verify
from gramcheck.verify.record import LackingError, Outcome, Status
from gramcheck.verify.runner import Run, suite_registry

REFERENCE = verify.load("gramcheck.reference")
OPTIONS = [
    ("d2ke.dtw", "window"),
    ("d2ke.dtw", "local_cost"),
    ("d2ke.dsk_nd", "origin"),
    ("sfm.global_alignment_kernel", "triangular"),
    ("sfm.global_alignment_kernel", "form"),
    ("sfm.hash_uniform", "endpoints"),
]


def outcomes(check, target, asked):
    """How many outcomes there are that did not ask for the option."""
    free = 0
    asked.clear()
    try:
        result = check.function(target, Run(np.random.default_rng(1), 1e-6, 2, 1))
        for _ in [result] if isinstance(result, Outcome) else result:
            free += not asked
            asked.clear()
    except LackingError:
        pass
    return free


@pytest.mark.parametrize(("function", "option"), OPTIONS)
def test_a_check_goes_on_with_what_does_not_need_the_option(function, option):
    right, asked = REFERENCE.get(function), []

    def notes(*arguments, **options):
        asked.extend([option] * (option in options))
        return right(*arguments, **options)

    def lacks(*arguments, **options):
        if option in options:
            raise NotImplementedError(option)
        return right(*arguments, **options)

    whole, partial = (verify.replace(REFERENCE, function, each) for each in (notes, lacks))
    checks = [
        check
        for check in suite_registry()
        if function in check.needs and not check.drawn and "vectors" not in check.claim
    ]
    checks = [check for check in checks if "bad-input" not in check.claim and not check.statistical]
    assert checks
    for check in checks:
        assert outcomes(check, partial, []) == outcomes(check, whole, asked), check.id


def test_refusals_are_judged_without_the_options_that_are_lacking():
    def dtw(x, y):
        if len(x) == 0:
            raise ValueError("x must not be empty")
        return 0.0

    class Mine:
        class d2ke:  # noqa: N801
            pass

    Mine.d2ke.dtw = staticmethod(dtw)
    include = ["d2ke/bad-input dtw_refuses_bad_arguments"]
    [record] = verify.run(Mine, include)
    assert record.status == Status.FAILED  # much else is not refused
    assert "x-empty" not in record.message
