// Shows of a finished module that its machine code cannot touch what is not its own: README.md says what that
// means, and why it follows. Knows the contract, module_abi.h, and nothing of the compiler.
//
// A finished module loads its kernels' arguments and its indices. All else that touches memory, the lane's
// log or the machine is a call of a primitive: a function that is declared and has no code. The rules are for
// these calls. When a module has passed, code generation puts the code into their places, which is the same
// for every module: check, log entry, access.
//
//   T    simt.load.*(i32 place, ptr address, ptr base, i64 bytes)
//   void simt.store.*(i32 place, ptr address, ptr base, i64 bytes, T value)
//        An access. If `bytes` is not 0, so many from `base` on are the array's, and the check is for these;
//        else it is for the place's window, and `base` is for messages.
//   void simt.log(i32 place)      an entry without an address: a round, a call, the end of a function
//   void simt.count(i32 place, i64 number)   an entry with a number, of which the log has the lower 48 bits
//   void simt.ask(i32 place)      whether the machine lets the lane go on, and the log has room
//   ptr  simt.local(i32 place, i64 bytes)                 local memory, until the function returns
//   i32  simt.print.*(i32 place, ptr format, i64 value…)  Runtime::print
//   R    simt.call.N(i32 place, …)                        the member of Runtime at offset N
#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/module_abi.h"

namespace simt_verifier {

// Returns why the module cannot be shown to be safe, or "" if it can.
std::string problem_of(const llvm::Module& module);

struct Unsafe : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline void require(bool holds, const char* else_problem) {
  if (!holds) throw Unsafe(else_problem);
}

enum class Primitive { none, load, store, log, count, ask, local, print, call };
Primitive primitive_of(const llvm::Function& function);
// The functions of the machine that a module may call by simt.call.N. Types are those of the result, then of
// the arguments after context and place; i and l are integers of 4 and 8 bytes, p is a pointer, P the
// structure Pair. The machine checks the values.
struct Member {
  std::size_t offset;  // its offset in Runtime
  const char* types;
  simt::abi::PlaceKind place = simt::abi::PlaceKind::intrinsic;
};
const Member& member_of(const llvm::Function& function);
// Both functions throw Unsafe. A primitive's parameters and result are described above.
void check_primitive(const llvm::Function& function);

// The parts of the table `simt_module` that the rules need. The machine itself checks the rest.
struct Tables {
  struct Place {
    simt::abi::PlaceKind kind;
    std::uint64_t width;
    std::uint64_t instruction;  // 0: a plain load or store
  };
  struct Range {
    std::uint64_t begin;
    std::uint64_t bytes;
  };
  std::vector<Place> places;
  // For each entry, the bytes of its parameters
  std::map<const llvm::Function*, std::vector<std::uint64_t>> kernels;
  std::vector<Range> shared_arrays;
  std::map<const llvm::GlobalVariable*, bool> variables;  // whether kernels may store to them
};
Tables read_tables(const llvm::Module& module);
void check_function(const llvm::Function& function, const Tables& tables);

// A constant number of bytes behind another value.
struct Address {
  const llvm::Value* base;
  std::int64_t offset;
};
Address address_of(const llvm::Value* pointer, const llvm::DataLayout& layout);

}  // namespace simt_verifier
