"""Tables and figures: methods that cost more than they should, and results made worse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np

from gramcheck.paper_checks.experiments.sfm.protocol import kernel
from gramcheck.paper_checks.falsifiers import Change, falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead
from gramcheck.paper_checks.falsifiers.sfm.feature_maps import a_third_word
from gramcheck.reference import sfm

Rows = Mapping[str, Mapping[str, Any]]


def each(results: Rows, change: Callable[[str, dict[str, Any]], Mapping[str, Any]]) -> Rows:
    """The results, with what a change says of each of them."""
    return {key: {**record, **change(key, dict(record))} for key, record in results.items()}


# ------------------------------------------------------------------------------ Table I


@instead
def again_for_ten_letters(function: Function, X: list[str], *arguments: Any, **options: Any) -> Any:
    """Once for each ten letters of the first string."""
    return [function(X, *arguments, **options) for _ in X[0][::10]][-1]


@instead
def again_for_ten_letters_of_both(
    function: Function, X: list[str], Y: list[str], *arguments: Any, **options: Any
) -> Any:
    """Once for each ten letters of a string of either side: one power of their length hides."""
    return [function(X, Y, *arguments, **options) for _ in product(X[0][::10], Y[0][::10])][-1]


@instead
def again_for_ten_omegas(features: Function, X: Any, omegas: Any, *arguments: Any) -> Any:
    """Once for each ten random objects."""
    return [features(X, omegas, *arguments) for _ in omegas[::10]][-1]


@instead
def again_for_ten_features(features: Function, V: Any, D: int, *arguments: Any) -> Any:
    """Once for each ten features."""
    return [features(V, D, *arguments) for _ in range(0, D, 10)][-1]


@instead
def against_the_first_strings(
    kernel: Function, X: list[str], Y: list[str], *arguments: Any, **options: Any
) -> Any:
    """Values with ten strings, whatever their number."""
    return kernel(X, Y[:10], *arguments, **options)


@instead
def every_table_kept(kernel: Function, X: list[str], Y: list[str], *arguments: Any) -> Any:
    """The dynamic programs of all pairs are held at once."""
    kept = np.zeros((len(X), len(Y), len(X[0]), len(Y[0])))
    return kernel(X, Y, *arguments) + kept[0, 0, 0, 0]


@instead
def a_kernel_beside(features: Function, strings: list[str], *arguments: Any) -> Any:
    """Numbers for all pairs of strings are held beside the features."""
    kept = np.zeros((len(strings), len(strings), 100))
    return features(strings, *arguments) + kept[0, 0, 0]


@instead
def a_table_beside_each_string(features: Function, strings: list[str], *arguments: Any) -> Any:
    """A number for each pair of letters of a string is held beside the features: N L² in all."""
    kept = [np.zeros((len(s), len(s))) for s in strings]
    return features(strings, *arguments) + kept[0][0, 0]


def with_a_stored_matrix(method: Function) -> Function:
    """The FM that an SFM is to replace."""
    return getattr(sfm, method.__name__.removeprefix("s"))


@instead
def once_for_each_string(vectors: Function, strings: list[str], *arguments: Any) -> Any:
    """The whole corpus is parsed anew for each of its strings."""
    return [vectors(strings, *arguments) for _ in strings][-1]


def measured_alone(method: str) -> Callable[[Function], Function]:
    """Only the cost of the wrong method is measured, as the others are not changed."""

    @instead
    def the_others_as_stated(grown: Function, cost: Any, rows: Any) -> Any:
        stated = {name: list(powers) for name, (_, _, powers) in rows.items()}
        return stated | grown(cost, {method: rows[method]})

    return the_others_as_stated


PLACES = {
    "GAK": "sfm.global_alignment_kernel",
    "LAK": "sfm.local_alignment_kernel",
    "D2KE": "d2ke.feature_map",
    "SFMEDM": "sfm.sfmedm",
    "SFMCGK": "sfm.sfmcgk",
}


def costs_more(
    claim: str, method: str, change: Callable[[Function], Function], at: str = ""
) -> None:
    """The claim about Table I must see this change of a method, or of what it calls."""
    alone = {"paper_checks.claims.sfm.table_1.grown": measured_alone(method)}
    falsify(claim, wrong={at or PLACES[method]: change, **alone})


for _method in ("GAK", "LAK", "SFMEDM", "SFMCGK"):
    costs_more("sfm/table-1", _method, again_for_ten_letters)
costs_more("sfm/table-1", "GAK", against_the_first_strings)
costs_more("sfm/table-1", "D2KE", again_for_ten_letters_of_both)  # bits go word by word
costs_more("sfm/table-1", "ESP", once_for_each_string, at="sfm.characteristic_vectors")
costs_more("sfm/table-1-prediction", "D2KE", again_for_ten_omegas)
for _method in ("SFMEDM", "SFMCGK"):
    costs_more("sfm/table-1-prediction", _method, again_for_ten_features, at="sfm.sfm")
falsify("sfm/table-1-prediction", wrong={PLACES["GAK"]: against_the_first_strings})
for _method in ("GAK", "LAK"):
    costs_more("sfm/table-1-prediction", _method, again_for_ten_letters)
    costs_more("sfm/table-1-space", _method, every_table_kept)
costs_more("sfm/table-1-space", "D2KE", every_table_kept)
for _method in ("SFMEDM", "SFMCGK"):
    for _wrong in (a_kernel_beside, a_table_beside_each_string, with_a_stored_matrix):
        costs_more("sfm/table-1-space", _method, _wrong)


# ------------------------------------------------------------------------------ Tables II-VI


def one_positive_less(results: Rows) -> Rows:
    """A review of fewer than four stars."""
    return each(results, lambda _, record: {"positive": record["positive"] - 1})


def one_review_less(results: Rows) -> Rows:
    """A text is lost."""
    return each(results, lambda _, record: {"strings": record["strings"] - 1})


def cleaned_as_the_paper_s(results: Rows) -> Rows:
    """Letters and lengths as printed."""
    return each(results, lambda *_: {"letters": 61, "average length": 329.0})


def _with_power(results: Rows, power: float) -> Rows:
    def change(_: str, record: dict[str, Any]) -> Mapping[str, Any]:
        times = record["characters"] / record["part_characters"]
        return {"steps": {m: times**power * s for m, s in record["part_steps"].items()}}

    return each(results, change)


def quadratic(results: Rows) -> Rows:
    """Steps go with the square of the characters."""
    return _with_power(results, 2.0)


def as_the_root(results: Rows) -> Rows:
    """Steps go with the root of the characters: most of them are not read."""
    return _with_power(results, 0.5)


def ten_times_the_memory(results: Rows, factor: float = 10.0) -> Rows:
    """ESP takes more than it should."""

    def change(_: str, record: dict[str, Any]) -> Mapping[str, Any]:
        return {"megabytes": {**record["megabytes"], "ESP": factor * record["megabytes"]["ESP"]}}

    return each(results, change)


def a_hundredth_of_the_memory(results: Rows) -> Rows:
    """ESP takes less than its vectors do."""
    return ten_times_the_memory(results, 0.01)


def slower_features(results: Rows) -> Rows:
    """SFMEDM takes a thousand times as many steps."""
    return each(results, lambda key, r: {"steps": r["steps"] * (1000 if "/SFMEDM/" in key else 1)})


def more_with_D(quantity: str) -> Callable[[Rows], Rows]:
    """A quantity goes with D, besides."""

    def grows_with_D(results: Rows) -> Rows:
        def change(key: str, record: dict[str, Any]) -> Mapping[str, Any]:
            D = int(key.split("/")[2])
            return {quantity: record[quantity] * D} if quantity in record else {}

        return each(results, change)

    return grows_with_D


def a_bit_for_each_number(results: Rows) -> Rows:
    """SFM keeps one bit of each of its random numbers, D/2 for a coordinate."""

    def change(key: str, record: dict[str, Any]) -> Mapping[str, Any]:
        _, name, D = key.split("/")
        bits = record["d"] * int(D) / 2 if name.startswith("SFM") else 0
        return {"megabytes": record["megabytes"] + bits / 8 / 2**20} if bits else {}

    return each(results, change)


def an_hour(hours_48: int) -> int:
    """Instead of 48."""
    return hours_48 // 48


@instead
def keeping_pairs(learner: Function, Z: Any, *arguments: Any) -> Any:
    """A number for each pair of strings is held, besides the features."""
    kept = np.zeros((len(Z), 4 * len(Z)))
    return learner(Z + kept[0, 0], *arguments)


@instead
def through_the_kernel_matrix(
    learner: Function, Z: Any, y: Any, learn: Any, held_out: Any, C: float
) -> Any:
    """The machine of features is trained on their inner products, as one of kernels."""
    return kernel(Z @ Z.T, y, learn, held_out, C)


def of_doubles(gibibytes: Function) -> Function:
    """Twice the paper's bytes for a number of the matrix."""
    return lambda D, d: 2 * gibibytes(D, d)


