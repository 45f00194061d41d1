"""Compiles whole CUDA programs, runs them on the SIMT machine, and reads their reports."""
