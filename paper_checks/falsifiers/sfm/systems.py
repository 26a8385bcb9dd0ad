"""Wrong systems of Section VII-C."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.claims.sfm.system_kernels import banded, weight_of_the_program
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA
from gramcheck.paper_checks.experiments.sfm.protocol import Fitted
from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, one_less, twice
from gramcheck.paper_checks.falsifiers.d2ke.random_objects import always_the_greatest_length
from gramcheck.paper_checks.falsifiers.sfm.cgk import (
    as_long_as_the_longest,
    letter_by_letter,
    pads_of_zero,
)
from gramcheck.reference import d2ke, sfm

MAPS = ("sfmedm", "sfmcgk", "fmedm", "fmcgk")
HOMES = ("", "systems.")  # where claims find an embedding, and where the systems find it


@instead
def with_twice_the_width(method: Function, *arguments: Any) -> Any:
    """Of the kernel: beta or sigma, the one argument that is no whole number."""
    return method(*(2 * a if isinstance(a, float) else a for a in arguments))


@instead
def by_printed_rules(vectors: Function, corpus: Any, *_: Any) -> Any:
    """Strings are parsed as the appendix has it, for which no upper bound holds."""
    return vectors(corpus, "paper")


@instead
def whose_gaps_open_for_10(kernel: Function, X: Any, Y: Any) -> Any:
    """Instead of 11."""
    return kernel(X, Y, gap_open=10.0)


@instead
def without_mismatches(kernel: Function, strings: Any, k: int, m: int, *letters: Any) -> Any:
    """Words alone that are the same."""
    return kernel(strings, k, 0, *letters)


def beyond_20_letters(change: Function) -> Function:
    """Wrong for whole strings, and right for the beginnings of which entries are asked."""

    def changed(kernel: Function) -> Function:
        wrong = change(kernel)

        def either(strings: Any, *others: Any, **options: Any) -> Any:
            method = wrong if max(map(len, strings)) > 20 else kernel
            return method(strings, *others, **options)

        return either

    changed.__name__ = f"{change.__name__}_beyond_20_letters"
    return changed


def of_each_string_alone(kernel: Function) -> Function:
    """No two strings have anything in common."""
    return lambda *arguments, **options: np.diag(np.diag(kernel(*arguments, **options)))


def of_all_strings_together(method: Function) -> Function:
    """Every string has the features of the first one."""
    return lambda *arguments: np.repeat(method(*arguments)[:1], len(arguments[0]), axis=0)


def with_a_tenth_of_its_diagonal(kernel: Function) -> Function:
    """Not positive semidefinite, whatever its scale."""

    def wrong(*arguments: Any) -> Any:
        K = kernel(*arguments)
        return K - 0.9 * np.diag(np.diag(K))

    return wrong


def with_a_small_diagonal(kernel: Function) -> Function:
    """Not positive semidefinite."""
    return lambda X, *arguments, **options: kernel(X, *arguments, **options) - 0.9 * np.eye(len(X))


@instead
def of_one_pair_for_all(method: Function, *arguments: Any) -> Any:
    """Every pair of features is the first one: right on average, and never nearer to the kernel."""
    Z = method(*arguments)
    return np.tile(Z[:, :2], Z.shape[1] // 2)


@instead
def of_another_alphabet(random: Function, R: int, letters: Any, *arguments: Any) -> Any:
    """Random strings have half of the letters alone."""
    return random(R, letters[::2], *arguments)


def with_the_other_map(method: Function) -> Function:
    """Hashed for stored, or stored for hashed: mean and variance are the same."""
    name = method.__name__
    return getattr(sfm, name[1:] if name.startswith("s") else f"s{name}")


def nearest_mean(_: Function) -> Function:
    """The difference of the means of either class takes the place of the machine."""

    def learner(Z: Any, y: Any, learn: Any, held_out: Any, C: float) -> Fitted:
        apart = Z[learn][y[learn]].mean(axis=0) - Z[learn][~y[learn]].mean(axis=0)
        return Fitted(Z[held_out] @ apart, True)

    return learner


def mean_similarity(_: Function) -> Function:
    """The same in the space of a kernel."""

    def learner(K: Any, y: Any, learn: Any, held_out: Any, C: float) -> Fitted:
        A = K[np.ix_(held_out, learn)]
        return Fitted(A[:, y[learn]].mean(axis=1) - A[:, ~y[learn]].mean(axis=1), True)

    return learner


@instead
def with_a_tenth_less_of_its_C(learner: Function, *arguments: Any) -> Fitted:
    """Errors cost nine tenths."""
    *others, C = arguments
    return learner(*others, 0.9 * C)


def of_omegas_of_one_length(seconds: Function) -> Function:
    """Times go with the lengths of the strings, and not with their squares."""
    return lambda *_: {name: 1e-6 * c.strings * c.length for name, c in CORPORA.items()}


def of_distances_alone(features: Function) -> Function:
    """The representative-set method: a feature is the distance to an object."""
    return lambda X, omegas, gamma, distance: d2ke.cdist(X, omegas, distance)


def of_the_input(draw: Function) -> Function:
    """Strings are drawn once; those that are asked for later are sampled from them."""
    drawn: list[str] = []

    def sampled(R: int, alphabet: Any, lengths: Any, rng: Any) -> list[str]:
        if not drawn:
            drawn.extend(draw(R, alphabet, lengths, rng))
            return list(drawn)
        return d2ke.data_sample(drawn, R, rng)

    return sampled


def twice_as_far(shift: Function) -> Function:
    """The smallest eigenvalue changes its sign."""
    return lambda K: 2 * shift(K) - K


def clipped(_: Function) -> Function:
    """Negative eigenvalues become 0, and the others stay."""

    def wrong(K: Any) -> Any:
        values, vectors = np.linalg.eigh(K)
        return (vectors * np.maximum(values, 0)) @ vectors.T

    return wrong


def left_alone(shift: Function) -> Function:
    """The spectrum is not shifted."""
    return lambda K: K


def without_the_taper(kernel: Function) -> Function:
    """As if T were 0, which has a positive kernel, too."""
    return lambda X, Y, sigma, triangular: kernel(X, Y, sigma)


def whose_taper_is_of_another_T(kernel: Function) -> Function:
    """A hundred times as wide."""
    return lambda X, Y, sigma, triangular: kernel(X, Y, sigma, 100 * triangular)


def with_the_hard_band(_: Function) -> Function:
    """The program's weight."""
    return lambda X, Y, sigma, triangular: banded(X, triangular, sigma, weight_of_the_program)


