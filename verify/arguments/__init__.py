"""What the public functions take: the kind of every argument, a valid call, what must be refused.

:mod:`.kinds` and :mod:`.arrays` say once for each kind of argument which values are bad for it and
which error they raise. There is a table a paper, with a call of each of its functions. From them
follow the checks of refusals in the suite, the lenient implementations that these must kill, and
the invalid vectors. Every number and array of numbers is also put to the reference in other units,
from 1e-250 to 1e250 times as large; it takes up to 1e100, but counts of balls. The suite asks no
other implementation to have that range, and that beyond it none answers with NaN or infinity.
"""

from gramcheck.verify.arguments import d2ke, idealized, kcr, sfm
from gramcheck.verify.arguments.declare import Argument, Bad, Call, Refusal

CALLS: dict[str, tuple[Call, ...]] = {
    "d2ke": d2ke.CALLS,
    "sfm": sfm.CALLS,
    "idealized": idealized.CALLS,
    "kcr": kcr.CALLS,
}

__all__ = ["CALLS", "Argument", "Bad", "Call", "Refusal"]
