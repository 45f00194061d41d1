// What the compiler's own code calls before main() and after it: clang's CUDA front end puts it into each
// object file (clang/lib/CodeGen/CGCUDANV.cpp).
#include <cstdio>
#include <cstdlib>

#include "state/runtime.h"

// The section of __managed__ variables (simt_qualifiers.h), as the linker names its ends. None: no program's
// variable is one.
extern "C" {
[[gnu::weak]] extern const char __start_simt_managed;
[[gnu::weak]] extern const char __stop_simt_managed;
}

namespace {

// The argument of __cudaRegisterFatBinary.
struct FatBinary {
  int magic;
  int version;
  const void* bytes;
  void* unused;
};

cudart::Modules& modules() { return cudart::Runtime::get().modules(); }

const simt::Module* module_of(void** handle) { return reinterpret_cast<const simt::Module*>(handle); }

bool is_managed(const char* shadow) {
  return &__start_simt_managed != nullptr && shadow >= &__start_simt_managed && shadow < &__stop_simt_managed;
}

// The host's variable becomes the one that the program sees.
void share_with_host(char* shadow) {
  const simt::Variable variable = modules().find_variable(shadow);
  if (variable.address == nullptr) return;  // no kernel uses it
  cudart::Runtime::get().mirrors().add_variable(shadow, variable.address, variable.bytes);
  modules().add_managed(shadow, variable.bytes);
}

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
  if (is_managed(shadow)) share_with_host(shadow);
}
}
