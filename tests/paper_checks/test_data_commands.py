"""The commands that list, show, check and convert data."""

from gramcheck.paper_checks import data, datasets
from gramcheck.paper_checks.commands import data_commands
from gramcheck.paper_checks.data import DataDirectory
from gramcheck.paper_checks.datasets.entry import Conversion, DataFile, Entry


def test_data_list_names_origin_and_terms(call):
    code, out, _ = call("data", "list", "splice", "iris", "colon")
    assert code == 0
    assert "CC BY 4.0" in out
    assert "embedded" in out
    assert "data show" in out
    assert "data fetch" in out


def test_data_show_says_what_a_file_must_hold(call):
    code, out, _ = call("data", "show", "elephant", "auslan", "splice")
    assert code == 0
    for entry in datasets.CATALOGUE:
        if entry.name in ("elephant", "auslan"):
            for array in entry.files[0].arrays:
                shape = " x ".join(map(str, array.shape))
                assert f"{array.name}: {array.dtype}, {shape}, sha256 {array.sha256}" in out
                assert array.meaning in out
    assert "paper-checks data convert auslan FILES\nFILES: the folders tctodd1 to tctodd9" in out
    assert "from https://raw.githubusercontent.com/" in out


def test_data_convert(call, tmp_path, monkeypatch):
    file = DataFile("words.txt", data.sha256(b"words"), 5)
    made = Conversion(lambda paths: paths[0].read_bytes(), "the words")
    entries = [Entry("words", "", "", "", "", lambda raw: None, "folder", (file,), made)]
    monkeypatch.setattr(data_commands, "DataDirectory", lambda path: DataDirectory(path, entries))
    for content, code, state in ((b"others", 1, "1 failed"), (b"words", 0, "1 converted")):
        (tmp_path / "original").write_bytes(content)
        ended, out, _ = call("data", "convert", "words", "original", "--data", "new")
        assert (ended, state in out) == (code, True)
        assert (tmp_path / "new" / "folder" / "words.txt").exists() == (code == 0)


def test_data_fetch_fails_where_what_is_named_cannot_be_fetched(call, tmp_path):
    code, out, _ = call("data", "fetch", "musk1", "--data", str(tmp_path))
    assert (code, "1 missing" in out) == (1, True)
    assert f"paper-checks data convert musk1 FILES --data {tmp_path}" in " ".join(out.split())
    assert call("data", "fetch", "iris", "--data", str(tmp_path))[0] == 0  # it is embedded


def test_data_check_tells_right_missing_and_wrong_apart(call, tmp_path, monkeypatch):
    def read(raw):
        return [raw.decode()], [0], {}

    files = [DataFile(name, data.sha256(b"content"), 7) for name in ("a", "b", "c")]
    entries = tuple(
        Entry(f"set-{file.name}", "", "origin", "", "", read, "folder", (file,)) for file in files
    )
    monkeypatch.setattr(data_commands, "DataDirectory", lambda path: DataDirectory(path, entries))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_bytes(b"content")
    code, out, _ = call("data", "check", "--data", str(tmp_path))
    assert code == 0  # what is missing is no defect
    assert "2 missing, 1 right" in out
    (tmp_path / "folder" / "b").write_bytes(b"c0ntent")
    code, out, _ = call("data", "check", "--data", str(tmp_path))
    assert code == 1
    assert "1 missing, 1 right, 1 wrong" in out
    assert "folder/b" in out
    assert call("data", "check", "set-a", "--data", str(tmp_path))[0] == 0


def test_data_check_without_a_directory_says_so_once(call):
    code, out, _ = call("data", "check")
    assert code == 0
    assert out.count("no data directory") == 1
    named = out.partition("missing: ")[2].replace("\n", " ").split(", ")
    files = [entry.name for entry in datasets.CATALOGUE if entry.files]
    assert [name.strip() for name in named] == files
    assert "missing: splice\n" in call("data", "check", "splice")[1]


def test_every_data_set_says_where_it_comes_from():
    for entry in datasets.CATALOGUE:
        assert entry.origin, entry.name
        assert entry.license, entry.name
        assert entry.citation, entry.name
        assert bool(entry.files) == bool(entry.folder), entry.name
        if entry.files and not all(file.url for file in entry.files):
            assert entry.conversion or all(file.arrays for file in entry.files), entry.name
