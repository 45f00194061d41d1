#include "state/modules.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace cudart {
namespace {

// A module's length follows from its section headers, which the linker writes last.
std::size_t bytes_of_elf(const void* bytes) {
  Elf64_Ehdr header{};
  std::memcpy(&header, bytes, sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    throw simt::Error(
        "the program's kernels are not a module of the SIMT machine: compile it again with simtcc");
  }
  return header.e_shoff + std::size_t{header.e_shentsize} * header.e_shnum;
}

// Copies the module to a file in memory that remains open: dlopen() knows modules by their paths, and the
// path is the descriptor's. A debugger opens it as well, so that it must not be /proc/self.
std::string memory_file_of(const void* bytes) {
  const std::size_t size = bytes_of_elf(bytes);
  const int file = memfd_create("simt kernels", MFD_CLOEXEC);
  if (file < 0 || write(file, bytes, size) != static_cast<ssize_t>(size))
    throw simt::Error(std::string("cannot load the program's kernels: ") + std::strerror(errno));
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
}

// The message with the program or library that the bytes are a part of in place of the path, which says nothing to its user.
std::string with_program_for(const std::string& path, const void* bytes, std::string message) {
  Dl_info info{};
  if (dladdr(bytes, &info) == 0 || info.dli_fname == nullptr) return message;
  const std::string program = info.dli_fname;
  for (std::size_t at = 0; (at = message.find(path, at)) != std::string::npos; at += program.size())
    message.replace(at, path.size(), program);
  return message;
}

}  // namespace

const simt::Module* Modules::load(const void* bytes) {
  const std::string path = memory_file_of(bytes);
  try {
    return &modules_.emplace_back(path);
  } catch (const simt::Error& error) {
    throw simt::Error(with_program_for(path, bytes, error.what()));
  }
}

void Modules::add_kernel(const simt::Module* module, const void* stub, const std::string& name,
                         const std::string& suffix) {
  const simt::Kernel* const own = suffix.empty() ? nullptr : module->find(name + suffix);
  kernels_[stub] = {module, own == nullptr ? module->find(name) : own};
}

void Modules::add_variable(const simt::Module* module, const void* shadow, const std::string& name,
                           const std::string& suffix) {
  const simt::Variable own = suffix.empty() ? simt::Variable{} : module->find_symbol(name + suffix);
  variables_[shadow] = own.address == nullptr ? module->find_symbol(name) : own;
}

RegisteredKernel* Modules::find_kernel(const void* stub) {
  const auto found = kernels_.find(stub);
  return found == kernels_.end() || found->second.kernel == nullptr ? nullptr : &found->second;
}

simt::Variable Modules::find_variable(const void* shadow) const {
  const auto found = variables_.find(shadow);
  return found == variables_.end() ? simt::Variable{} : found->second;
}

bool Modules::is_variable(const void* address, std::size_t bytes) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const auto& [shadow, variable] : variables_) {
    const auto begin = reinterpret_cast<std::uintptr_t>(variable.address);
    if (at >= begin && at - begin <= variable.bytes && bytes <= variable.bytes - (at - begin)) return true;
  }
  return false;
}

simt::Variable Modules::variable_at(const void* address) const {
  const auto is_there = [address](const auto& entry) { return entry.second.address == address; };
  const auto found = std::find_if(variables_.begin(), variables_.end(), is_there);
  return found == variables_.end() ? simt::Variable{} : found->second;
}

}  // namespace cudart
