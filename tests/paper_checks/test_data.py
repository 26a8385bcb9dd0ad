import collections
import functools
import gzip
import hashlib
import http.server
import os
import threading

import numpy as np
import pytest

from paper_checks import data
from paper_checks.data import ChecksumError, DataDirectory, MissingData
from paper_checks.datasets import CATALOGUE, loaders
from paper_checks.datasets.entry import DataFile, DataSet, Entry

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


def sha(content):
    return hashlib.sha256(content).hexdigest()


def lines(raw):
    words = raw.decode().split()
    return words, np.arange(len(words)), {}


def entry(file, name="words", **more):
    return Entry(name, "three words", "an origin", "a license", "a citation", lines, "folder",
                 (file,), **more)  # fmt: skip


CONTENT = b"one two three\n"
PLAIN = DataFile("words.txt", sha(CONTENT), len(CONTENT))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


def test_a_right_file_is_loaded_once_and_a_wrong_one_refused(tmp_path, folder):
    directory = DataDirectory(tmp_path, [entry(PLAIN)])
    (folder / "words.txt").write_bytes(CONTENT[:-1])
    with pytest.raises(ChecksumError) as refusal:
        directory.load("words")
    for part in ("folder/words.txt", sha(CONTENT[:-1]), sha(CONTENT)):
        assert part in str(refusal.value)
    (folder / "words.txt").write_bytes(CONTENT)
    assert list(directory.load("words").objects) == ["one", "two", "three"]
    assert directory.load("words") is directory.load("words")


def test_what_is_missing_is_named_with_a_way_to_obtain_it(tmp_path):
    public = entry(DataFile("words.txt", sha(CONTENT), 14, url="http://x/words.txt"))
    private = entry(PLAIN, name="private", obtain="ask the authors")
    for path in (None, tmp_path):
        directory = DataDirectory(path, [public, private])
        with pytest.raises(MissingData, match="paper-checks data fetch words"):
            directory.load("words")
        with pytest.raises(MissingData, match="ask the authors"):
            directory.load("private")
        assert "fetch words" in directory.missing(["words", "private"])
        assert "ask the authors" in directory.missing(["words", "private"])
    with pytest.raises(MissingData, match="GRAMCHECK_DATA"):
        DataDirectory(None, [public]).load("words")
    with pytest.raises(MissingData, match="nowhere does not exist"):
        DataDirectory(tmp_path / "nowhere")


def test_unknown_names_and_folders():
    with pytest.raises(LookupError, match="did you mean 'splice'"):
        DataDirectory(None).load("splices")
    with pytest.raises(LookupError, match="several data sets: musk1, musk2, elephant"):
        DataDirectory(None).load("mil-sets")
    names = [entry.name for entry in DataDirectory(None).select(["mil-sets", "iris"])]
    assert names == ["iris", "musk1", "musk2", "elephant"]
    assert DataDirectory(None).missing(["iris", "wine"]) == ""  # names of folders too


def test_a_gz_file_compressed_elsewhere_is_right_by_its_content(tmp_path, folder):
    ours, theirs = (gzip.compress(CONTENT, mtime=stamp) for stamp in (0, 12345))
    md5 = "md5:" + hashlib.md5(CONTENT, usedforsecurity=False).hexdigest()
    strict = entry(DataFile("words.gz", sha(ours), len(ours)), name="strict")
    lenient = entry(DataFile("words.gz", sha(ours), len(ours), content=md5), name="lenient")
    directory = DataDirectory(tmp_path, [strict, lenient])
    (folder / "words.gz").write_bytes(theirs)
    assert len(directory.load("lenient").objects) == 3
    with pytest.raises(ChecksumError):
        directory.load("strict")
    for bad in (gzip.compress(b"other"), theirs[:-4], b"no gzip"):
        (folder / "words.gz").write_bytes(bad)
        assert [row.state for row in directory.check(["lenient"])] == ["wrong"]


def test_the_fingerprint_follows_the_files(tmp_path, folder):
    ours, theirs = (gzip.compress(CONTENT, mtime=stamp) for stamp in (0, 12345))
    file = DataFile("words.gz", sha(ours), len(ours), content=f"sha256:{sha(CONTENT)}")
    directory = DataDirectory(tmp_path, [entry(file)])
    assert directory.checksums() == {}
    for raw in (ours, theirs):
        (folder / "words.gz").write_bytes(raw)
        assert directory.checksums() == {"folder/words.gz": sha(raw)}


def test_wrong_files_have_no_fingerprint_and_all_are_named(tmp_path, folder):
    files = [DataFile(name, sha(CONTENT), len(CONTENT)) for name in ("a", "b", "c")]
    directory = DataDirectory(tmp_path, [entry(file, name=file.name) for file in files])
    for name, content in (("a", b"x"), ("b", CONTENT), ("c", b"y")):
        (folder / name).write_bytes(content)
    with pytest.raises(ChecksumError, match=rf"folder/a: sha256 {sha(b'x')}.*folder/c: sha256"):
        directory.checksums()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture
def server(tmp_path_factory):
    """Address of a loopback server, and the directory that it serves."""
    root = tmp_path_factory.mktemp("served")
    handler = functools.partial(_Quiet, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}", root
        httpd.shutdown()
        thread.join()


def test_fetch_takes_right_files_only(tmp_path, server):
    address, root = server
    (root / "words.txt").write_bytes(CONTENT)
    (root / "bad.txt").write_bytes(b"something else")
    files = [
        DataFile("words.txt", sha(CONTENT), 14, url=f"{address}/words.txt"),
        DataFile("bad.txt", sha(CONTENT), 14, url=f"{address}/bad.txt"),
        DataFile("absent.txt", sha(CONTENT), 14, url=f"{address}/absent.txt"),
        PLAIN,
    ]
    names = ["good", "bad", "absent", "private"]
    entries = [entry(file, name=name) for file, name in zip(files, names, strict=True)]
    entries[3] = Entry("private", "", "", "", "", lines, "elsewhere", (PLAIN,))
    directory = DataDirectory(tmp_path, entries)
    rows = {row.name: row for row in directory.fetch()}
    assert [rows[name].state for name in names] == ["fetched", "failed", "failed", "missing"]
    assert sha(b"something else") in rows["bad"].detail
    assert "404" in rows["absent"].detail
    assert len(directory.load("good").objects) == 3
    # nothing half done is left behind
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["words.txt"]
    assert {row.state for row in directory.fetch(["good"])} == {"right"}


def test_fetch_compresses_what_is_kept_compressed(tmp_path, server):
    address, root = server
    (root / "words.txt").write_bytes(CONTENT)
    packed = gzip.compress(CONTENT, mtime=99)
    file = DataFile("words.txt.gz", sha(packed), len(packed), f"{address}/words.txt",
                    content=f"sha256:{sha(CONTENT)}")  # fmt: skip
    directory = DataDirectory(tmp_path, [entry(file)])
    assert [row.state for row in directory.fetch()] == ["fetched"]
    assert list(directory.load("words").objects) == ["one", "two", "three"]
    assert [row.state for row in directory.check()] == ["right"]


def test_the_default_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GRAMCHECK_DATA", raising=False)
    assert data.default_directory() is None
    data.cache_directory().mkdir(parents=True)
    assert data.default_directory() == data.cache_directory()
    monkeypatch.setenv("GRAMCHECK_DATA", "/somewhere")
    assert str(data.default_directory()) == "/somewhere"


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
