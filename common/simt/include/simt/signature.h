// What a kernel wants to be called with, read from its module's debug information.
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
  nothing
};

struct Parameter {
  std::string name;  // "in"; empty where the source gives none
  std::string type;  // "const float*", without __restrict__
  TypeKind kind = TypeKind::aggregate;
  std::size_t bytes = 0;
  // Of a pointer: what it points to. `nothing` for void.
  TypeKind pointee = TypeKind::nothing;
  std::size_t pointee_bytes = 0;
  bool points_to_const = false;

  bool is_pointer() const { return kind == TypeKind::pointer; }
};

struct Signature {
  bool known = false;  // false: the module has no debug information for the function
  std::vector<Parameter> parameters;
};

// "(const float* in, int n)"
std::string text_of(const Signature& signature);

}  // namespace simt
