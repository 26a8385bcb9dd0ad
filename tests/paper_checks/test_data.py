import functools
import gzip
import hashlib
import http.server
import threading

import numpy as np
import pytest

from paper_checks import data
from paper_checks.data import ChecksumError, DataDirectory, MissingData
from paper_checks.datasets import loaders
from paper_checks.datasets.entry import DataFile, Entry


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
