"""Compares two versions of a CUDA file: what each line's cost and each kernel's time became."""