@instead
def keeping_every_path(learner: Function, K: Any, *arguments: Any) -> Any:
    """A dozen further kernel matrices are held."""
    kept = np.zeros((12, *K.shape))
    return learner(K + kept[0], *arguments)


def of_single_precision(double: int) -> int:
    """Numbers of four bytes."""
    return double // 2


def a_thousand_strings_in_every_set(strings: Mapping[str, int]) -> Mapping[str, int]:
    """In the large ones: kernels are smaller there, too."""
    return dict.fromkeys(strings, 1000)


def a_million_strings_in_every_set(strings: Mapping[str, int]) -> Mapping[str, int]:
    """In the small ones: features are smaller there, too."""
    small = ("Protein", "DNA", "Music")
    return {name: 10**6 if name in small else count for name, count in strings.items()}


def of_fewer_compounds(strings: Mapping[str, int]) -> Mapping[str, int]:
    """As many as make the printed kernel matrix."""
    return {**strings, "Compound": 422_700}


falsify("sfm/table-2", results=one_positive_less)
falsify("sfm/table-2", results=one_review_less)
falsify("sfm/table-2", results=cleaned_as_the_paper_s)
falsify("sfm/table-3", results=quadratic)
falsify("sfm/table-3", results=as_the_root)
for _memory in (ten_times_the_memory, a_hundredth_of_the_memory):
    falsify("sfm/table-3", results=_memory)
