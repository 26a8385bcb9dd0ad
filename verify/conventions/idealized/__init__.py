"""Idealized kernels: what implementations do instead."""
