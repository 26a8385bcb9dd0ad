"""Experiments of D2KE: tasks, systems, protocol."""
