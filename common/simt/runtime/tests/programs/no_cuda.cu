// A program that calls nothing of CUDA, with a kernel that it never launches: it ends as it would.
#include <cstdio>

__global__ void never(int* out) { *out = 1; }

int main(int argc, char** argv) {
  std::printf("%d words, the last is %s\n", argc, argv[argc - 1]);
  return 3;
}
