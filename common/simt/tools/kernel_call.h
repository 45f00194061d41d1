// A call of a kernel whose parameters are known at run time only (libffi).
#pragma once

#include <ffi.h>

#include <cstdint>
#include <vector>

#include "simt/signature.h"

namespace simt_tools {

// One argument's bytes, at least as many as its parameter has.
using ArgumentBytes = std::vector<std::uint8_t>;

// Every thread of a launch calls the same object: calls do not change it.
class KernelCall {
 public:
  // As many arguments as the signature has parameters, none of them an aggregate.
  KernelCall(void* function, const simt::Signature& signature, const std::vector<ArgumentBytes>& arguments);
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;

  void operator()() const;

 private:
  void (*function_)();
  std::vector<std::uint64_t> storage_;  // one word an argument
  std::vector<ffi_type*> types_;
  mutable std::vector<void*> values_;  // libffi wants them writable, and does not write
  mutable ffi_cif interface_{};
};

}  // namespace simt_tools
