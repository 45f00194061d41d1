// A program that ends in the way that its first argument names: grader/tests/program/test_run_program.py.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void copy(const int* in, int* out, int stride, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n) out[i] = in[i];
}

__global__ void spin(int* flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
}

int deep(volatile int* from, int n) {
  volatile int own[256] = {};
  own[n % 256] = *from;
  return n < 0 ? 0 : deep(own, n + 1) + own[0];
}

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  const int n = 4096;
  int *in, *out;
  if (how == "early") abort();
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  cudaMemset(out, 0, n * sizeof(int));
  if (how != "nothing") copy<<<n / 256, 256>>>(in, out, 1, n);
  std::printf("running\n");
  std::fflush(stdout);
  volatile int zero = 0;
  if (how == "exit") exit(7);
  if (how == "quick_exit") quick_exit(8);
  if (how == "_exit") sleep(2), _exit(9);
  if (how == "segv") *reinterpret_cast<volatile int*>(8) = 1;
  if (how == "pointer") std::printf("%d\n", in[0]);
  if (how == "abort") abort();
  if (how == "throw") throw 1;
  if (how == "fpe") std::printf("%d\n", n / zero);
  if (how == "stack") std::printf("%d\n", deep(&zero, 0));
  if (how == "spin") spin<<<1, 32>>>(out);
  if (how == "wait") pause();
  if (how == "many") for (int i = 0; i < 20000; ++i) copy<<<1, 32>>>(in, out, 1, n);
  if (how == "loop") for (;;) copy<<<1, 32>>>(in, out, 1, n);
  if (how == "file") return fopen("missing.txt", "r") == nullptr ? 4 : 0;
  if (how == "own") signal(SIGTERM, [](int) { exit(5); }), raise(SIGTERM);
  if (how == "moved" && chdir("/") != 0) return 1;
  if (how == "fork") {
    if (fork() == 0) exit(0);
    wait(nullptr);
  }
  if (how == "echo") {
    char word[16];
    if (scanf("%15s", word) == 1) std::printf("read %s\n", word);
  }
  if (how == "sweep") for (int stride = 1; stride <= 8; ++stride) copy<<<n / 256, 256>>>(in, out, stride, n);
  cudaFree(in);
  cudaFree(out);
}
