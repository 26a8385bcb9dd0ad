"""The catalogue of data sets: origins, licenses, files and checksums; how each is read.

``catalogue.json`` has all that is known of the data sets, in the fields of `entry.Entry`; originals
are what a file is converted from. Here stands only what has to be a function.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gramcheck.paper_checks.datasets import loaders, originals
from gramcheck.paper_checks.datasets.entry import Array, Conversion, DataFile, Entry, Loaded

_READ: dict[str, Callable[..., Loaded]] = {
    **{name: loaders.bundled(name) for name in ("digits", "iris", "wine")},
    "balance-scale": loaders.balance_scale,
    **dict.fromkeys(("iris-uci", "soybean-small", "ionosphere"), loaders.table(-1)),
    "wine-uci": loaders.table(0, int),
    "balance-scale-uci": loaders.table(0),
    "colon": loaders.colon,
    "lymphoma": loaders.lymphoma,
    "splice": loaders.splice,
    "character-trajectories": loaders.character_trajectories,
    "auslan": loaders.auslan,
    "actrecog": loaders.actrecog,
    "mnist-t10k": loaders.mnist,
    **dict.fromkeys(("musk1", "musk2", "elephant"), loaders.vector_sets),
    "amazon-musical-instruments": loaders.reviews,
    "protein-ec": loaders.enzymes,
    **{f"dna-tfbs-{factor}": loaders.binding_sites for factor in ("ctcf", "jund", "rad21")},
    **{f"smiles-{task}": loaders.smiles for task in ("hiv", "bbbp", "tox21")},
    "sfmedm-sample": loaders.labeled_lines,
}
_CONVERT: dict[str, Callable[[Sequence[Path]], bytes]] = {
    "character-trajectories": originals.character_trajectories,
    "auslan": originals.auslan,
    "actrecog": originals.actrecog,
    **dict.fromkeys(("musk1", "musk2"), originals.musk),
    "amazon-musical-instruments": originals.reviews,
}


def _entry(name: str, files: Sequence[Mapping[str, Any]] = (), **facts: Any) -> Entry:
    convertible = facts.pop("originals", None)
    return Entry(
        name=name,
        read=_READ[name],
        files=tuple(_file(**file) for file in files),
        conversion=Conversion(_CONVERT[name], convertible) if convertible else None,
        **facts,
    )


def _file(arrays: Sequence[Mapping[str, Any]] = (), **facts: Any) -> DataFile:
    described = tuple(Array(**{**array, "shape": tuple(array["shape"])}) for array in arrays)
    return DataFile(arrays=described, **facts)


_TEXT = Path(__file__).with_name("catalogue.json").read_text(encoding="utf8")
CATALOGUE = tuple(_entry(**facts) for facts in json.loads(_TEXT))
