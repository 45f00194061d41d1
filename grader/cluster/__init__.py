"""Spreads the grading of a class over a Slurm cluster."""
