"""Measures the labs on a GPU, and writes the record that the handbook quotes."""
