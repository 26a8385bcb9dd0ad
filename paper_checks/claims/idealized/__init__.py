"""Every numbered statement of the idealized kernels and every erratum K1 ... K19."""
