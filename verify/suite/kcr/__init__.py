"""Checks of KCR (Sriperumbudur, Lang, Lanckriet 2008), one module a subject."""
