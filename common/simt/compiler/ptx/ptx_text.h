// The text of an asm statement as PTX: scopes, register declarations, labels and instructions with their
// operands. Nothing is looked up here, and no opcode is known. PTX ISA, "Syntax" and "Instruction Operands".
//
// In the text that is read here, operand k of the asm statement is written kOperandMark and k: literal
// dollars are no operands.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simtcc::ptx {

inline constexpr char kOperandMark = '\1';

// The text is no PTX, or more than anybody writes by hand.
struct BadText : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Operand {
  enum class Kind {
    name,          // a register, an operand of the asm statement, a special register, a label, "_"
    integer,       // 16, -1, 0xFFU
    float_bits,    // 0f3F800000: 32 bits
    double_value,  // 0d3FF0000000000000, 1.0: as the bits of a double
    address,       // [base + offset]; parts holds what is between the brackets where it is more than that
    list,          // {a, b}
    pair,          // p|q
  };
  Kind kind = Kind::name;
  std::string name;         // the name; for an address its base, "" if that is a number
  std::uint64_t bits = 0;   // the number; for an address what is added to its base
  bool is_negated = false;  // !p
  std::vector<Operand> parts;

  bool is_name() const { return kind == Kind::name; }
  bool is_number() const {
    return kind == Kind::integer || kind == Kind::float_bits || kind == Kind::double_value;
  }
  bool is_address() const { return kind == Kind::address; }
  bool is_list() const { return kind == Kind::list; }
  bool is_pair() const { return kind == Kind::pair; }
  bool is_sink() const { return is_name() && name == "_"; }
  // The number of an operand of the asm statement.
  std::optional<unsigned> asm_operand() const;
};

struct Instruction {
  std::string opcode;              // "ld.global.v4.f32"
  std::vector<std::string> parts;  // "ld", "global", "v4", "f32"
  std::vector<Operand> operands;
  std::optional<Operand> guard;  // @p, @!p
  bool is_ended = true;          // a semicolon ends it

  const std::string& family() const { return parts.front(); }
  bool has(std::string_view part) const;
};

struct Declaration {
  std::string type;                // "b32", "pred"
  std::vector<std::string> names;  // r<3> is r0, r1 and r2
};

struct Statement {
  enum class Kind { instruction, label, registers };
  Kind kind = Kind::instruction;
  unsigned scope = 0;  // index into Text::parents
  Instruction instruction;
  std::string label;
  Declaration registers;
};

struct Text {
  std::vector<Statement> statements;
  std::vector<unsigned> parents;  // for each scope, the one around it; 0 is the outermost
};

// Throws BadText.
Text parse(std::string_view text);

}  // namespace simtcc::ptx
