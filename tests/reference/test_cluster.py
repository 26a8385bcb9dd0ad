"""The book's example of a corpus on a Dask cluster, on two worker processes of this machine."""

import re
from pathlib import Path

import numpy as np
import pytest

from gramcheck.reference import d2ke, sfm

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed: pip install 'gramcheck[dask]'"
)

# of its own threads and processes, not of ours
pytestmark = pytest.mark.filterwarnings("default")

PAGE = Path(__file__).parents[2] / "paper_checks" / "site" / "how-to" / "cluster.md"
(EXAMPLE,) = re.findall(
    r"```python\n((?:(?!```).)*dask\.distributed.*?)```", PAGE.read_text(encoding="utf8"), re.DOTALL
)
PARTS = re.search(r"^parts = .*$", EXAMPLE, re.MULTILINE).group()


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster.scheduler_address


def run(code, address):
    """What the code leaves behind, as a script would."""
    assert code.count("tcp://scheduler:8786") == 1
    names = {"__name__": "__main__"}  # so that its functions go to the workers by value
    exec(compile(code.replace("tcp://scheduler:8786", address), PAGE.name, "exec"), names)
    return names


def shares_are_sent_once(code, address, monkeypatch):
    """Whether the client writes the vocabulary once, however many parts there are."""
    written = []

    def reduce(self, protocol):
        written.append(self)
        return object.__reduce_ex__(self, protocol)

    monkeypatch.setattr(sfm.Vocabulary, "__reduce_ex__", reduce, raising=False)
    run(code, address)
    return len(written) == 1


def test_the_example_is_one_machine_bit_for_bit(address):
    names = run(EXAMPLE, address)
    strings = [string for part in names["parts"] for string in part]
    V, unseen = sfm.transform(strings, names["vocabulary"])
    assert not unseen.any()
    assert np.array_equal(V.toarray(), sfm.characteristic_vectors(strings)[0].toarray())
    assert np.array_equal(names["Z"], sfm.sfm(V, 512, 20.0, *names["words"]))
    assert np.array_equal(names["D"], d2ke.cdist(strings, names["omegas"], "levenshtein"))
    assert names["phi"].shape == (len(strings), 256)


def test_both_workers_take_part(address):
    many = EXAMPLE.replace(PARTS, 'parts = [["ACGT" * n, "TTAG" * n] for n in range(1, 41)]')
    gathered = "    Z = np.concatenate"
    assert many.count(gathered) == 1
    places = "    client.gather(futures); places = client.who_has(futures)\n"
    names = run(many.replace(gathered, places + gathered), address)
    assert len({worker for workers in names["places"].values() for worker in workers}) == 2
    V, _ = sfm.transform([s for part in names["parts"] for s in part], names["vocabulary"])
    assert np.array_equal(names["Z"], sfm.sfm(V, 512, 20.0, *names["words"]))


def test_what_is_shared_is_sent_once_and_the_test_would_see_it_sent_again(address, monkeypatch):
    assert shares_are_sent_once(EXAMPLE, address, monkeypatch)
    again = EXAMPLE.replace("part, *shared)", "part, vocabulary, *words)")
    assert again != EXAMPLE
    assert not shares_are_sent_once(again, address, monkeypatch)
