"""The labs' reference solutions beside the libraries that a user would take, on one GPU, in turns.

programs/libraries.cu and what it is linked with run CUB and cuBLAS; library_problems.py runs PyTorch.
"""
