"""SFM: what implementations do instead."""
