"""Wrong implementations of SFM."""
