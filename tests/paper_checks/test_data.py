import functools
import gzip
import hashlib
import http.server
import io
import threading

import numpy as np
import pytest

from gramcheck.paper_checks import data
from gramcheck.paper_checks.data import ChecksumError, DataDirectory, MissingData
from gramcheck.paper_checks.datasets import loaders
from gramcheck.paper_checks.datasets.checksums import array_sha256
from gramcheck.paper_checks.datasets.entry import Array, Conversion, DataFile, Entry


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
    for part in (f"{folder}/words.txt: ", sha(CONTENT[:-1]), sha(CONTENT)):
        assert part in str(refusal.value)
    (folder / "words.txt").write_bytes(CONTENT)
    assert list(directory.load("words").objects) == ["one", "two", "three"]
    assert directory.load("words") is directory.load("words")


def test_what_is_missing_is_named_with_a_way_to_obtain_it(tmp_path):
    public = entry(DataFile("words.txt", sha(CONTENT), 14, url="http://x/words.txt"))
    private = entry(PLAIN, name="private")
    made = entry(PLAIN, name="made", conversion=Conversion(lambda paths: CONTENT, "words"))
    for path in (None, tmp_path):
        directory = DataDirectory(path, [public, private, made])
        with pytest.raises(MissingData, match="paper-checks data fetch words"):
            directory.load("words")
        with pytest.raises(MissingData, match=r"as this says: .*checks data show private"):
            directory.load("private")
        lacking = directory.missing(["words", "private", "made"])
        for part in ("data fetch words", "data show private", "data convert made FILES"):
            assert part in lacking
    assert lacking.count(f" --data {tmp_path}") == 2  # of what is fetched or converted
    where = f"not in the data directory {tmp_path}"
    assert lacking.startswith(f"{where}; data set words (folder/words.txt): ")
    with pytest.raises(MissingData, match=rf"set private: folder/words.txt is {where}; make it"):
        directory.load("private")
    assert (
        DataDirectory(None, [public, private]).missing(["private", "words"]).count("no data") == 1
    )
    with pytest.raises(MissingData, match="GRAMCHECK_DATA"):
        DataDirectory(None, [public]).load("words")
    with pytest.raises(MissingData, match="nowhere does not exist"):
        DataDirectory(tmp_path / "nowhere")
    (tmp_path / "words.txt").write_bytes(CONTENT)
    with pytest.raises(MissingData, match=r"words.txt is a file; name the directory that holds"):
        DataDirectory(tmp_path / "words.txt")


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
    assert directory.checksums() == {}
    (folder / "words.gz").write_bytes(theirs)
    assert len(directory.load("lenient").objects) == 3
    assert directory.checksums() == {"folder/words.gz": sha(theirs)}  # another state of the data
    with pytest.raises(ChecksumError):
        directory.load("strict")
    for bad in (gzip.compress(b"other"), theirs[:-4], b"no gzip"):
        (folder / "words.gz").write_bytes(bad)
        assert [row.state for row in directory.check(["lenient"])] == ["wrong"]


def test_wrong_files_of_the_named_data_sets_are_refused_and_all_are_named(tmp_path, folder):
    files = [DataFile(name, sha(CONTENT), len(CONTENT)) for name in ("a", "b", "c")]
    directory = DataDirectory(tmp_path, [entry(file, name=file.name) for file in files])
    for name, content in (("a", b"x"), ("b", CONTENT), ("c", b"y")):
        (folder / name).write_bytes(content)
    assert directory.missing(["b"]) == ""
    assert not directory.lacks(["a", "b"])
    assert not directory.lacks([])
    with pytest.raises(ChecksumError, match=rf"folder/a: sha256 {sha(b'x')}.*folder/c: sha256"):
        directory.missing(["a", "b", "c"])


def test_what_to_do_about_a_wrong_file(tmp_path, folder):
    public = entry(DataFile("words.txt", sha(CONTENT), 14, url="http://x/words.txt"), name="public")
    private = entry(PLAIN, name="private")
    (folder / "words.txt").write_bytes(b"x")
    wrong = DataDirectory(tmp_path, [public, private]).check()
    assert wrong[0].detail.endswith("remove it and fetch it again")
    assert wrong[1].detail.endswith("paper-checks data show private")
    assert "fetch" not in wrong[1].detail


