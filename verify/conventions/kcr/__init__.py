"""KCR: what implementations do instead."""
