"""Runs single kernels of any file on the SIMT machine, and counts their accesses."""
