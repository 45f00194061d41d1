"""Measuring on a GPU, with a fake one, a fake profiler and a fake PyTorch."""