falsify("sfm/table-6", results=slower_features)
falsify("sfm/table-6", results=more_with_D("steps"))
falsify("sfm/table-6", wrong={"paper_checks.claims.sfm.table_6.HOURS_48": an_hour})
falsify("sfm/figure-2", results=more_with_D("megabytes"))
falsify("sfm/figure-2", results=a_bit_for_each_number)
falsify("sfm/figure-2", wrong={"sfm.sample_hash": a_third_word})
falsify(
    "sfm/figure-2",
    wrong={"paper_checks.claims.sfm.figure_2_3.matrix_gibibytes": of_doubles},
)
falsify("sfm/figure-3", results=more_with_D("steps"))
_of_figure_4: dict[str, tuple[Change, ...]] = {
    "DOUBLE": (of_single_precision,),
    "linear": (keeping_pairs, through_the_kernel_matrix),
    "kernel": (keeping_every_path,),
    "STRINGS": (
        a_million_strings_in_every_set,
        a_thousand_strings_in_every_set,
        of_fewer_compounds,
    ),
}
for _name, _wrong in _of_figure_4.items():
    for _change in _wrong:
        falsify(
            "sfm/figure-4",
            "errata/S18",
            wrong={f"paper_checks.claims.sfm.figure_4.{_name}": _change},
        )
