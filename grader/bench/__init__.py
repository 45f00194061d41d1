"""Benchmarks of the grader; run by hand, recorded in docs/measurements/."""
