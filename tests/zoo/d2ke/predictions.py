"""Wrong predictions, class labels and parameters of Algorithm 1."""

from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, wrong

PREDICT = "d2ke/algorithm-1-predict"
CLASSES = "d2ke/algorithm-1-classes"


def parameter_becomes(right: Target, form: Callable[[int, float], float]) -> Target:
    """LIBLINEAR's C as ``form(n, mu)``."""
    return changed(right, liblinear_C=form)


@wrong(killed_by="d2ke/liblinear-c")
def liblinear_parameter_inverted(right):
    """C = n mu."""
    return parameter_becomes(right, lambda n, mu: n * mu)


@wrong(killed_by="d2ke/liblinear-c")
def liblinear_parameter_without_n(right):
    """C = 1 / mu."""
    return parameter_becomes(right, lambda n, mu: 1 / mu)


@wrong(killed_by="d2ke/liblinear-c")
def liblinear_parameter_halved(right):
    """C = 1 / (2 n mu), as for a penalty mu ||w||^2."""
    return parameter_becomes(right, lambda n, mu: 1 / (2 * n * mu))


@wrong(killed_by=PREDICT)
def predict_without_the_intercept(right):
    """Forgets b."""

    def predict(phi, weights):
        return right.d2ke.predict(phi, np.asarray(weights)[..., : phi.shape[1]])

    return changed(right, predict=predict)


@wrong(killed_by=PREDICT)
def predict_with_the_intercept_first(right):
    """(b, w) for (w, b)."""

    def predict(phi, weights):
        extra = np.shape(weights)[-1] > phi.shape[1]
        return right.d2ke.predict(phi, np.roll(weights, -1, axis=-1) if extra else weights)

    return changed(right, predict=predict)


@wrong(killed_by=PREDICT)
def predict_with_one_row_a_class(right):
    """(C, n) for (n, C)."""
    return changed(right, predict=lambda phi, weights: right.d2ke.predict(phi, weights).T)


@wrong(killed_by=PREDICT)
def predict_signs(right):
    """The sign of the value."""
    return changed(right, predict=lambda phi, weights: np.sign(right.d2ke.predict(phi, weights)))


@wrong(killed_by=CLASSES)
def classes_in_order_of_appearance(right):
    """Not sorted."""

    def one_vs_rest(phi, y, mu, loss="squared", intercept=False):
        classes, weights = right.d2ke.one_vs_rest(phi, y, mu, loss, intercept)
        order = np.argsort([list(y).index(c) for c in classes])
        return classes[order], weights[order]

    return changed(right, one_vs_rest=one_vs_rest)


@wrong(killed_by=CLASSES)
def two_classes_in_one_row(right):
    """One function for two classes, as scikit-learn has it."""

    def one_vs_rest(phi, y, mu, loss="squared", intercept=False):
        classes, weights = right.d2ke.one_vs_rest(phi, y, mu, loss, intercept)
        return classes, weights[1:] if len(classes) == 2 else weights

    return changed(right, one_vs_rest=one_vs_rest)


@wrong(killed_by=CLASSES)
def one_against_zero(right):
    """The rest has the label 0 in the squared loss."""

    def one_vs_rest(phi, y, mu, loss="squared", intercept=False):
        classes = np.unique(y)
        low = 0.0 if loss == "squared" else -1.0
        rows = [
            right.d2ke.fit(phi, np.where(y == c, 1.0, low), mu, loss, intercept) for c in classes
        ]
        return classes, np.array(rows)

    return changed(right, one_vs_rest=one_vs_rest)


@wrong(killed_by=CLASSES)
def last_of_equal_values(right):
    """A tie goes to the last class."""

    def predict_classes(phi, classes, weights):
        values = right.d2ke.predict(phi, weights)[:, ::-1]
        return np.asarray(classes)[::-1][np.argmax(values, axis=1)]

    return changed(right, predict_classes=predict_classes)


@wrong(killed_by=CLASSES)
def index_of_the_class(right):
    """Its number instead of its label."""

    def predict_classes(phi, classes, weights):
        return np.argmax(right.d2ke.predict(phi, weights), axis=1)

    return changed(right, predict_classes=predict_classes)
