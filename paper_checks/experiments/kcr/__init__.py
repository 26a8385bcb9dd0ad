"""Experiments of KCR: tasks, systems, protocol."""
