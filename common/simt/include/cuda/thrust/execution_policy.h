#error \
    "SIMT machine: <thrust/execution_policy.h> is not supported: call it from a program of its own, compiled by nvcc"
