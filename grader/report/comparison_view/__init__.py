"""What became of two versions of a CUDA file, as text and as a page."""
