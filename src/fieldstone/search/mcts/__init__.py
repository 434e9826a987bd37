"""Monte Carlo tree search: the tree, the choice among moves, simulations, batches for networks."""
