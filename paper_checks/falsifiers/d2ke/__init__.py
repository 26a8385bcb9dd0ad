"""What flips the verdicts of D2KE's claims; modules as in `claims.d2ke`."""
