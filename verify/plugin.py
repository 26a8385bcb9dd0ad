"""Pytest front of the conformance suite."""
