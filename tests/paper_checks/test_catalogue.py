"""The data sets of the catalogue: counts, values and checksums as their originals document them."""

import collections
import csv
import gzip
import io
import os

import numpy as np
import pytest
import scipy.io

from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.datasets import CATALOGUE, loaders
from gramcheck.paper_checks.datasets.entry import DataSet
from gramcheck.paper_checks.experiments.d2ke.tasks import TASKS

EMBEDDED = {
    "digits": ((1797, 64), 10),
    "iris": ((150, 4), 3),
    "wine": ((178, 13), 3),
    "balance-scale": ((625, 4), 3),
}
# objects, class counts where the originals document them, and length or size range
COUNTS = {
    "splice": (3190, {"N": 1655, "IE": 768, "EI": 767}, (60, 60)),
    "character-trajectories": (2858, {"a": 171, "e": 186, "z": 171, "r": 119}, (109, 205)),
    "auslan": (2565, {"alive": 27, "yes": 27}, (45, 136)),
    "musk1": (92, {1: 47, 0: 45}, (2, 40)),
    "musk2": (102, {1: 39, 0: 63}, (1, 1044)),
    "elephant": (200, {1: 100, 0: 100}, (2, 13)),
    "mnist-t10k": (10000, {0: 980, 1: 1135, 5: 892, 9: 1009}, (28, 28)),
    "soybean-small": (47, {"D1": 10, "D2": 10, "D3": 10, "D4": 17}, (35, 35)),
    "wine-uci": (178, {1: 59, 2: 71, 3: 48}, (13, 13)),
    "iris-uci": (150, {"Iris-setosa": 50, "Iris-virginica": 50}, (4, 4)),
    "balance-scale-uci": (625, {"L": 288, "B": 49, "R": 288}, (4, 4)),
    "ionosphere": (351, {"g": 225, "b": 126}, (34, 34)),
    "colon": (62, {"t": 40, "n": 22}, (2000, 2000)),
    "lymphoma": (96, {1: 62, 0: 34}, (4026, 4026)),
    "amazon-musical-instruments": (10261, {1: 217, 3: 772, 5: 6938}, (0, 11310)),
    "protein-ec": (7757, {1: 1067, 5: 326, 7: 184}, (4, 1022)),
    "dna-tfbs-ctcf": (4000, {1: 2000, 0: 2000}, (100, 100)),
    "dna-tfbs-jund": (4000, {1: 2000, 0: 2000}, (100, 100)),
    "dna-tfbs-rad21": (4000, {1: 2000, 0: 2000}, (100, 100)),
    "smiles-hiv": (41127, {1: 1443, 0: 39684}, (4, 580)),
    "smiles-bbbp": (2039, {1: 1560, 0: 479}, (3, 400)),
    "smiles-tox21": (7831, {}, (2, 342)),
    "sfmedm-sample": (1000, {1: 1000}, (18, 55)),
    "actrecog": (156, {}, (1, 10**6)),
}
needs_data = pytest.mark.skipif(
    not os.environ.get("GRAMCHECK_DATA"), reason="GRAMCHECK_DATA names no data directory"
)


@pytest.fixture(scope="module")
def real():
    return DataDirectory(os.environ["GRAMCHECK_DATA"])


def test_every_data_set_is_under_test():
    assert {entry.name for entry in CATALOGUE} == EMBEDDED.keys() | COUNTS.keys()


@pytest.mark.parametrize("name", EMBEDDED)
def test_embedded_sets_need_no_directory(name):
    loaded = DataDirectory(None).load(name)
    shape, classes = EMBEDDED[name]
    assert loaded.objects.shape == shape
    assert len(set(loaded.labels.tolist())) == classes


def test_the_balance_scale_by_its_rule():
    loaded = DataDirectory(None).load("balance-scale")
    for (lw, ld, rw, rd), label in zip(loaded.objects, loaded.labels, strict=True):
        assert label == ("L" if lw * ld > rw * rd else "R" if lw * ld < rw * rd else "B")
    assert len(np.unique(loaded.objects, axis=0)) == 625
    assert collections.Counter(loaded.labels.tolist()) == {"L": 288, "B": 49, "R": 288}


