"""D2KE: From Distance to Kernel and Embedding (Wu, Yen, Xu, Ravikumar, Witbrock 2018)."""
