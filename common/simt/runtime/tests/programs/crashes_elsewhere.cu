// Errors in functions that are not the program's own, each named by an argument.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <string>

void follow(void*) {
  char* volatile nowhere = nullptr;
  std::printf("%zu\n", std::strlen(nowhere));  // line 10
}

int main(int, char** words) {
  const std::string mistake = words[1];
  char* memory = nullptr;
  if (cudaMalloc(&memory, 1024) != cudaSuccess) return 2;
  cudaMemset(memory, 0, 1024);
  char own[1024] = {};
  if (mistake == "memcpy") std::memcpy(own, memory, sizeof own);          // line 19
  if (mistake == "printf") std::printf("%s\n", memory);                   // line 20
  if (mistake == "strlen") follow(nullptr);                               // line 21
  if (mistake == "callback") cudaLaunchHostFunc(nullptr, follow, own);    // line 22
  if (mistake == "runtime") cudaGetDevice(reinterpret_cast<int*>(0x10));  // line 23
  return own[7];
}
