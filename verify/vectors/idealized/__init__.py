"""Cases of the test vectors of idealized kernels; one module a section."""
