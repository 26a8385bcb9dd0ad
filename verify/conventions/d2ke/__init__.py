"""D2KE: what implementations do instead."""
