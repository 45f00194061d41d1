"""The labs' kernels beside PyTorch's, on one GPU: strided reads and transposes, in turns, and plotted.

Optional: it needs PyTorch (requirements/pytorch.txt), which nothing else in the course does.
"""
