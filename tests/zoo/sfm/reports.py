"""Right trees and vectors with a wrong account of their nodes."""

import numpy as np

from tests.zoo import Altered, faults, result_becomes, wrong

CHILDREN = "sfm/esp-tree children_stand_one_level_below"
LISTED = (
    "sfm/characteristic-vectors vocabularies_list_the_children_of_each_node",
    "sfm/characteristic-vectors fitted_vocabularies_list_the_children_of_each_node",
)


@wrong(result_becomes, "sfm.esp_tree", killed_by=CHILDREN)
def last_children_end_with_their_first_pair(tree, *_):
    """The last node of a level has two children, whatever is left."""
    cut = lambda places: [*places[:-1], places[-1][:2]]  # noqa: E731
    return Altered(tree, children=lambda level: cut(tree.children(level)))


def account_becomes(right, name, change):
    """One attribute of every vocabulary as ``change(the right vocabulary)``."""

    def altered(vocabulary):
        return Altered(vocabulary, **{name: change(vocabulary)})

    right = result_becomes(right, "sfm.fit_vocabulary", lambda found, *_: altered(found))
    vectors = lambda found, *_: (found[0], altered(found[1]))  # noqa: E731
    return result_becomes(right, "sfm.characteristic_vectors", vectors)


wrong_account = faults(account_becomes, killed_by=LISTED)
wrong_account("vocabularies: letters by code", "alphabet", lambda v: [*map(ord, v.alphabet)])
wrong_account("vocabularies: the usual variant, whatever it is", "variant", lambda _: "cm")
wrong_account(
    "vocabularies: children from right to left",
    "levels",
    lambda v: tuple(np.asarray(rows)[:, ::-1] for rows in v.levels),
)
wrong_account("vocabularies: sizes from the root down", "sizes", lambda v: v.sizes[::-1])
wrong_account("vocabularies: last columns for first ones", "offsets", lambda v: np.cumsum(v.sizes))


@wrong(
    result_becomes,
    "sfm.fit_vocabulary",
    killed_by="sfm/characteristic-vectors fitted_columns_are_named_by_what_they_spell",
)
def fitted_columns_named_by_the_one_before(vocabulary, *args):
    """As if columns were counted from 1."""
    return Altered(vocabulary, text=lambda j: vocabulary.text(max(0, j - 1)))
