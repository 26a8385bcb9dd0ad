"""Every numbered statement of D2KE and every erratum D1 ... D22, one module a part."""
