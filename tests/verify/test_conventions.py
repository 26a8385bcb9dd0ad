"""Every convention in the tables is recognized, and taken for no other."""

import importlib
import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from gramcheck.verify.conventions import TABLES, Table, diagnose, diagnoser
from gramcheck.verify.definitions import d2ke
from gramcheck.verify.runner import suite_registry
from gramcheck.verify.target import load, replace

ROWS = [(name, sentence) for name, table in TABLES.items() for sentence in table().conventions]


def reference_of(paper):
    """The implementation that is right."""
    return importlib.import_module(f"gramcheck.reference.{paper}")


def named(key):
    """The paper and the function of a key; what its battery asks for stands in brackets."""
    return key.partition("(")[0].split(".")


def alternatives(function, table):
    return [sentence for sentence in diagnose(function, table) if sentence.startswith("matches")]


@pytest.mark.parametrize(("name", "sentence"), ROWS)
def test_a_convention_is_recognized_and_taken_for_no_other(name, sentence):
    table = TABLES[name]()._replace(read=lambda result: result)
    assert diagnose(table.conventions[sentence], table) == [f"matches {sentence}"]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_right_is_none_of_the_alternatives(name):
    paper, function = named(name)
    assert alternatives(getattr(reference_of(paper), function), TABLES[name]()) == []


@pytest.mark.parametrize("name", [name for name in TABLES if name.startswith("d2ke")])
def test_the_definition_is_none_of_the_alternatives(name):
    definition = getattr(d2ke, named(name)[1])
    table = TABLES[name]()
    agrees = (
        [f"on simple inputs it agrees with the definition {table.form}"] if table.definition else []
    )
    assert diagnose(definition, table) == agrees


def test_nothing_is_said_of_crashes_and_of_what_is_no_number():
    table = TABLES["d2ke.levenshtein"]()
    assert diagnose(lambda x, y: [][0], table) == []
    assert diagnose(lambda x, y: None, table) == []
    assert diagnose(lambda x, y: math.nan, table) == []


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("idealized.learn_metric", {"psd": "clip"}, "psd='clip'"),
        ("kcr.resubstitution_error", {"strict": True}, "strict=True: every tie is an error"),
        ("sfm.cgk_vectors", {"pad": "zero"}, "pad='zero': no coordinate for the pad, as printed"),
        ("sfm.global_alignment_kernel", {"form": "raw"}, "form='raw'"),
        ("sfm.global_alignment_kernel", {"form": "log"}, "form='log'"),
        ("sfm.hash_uniform", {"endpoints": "closed"}, "endpoints='closed'"),
        ("sfm.local_alignment_kernel", {"form": "log"}, "log K without 1/beta"),
        ("sfm.local_alignment_kernel", {"form": "raw"}, "form='raw'"),
        ("sfm.local_alignment_kernel", {"form": "normalized"}, "form='normalized'"),
        (
            "sfm.local_alignment_kernel",
            {"gap_open": 12.0},
            "gaps of n letters at opening + n extension",
        ),
        ("sfm.sfm", {"endpoints": "closed"}, "endpoints='closed'"),
    ],
)
def test_another_setting_of_an_implementation_is_recognized(name, options, sentence):
    paper, function = name.split(".")
    other = partial(getattr(reference_of(paper), function), **options)
    assert diagnose(other, TABLES[name]()) == [f"matches {sentence}"]


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("idealized.dual_objective", lambda value: -value, "the negative, which is minimized"),
        (
            "kcr.objective_from_distances",
            lambda loss: loss / 5,
            "the mean over the points, 1/n of the sum",
        ),
        ("sfm.sfm", lambda z: z / math.sqrt(2), "1/sqrt(D) in place of sqrt(2/D)"),
        (
            "sfm.rff",
            lambda z: z[:, [1, 0, 3, 2, 5, 4][: z.shape[1]]],
            "the cosine first, as in Eq. (2)",
        ),
        ("sfm.lpp_parse", lambda blocks: [[i + 1 for i in b] for b in blocks], "places from 1"),
    ],
)
def test_a_changed_result_is_recognized(name, change, sentence):
    paper, function = name.split(".")
    right = getattr(reference_of(paper), function)
    assert diagnose(lambda *given: change(right(*given)), TABLES[name]()) == [f"matches {sentence}"]


