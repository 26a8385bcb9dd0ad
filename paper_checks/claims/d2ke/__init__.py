"""Every numbered statement of D2KE and every erratum D1 ... D23, one module a part."""
