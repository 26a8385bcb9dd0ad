"""What one call and one import cost."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

import numpy as np
from dtaidistance import dtw as dtaidistance_dtw
from scipy.spatial.distance import cdist as scipy_cdist
from tslearn.metrics import gak

from gramcheck.reference.d2ke import cdist, dtw, modified_hausdorff
from gramcheck.reference.sfm import global_alignment_kernel, local_alignment_kernel
from gramcheck.reference.sfm.lak import AMINO_ACIDS, blosum62
from gramcheck.verify.definitions import d2ke as d2ke_by_definition
from gramcheck.verify.definitions import sfm as sfm_by_definition

from .. import data, loops, peers
from ..side_by_side import FEW, Beside, Case, Ratios, quartiles, turns


class SingleCalls(Beside):
    """One pair, as data are when somebody tries a function out."""

    note = "Each result is one number, to which the difference is relative."
    tolerance = 1e-12
    peers = {
        "cdist 1 x 1": "rapidfuzz",
        "dtw 20 x 20": "dtaidistance",
        "modified Hausdorff 20 x 20": "SciPy",
        "GAK 1 x 1 of 50": "tslearn",
        "LAK 1 x 1 of 50": "loop in numba",
    }
    params = ([*peers],)

    def peer_of(self, name):
        return self.peers[name]

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        return {
            "rapidfuzz": edit_distance,
            "dtaidistance": time_warping,
            "SciPy": hausdorff,
            "tslearn": global_alignment,
            "loop in numba": local_alignment,
        }[self.peers[name]]()


def edit_distance():
    a, b = ["kitten"], ["sitting"]
    return Case(
        lambda: cdist(a, b, "levenshtein"),
        lambda: peers.rapidfuzz_matrix(a, b),
        lambda: d2ke_by_definition.levenshtein(*a, *b),
        calls=100,
    )


def time_warping():
    x, y = np.random.default_rng(1).normal(size=(2, 20))
    return Case(
        lambda: dtw(x, y, local_cost="sqeuclidean") ** 0.5,
        lambda: dtaidistance_dtw.distance_fast(x, y),
        lambda: d2ke_by_definition.dtw(x, y, "sqeuclidean"),
        calls=100,
    )


def hausdorff():
    x, y = np.random.default_rng(1).normal(size=(2, 20, 128))

    def by_scipy():
        D = scipy_cdist(x, y)
        return max(D.min(axis=1).mean(), D.min(axis=0).mean())

    return Case(
        lambda: modified_hausdorff(x, y),
        by_scipy,
        lambda: d2ke_by_definition.modified_hausdorff(x, y),
        calls=100,
    )


def global_alignment():
    (x,), (y,) = (data.noise(1, 50, 1, seed) for seed in (1, 2))
    few = x[:FEW], y[:FEW]
    return Case(
        lambda: global_alignment_kernel([x], [y], 2.0)[0, 0],
        lambda: gak(x, y, sigma=2.0),
        lambda: sfm_by_definition.global_alignment_kernel_by_recursion(*few, 2.0),
        share=FEW**2 / 50**2,
        calls=10,
        entrywise=True,
    )


def local_alignment():
    X, Y = (data.uniform(1, data.AMINO_ACIDS, 50, seed) for seed in (1, 2))
    few, scores = (X[0][:FEW], Y[0][:FEW]), blosum62()
    return Case(
        lambda: local_alignment_kernel(X, Y),
        lambda: loops.local_alignment(X, Y, AMINO_ACIDS, scores),
        lambda: sfm_by_definition.local_alignment_log_kernel(*few),
        share=FEW**2 / 50**2,
        calls=10,
    )


class Imports(Ratios):
    """Processes that import, over a process that imports NumPy; what is compiled is kept."""

    peer_name = "import numpy"
    params = (["d2ke", "sfm", "idealized", "kcr"],)

    def setup_cache(self):
        with TemporaryDirectory() as compiled:
            environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)

            def python(code):
                command = [sys.executable, "-c", code]
                return lambda: subprocess.run(command, check=True, env=environment)

            numpy = python("import numpy")
            figures = {}
            for package in self.params[0]:
                ours = python(f"from gramcheck.reference import {package}")
                ours(), numpy()  # which compile
                figures[package] = quartiles(turns(ours, numpy, repeats=7))
        return figures
