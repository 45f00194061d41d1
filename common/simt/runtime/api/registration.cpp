// What the compiler's own code calls before main() and after it: clang's CUDA front end puts it into each
// object file (clang/lib/CodeGen/CGCUDANV.cpp).
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>

#include "api/whole_runtime.h"
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

// What a handle points to: a module and, where several files' kernels are linked into one, the file's suffix (device_link.h).
struct Registered {
  const simt::Module* module;
  std::string suffix;
};

const Registered& registered(void** handle) { return *reinterpret_cast<const Registered*>(handle); }

void** handle_of(const simt::Module* module, const std::string& suffix) {
  static auto* const all =
      new std::deque<Registered>;  // NOLINT: destructors that run later may launch kernels
  all->push_back({module, suffix});
  return reinterpret_cast<void**>(&all->back());
}

bool is_managed(const char* shadow) {
  return &__start_simt_managed != nullptr && shadow >= &__start_simt_managed && shadow < &__stop_simt_managed;
}

// The other files of the runtime.
[[gnu::used]] constexpr std::array kLinked{
    &cudart::link_array_api,  &cudart::link_copy_api,    &cudart::link_device_api,
    &cudart::link_driver_api, &cudart::link_error_names, &cudart::link_function_api,
    &cudart::link_graph_api,  &cudart::link_launch_api,  &cudart::link_memory_api,
    &cudart::link_pool_api,   &cudart::link_process_api, &cudart::link_stream_api,
    &cudart::link_texture_api};

// The file of NVIDIA's runtime, if the dynamic linker has found CUDA's functions there first: a shared library with kernels, in a
// program that was linked with NVIDIA's libcudart.so before it. Empty: the functions are simtcc's, whose libcudart.so is never loaded.
std::string runtime_of_nvidia() {
  Dl_info found{};
  if (dladdr(reinterpret_cast<const void*>(&cudaLaunchKernel), &found) == 0) return "";
  const std::string file = found.dli_fname;
  return file.find("libcudart.so", file.rfind('/') + 1) == std::string::npos ? "" : file;
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
#pragma GCC visibility push(default)  // one runtime for a program and its shared libraries

void** __cudaRegisterFatBinary(const void* wrapper) try {
  return handle_of(modules().load(static_cast<const FatBinary*>(wrapper)->bytes), "");
} catch (const std::exception& error) {
  std::fprintf(stderr, "SIMT machine: %s\n", error.what());
  std::_Exit(2);  // it could not run
}

void** simt_register_part(void** handle, const char* suffix) {
  return handle_of(registered(handle).module, suffix);
}

// simt_own_runtime.h
void this_object_needs_the_libcudart_of_simtcc() {
  const std::string file = runtime_of_nvidia();
  if (file.empty()) return;
  std::fprintf(
      stderr,
      "SIMT machine: CUDA's functions come from %s here, NVIDIA's runtime, which cannot launch kernels "
      "that simtcc compiled: link the program with simtcc's libcudart instead, or with none\n",
      file.c_str());
  std::_Exit(2);  // it could not run
}

void __cudaRegisterFatBinaryEnd(void**) {}

// Modules stay: destructors that run later may launch kernels.
void __cudaUnregisterFatBinary(void**) {}

int __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*,
                           void*, int*) {
  modules().add_kernel(registered(handle).module, stub, name, registered(handle).suffix);
  return 0;
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, std::size_t, int, int) {
  modules().add_variable(registered(handle).module, shadow, name, registered(handle).suffix);
  if (is_managed(shadow)) share_with_host(shadow);
}
#pragma GCC visibility pop
}
