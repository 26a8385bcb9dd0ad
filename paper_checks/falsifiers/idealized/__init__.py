"""What is wrong on purpose for the claims of the idealized kernels, module by module."""
