"""Checks of idealized kernels (Kwok and Tsang 2003), one module a subject."""
