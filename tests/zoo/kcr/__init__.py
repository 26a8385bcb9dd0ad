"""Wrong implementations of KCR."""
