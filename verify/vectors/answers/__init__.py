"""Answers under the names of the public arguments, out of the definitions of single ones."""
