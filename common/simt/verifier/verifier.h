// Shows of a finished module that its machine code cannot touch what is not its own: README.md says what that
// means, and why it follows. Knows the contract, module_abi.h, and nothing of the compiler.
#pragma once

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/module_abi.h"

namespace simt_verifier {

// Whether code generation obeys "probe-stack": a large frame touches each of its pages.
#if defined(__aarch64__) && LLVM_VERSION_MAJOR < 18
inline constexpr bool kProbesFrames = false;
#else
inline constexpr bool kProbesFrames = true;
#endif

// Why the module cannot be shown to be safe; empty where it can.
std::string problem_of(const llvm::Module& module);

struct Unsafe : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline void require(bool holds, const char* else_problem) {
  if (!holds) throw Unsafe(else_problem);
}

// What the table `simt_module` says, once it has been checked.
struct Tables {
  struct Place {
    simt::abi::PlaceKind kind;
    std::uint64_t width;
    std::string where;  // "file:line"; empty: not known
  };
  struct Kernel {
    std::vector<std::uint64_t> parameter_bytes;
    bool has_fence = false;
  };
  struct Range {
    std::uint64_t begin;
    std::uint64_t bytes;
  };
  std::vector<Place> places;
  std::map<const llvm::Function*, Kernel> kernels;  // by their entries
  std::vector<Range> shared_arrays;
  std::set<const llvm::Value*> read_only;  // variables that no kernel may store to
};

// These throw Unsafe.
Tables read_tables(const llvm::Module& module);
// Gives back whether it calls a fence.
bool check_function(const llvm::Function& function, const Tables& tables);

// A constant number of bytes behind another value.
struct Address {
  const llvm::Value* base;
  std::int64_t offset;
};
Address address_of(const llvm::Value* pointer, const llvm::DataLayout& layout);
// The text, zero at its end, of the module's constant that an address is in.
std::optional<std::string> text_at(const Address& address);

}  // namespace simt_verifier
