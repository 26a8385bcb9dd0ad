"""Wrong predictions, class labels and parameters of Algorithm 1."""

from collections.abc import Callable

import numpy as np

from gramcheck.verify import Target
from tests.zoo import changed, faults, wrong

PREDICT = "d2ke/algorithm-1-predict"
CLASSES = "d2ke/algorithm-1-classes"


def parameter_becomes(right: Target, form: Callable[[int, float], float]) -> Target:
    """LIBLINEAR's C as ``form(n, mu)``."""
    return changed(right, liblinear_C=form)


wrong_parameter = faults(parameter_becomes, killed_by="d2ke/liblinear-c")

wrong_parameter("LIBLINEAR parameter inverted: C = n mu", lambda n, mu: n * mu)
wrong_parameter("LIBLINEAR parameter without n: C = 1 / mu", lambda n, mu: 1 / mu)
wrong_parameter(
    "LIBLINEAR parameter halved: C = 1 / (2 n mu), as for a penalty mu ||w||^2",
    lambda n, mu: 1 / (2 * n * mu),
)


@wrong("d2ke.predict", killed_by=PREDICT)
def predict_without_the_intercept(right, phi, weights):
    """Forgets b."""
    return right.d2ke.predict(phi, np.asarray(weights)[..., : phi.shape[1]])


@wrong("d2ke.predict", killed_by=f"{PREDICT} predictions_are_inner_products")
def predict_by_the_size_of_weights(right, phi, weights):
    """Whatever their sign."""
    return right.d2ke.predict(phi, np.abs(weights))


@wrong("d2ke.predict", killed_by=PREDICT)
def predict_with_the_intercept_first(right, phi, weights):
    """(b, w) for (w, b)."""
    extra = np.shape(weights)[-1] > phi.shape[1]
    return right.d2ke.predict(phi, np.roll(weights, -1, axis=-1) if extra else weights)


@wrong("d2ke.predict", killed_by=PREDICT)
def predict_with_one_row_a_class(right, phi, weights):
    """(C, n) for (n, C)."""
    return right.d2ke.predict(phi, weights).T


@wrong("d2ke.predict", killed_by=f"{PREDICT} predictions_are_inner_products")
def predict_one_object_without_an_axis(right, phi, weights):
    """(C,) for (1, C), and a number for (1,)."""
    values = right.d2ke.predict(phi, weights)
    return values[0] if len(values) == 1 else values


@wrong("d2ke.predict", killed_by=PREDICT)
def predict_signs(right, phi, weights):
    """The sign of the value."""
    return np.sign(right.d2ke.predict(phi, weights))


@wrong("d2ke.one_vs_rest", killed_by=CLASSES)
def classes_in_order_of_appearance(right, phi, y, mu, loss="squared", intercept=False):
    """Not sorted."""
    classes, weights = right.d2ke.one_vs_rest(phi, y, mu, loss, intercept)
    order = np.argsort([list(y).index(c) for c in classes])
    return classes[order], weights[order]


@wrong("d2ke.one_vs_rest", killed_by=CLASSES)
def two_classes_in_one_row(right, phi, y, mu, loss="squared", intercept=False):
    """One function for two classes, as scikit-learn has it."""
    classes, weights = right.d2ke.one_vs_rest(phi, y, mu, loss, intercept)
    return classes, weights[1:] if len(classes) == 2 else weights


@wrong("d2ke.one_vs_rest", killed_by=CLASSES)
def one_against_zero(right, phi, y, mu, loss="squared", intercept=False):
    """The rest has the label 0 in the squared loss."""
    classes = np.unique(y)
    low = 0.0 if loss == "squared" else -1.0
    rows = [right.d2ke.fit(phi, np.where(y == c, 1.0, low), mu, loss, intercept) for c in classes]
    return classes, np.array(rows)


@wrong("d2ke.predict_classes", killed_by=CLASSES)
def last_of_equal_values(right, phi, classes, weights):
    """A tie goes to the last class."""
    values = right.d2ke.predict(phi, weights)[:, ::-1]
    return np.asarray(classes)[::-1][np.argmax(values, axis=1)]


@wrong("d2ke.predict_classes", killed_by=CLASSES)
def index_of_the_class(right, phi, classes, weights):
    """Its number instead of its label."""
    return np.argmax(right.d2ke.predict(phi, weights), axis=1)
