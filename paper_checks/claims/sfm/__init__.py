"""Every numbered statement of SFM, each erratum S1 ... S26 beside what it corrects."""
