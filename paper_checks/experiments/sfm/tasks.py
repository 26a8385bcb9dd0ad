"""The data sets of SFM's experiments that exist in public, stand-ins, and a generated corpus.

Table II's five sets are Protein, DNA, Music, Sports, Compound. Of Music the reviews and their stars
are public, and their numbers are the paper's (10,261, of which 9,022 with four or five stars); its
strings had 61 letters and 329 of them on average, those of the texts 94 and 486, and how one comes
from the other is not said. For Protein, DNA and Compound other sets of the same kind stand in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from gramcheck.paper_checks.context import generator
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.experiments.sfm.corpus import generated_corpus
from gramcheck.paper_checks.experiments.sfm.printed import CORPORA, DIMENSIONS
from gramcheck.reference.d2ke import cdist
from gramcheck.reference.sfm import cgk_embed, cgk_vectors, characteristic_vectors

PAPER_SETS = tuple(CORPORA)
Labeled = tuple[list[str], NDArray[np.bool_]]


@dataclass(frozen=True)
class Size:
    """How many strings take part in a comparison of all systems, and of what length.

    ``strings`` are half of either class where there are as many: the area under the ROC curve does
    not depend on the classes' shares, and is estimated best so.
    """

    strings: int
    lengths: tuple[int, int | float]
    dimensions: tuple[int, ...]  # D


@dataclass(frozen=True)
class Task:
    """One data set: what is positive, and how much of it each scale takes."""

    name: str
    printed: str | None  # the paper's set that it is, or stands in for
    load: Callable[[DataDirectory, int], Labeled]
    quick: Size
    full: Size
    choices: str
    proteins: bool = False  # whether BLOSUM62 has scores for its letters

    def size(self, scale: str) -> Size:
        """Size at the scale."""
        return self.quick if scale == "quick" else self.full


@dataclass(frozen=True)
class Sample:
    """Strings and classes of one comparison; vectors of them, made once, without the classes."""

    strings: list[str]
    y: NDArray[np.bool_]
    seed: int
    drawn_from: int | None = None  # strings of the data set, of which these are a part

    @property
    def available(self) -> int:
        """Strings of the whole data set."""
        return self.drawn_from or len(self.strings)

    def part(self, chosen: NDArray[np.intp]) -> Sample:
        """Some of the strings, in the given order."""
        strings = [self.strings[i] for i in chosen]
        return Sample(strings, self.y[chosen], self.seed, self.available)

    def rng(self, name: str, draw: int = 0) -> np.random.Generator:
        """Give a stream of its own to each use and draw, the same whenever it is asked for."""
        return generator("sfm", self.seed, name, draw)

    @cached_property
    def letters(self) -> list[str]:
        """Alphabet."""
        return sorted(set("".join(self.strings)))

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Length of each string."""
        return np.array([len(s) for s in self.strings])

    @cached_property
    def esp(self) -> sparse.csr_matrix:
        """Characteristic vectors of the trees, Section III."""
        return characteristic_vectors(self.strings)[0]

    @cached_property
    def edit_distances(self) -> NDArray[np.float64]:
        """Levenshtein distances of all pairs."""
        return cdist(self.strings, self.strings, "levenshtein").astype(np.float64)

    def cgk_strings(self, draw: int = 0) -> NDArray[np.int32]:
        """CGK embedding, Section VI, of length 3 N (erratum S23); each draw walks anew."""
        return cgk_embed(self.strings, self.rng("CGK", draw))

    def cgk(self, draw: int = 0) -> sparse.csr_matrix:
        """Vectors of the CGK embedding."""
        return cgk_vectors(self.cgk_strings(draw), len(self.letters))


def whole(task: Task, data: DataDirectory, seed: int) -> Sample:
    """All strings of a data set."""
    return Sample(*task.load(data, seed), seed)


