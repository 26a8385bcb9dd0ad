"""Checks of SFM (Tabei, Yamanishi, Pagh 2019), one module a subject."""
