"""What is wrong with the estimates of the probability of error."""

from typing import Any

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.kcr.bandwidths import with_the_own_vote
from gramcheck.paper_checks.falsifiers.kcr.changes import the_first_five
from gramcheck.paper_checks.falsifiers.kcr.conservative import no_error
from gramcheck.paper_checks.falsifiers.kcr.votes import hinges_at_one_half

_HERE = "paper_checks.claims.kcr.estimates"


@instead
def as_if_learned_anew(by_definition: Function, *arguments: Any) -> Any:
    """Deleted and holdout estimate take all votes once more for each point that is left out."""
    first, *others = by_definition(*arguments)
    return [first, *(each._replace(votes=each.votes + 15 * first.votes) for each in others)]


falsify("kcr/footnote-3", wrong={f"{_HERE}.deleted_error": with_the_own_vote})
for _place, _change in (
    (f"{_HERE}.by_definition", as_if_learned_anew),
    ("kcr.errors_5", no_error),
    ("kcr.relaxations", hinges_at_one_half),
    (f"{_HERE}.configurations", the_first_five),
):
    falsify("kcr/footnote-3", wrong={_place: _change}, untouched=(f"{_HERE}.root_mean_squares",))
