"""What several adapters need."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def only(distance: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a ``cdist`` of a function that knows one distance; it lacks the others and options."""

    def limited(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def cdist(X: Any, Y: Any, wanted: Any, **options: Any) -> Any:
            if wanted != distance:
                raise NotImplementedError(
                    f"distance {wanted if isinstance(wanted, str) else 'of mine'}"
                )
            return function(X, Y, **options)

        return cdist

    return limited


def pair_by_pair(distance: Callable[..., Any]) -> Callable[..., Any]:
    """All pairs by a function of two objects."""
    import numpy as np

    return lambda X, Y, **options: np.array([[distance(x, y, **options) for y in Y] for x in X])


def rows(x: Any) -> Any:
    """A series or set as rows of channels; a vector is one channel."""
    import numpy as np

    return np.asarray(x, dtype=float).reshape(len(x), -1)
