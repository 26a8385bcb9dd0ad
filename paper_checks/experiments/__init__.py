"""The papers' experiments: protocols, systems under comparison, and preparation of data."""
