"""Every numbered statement of SFM and every erratum S1 ... S26, one module a part."""
