"""Wrong implementations of idealized kernels."""
