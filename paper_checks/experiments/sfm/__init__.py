"""Experiments of SFM: tasks, systems, protocol."""