def test_loaded_data_cannot_be_written_to():
    loaded = DataDirectory(None).load("iris")
    with pytest.raises(ValueError, match="read-only"):
        loaded.objects[0, 0] = 7
    with pytest.raises(ValueError, match="2 objects, 1 labels"):
        DataSet("x", ["a", "b"], np.array([1]), "")


@needs_data
@pytest.mark.parametrize("name", COUNTS)
def test_real_files_have_the_documented_counts(name, real):
    loaded = real.load(name)
    n, classes, (shortest, longest) = COUNTS[name]
    assert len(loaded.objects) == n
    counts = collections.Counter(loaded.labels.ravel().tolist())
    assert {label: counts[label] for label in classes} == classes
    lengths = [len(thing) for thing in loaded.objects]
    assert shortest <= min(lengths)
    assert max(lengths) <= longest
    if longest < 10**6:
        assert (min(lengths), max(lengths)) == (shortest, longest)
    assert all(len(extra) == n for extra in loaded.extras.values())


@needs_data
def test_all_real_files_are_right(real):
    assert {row.state for row in real.check()} == {"right"}
    sizes = {f"{e.folder}/{f.name}": f.size for e in CATALOGUE for f in e.files}
    for name, size in sizes.items():
        assert (real.path / name).stat().st_size == size
    assert real.checksums() == {
        f"{e.folder}/{f.name}": f.sha256 for e in CATALOGUE for f in e.files
    }


# ------------------------------------------------------------------------------ originals


def lines_of(rows, separator=","):
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


def tsd(a, folder):
    """Auslan as UCI has it: a folder a session, a file a recording, six decimals."""
    series = np.split((a["values_e6"] / 1e6).T, a["offsets"][1:-1])
    for x, sign, k, session in zip(series, a["labels"], a["repetition"], a["session"], strict=True):
        (folder / f"tctodd{session}").mkdir(exist_ok=True)
        rows = ([f"{v:.6f}" for v in row] for row in x)
        (folder / f"tctodd{session}" / f"{sign}-{k}.tsd").write_text(lines_of(rows, "\t"))


def csv_of_subjects(a, folder):
    """Rows are numbered, in the originals from 100,000 on like this."""
    for subject in range(1, 16):
        own = a["subject"] == subject
        table = np.column_stack([a["xyz"].T[own], a["label"][own]]).tolist()
        rows = ([i if i < 10**5 else "1e+05", *row] for i, row in enumerate(table))
        (folder / f"{subject}.csv").write_text(lines_of(rows))


def molecules(a, folder):
    rows = []
    for i, (vectors, y) in enumerate(
        zip(np.split(a["X"], a["offsets"][1:-1]), a["y"], strict=True)
    ):
        rows += [[f"M-{i}", f"{i}_1+{j}", *v.tolist(), f"{y}."] for j, v in enumerate(vectors)]
    (folder / "clean.data").write_text(lines_of(rows))


def trajectories(a, folder):
    letters = sorted(set(a["labels"].tolist()))
    cells, key = np.empty((1, len(a["labels"])), object), np.empty((1, len(letters)), object)
    for i, series in enumerate(np.split(a["values"], a["offsets"][1:-1])):
        cells[0, i] = series.T
    key[0] = letters
    consts = {"key": key, "charlabels": 1 + np.searchsorted(letters, a["labels"])[None]}
    scipy.io.savemat(folder / "mixoutALL_shifted.mat", {"mixout": cells, "consts": consts})


ORIGINALS = {
    "auslan": tsd,
    "actrecog": csv_of_subjects,
    "musk1": molecules,
    "musk2": molecules,
    "character-trajectories": trajectories,
}


@needs_data
@pytest.mark.parametrize("name", ORIGINALS)
def test_originals_are_converted_into_what_the_catalogue_describes(name, real, tmp_path):
    (entry,) = real.select([name])
    with np.load(real.path / entry.folder / entry.files[0].name) as archive:
        arrays = {key: archive[key] for key in archive.files}
    (tmp_path / "originals").mkdir()
    ORIGINALS[name](arrays, tmp_path / "originals")
    row = DataDirectory(tmp_path).convert(name, [tmp_path / "originals"])
    assert row.state == "converted", row.detail
    assert [row.state for row in DataDirectory(tmp_path).check([name])] == ["right"]