def test_every_table_serves_the_checks_of_its_function():
    """A table that no check asks, or that a check of something else asks, would say nothing."""
    asked = set()
    for check in suite_registry():
        if check.diagnose is not None:
            seen = []
            check.diagnose(SimpleNamespace(get=seen.append))
            assert set(seen) <= set(check.needs), check.id
            asked |= set(seen)
    assert asked == {".".join(named(key)) for key in TABLES}


def test_who_writes_to_its_arguments_is_diagnosed_all_the_same():
    def idealized(K, y, gamma):
        K += gamma * np.equal.outer(y, y)
        return K

    for _ in range(2):
        found = diagnose(idealized, TABLES["idealized.idealize"]())
        assert found == ["matches gamma in place of gamma / 2"]


def test_shapes_count():
    table = Table([(2,)], {"a row": lambda n: [[1.0] * n], "a column": lambda n: [[1.0]] * n})
    assert diagnose(lambda n: np.ones((n, 1)), table) == ["matches a column"]
    assert diagnose(lambda n: np.ones((n, 2)), table) == []


def test_a_target_is_diagnosed_by_name():
    target = replace(load(object()), "d2ke.dtw", lambda x, y: math.sqrt(d2ke.dtw(x, y)))
    assert diagnoser("d2ke.dtw")(target) == ["matches the square root of the sum"]


@pytest.mark.parametrize(
    ("x", "y", "transpositions", "indels"),
    [("ab", "ba", 1, 2), ("ca", "abc", 3, 3), ("abcd", "badc", 2, 4), ("", "ab", 2, 2)],
)
def test_edit_costs_by_hand(x, y, transpositions, indels):
    conventions = TABLES["d2ke.levenshtein"]().conventions
    by_swaps = conventions["a count in which a transposition is one edit"]
    without = conventions[
        "a count in which a substitution costs two (insertions and deletions only)"
    ]
    assert by_swaps(x, y) == transpositions
    assert without(x, y) == indels


def test_a_default_that_is_right_is_said_to_be_so():
    """So that a failure of an option is not taken for one of the function."""
    target = replace(load(object()), "d2ke.dtw", lambda x, y: d2ke.dtw(x, y))
    assert diagnoser("d2ke.dtw")(target) == [
        "on simple inputs it agrees with the definition in its default form"
    ]


def banded(x, y, allowed, squared=False):
    """Warping within a band, row by row, in floats: nothing of the tables is used."""
    cost = np.abs(np.subtract.outer(np.ravel(x), np.ravel(y))) ** (2 if squared else 1)
    total = np.full((len(x) + 1, len(y) + 1), np.inf)
    total[0, 0] = 0
    for i in range(len(x)):
        for j in range(len(y)):
            if allowed(i, j):
                best = min(total[i, j], total[i, j + 1], total[i + 1, j])
                total[i + 1, j + 1] = cost[i, j] + best
    return float(total[-1, -1])


def as_dtaidistance(x, y, w):
    n, m = len(x), len(y)
    rows = [range(i - max(0, n - m) - w + 1, i + max(0, m - n) + w) for i in range(n)]
    return lambda i, j: j in rows[i]


def as_tslearn(x, y, w):
    n, m = len(x), len(y)
    if n > m:
        return lambda i, j: j - w <= i <= j + n - m + w
    return lambda i, j: i - w <= j <= i + m - n + w


def as_librosa(x, y, w):
    n, m = len(x), len(y)
    above, below = (w + m - n, w) if n < m else (w, w + n - m)
    return lambda i, j: j - i < above and i - j < below