def by_a_division_of_whole_numbers(_: Function) -> Function:
    """The program's weight is what is meant."""
    return weight_of_the_program


def by_a_real_division(weight: Function) -> Function:
    """The linear taper, which the program's weight is meant to be."""
    return lambda apart, T: max(0.0, 1 - apart / T)


KERNELS: dict[str, tuple[str, Function]] = {
    "EDMKernel": ("espkernel", with_twice_the_width),
    "CGKKernel": ("cgkkernel", with_twice_the_width),
    "GAK": ("global_alignment_kernel", with_twice_the_width),
    "LAK": ("local_alignment_kernel", whose_gaps_open_for_10),
    "STK17": ("stk17", without_mismatches),
}
FEATURES, GRAMS = (f"paper_checks.claims.sfm.system_{name}" for name in ("features", "kernels"))
EMBEDDINGS = "paper_checks.claims.sfm.embeddings"
DISTANCES = {name: "of_trees" if name.endswith("edm") else "of_embedded" for name in MAPS}


def _wrong_map(name: str, change: Function) -> None:
    falsify(
        f"sfm/system-{name.upper()}",
        wrong={f"sfm.{name}": change},
        untouched=[f"{EMBEDDINGS}.{DISTANCES[name]}"],  # which no map computes
    )


for _name in MAPS:
    _wrong_map(_name, with_twice_the_width)
