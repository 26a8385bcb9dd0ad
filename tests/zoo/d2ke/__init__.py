"""Wrong implementations of D2KE."""
