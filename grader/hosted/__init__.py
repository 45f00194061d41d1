"""Grades one submission where another service calls: Gradescope, GitHub."""