for _system, (_name, _wrong) in KERNELS.items():
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": _wrong})
for _system in ("GAK", "LAK", "STK17"):
    _name, _wrong = KERNELS[_system]
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": beyond_20_letters(_wrong)})
falsify("sfm/system-EDMKernel", wrong={"sfm.espkernel": with_a_small_diagonal})
for _system in ("STK17", "CGKKernel"):
    falsify(
        f"sfm/system-{_system}", wrong={f"sfm.{KERNELS[_system][0]}": with_a_tenth_of_its_diagonal}
    )
for _system, (_name, _) in KERNELS.items():
    falsify(f"sfm/system-{_system}", wrong={f"sfm.{_name}": of_each_string_alone})
for _name in ("sfmedm", "fmedm"):
    falsify(
        f"sfm/system-{_name.upper()}",
        wrong={f"sfm.{home}characteristic_vectors": by_printed_rules for home in HOMES},
    )
for _function, _wrong in (
    ("cgk_embed", letter_by_letter),
    ("cgk_embed", as_long_as_the_longest),
    ("cgk_vectors", pads_of_zero),
):
    falsify(
        *("sfm/system-SFMCGK", "sfm/system-FMCGK", "sfm/system-CGKKernel"),
        wrong={f"sfm.{home}{_function}": _wrong for home in HOMES},
    )
for _name in MAPS:
    _wrong_map(_name, of_all_strings_together)
    _wrong_map(_name, of_one_pair_for_all)
    _wrong_map(_name, with_the_other_map)
for _wrong in (nearest_mean, with_a_tenth_less_of_its_C):
    falsify("sfm/system-D2KE", wrong={f"{FEATURES}.linear": _wrong})
    for _name in MAPS:
        falsify(
            f"sfm/system-{_name.upper()}",
            wrong={f"{FEATURES}.linear": _wrong},
            untouched=[f"{FEATURES}.maps_to_the_kernel"],
        )
for _system in KERNELS:
    _learner = "shifted_kernel" if _system == "LAK" else "kernel"
    for _wrong in (mean_similarity, with_a_tenth_less_of_its_C):
        falsify(
            f"sfm/system-{_system}",
            wrong={f"{GRAMS}.{_learner}": _wrong},
        )
falsify("sfm/system-GAK", wrong={"sfm.global_alignment_kernel": with_a_small_diagonal})
falsify("sfm/system-D2KE", wrong={"d2ke.random_strings": always_the_greatest_length})
falsify("sfm/system-D2KE", wrong={"d2ke.random_strings": of_another_alphabet})
falsify("sfm/system-D2KE", wrong={"d2ke.feature_map": of_all_strings_together})
falsify("sfm/system-D2KE", "errata/S20", wrong={"d2ke.feature_map": twice})
falsify(
    "errata/S20",
    wrong={f"{FEATURES}.printed_seconds": of_omegas_of_one_length},
)
falsify(
    "errata/S20",
    wrong={
        "d2ke.feature_map": of_distances_alone,
        "d2ke.random_strings": of_the_input,
    },
)
for _wrong in (left_alone, twice_as_far, clipped):
    falsify("sfm/system-LAK", wrong={"sfm.shift_spectrum": _wrong})
falsify(
    "sfm/system-LAK", wrong={"paper_checks.experiments.sfm.protocol.shift_spectrum": left_alone}
)
for _wrong in (one_less, without_the_taper, whose_taper_is_of_another_T):
    falsify("errata/S26", wrong={"sfm.global_alignment_kernel": _wrong})
falsify("errata/S26", wrong={f"{GRAMS}.weight_of_the_program": by_a_real_division})
falsify(
    "errata/S26",
    wrong={
        "sfm.global_alignment_kernel": with_the_hard_band,
        f"{GRAMS}.linear_taper": by_a_division_of_whole_numbers,
    },
)
