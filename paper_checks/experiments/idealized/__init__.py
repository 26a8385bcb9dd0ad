"""Experiments of idealized kernels: tasks, systems, protocol."""
