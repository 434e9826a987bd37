"""Networks that learn to play: `fieldstone train`. What computes gradients is JAX, of the extra `train`."""
