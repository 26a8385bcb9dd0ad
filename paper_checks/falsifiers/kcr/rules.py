"""What is wrong with the rule (2) and with resubstitution errors."""

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, half
from gramcheck.paper_checks.falsifiers.kcr.changes import never_empty, other_label


def penalty_twice(functional: Function) -> Function:
    """The penalty counts twice."""
    return lambda *arguments, lam, **options: functional(*arguments, lam=2 * lam, **options)


falsify(
    *("kcr/eq-2", "kcr/eq-4", "kcr/naive-kernel-is-ball-vote"),
    wrong={"kcr.kernel_rule": other_label},
)
falsify("kcr/eq-3", wrong={"kcr.resubstitution_error": half})
falsify("kcr/eq-3", wrong={"kcr.regularized_error": penalty_twice})
falsify("errata/C12", "errata/C14", wrong={"kcr.kernel_rule": never_empty})
falsify("errata/C15", wrong={"kcr.resubstitution_error": half})
