#include <cuda_fp16>  // says: write `#include <cuda_fp16.h>`
