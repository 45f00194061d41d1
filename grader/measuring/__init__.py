"""Measures the labs on a GPU, beside libraries too, and writes the record that the handbook quotes."""
