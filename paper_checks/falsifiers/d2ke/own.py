"""Promises of this project that are broken."""

from __future__ import annotations

from typing import Any

import numpy as np

from gramcheck.paper_checks.falsifiers import falsify
from gramcheck.paper_checks.falsifiers.changes import Function, instead, times, twice


def of_the_absolute_gamma(feature_map: Function) -> Function:
    """A negative gamma is taken for a positive one."""
    return lambda X, omegas, gamma, *rest: feature_map(X, omegas, abs(gamma), *rest)


@instead
def only_after_the_distances(
    feature_map: Function, X: Any, omegas: Any, gamma: float, *rest: Any
) -> Any:
    """A negative gamma is refused when the features are there."""
    feature_map(X, omegas, abs(gamma), *rest)
    return feature_map(X, omegas, gamma, *rest)


def of_the_paper(_: Function) -> Function:
    """The range of appendix C.2, whatever the distances."""
    return lambda D: (2, 50)


@instead
def centered_in_place(fit: Function, phi: Any, *arguments: Any) -> Any:
    """Features lose their mean, and the caller's with them."""
    phi -= np.mean(phi, axis=0)
    return fit(phi, *arguments)


def that_remembers_its_last_call(cdist: Function) -> Function:
    """A milliardth more than due where the call before had a result of the same shape."""
    last: list[Any] = []

    def changed(*arguments: Any, **options: Any) -> Any:
        found = cdist(*arguments, **options)
        last.append(found)
        return found if len(last) < 2 else found + 1e-9 * (last[-2].shape == found.shape)

    return changed


def from_a_generator_of_its_own(draw: Function) -> Function:
    """What is drawn depends on all calls before."""
    own = np.random.default_rng(0)
    return lambda *arguments: draw(*arguments[:-1], own)


@instead
def of_a_reversed_alphabet(draw: Function, R: int, alphabet: Any, *rest: Any) -> Any:
    """The caller's letters are put in another order."""
    if isinstance(alphabet, list):
        alphabet.reverse()
    return draw(R, alphabet, *rest)


for wrong in (of_the_absolute_gamma, only_after_the_distances):
    falsify("own/d2ke-refusals", wrong={"d2ke.feature_map": wrong})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.suggest_lengths": of_the_paper})
falsify("own/d2ke-no-side-effects", wrong={"d2ke.fit": centered_in_place})
falsify("own/d2ke-no-side-effects", wrong={"d2ke.cdist": that_remembers_its_last_call})
falsify("own/d2ke-no-side-effects", wrong={"d2ke.random_sets": from_a_generator_of_its_own})
falsify("own/d2ke-no-side-effects", wrong={"d2ke.random_strings": of_a_reversed_alphabet})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.suggest_gamma": twice})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.suggest_gamma": times(10)})
falsify("own/d2ke-rules-of-thumb", wrong={"d2ke.cdist": times(0.1)})
