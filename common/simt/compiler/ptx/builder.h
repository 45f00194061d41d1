// How a family of PTX instructions reads operands and emits LLVM IR: all that it needs.
//
// A family is a file ptx_<family>.cpp with one function of those below:
//
//   bool lower_<family>(const Instruction& instruction, Builder& builder);
//
// False means that the instruction belongs to another family. What belongs to this one and is not supported,
// it refuses: builder.refuse("why"), which does not return. The message names the instruction, and stands at
// the line of the asm statement. Guards (@p), labels, bra, scopes and declarations are done before a family
// sees an instruction. Code goes to builder.ir(), which may be moved to another block (as SplitBlockAnd…
// does) as long as it ends before the asm statement.
//
// Registers are integers of their width; .f16 and .bf16 are i16, .f16x2 i32, predicates i1. Floating-point
// types are bitcast by read() and write().
//
//   Suffixes suffixes(instruction, builder);        // "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"
//   suffixes.expect("sync"); suffixes.expect("aligned"); suffixes.expect("m8n8");
//   const unsigned count = suffixes.one_of({"x1", "x2", "x4"}) …
//   const bool is_transposed = suffixes.take("trans");
//   …
//   suffixes.finish();                              // refuses what is left
//
// Addresses are 64-bit generic pointers to the machine. An address in a .shared instruction is an offset from
// the begin of the block's shared memory (32 bits, or 64); address() adds the two. What
// __cvta_generic_to_shared gives is such an offset. The machine checks each access, so that an offset may be
// anything.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include "llvm.h"
#include "ptx/ptx_text.h"
#include "ptx/registers.h"

namespace simtcc::ptx {

// The statement is refused if it can be reached.
struct NotSupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Space { generic, global, shared, local, constant };

// The type of .u32, .s32, .b32, .f32 or .pred. The letter of .f16, .bf16, .f16x2 and .bf16x2 is b.
struct Type {
  char letter = 'b';  // b, u, s, f
  unsigned bits = 0;
  bool is_signed() const { return letter == 's'; }
  bool is_float() const { return letter == 'f'; }
};

class Builder {
 public:
  // `statement` is the call of the assembler; code goes before it.
  Builder(llvm::CallInst& statement, Registers& registers)
      : statement_(statement), registers_(registers), ir_(&statement) {}

  llvm::IRBuilder<>& ir() { return ir_; }
  llvm::CallInst& statement() { return statement_; }
  void begin(const Instruction& instruction) { instruction_ = &instruction; }

  // "inline PTX: `OPCODE` is not supported by the SIMT machine: WHY"
  [[noreturn]] void refuse(const std::string& why) const;
  void expect_operands(std::size_t fewest, std::size_t most) const;
  void expect_operands(std::size_t count) const { expect_operands(count, count); }
  const Operand& operand(std::size_t index) const;

  // ---- values. `type` is an integer or float type; the register must be as wide.
  llvm::Value* read(const Operand& operand, llvm::Type* type);
  llvm::Value* read(const Operand& operand, const Type& type) { return read(operand, type_of(type)); }
  llvm::Value* read_int(const Operand& operand, unsigned bits) { return read(operand, ir_.getIntNTy(bits)); }
  // The low bits of a register that may be wider, as st and cvt allow.
  llvm::Value* read_low(const Operand& operand, unsigned bits);
  llvm::Value* predicate(const Operand& operand) { return read(operand, ir_.getInt1Ty()); }
  // The value of an operand that must be a number.
  std::uint64_t constant(const Operand& operand) const;
  // `_` takes any value. The register must be as wide as the value.
  void write(const Operand& operand, llvm::Value* value);
  // Extends to a wider register, as ld and cvt do.
  void write_extended(const Operand& operand, llvm::Value* value, bool is_signed);
  // Returns the elements of a list {a, b, c}, or the operand itself if it is no list.
  static std::vector<Operand> elements(const Operand& operand);
  // Returns a register's width, and nothing for a number or a special register.
  std::optional<unsigned> width_of(const Operand& operand) const { return registers_.width_of(operand); }

  // The flag that add.cc leaves to addc, a variable of one bit.
  llvm::AllocaInst* carry() { return registers_.carry(); }

  // ---- memory. A pointer is an i8*.
  llvm::Value* address(const Operand& operand, Space space);
  // A generic pointer for an address of the space that lies in a register.
  llvm::Value* generic_pointer(llvm::Value* integer, Space space);
  // The address of the block's shared memory, as an i64.
  llvm::Value* shared_base();
  // One access of the type's bytes, to be aligned to them: vectors of up to 16 bytes are one access. It is
  // done where the asm statement stands, once each time if that is volatile.
  llvm::Value* load(llvm::Value* pointer, llvm::Type* type, bool is_volatile = false);
  void store(llvm::Value* pointer, llvm::Value* value, bool is_volatile = false);

  // ---- calls of the machine (simt_shuffle, as simt_runtime.h declares it) and of the functions of
  // simt_ptx_functions.h (simt_ptx_…), by name. Pointers are i8*.
  llvm::CallInst* call(const std::string& name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Type* type_of(const Type& type);
  // Whether the statement is volatile, or clobbers memory.
  bool has_side_effects() const;

 private:
  llvm::Value* from_number(const Operand& operand, llvm::Type* type) const;
  llvm::Value* as_integer(llvm::Value* value);
  llvm::Value* from_integer(llvm::Value* value, llvm::Type* type);
  [[noreturn]] void refuse_width(const Operand& operand, unsigned has, unsigned wanted) const;

  llvm::CallInst& statement_;
  Registers& registers_;
  llvm::IRBuilder<> ir_;
  const Instruction* instruction_ = nullptr;
};

// The parts of an opcode behind its first, taken one after another.
class Suffixes {
 public:
  Suffixes(const Instruction& instruction, Builder& builder)
      : left_(instruction.parts.begin() + 1, instruction.parts.end()), builder_(builder) {}

  // Takes the part wherever it is in the name.
  bool take(const std::string& part);
  void expect(const std::string& part);
  // The first of them that is there; "" if none is.
  std::string one_of(std::initializer_list<const char*> parts);
  // The first type among the parts.
  Type type();
  std::optional<Type> optional_type();
  // .global, .shared, .shared::cta, …; generic where none is written.
  Space space();
  void drop(std::initializer_list<const char*> parts);
  void finish();
  const std::vector<std::string>& left() const { return left_; }

 private:
  std::vector<std::string> left_;
  Builder& builder_;
};

// The type of a part's name; nothing for others.
std::optional<Type> type_named(const std::string& name);

// The families of instructions, one file each.
bool lower_moves(const Instruction& instruction, Builder& builder);
bool lower_async(const Instruction& instruction, Builder& builder);
bool lower_integers(const Instruction& instruction, Builder& builder);
bool lower_bits(const Instruction& instruction, Builder& builder);
bool lower_floats(const Instruction& instruction, Builder& builder);
bool lower_comparisons(const Instruction& instruction, Builder& builder);
bool lower_conversions(const Instruction& instruction, Builder& builder);
bool lower_memory(const Instruction& instruction, Builder& builder);
bool lower_tensor(const Instruction& instruction, Builder& builder);
bool lower_atomics(const Instruction& instruction, Builder& builder);
bool lower_warps(const Instruction& instruction, Builder& builder);
bool lower_control(const Instruction& instruction, Builder& builder);

// %tid.x and its like, as a read of that many bits; null for names that are none.
llvm::Value* special_register(const std::string& name, unsigned bits, Builder& builder);

}  // namespace simtcc::ptx
