"""Engines of D2KE: what serves speed, digits and certificates, called from the section modules.

Each agrees with the formula of the section that calls it; the tests hold them to that.
"""
