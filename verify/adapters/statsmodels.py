"""statsmodels: ridge regression, its regularized fit of least squares without the L1 part."""

from statsmodels.api import OLS

distributions = ("statsmodels",)


class d2ke:
    """Section 3, Algorithm 1."""

    @staticmethod
    def fit(phi, y, mu, loss="squared"):
        """Half the mean of squares and half the penalty times alpha: alpha is mu / 2."""
        if loss != "squared":
            raise NotImplementedError("loss")
        return OLS(y, phi).fit_regularized(alpha=mu / 2, L1_wt=0.0).params
