"""Checks for implementations of D2KE; one module a subject."""
