// What a kernel wants to be called with, as its module says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

// How a value of a type is passed and what its bytes mean. An enumeration is an integer.
enum class TypeKind : std::uint8_t {
  integer,
  unsigned_integer,
  boolean,
  floating,
  pointer,
  aggregate,
  nothing,
  kCount
};

// A parameter, or a member of one that is passed by value as a struct.
struct Parameter {
  std::string name;  // "in"; empty where the source gives none
  std::string type;  // "const float*", without __restrict__
  TypeKind kind = TypeKind::aggregate;
  std::size_t bytes = 0;
  // The type that a pointer points to. `nothing` for void.
  TypeKind pointee = TypeKind::nothing;
  std::size_t pointee_bytes = 0;
  bool points_to_const = false;
  std::size_t offset = 0;  // a member's offset from the start of the struct that holds it
  // The members of a struct, or of an array in one. Empty if nothing is known of its bytes.
  std::vector<Parameter> members;

  bool is_pointer() const { return kind == TypeKind::pointer; }
};

struct Signature {
  std::vector<Parameter> parameters;
};

// "(const float* in, int n)"
std::string text_of(const Signature& signature);

}  // namespace simt
