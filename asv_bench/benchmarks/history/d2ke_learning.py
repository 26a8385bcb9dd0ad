"""Kernel, random features and Algorithm 1; beside peers: `beside.solvers`."""

import numpy as np
from sklearn.svm import LinearSVC

from gramcheck.reference.d2ke import (
    cdist,
    feature_map,
    fit,
    kernel,
    liblinear_C,
    objective,
    one_vs_rest,
    random_strings,
)

from .. import data, peers
from ..side_by_side import megabytes_beyond_output, ratio

GAMMA = 0.1


class Kernel:
    """Random-feature kernel (12) of 300 strings at R = 1024, beside a sum over features."""

    def setup(self):
        rng = np.random.default_rng(1)
        self.X = random_strings(300, data.DNA, (40, 60), rng)
        self.omegas = random_strings(1024, data.DNA, (2, 50), rng)

    def ours(self):
        return kernel(self.X, self.X, self.omegas, GAMMA, "levenshtein")

    def naive(self):
        Phi = feature_map(self.X, self.omegas, GAMMA, "levenshtein")
        return sum(np.outer(column, column) for column in Phi.T)

    def time_kernel(self):
        self.ours()

    def track_ratio_to_sum_over_features(self):
        return ratio(self.ours, self.naive)

    track_ratio_to_sum_over_features.unit = "ours / sum of outer products"

    def track_difference(self):
        return float(np.abs(self.ours() - self.naive()).max())

    track_difference.unit = "largest difference from the sum"
    track_difference.bound = 1e-8

    def track_memory_beyond_output(self):
        return megabytes_beyond_output(self.ours)

    track_memory_beyond_output.unit = "MB"


class Algorithm1:
    """Step 3; with the larger penalty the hinge loss has no point outside its margin."""

    param_names = ("loss", "mu")
    params = (["squared", "logistic", "squared_hinge", "hinge"], [1e-3, 1e-1])

    def setup(self, loss, mu):
        self.phi, self.y = data.labeled_features()

    def time_fit(self, loss, mu):
        fit(self.phi, self.y, mu, loss)

    def track_excess_over_liblinear(self, loss, mu):
        """How far our objective lies above the peer's; negative: ours is the better minimizer."""
        model = peers.linear_models(loss, len(self.y), mu)[0].fit(self.phi, self.y)
        weights = fit(self.phi, self.y, mu, loss), np.ravel(model.coef_)
        ours, peer = (objective(self.phi, self.y, w, mu, loss) for w in weights)
        return (ours - peer) / peer

    track_excess_over_liblinear.unit = "relative"
    track_excess_over_liblinear.bound = 1e-3


class OneVsRest:
    """Squared hinge, 20 classes of 1000 strings, a penalty so small that few points count.

    The peer has scikit-learn's default tolerance and passes, which may end before it is reached.
    """

    mu = 1e-8

    def setup(self):
        rng = np.random.default_rng(3)
        X = random_strings(1000, data.DNA, (40, 60), rng)
        phi = feature_map(X, random_strings(256, data.DNA, (2, 50), rng), GAMMA, "levenshtein")
        self.phi = phi / np.sqrt(np.mean(np.sum(phi**2, axis=1)))
        self.D = cdist(X, X[:20], "levenshtein")

    def ours(self, classes):
        y = self.D[:, :classes].argmin(axis=1)
        return one_vs_rest(self.phi, y, self.mu, "squared_hinge")[1]

    def peer(self, classes):
        y = self.D[:, :classes].argmin(axis=1)
        C = liblinear_C(len(y), self.mu)
        return LinearSVC(C=C, dual=False, fit_intercept=False).fit(self.phi, y).coef_

    def time_one_vs_rest(self):
        self.ours(classes=20)

    def track_excess_over_liblinear(self):
        ours, peer = self.total(self.ours(classes=5)), self.total(self.peer(classes=5))
        return (ours - peer) / peer

    track_excess_over_liblinear.unit = "relative, of five classes"
    track_excess_over_liblinear.bound = 1e-3

    def total(self, weights):
        """Sum of the objectives of all classes."""
        y = self.D[:, : len(weights)].argmin(axis=1)
        return sum(
            objective(self.phi, np.where(y == k, 1.0, -1.0), w, self.mu, "squared_hinge")
            for k, w in enumerate(weights)
        )
