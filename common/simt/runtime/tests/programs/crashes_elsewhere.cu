// Errors in functions that are not the program's own, each named by an argument.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <regex>
#include <string>

void follow(void*) {
  char* volatile nowhere = nullptr;
  std::printf("%zu\n", std::strlen(nowhere));  // line 12
}

int main(int, char** words) {
  const std::string mistake = words[1];
  char* memory = nullptr;
  if (cudaMalloc(&memory, 1024) != cudaSuccess) return 2;
  cudaMemset(memory, 0, 1024);
  char own[1024] = {};
  const std::string long_text(200000, 'a');
  if (mistake == "memcpy") std::memcpy(own, memory, sizeof own);                           // line 22
  if (mistake == "printf") std::printf("%s\n", memory);                                    // line 23
  if (mistake == "strlen") follow(nullptr);                                                // line 24
  if (mistake == "callback") cudaLaunchHostFunc(nullptr, follow, own);                     // line 25
  if (mistake == "runtime") cudaGetDevice(reinterpret_cast<int*>(0x10));                   // line 26
  if (mistake == "string") std::puts(std::string(reinterpret_cast<char*>(0x10)).c_str());  // line 27
  if (mistake == "sort") std::sort(own, own + (1 << 30));                                  // line 28
  if (mistake == "sort_of_device") std::sort(memory, memory + 1024);                       // line 29
  if (mistake == "regex") return std::regex_match(long_text, std::regex("(a|b)*"));        // line 30
  return own[7];
}
