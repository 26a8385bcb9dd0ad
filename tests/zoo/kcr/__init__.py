"""Faults of KCR, each with the claims that exist for it."""

from tests.zoo import changed


def kcr(right, **functions):
    """``right`` with some functions replaced."""
    return changed(right, paper="kcr", **functions)


def result_becomes(right, name, form):
    """One function, whose result is ``form(the right result, *arguments given by place)``."""

    def function(*args, **how):
        return form(right.get(f"kcr.{name}")(*args, **how), *args)

    return kcr(right, **{name: function})


def asked_for(right, name, **other):
    """One function, some of whose options are functions of all that are given."""

    def function(*args, **how):
        how |= {option: form(how) for option, form in other.items()}
        return right.get(f"kcr.{name}")(*args, **how)

    return kcr(right, **{name: function})
