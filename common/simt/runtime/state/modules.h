// The program's kernels and device variables, as its object files registered them before main().
#pragma once

#include <deque>
#include <map>
#include <string>

#include "contract/module_abi.h"
#include "simt/machine.h"

namespace cudart {

// One kernel, under the address of its stub in the host's code.
struct RegisteredKernel {
  const simt::Module* module = nullptr;
  const simt::Kernel* kernel = nullptr;
  std::size_t allowed_dynamic_shared = 0;  // set by cudaFuncSetAttribute; 0: not set

  std::size_t static_shared() const { return kernel->code->static_shared_bytes; }
  std::size_t dynamic_shared_limit() const {
    constexpr std::size_t kShared = std::size_t{48} * 1024;
    const std::size_t left = kShared > static_shared() ? kShared - static_shared() : 0;
    return allowed_dynamic_shared != 0 ? allowed_dynamic_shared : left;
  }
};

class Modules {
 public:
  // The bytes of one file's kernels. Throws simt::Error.
  const simt::Module* load(const void* bytes);

  // suffix: of the file's own names, where the module has several files' kernels. Names without it are all files'.
  void add_kernel(const simt::Module* module, const void* stub, const std::string& name,
                  const std::string& suffix = "");
  void add_variable(const simt::Module* module, const void* shadow, const std::string& name,
                    const std::string& suffix = "");
  // A __managed__ one, which the host's variable itself is to the program.
  void add_managed(void* host, std::size_t bytes) { variables_[host] = {host, bytes}; }

  RegisteredKernel* find_kernel(const void* stub);
  // Finds the variable of the module that has the same name as the host's. Its address is null if there is
  // none.
  simt::Variable find_variable(const void* shadow) const;
  bool is_variable(const void* address, std::size_t bytes) const;
  // The variable that begins there; its address is null if none does.
  simt::Variable variable_at(const void* address) const;

 private:
  std::deque<simt::Module> modules_;
  std::map<const void*, RegisteredKernel> kernels_;
  std::map<const void*, simt::Variable> variables_;
};

}  // namespace cudart
