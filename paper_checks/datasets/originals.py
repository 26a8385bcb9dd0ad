"""From public originals to the files that the catalogue describes; one function a data set.

Each takes paths of files, or of folders that hold them, and returns the content of the file. It is
compared with the catalogue before it is kept: an original of another version is refused there.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def auslan(paths: Sequence[Path]) -> bytes:
    """Folders ``tctodd1`` to ``tctodd9`` of files ``<sign>-<repetition>.tsd``.

    A line has 22 numbers with six decimals. Order: session, sign (capitals first), repetition.
    """
    files = []
    for file in _files(paths, "*.tsd"):
        sign, _, repetition = file.stem.rpartition("-")
        files.append((int(file.parent.name.removeprefix("tctodd")), sign, int(repetition), file))
    sessions, signs, repetitions, found = zip(*sorted(files), strict=True)
    series = [np.loadtxt(file, ndmin=2) for file in found]
    return _npz(
        values_e6=np.rint(np.concatenate(series).T * 1e6).astype(np.int32),
        offsets=_offsets(series),
        labels=np.array(signs),
        session=np.array(sessions, dtype=np.uint8),
        repetition=np.array(repetitions, dtype=np.uint8),
    )


def actrecog(paths: Sequence[Path]) -> bytes:
    """Files ``1.csv`` to ``15.csv``, one a subject: number, x, y, z, activity. Numbers go."""
    files = sorted(_files(paths, "*.csv"), key=lambda file: int(file.stem))
    tables = [np.loadtxt(f, delimiter=",", usecols=(1, 2, 3, 4), dtype=np.uint16) for f in files]
    joined = np.concatenate(tables)
    subjects = np.array([int(file.stem) for file in files], dtype=np.uint8)
    return _npz(
        xyz=joined[:, :3].T,
        label=joined[:, 3].astype(np.uint8),
        subject=np.repeat(subjects, [len(table) for table in tables]),
    )


def musk(paths: Sequence[Path]) -> bytes:
    """``clean1.data`` or ``clean2.data``: molecule, conformation, 166 integers, class.

    A set is a molecule; sets stand in the order in which they begin, vectors in that of the file.
    """
    molecules: dict[str, list[list[str]]] = {}
    for line in _only(paths, "*.data").read_text("ascii").split():
        molecule, _, *numbers = line.split(",")
        molecules.setdefault(molecule, []).append(numbers)
    sets = list(molecules.values())
    return _npz(
        X=np.array([vector[:-1] for one in sets for vector in one]).astype(np.int16),
        offsets=_offsets(sets),
        y=np.array([one[0][-1].rstrip(".") for one in sets]).astype(np.uint8),
    )


def character_trajectories(paths: Sequence[Path]) -> bytes:
    """``mixoutALL_shifted.mat``: ``mixout``, (3, length) each; ``consts``, labels from 1, letters.

    Order of the file.
    """
    import scipy.io

    content = scipy.io.loadmat(_only(paths, "*.mat"), simplify_cells=True)
    series = [np.asarray(one, dtype=np.float64).T for one in content["mixout"]]
    consts = content["consts"]
    return _npz(
        values=np.concatenate(series),
        offsets=_offsets(series),
        labels=np.array(consts["key"], dtype=np.str_)[np.asarray(consts["charlabels"]) - 1],
    )


def reviews(paths: Sequence[Path]) -> bytes:
    """``Musical_instruments_reviews.csv``: four of its columns, texts as they are."""
    columns = ["asin", "overall", "summary", "reviewText"]
    text = _only(paths, "*.csv").read_bytes().decode("utf8")
    result = io.StringIO(newline="")
    writer = csv.DictWriter(result, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(csv.DictReader(io.StringIO(text, newline="")))
    return result.getvalue().encode("utf8")


def _files(paths: Sequence[Path], pattern: str) -> list[Path]:
    """Named files, and those of the pattern in named folders, at any depth."""
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"{path} does not exist")
    found = [f for p in paths for f in (sorted(p.rglob(pattern)) if p.is_dir() else [p])]
    if not found:
        raise FileNotFoundError(f"no file {pattern} in {', '.join(map(str, paths))}")
    return found


def _only(paths: Sequence[Path], pattern: str) -> Path:
    found = _files(paths, pattern)
    if len(found) > 1:
        raise ValueError(f"one file {pattern} is wanted, got {', '.join(map(str, found))}")
    return found[0]


def _offsets(objects: Sequence[Any]) -> NDArray[np.int64]:
    """Object i is rows ``offsets[i]`` to ``offsets[i + 1]`` of all rows."""
    return np.array([0, *itertools.accumulate(map(len, objects))], dtype=np.int64)


def _npz(**arrays: Any) -> bytes:
    content: Mapping[str, Any] = arrays
    file = io.BytesIO()
    np.savez_compressed(file, **content)
    return file.getvalue()
