"""Cases of the test vectors of SFM; one module a section."""
