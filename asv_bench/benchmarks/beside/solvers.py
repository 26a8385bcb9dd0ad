"""Step 3 of Algorithm 1, nearest neighbors, and the papers' programs beside solvers."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC, LinearSVC

from gramcheck.reference.d2ke import feature_map, fit, knn_predict, liblinear_C, random_strings
from gramcheck.reference.idealized import learn_metric
from gramcheck.reference.kcr import gaussian_kernel, solve_by_splitting
from gramcheck.verify.definitions import d2ke as by_definition

from . import programs
from .idealized import CONSTANTS, problem
from .kcr import patterns
from .side_by_side import Beside, Case


def labeled_features():
    """1000 strings in 256 features of unit size on average, and labels with noise."""
    rng = np.random.default_rng(2)
    X = random_strings(1000, "ACGT", (40, 60), rng)
    phi = feature_map(X, random_strings(256, "ACGT", (2, 50), rng), 0.1, "levenshtein")
    signal = np.array([x.count("AC") - x.count("GT") for x in X])
    y = np.where(signal + rng.normal(size=len(X)) > 0, 1.0, -1.0)
    return phi / np.sqrt(np.mean(np.sum(phi**2, axis=1))), y


def linear_model(loss, n, mu):
    """Scikit-learn's fastest for the loss at this penalty."""
    C = liblinear_C(n, mu)
    if loss == "squared":
        return Ridge(alpha=n * mu / 2, fit_intercept=False)
    if loss == "logistic":
        solver = "newton-cg" if mu < 1e-2 else "lbfgs"
        return LogisticRegression(
            C=C, fit_intercept=False, solver=solver, tol=1e-8, max_iter=10_000
        )
    if loss == "hinge, intercept":
        return SVC(C=C, kernel="linear", tol=1e-6, cache_size=500)
    return LinearSVC(
        C=C, loss=loss, dual=loss == "hinge", fit_intercept=False, tol=1e-8, max_iter=3000
    )


class Fits(Beside):
    """Step 3 of Algorithm 1 on 1000 strings and 256 features, ours certified to 1e-9."""

    peer_name = "scikit-learn"
    note = (
        "Ridge; L-BFGS or Newton-CG, whichever is faster; LIBLINEAR; with an intercept LIBSVM. "
        "Differences are of the weights. At mu = 1e-06 LIBLINEAR's hinge does not converge: it is "
        "stopped after 3000 passes."
    )
    params = (
        [
            f"{loss}, mu = {mu:g}"
            for loss in ("squared", "logistic", "squared_hinge", "hinge", "hinge, intercept")
            for mu in (1e-6, 1e-3, 3e-3, 1e-2, 1e-1)
            if mu > 1e-6 or "intercept" not in loss
        ],
    )

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        loss, penalty = name.split(", mu = ")
        mu, (phi, y) = float(penalty), labeled_features()
        model, intercept = linear_model(loss, len(y), mu), "intercept" in loss

        def peer():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                model.fit(phi, y)
            weights = np.ravel(model.coef_)
            return np.append(weights, model.intercept_) if intercept else weights

        return Case(
            ours=lambda: fit(phi, y, mu, loss.split(", ")[0], intercept),
            peer=peer,
        )


class NearestNeighbors(Beside):
    """Labels of 2000 objects by their five nearest of 2000; integers as Levenshtein's have ties."""

    peer_name = "scikit-learn"
    note = (
        "Of equally distant objects ours takes the first, scikit-learn any: on integers some "
        "labels differ."
    )
    params = (["reals", "integers"],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        points = np.random.default_rng(1).normal(size=(2000, 5))
        D = np.linalg.norm(points[:, None] - points, axis=2)
        if name == "integers":
            D = np.round(6 * D)
        y = np.sum(points[:, :2] > 0, axis=1)
        model = KNeighborsClassifier(5, metric="precomputed", algorithm="brute").fit(D, y)
        few = D[:2].tolist()
        return Case(
            ours=lambda: knn_predict(D, y, 5),
            peer=lambda: model.predict(D),
            plain=lambda: by_definition.knn_predict(few, y, 5),
            share=len(few) / len(D),
            passes=2 * D.size,
        )


class IdealizedMetric(Beside):
    """The program (14)-(16) given to solvers, its Hessian factored if that is faster."""

    peer_name = "Clarabel, OSQP"
    sizes = {"300 pairs, p = 11": (300, 60, 11), "700 pairs, p = 35": (700, 120, 35)}
    params = ([f"{size}, {peer}" for size in sizes for peer in ("Clarabel", "OSQP")],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        size, peer = name.rsplit(", ", 1)
        n_pairs, n, p = self.sizes[size]
        X, S, D = problem(n_pairs, n, p, seed=1)
        solve = programs.by_clarabel if peer == "Clarabel" else programs.by_osqp
        return Case(
            ours=lambda: learn_metric(X, S, D, **CONSTANTS).matrix,
            peer=lambda: solve(X, S, D, **CONSTANTS),
        )


class KernelClassificationRule(Beside):
    """Program (9), n = 20; the error is that of the objective."""

    peer_name = "Clarabel, SCS"
    solvers = {"Clarabel": programs.rule_by_clarabel, "SCS": programs.by_scs}
    params = ([f"n = 20, lambda = 1, {peer}" for peer in solvers],)

    def setup_cache(self):
        return self.figures()

    def case(self, name):
        lam, solve = 1.0, self.solvers[name.rsplit(", ", 1)[1]]
        X, y = patterns(20)
        K = gaussian_kernel(X)
        return Case(
            ours=lambda: solve_by_splitting(K, y, lam).objective,
            peer=lambda: solve(K, y, lam),
        )
