// What the compiler's own code calls before main() and after it: clang's CUDA front end puts it into each
// object file (clang/lib/CodeGen/CGCUDANV.cpp).
#include <cstdio>
#include <cstdlib>

#include "runtime.h"

namespace {

// What __cudaRegisterFatBinary is given.
struct FatBinary {
  int magic;
  int version;
  const void* bytes;
  void* unused;
};

cudart::Modules& modules() { return cudart::Runtime::get().modules(); }

const simt::Module* module_of(void** handle) { return reinterpret_cast<const simt::Module*>(handle); }

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(const void* wrapper) try {
  const simt::Module* const module = modules().load(static_cast<const FatBinary*>(wrapper)->bytes);
  return reinterpret_cast<void**>(const_cast<simt::Module*>(module));
} catch (const std::exception& error) {
  std::fprintf(stderr, "SIMT machine: %s\n", error.what());
  std::_Exit(EXIT_FAILURE);
}

void __cudaRegisterFatBinaryEnd(void**) {}

// Modules stay: destructors that run later may launch kernels.
void __cudaUnregisterFatBinary(void**) {}

int __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*,
                           void*, int*) {
  modules().add_kernel(module_of(handle), stub, name);
  return 0;
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, std::size_t, int, int) {
  modules().add_variable(module_of(handle), shadow, name);
}
}
