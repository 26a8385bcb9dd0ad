"""Chain codes of digit images: the strings of D2KE's Table 2 (bit-str4, mnist-str4, mnist-str8).

The paper names the data but not the tracing, and no public copy of the strings is known. Here a
string is the outer contour of the largest 8-connected component of the thresholded image,
counterclockwise from the lower edge of its last pixel in reading order, in Freeman's directions:

* 4 directions (0 east, 1 north, 2 west, 3 south): the *crack code*, one letter for each pixel edge
  of the contour, with the figure on the left;
* 8 directions (0 east, 1 northeast, ..., 7 southeast): one letter for each step from border pixel
  to border pixel. It follows from the crack code turn by turn, see :func:`eight_directions`.
"""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from gramcheck.reference.types import AnyArray, Booleans

# steps (row, column) of the 4 directions; the corner (r, c) lies above and left of the pixel (r, c)
STEPS_4 = ((0, 1), (-1, 0), (0, -1), (1, 0))
# the pixels ahead on the left and ahead on the right of a walker at a corner, for each direction
_AHEAD_LEFT = ((-1, 0), (-1, -1), (0, -1), (0, 0))
_AHEAD_RIGHT = ((0, 0), (-1, 0), (-1, -1), (0, -1))


def chain_code(image: AnyArray, threshold: float, directions: int = 4) -> str:
    """Outer contour of the figure ``image >= threshold`` as a string of digits.

    Parameters
    ----------
    image : (height, width) gray values
    threshold : smallest gray value that belongs to the figure
    directions : 4 or 8

    Raises
    ------
    ValueError
        An image without a figure, or a number of directions other than 4 and 8.
    """
    if directions not in (4, 8):
        raise ValueError(f"directions must be 4 or 8, got {directions!r}")
    mask = largest_component(np.asarray(image) >= threshold)
    crack = crack_code(mask)
    return "".join(map(str, crack if directions == 4 else eight_directions(crack)))


def largest_component(mask: Booleans) -> Booleans:
    """Largest 8-connected component; the first in reading order among equals."""
    numbered, count = ndimage.label(mask, structure=np.ones((3, 3)))
    if count == 0:
        raise ValueError("image must have a pixel at or above the threshold, got none")
    return numbered == 1 + np.argmax(np.bincount(numbered.ravel())[1:])


def crack_code(mask: Booleans) -> list[int]:
    """Pixel edges around an 8-connected figure, counterclockwise, the figure on the left."""
    figure = np.pad(mask, 1).tolist()
    row, column = (int(axis[-1]) + 1 for axis in np.nonzero(mask))
    # the lower left corner of the last pixel: nothing of the figure lies below, so east is an edge
    start = corner = (row + 1, column)
    direction = 0
    code: list[int] = []
    while not code or corner != start or direction != 0:
        code.append(direction)
        corner = (corner[0] + STEPS_4[direction][0], corner[1] + STEPS_4[direction][1])
        if _figure_at(figure, corner, _AHEAD_RIGHT[direction]):
            direction = (direction - 1) % 4  # right first: it is what joins diagonal neighbors
        elif not _figure_at(figure, corner, _AHEAD_LEFT[direction]):
            direction = (direction + 1) % 4
    return code


def eight_directions(crack: list[int]) -> list[int]:
    """Steps between border pixels, from the edges around them.

    The border pixel is the one on the left of the edge. A left turn stays at the pixel, straight on
    leads to the next pixel in the same direction, a right turn to the diagonal one on the right.
    """
    edges = np.asarray(crack)
    turn = (np.roll(edges, -1) - edges) % 4  # 0 straight on, 1 left, 3 right
    return ((2 * edges - (turn == 3)) % 8)[turn != 1].tolist()


def _figure_at(figure: list[list[bool]], corner: tuple[int, int], offset: tuple[int, int]) -> bool:
    return figure[corner[0] + offset[0]][corner[1] + offset[1]]
