"""Random well-defined kernels, compiled by simtcc and as host C++, whose results must be equal."""
