"""How a run is made: what there is to do, who does it, here or on a cluster, what came of it."""
