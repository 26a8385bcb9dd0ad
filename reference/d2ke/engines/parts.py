"""How a collection is divided into the parts that are worked on together."""

from __future__ import annotations


def even(count: int, most: int) -> int:
    """The size of the first of as few parts as possible, none above ``most``, of about one size."""
    return -(-count // -(-count // most))
