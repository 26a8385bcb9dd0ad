"""A corpus larger than memory: a vocabulary by chunk, vectors by chunk, features into a file."""

import itertools
from time import process_time

import numpy as np
import pytest

from gramcheck.reference.d2ke import random_strings as strings_of_letters
from gramcheck.reference.sfm import (
    characteristic_vectors,
    fit_vocabulary,
    sample_hash,
    sfm,
    transform,
)
from gramcheck.reference.sfm.engines import corpus
from tests.reference.memory import peak_of

VARIANTS = ["cm", "paper", "released"]
MEGABYTE = 2**20
LENGTH, BATCH = 100, 100  # of strings, of chunks


def random_strings(rng, n):
    return strings_of_letters(n, "ACGT", (LENGTH, LENGTH), rng)


def repeated(n):
    """Chunks of n strings, fifty different ones."""
    rng = np.random.default_rng(0)
    pool = random_strings(rng, 50)
    return ([pool[i] for i in rng.integers(50, size=BATCH)] for _ in range(n // BATCH))


def different(n):
    rng = np.random.default_rng(0)
    return (random_strings(rng, BATCH) for _ in range(n // BATCH))


@pytest.mark.parametrize("variant", VARIANTS)
def test_memory_does_not_grow_with_a_corpus_that_repeats_itself(monkeypatch, variant):
    """Half a byte a letter, for noise; the names of a level take 2 to 20."""
    monkeypatch.setattr(corpus, "CHUNK", 2**15)
    fit_vocabulary(repeated(BATCH), variant)  # imports, caches
    small, large = (
        peak_of(lambda n=n: fit_vocabulary(repeated(n), variant))[0] for n in (1000, 4000)
    )
    assert large - small < 0.5 * 3000 * LENGTH


@pytest.mark.parametrize("variant", VARIANTS)
def test_memory_grows_with_the_vocabulary_as_stated(monkeypatch, variant):
    """12 bytes a node and 60 of the largest level; in "released" 8 and 60, of all nodes."""
    monkeypatch.setattr(corpus, "CHUNK", 2**15)
    small, large = (
        peak_of(lambda n=n: fit_vocabulary(different(n), variant)) for n in (1000, 4000)
    )
    rows, largest = (
        f(map(len, large[1].levels)) - f(map(len, small[1].levels)) for f in (sum, max)
    )
    assert large[0] - small[0] < (8 if variant == "released" else 12) * rows + 60 * largest


def test_nothing_is_left_behind(monkeypatch, tmp_path):
    """Neither of a fit that ends nor of one that fails."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fit_vocabulary([["AB", "BBA"]])
    with pytest.raises(TypeError, match=r"chunks\[1\]"):
        fit_vocabulary([["AB"], "BA"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_features_by_chunk_are_those_of_one_go(tmp_path, monkeypatch, variant, dtype):
    monkeypatch.setattr(corpus, "CHUNK", 2**12)
    rng = np.random.default_rng(1)
    strings = ["", *random_strings(rng, 90), "A", "GATTACA€", "C" * 3000, ""]
    cuts = [0, 1, 40, 41, 95]
    chunks = [strings[a:b] for a, b in itertools.pairwise(cuts)]

    vocabulary = fit_vocabulary(iter(chunks), variant)
    words, D, beta = sample_hash(len(vocabulary), rng), 20, 80.0
    file = tmp_path / "features.npy"
    out = np.lib.format.open_memmap(file, "w+", dtype, (len(strings), D))
    for begin, chunk in zip(cuts, chunks, strict=False):
        V, unseen = transform(chunk, vocabulary)
        assert not unseen.any()
        sfm(V, D, beta, *words, out=out[begin : begin + len(chunk)])
    out.flush()

    V, whole = characteristic_vectors(strings, variant)
    assert whole == vocabulary
    assert np.array_equal(np.load(file), sfm(V, D, beta, *words).astype(dtype))


@pytest.mark.parametrize("variant", VARIANTS)
def test_vectors_of_new_strings_take_about_the_time_of_the_fit(variant):
    """All strings at once; string by string it is some 80 times as long."""
    strings = random_strings(np.random.default_rng(2), 1500)
    start = process_time()
    vocabulary = fit_vocabulary([strings], variant)
    fitted = process_time()
    transform(strings, vocabulary)
    assert process_time() - fitted < 10 * (fitted - start)


@pytest.mark.parametrize(
    ("n", "letters", "length"),
    [(4500, "ACDEFGHIKLMNPQRSTVWY", 444), (20_000, "ACGT", 100), (1, "AB", 2_000_000)],
    ids=["proteins", "DNA", "one text"],
)
def test_two_million_characters_are_parsed_within_200_megabytes(n, letters, length):
    strings = strings_of_letters(n, letters, (length, length), np.random.default_rng(1))
    assert peak_of(lambda: characteristic_vectors(strings))[0] < 200 * MEGABYTE


@pytest.mark.parametrize("string", ["ACGT" * 25, ""])
def test_small_chunks_are_held_until_they_are_a_large_one(string, monkeypatch):
    """Of strings, which count too, or empty ones would be held without end."""
    monkeypatch.setattr(corpus, "CHUNK", 1000)
    taken = iter(range(300))
    chunks = ([string] * 10 for _ in taken)
    next(corpus.put_together(chunks))
    assert 1000 <= 10 * (len(string) + 1) * next(taken) < 1000 + 30 * (len(string) + 1)