def sample_of(task: Task, data: DataDirectory, scale: str, seed: int) -> Sample:
    """The strings of a comparison: drawn from those of the right length, class by class."""
    everything, size = whole(task, data, seed), task.size(scale)
    rng = generator("sfm sample", task.name, seed)
    low, high = size.lengths
    fits = (low <= everything.lengths) & (everything.lengths <= high)
    of_class = [rng.permutation(np.flatnonzero(fits & (everything.y == c))) for c in (False, True)]
    n, half = min(size.strings, int(fits.sum())), size.strings // 2
    smaller = min(half, *map(len, of_class))
    shares = [smaller if len(c) < half else max(half, n - smaller) for c in of_class]
    chosen = rng.permutation(np.concatenate([c[:k] for c, k in zip(of_class, shares, strict=True)]))
    return everything.part(chosen)


def few(sample: Sample, n: int) -> Sample:
    """Some n of the strings, drawn at random; all where there are no more."""
    return sample.part(np.sort(sample.rng(f"few {n}").permutation(len(sample.strings))[:n]))


@cache
def generated(n_per_class: int, seed: int) -> Labeled:
    """The strings of a seed that are made by edits and block moves, and the class of each."""
    strings, labels = generated_corpus(n_per_class, generator("sfm corpus", seed))
    second = labels == 1
    second.setflags(write=False)
    return strings, second


def _generated(data: DataDirectory, seed: int) -> Labeled:
    return generated(250, seed)


def _labeled(
    name: str, positive: Callable[[NDArray], NDArray[np.bool_]]
) -> Callable[[DataDirectory, int], Labeled]:
    def load(data: DataDirectory, _: int) -> Labeled:
        loaded = data.load(name)
        return list(loaded.objects), positive(np.asarray(loaded.labels))

    return load


_QUICK_D = (128, 2048, 8192)
_ALL_LENGTHS = (1, float("inf"))

GENERATED = Task(
    name="generated",
    printed=None,
    load=_generated,
    quick=Size(80, _ALL_LENGTHS, (128, 2048)),
    full=Size(500, _ALL_LENGTHS, DIMENSIONS),
    choices="two classes of two families each; a family is one seed after 40 random edits and 3 "
    "block moves, and the seeds are one random ancestor after 20 edits and 3 moves",
    proteins=True,
)
REAL = (
    Task(
        name="protein-ec",
        printed="Protein",
        load=_labeled("protein-ec", lambda ec: ec == 5),
        quick=Size(180, (30, 250), _QUICK_D),
        full=Size(1000, _ALL_LENGTHS, DIMENSIONS),
        choices="enzymes of Swiss-Prot for those of KEGG; isomerases (EC 5) are positive, as there",
        proteins=True,
    ),
    Task(
        name="dna-tfbs-ctcf",
        printed="DNA",
        load=_labeled("dna-tfbs-ctcf", lambda bound: bound == 1),
        quick=Size(300, _ALL_LENGTHS, _QUICK_D),
        full=Size(1000, _ALL_LENGTHS, DIMENSIONS),
        choices="binding sites of 100 letters for the genes of enzymes, masked repeats like the "
        "others; bound by CTCF is positive",
    ),
    Task(
        name="amazon-musical-instruments",
        printed="Music",
        load=_labeled("amazon-musical-instruments", lambda stars: stars >= 4),
        quick=Size(400, (1, 150), _QUICK_D),
        full=Size(1000, _ALL_LENGTHS, DIMENSIONS),
        choices="the paper's reviews, texts unchanged; four or five stars are positive, as there",
    ),
    Task(
        name="smiles-hiv",
        printed="Compound",
        load=_labeled("smiles-hiv", lambda active: active == 1),
        quick=Size(400, (10, 100), _QUICK_D),
        full=Size(1000, _ALL_LENGTHS, DIMENSIONS),
        choices="SMILES of the AIDS antiviral screen for those of PubChem; active is positive",
    ),
)
TASKS = {task.name: task for task in (GENERATED, *REAL)}
