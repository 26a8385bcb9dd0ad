"""Every numbered statement of KCR and every erratum C1 ... C19, one module a part."""
