"""What one call and one import cost."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

import numpy as np
from dtaidistance import dtw as dtaidistance_dtw
from tslearn.metrics import cdist_gak

from gramcheck.reference.d2ke import cdist, dtw
from gramcheck.reference.sfm import global_alignment_kernel
from gramcheck.verify.definitions import d2ke as d2ke_by_definition
from gramcheck.verify.definitions import sfm as sfm_by_definition

from . import data, peers
from .kernels import FEW
from .side_by_side import Beside, Case, Ratios, quartiles, turns


class SingleCalls(Beside):
    peer_name = "rapidfuzz, dtaidistance, tslearn"
    params = (["cdist 1 x 1", "dtw 20 x 20", "GAK 1 x 1 of 50"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        if name.startswith("cdist"):
            a, b = ["kitten"], ["sitting"]
            return Case(
                lambda: cdist(a, b, "levenshtein"),
                lambda: peers.rapidfuzz_matrix(a, b),
                lambda: d2ke_by_definition.levenshtein(*a, *b),
                calls=100,
            )
        if name.startswith("dtw"):
            x, y = np.random.default_rng(1).normal(size=(2, 20))
            return Case(
                lambda: dtw(x, y, local_cost="sqeuclidean") ** 0.5,
                lambda: dtaidistance_dtw.distance_fast(x, y),
                lambda: d2ke_by_definition.dtw(x, y, "sqeuclidean"),
                calls=100,
            )
        X, Y = (data.noise(1, 50, 1, seed) for seed in (1, 2))
        few = X[0][:FEW], Y[0][:FEW]
        return Case(
            lambda: global_alignment_kernel(X, Y, 2.0),
            lambda: cdist_gak(np.array(X), np.array(Y), sigma=2.0),
            lambda: sfm_by_definition.global_alignment_kernel_by_recursion(*few, 2.0),
            share=len(few[0]) * len(few[1]) / 50**2,
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