@needs_data
def test_reviews_are_taken_from_a_table_with_more_columns(real, tmp_path):
    name = "amazon-musical-instruments"
    ours = gzip.decompress((real.path / name / "musical_instruments.csv.gz").read_bytes())
    rows = list(csv.DictReader(io.StringIO(ours.decode(), newline="")))
    columns = ["reviewerID", "asin", "helpful", "reviewText", "overall", "summary", "reviewTime"]
    with open(tmp_path / "Musical_instruments_reviews.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, columns, restval='"A", B', lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    row = DataDirectory(tmp_path).convert(name, [tmp_path / "Musical_instruments_reviews.csv"])
    assert row.state == "converted", row.detail


def test_every_conversion_is_under_test():
    converted = {entry.name for entry in CATALOGUE if entry.conversion}
    assert converted == {*ORIGINALS, "amazon-musical-instruments"}


def test_what_nobody_publishes_is_described_exactly():
    for entry in CATALOGUE:
        for file in entry.files:
            if not file.url and file.name.endswith(".npz"):
                assert file.arrays, file.name
                assert all(array.meaning for array in file.arrays)


@needs_data
def test_embedded_sets_agree_with_the_originals(real):
    ours, theirs = real.load("balance-scale"), real.load("balance-scale-uci")
    assert np.array_equal(ours.objects, theirs.objects)
    assert np.array_equal(ours.labels, theirs.labels)
    ours, theirs = real.load("wine"), real.load("wine-uci")
    assert np.array_equal(ours.objects, theirs.objects)
    assert np.array_equal(ours.labels + 1, theirs.labels)
    differing = np.flatnonzero((real.load("iris").objects != real.load("iris-uci").objects).any(1))
    assert differing.tolist() == [34, 37]  # rows 35 and 38, as UCI says


@needs_data
def test_the_letters_of_splice_are_those_of_its_random_strings_but_in_15_strings(real):
    drawn = TASKS["splice"].draw(200, {"lengths": (2, 50)}, np.random.default_rng(0))
    letters = set("".join(drawn))
    strings = real.load("splice").objects
    plain = [string for string in strings if set(string) <= letters]
    assert len(strings) - len(plain) == 15
    assert set("".join(plain)) == letters


@needs_data
def test_real_values_spot_checked_against_the_originals(real):
    splice = real.load("splice")
    assert splice.objects[0].startswith("CCAGCTGCATCACAGGAGG")
    assert splice.extras["instance"][0] == "ATRINS-DONOR-521"
    assert set("".join(splice.objects)) == set("ACGTNDRS")
    assert real.load("auslan").objects[0].shape[1] == 22
    assert real.load("character-trajectories").objects[5].shape[1] == 3
    tox = real.load("smiles-tox21")
    assert np.isnan(tox.labels[:, 0]).sum() == 566
    assert (tox.labels[:, 0] == 1).sum() == 309
    images = real.load("mnist-t10k").objects
    assert images.shape == (10000, 28, 28)
    assert images[0].max() > 200  # ink is bright
    activities = real.load("actrecog")
    samples = collections.Counter()
    for label, series in zip(activities.labels.tolist(), activities.objects, strict=True):
        samples[label] += len(series)
    assert (samples[0], samples[1], samples[7]) == (3719, 608667, 593563)
    split = collections.Counter(real.load("dna-tfbs-jund").extras["split"].tolist())
    assert split == {"train": 2000, "test": 2000}
    for factor in ("ctcf", "jund", "rad21"):
        assert set("".join(real.load(f"dna-tfbs-{factor}").objects)) == set("ACGT")


def test_idx_files_must_belong_together():
    header = np.array([2051, 1, 2, 2], ">i4").tobytes()
    labels = np.array([2049, 1], ">i4").tobytes()
    images, classes, _ = loaders.mnist(header + bytes([1, 2, 3, 4]), labels + bytes([7]))
    assert images.tolist() == [[[1, 2], [3, 4]]]
    assert classes.tolist() == [7]
    with pytest.raises(ValueError, match="no pair of IDX files"):
        loaders.mnist(header, np.array([2049, 3], ">i4").tobytes())
    with pytest.raises(ValueError, match="no pair of IDX files"):
        loaders.mnist(header.replace(b"\x03", b"\x01"), labels)
