"""The labs' reference solutions beside the libraries that a user would take, on one GPU, in turns.

libraries.cu and the files it is linked with hold CUB and cuBLAS; problems.py holds PyTorch.
"""
