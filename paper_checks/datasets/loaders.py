"""From the content of files to objects, labels and extras; one function a format."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gramcheck.paper_checks.datasets.checksums import arrays_of
from gramcheck.paper_checks.datasets.entry import Loaded


def bundled(name: str) -> Callable[[], Loaded]:
    """``sklearn.datasets.load_<name>``: an (n, d) table."""

    def read() -> Loaded:
        import sklearn.datasets

        bunch = getattr(sklearn.datasets, f"load_{name}")()
        return np.array(bunch.data, dtype=float), np.array(bunch.target), {}

    return read


def balance_scale() -> Loaded:
    """Generate the whole set: the grid {1..5}^4 in lexicographic order, class by the torque rule.

    Columns are left weight, left distance, right weight, right distance; the classes L, B, R say to
    which side the scale tips.
    """
    grid = np.array(list(itertools.product(range(1, 6), repeat=4)), dtype=float)
    torque = grid[:, 0] * grid[:, 1] - grid[:, 2] * grid[:, 3]
    return grid, np.array(["R", "B", "L"])[np.sign(torque).astype(int) + 1], {}


def table(label_column: int, label_type: type = str) -> Callable[[bytes], Loaded]:
    """Comma-separated numbers without a header, the class in one column (first or last)."""

    def read(raw: bytes) -> Loaded:
        rows = [line.split(",") for line in raw.decode("ascii").split() if line]
        labels: NDArray[Any] = np.array([row.pop(label_column) for row in rows]).astype(label_type)
        return np.array(rows, dtype=float), labels, {}

    return read


def splice(raw: bytes) -> Loaded:
    """Columns class, instance, dna, padded with blanks; one header line."""
    rows = [[cell.strip() for cell in line.split(",")] for line in raw.decode("ascii").splitlines()]
    labels, instances, strings = zip(*rows[1:], strict=True)
    return list(strings), np.array(labels), {"instance": np.array(instances)}


def _split(values: NDArray[Any], offsets: NDArray[Any]) -> list[NDArray[Any]]:
    """Object i is ``values[offsets[i]:offsets[i + 1]]``, each an array of its own."""
    return [values[a:b].copy() for a, b in itertools.pairwise(offsets)]


def character_trajectories(raw: bytes) -> Loaded:
    """Series of x velocity, y velocity, pen force."""
    a = arrays_of(raw)
    return _split(a["values"], a["offsets"]), a["labels"], {}


def auslan(raw: bytes) -> Loaded:
    """Series of 22 channels, stored as integers of 1e-6."""
    a = arrays_of(raw)
    series = _split(a["values_e6"].T / 1e6, a["offsets"])
    return series, a["labels"], {"session": a["session"], "repetition": a["repetition"]}


def actrecog(raw: bytes) -> Loaded:
    """One object for each run of constant subject and activity, in recording order."""
    a = arrays_of(raw)
    subject, label = a["subject"].astype(int), a["label"].astype(int)
    starts = np.flatnonzero(np.diff(subject) | np.diff(label)) + 1
    offsets = np.concatenate([[0], starts, [label.size]])
    series = _split(a["xyz"].T.astype(float), offsets)
    return series, label[offsets[:-1]], {"subject": subject[offsets[:-1]]}


def vector_sets(raw: bytes) -> Loaded:
    """Sets of vectors; labels 1 positive, 0 negative."""
    a = arrays_of(raw)
    return _split(a["X"].astype(float), a["offsets"]), a["y"].astype(int), {}


def colon(raw: bytes) -> Loaded:
    """Raw intensities; t tumor, n normal."""
    a = arrays_of(raw)
    return a["X"], a["y"], {}


def lymphoma(raw: bytes) -> Loaded:
    """Log-ratios with NaN where missing; label 1 malignant (DLCL, FL, CLL), 0 other."""
    a = arrays_of(raw)
    extras = {"class9": a["class9"].astype(int), "sample": a["samples"]}
    return a["X"], a["malignant"].astype(int), extras


def mnist(images: bytes, labels: bytes) -> Loaded:
    """IDX files: a header of four (two) big-endian integers, then bytes."""
    magic, n, height, width = np.frombuffer(images, ">i4", count=4).tolist()
    label_magic, label_n = np.frombuffer(labels, ">i4", count=2).tolist()
    if (magic, label_magic) != (2051, 2049) or n != label_n:
        raise ValueError(f"no pair of IDX files: magic {magic}, {label_magic}; n {n}, {label_n}")
    pixels = np.frombuffer(images, np.uint8, offset=16).reshape(n, height, width)
    return pixels.copy(), np.frombuffer(labels, np.uint8, offset=8).astype(int), {}


def _records(raw: bytes, delimiter: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(raw.decode("utf8"), newline=""), delimiter=delimiter))


def reviews(raw: bytes) -> Loaded:
    """Texts of the reviews; the label is the number of stars."""
    rows = _records(raw, ",")
    extras = {key: np.array([row[key] for row in rows]) for key in ("asin", "summary")}
    stars = np.array([int(float(row["overall"])) for row in rows])
    return [row["reviewText"] for row in rows], stars, extras


def enzymes(raw: bytes) -> Loaded:
    """Sequences; the label is the first digit of the first EC number."""
    rows = _records(raw, "\t")
    numbers = [row["EC number"] for row in rows]
    extras = {"ec": np.array(numbers), "entry": np.array([row["Entry"] for row in rows])}
    return [row["Sequence"] for row in rows], np.array([int(ec[0]) for ec in numbers]), extras


def binding_sites(train: bytes, test: bytes) -> Loaded:
    """FASTA records ``>label``; the extra ``split`` says from which file.

    Lower case marks repeats of the genome, not other letters, and stands in four times as many of
    the unbound sites as of the bound ones: everything is read in upper case.
    """
    strings: list[str] = []
    labels: list[int] = []
    splits: list[str] = []
    for split, raw in (("train", train), ("test", test)):
        lines = raw.decode("ascii").split()
        labels += [int(line.removeprefix(">")) for line in lines[::2]]
        strings += [line.upper() for line in lines[1::2]]
        splits += [split] * (len(lines) // 2)
    return strings, np.array(labels), {"split": np.array(splits)}


def smiles(raw: bytes) -> Loaded:
    """SMILES and 0/1 labels: (n,) for one task, (n, tasks) with NaN where untested for several."""
    rows = _records(raw, ",")
    tasks = [name for name in rows[0] if name != "smiles"]
    labels = np.array([[float(row[task] or "nan") for task in tasks] for row in rows])
    strings = [row["smiles"] for row in rows]
    return strings, labels[:, 0].astype(int) if len(tasks) == 1 else labels, {}


def labeled_lines(raw: bytes) -> Loaded:
    """Lines ``label string``."""
    labels, strings = zip(*(line.split() for line in raw.decode("ascii").splitlines()), strict=True)
    return list(strings), np.array(labels, dtype=int), {}
