"""What is wrong with the cone program (9), and with what is handed to its solver."""

from gramcheck.paper_checks.claims.kcr.samples import KERNELS
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.changes import with_half_the_penalty


@instead
def of_kernels_of_low_rank(program: Function, number, seed, n):
    """Linear kernels in the plane, of which W has three entries."""
    return program(list(KERNELS).index("linear"), seed, n=n)


falsify(
    "kcr/interior-points",
    wrong={"paper_checks.claims.kcr.interior_points.program": of_kernels_of_low_rank},
)
falsify("kcr/interior-points", wrong={"kcr.solve_exactly": with_half_the_penalty})
