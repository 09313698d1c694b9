"""Proof that the vectors bite: a model changed in every way that matters, and for each change the vector that tells."""