ARRAYS = {"X": np.array([[1.0, np.nan], [3, 4], [5, 6]]), "y": np.array(["t", "n", "n"])}
MISSING_IN_R = np.uint64(0x7FF00000000007A2).view("f8")  # a NaN
PACKED = tuple(
    Array(name, array.dtype.str, array.shape, array_sha256(array), "")
    for name, array in ARRAYS.items()
)


def saved(save=np.savez, **changed):
    file = io.BytesIO()
    save(file, **{k: v for k, v in (ARRAYS | changed).items() if v is not None})
    return file.getvalue()


def packed(tmp_path, content):
    """A directory with this file in the place of one with `ARRAYS`."""
    file = DataFile("table.npz", sha(saved()), len(saved()), arrays=PACKED)
    table = Entry("table", "", "an origin", "", "", loaders.colon, "folder", (file,))
    (tmp_path / "folder" / "table.npz").write_bytes(content)
    return DataDirectory(tmp_path, [table])


@pytest.mark.parametrize(
    "content",
    [
        saved(),
        saved(np.savez_compressed),
        saved(X=np.asfortranarray(ARRAYS["X"])),
        saved(X=ARRAYS["X"].astype(">f8"), z=np.zeros(3)),
        saved(X=np.where(np.isnan(ARRAYS["X"]), MISSING_IN_R, ARRAYS["X"])),
    ],
    ids=["as it was", "compressed", "other order", "other bytes", "other NaN"],
)  # fmt: skip
def test_arrays_saved_elsewhere_are_right(tmp_path, folder, content):
    directory = packed(tmp_path, content)
    assert [row.state for row in directory.check()] == ["right"]
    loaded = directory.load("table")
    np.testing.assert_array_equal(loaded.objects, ARRAYS["X"])
    assert loaded.objects.flags.c_contiguous  # sums must not depend on how it was saved


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (saved(y=None), "no array y, only X"),
        (saved(X=ARRAYS["X"].astype("f4")), r"X is <f4 \(3, 2\), should be <f8 \(3, 2\)"),
        (saved(X=ARRAYS["X"].T), r"X is <f8 \(2, 3\), should be <f8 \(3, 2\)"),
        (saved(X=ARRAYS["X"] + [0, 1e-9]), "X has other values: sha256"),
        (saved(y=ARRAYS["y"][::-1]), "y has other values: sha256"),
        (saved(y=ARRAYS["y"].astype(object)), "not a whole npz file"),
        (saved()[:-30], "not a whole npz file"),
        (b"no zip", "not a whole npz file"),
    ],
)
def test_arrays_that_differ_are_named(tmp_path, folder, content, message):
    directory = packed(tmp_path, content)
    with pytest.raises(ChecksumError, match=f"folder/table.npz: .*{message}") as refusal:
        directory.load("table")
    assert "fetch it again" not in str(refusal.value)
    assert "paper-checks data show table" in str(refusal.value)


def test_convert_keeps_what_is_right_only(tmp_path, folder):
    def convert(paths):
        return saved(X=np.loadtxt(paths[0]))

    original = tmp_path / "original.txt"
    file = packed(tmp_path, b"").catalogue["table"].files[0]
    (folder / "table.npz").unlink()
    table = Entry("table", "", "", "", "", loaders.colon, "folder", (file,),
                  conversion=Conversion(convert, "original.txt"))  # fmt: skip
    directory = DataDirectory(tmp_path, [table, entry(PLAIN)])
    for text, message in (
        ("1 nan\n3 4\n5 7", "X has other values"),
        ("1 nan\n3", "cannot be read as original.txt: "),
    ):
        original.write_text(text)
        row = directory.convert("table", [original])
        assert row.state == "failed"
        assert message in row.detail
        assert list(folder.iterdir()) == []
    original.write_text("1 nan\n3 4\n5 6")
    assert directory.convert("table", [original]).state == "converted"
    assert len(directory.load("table").objects) == 3
    for name in ("words", "folder", "tabel"):
        with pytest.raises(LookupError, match="table"):
            directory.convert(name, [original])


def test_convert_compresses_what_is_kept_compressed(tmp_path):
    file = DataFile("w.gz", "", 0, content=f"sha256:{sha(CONTENT)}")
    made = entry(file, conversion=Conversion(lambda paths: paths[0].read_bytes(), "words"))
    (tmp_path / "original").write_bytes(CONTENT)
    directory = DataDirectory(tmp_path, [made])
    assert directory.convert("words", [tmp_path / "original"]).state == "converted"
    assert list(directory.load("words").objects) == ["one", "two", "three"]


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
