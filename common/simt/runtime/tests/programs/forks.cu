// A child of a program that has used CUDA cannot; one of a program that has not can.
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

__global__ void fill(int* out) { out[threadIdx.x] = 7; }

int use_cuda() {
  int* memory = nullptr;
  int back[32] = {};
  const cudaError_t error = cudaMalloc(&memory, sizeof back);
  if (error != cudaSuccess) return error;
  fill<<<1, 32>>>(memory);
  cudaMemcpy(back, memory, sizeof back, cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return back[31] == 7 ? 0 : 99;
}

int in_child() {
  const pid_t child = fork();
  if (child == 0) _exit(use_cuda());
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main() {
  std::printf("child before: %d\n", in_child());
  std::printf("parent: %d\n", use_cuda());
  std::printf("child after: %d\n", in_child());
  return 0;
}
