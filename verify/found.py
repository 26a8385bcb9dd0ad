"""What is known of a check while it is judged."""

from __future__ import annotations

from dataclasses import dataclass

from gramcheck.verify.record import Outcome


@dataclass
class Found:
    """The outcome that speaks for all, and how it was found."""

    outcome: Outcome | None = None  # the worst; the smallest failing one once there is any
    example: str = ""  # its arguments, when they were drawn and it fails
    tried: int = 0  # examples
    others: str = ""  # in words
    is_cut: bool = False  # time was up before all was tried
