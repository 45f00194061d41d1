"""Measures hardware: what kernels, libraries and the checks themselves reach on a GPU. Grades nobody."""
