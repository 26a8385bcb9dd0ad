"""KCR: Metric Embedding for Kernel Classification Rules (Sriperumbudur, Lang, Lanckriet 2008).

====================  ==========  ==================================================
module                section     holds
====================  ==========  ==================================================
experiment            5           the Gaussian kernel and the balance data
====================  ==========  ==================================================
"""

from reference.kcr.experiment import balance_scale, gaussian_kernel

__all__ = ["balance_scale", "gaussian_kernel"]