def as_dtw_python(x, y, w):
    return lambda i, j: abs(j - i) <= w


def as_pyts(x, y, w):
    n, m = len(x), len(y)
    scale = (m - 1) / (n - 1)
    shift = max(w, scale / 2) if m > n else scale * max(w, 0.5 / scale)
    places = [(round(scale * i - shift, 2), round(scale * i + shift, 2)) for i in range(n)]
    return lambda i, j: places[i][0] <= j <= places[i][1]


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize(
    ("band", "sentence"),
    [
        (as_dtaidistance, "a band about both diagonals without its edge, w - 1 to either side"),
        (as_librosa, "a band about both diagonals without its edge, w - 1 to either side"),
        (as_tslearn, "a band about both diagonals, from w before the one to w behind the other"),
        (as_dtw_python, "|i - j| <= w: a band that is not widened where lengths differ"),
        (as_pyts, "a band about the line from corner to corner, w along the longer series"),
    ],
)
def test_bands_of_libraries_are_named(band, sentence, squared):
    """The bands as the sources of the libraries have them, typed in anew."""

    def dtw(x, y, local_cost="euclidean", window=99):
        if np.ndim(x) == 2 and np.shape(x)[1] > 1:
            raise NotImplementedError("channels")
        if squared != (local_cost == "sqeuclidean"):
            raise NotImplementedError("local_cost")
        return banded(x, y, band(x, y, window), squared)

    found = diagnoser("d2ke.dtw")(replace(load(object()), "d2ke.dtw", dtw))
    assert f"matches the window as {sentence}" in found


@pytest.mark.parametrize(
    ("name", "function", "sentence"),
    [
        (
            "d2ke.fit",
            lambda phi, y, mu, loss="squared", intercept=False: np.linalg.solve(
                phi.T @ phi + mu / 2 * np.eye(phi.shape[1]), phi.T @ y
            ),
            "the sum of the losses in place of their mean",
        ),
        (
            "d2ke.dtw",
            lambda x, y: d2ke.dtw(np.transpose(x), np.transpose(y)),
            "channels first: each row taken for a channel",
        ),
        ("d2ke.levenshtein", lambda x, y: _true_damerau(x, y), "(unrestricted Damerau)"),
    ],
)
def test_what_libraries_do_is_named(name, function, sentence):
    found = diagnoser(name)(replace(load(object()), name, function))
    assert sentence in found[0]


def test_a_penalized_intercept_is_named():
    def fit(phi, y, mu, loss="squared", intercept=False):
        psi = np.column_stack([phi, np.ones(len(y))]) if intercept else phi
        return np.linalg.solve(psi.T @ psi + len(y) * mu / 2 * np.eye(psi.shape[1]), psi.T @ y)

    assert diagnoser("d2ke.fit")(replace(load(object()), "d2ke.fit", fit)) == [
        "on simple inputs it agrees with the definition in its default form",
        "matches a penalized intercept, a feature that is 1",
    ]


def _true_damerau(x, y):
    """Shortest way through texts by single edits and exchanges of neighbors."""
    letters, seen, front, steps = set(x + y), {x}, {x}, 0
    while y not in seen:
        steps += 1
        further = set()
        for s in front:
            for i in range(len(s) + 1):
                further |= {s[:i] + a + s[i:] for a in letters}
                further |= {s[:i] + a + s[i + 1 :] for a in letters if i < len(s)}
                further |= {s[:i] + s[i + 1 :], s[:i] + s[i : i + 2][::-1] + s[i + 2 :]}
        front = {s for s in further - seen if len(s) <= max(len(x), len(y)) + 1}
        seen |= front
    return steps


def test_of_texts_that_look_alike_each_is_told():
    by_clusters = TABLES["d2ke.levenshtein"]().conventions[
        "the distance of grapheme clusters, letters with their accents"
    ]
    assert by_clusters("e\u0301", "a") == 1
    assert d2ke.levenshtein("e\u0301", "a") == 2
