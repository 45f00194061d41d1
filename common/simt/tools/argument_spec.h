// A kernel's argument as a person writes it on a command line: i32:42, in=f32:1Mi:iota, tex:f32:1024:random.
//
//   argument  [NAME=]TYPE:VALUE                  a scalar; a bare 42 is i32:42, a bare 0.5 is f32:0.5
//             [NAME=]TYPE:COUNT:FILL             a buffer
//             [NAME=]TYPE:file:PATH              a buffer as long as the file
//             [NAME=]tex:TYPE:COUNT:FILL         a texture over a buffer
//             {ARGUMENT, ARGUMENT, …}            a struct passed by value: an argument for each member, in
//             order
//   COUNT     1048576, 1024x1024, 1Mi, 4Kix3
//   FILL      zeros, ones, iota (0, 1, 2, …; integers wrap), =VALUE, random (floating: 0 to 1; integers: 0 to
//   COUNT-1),
//             random(LO,HI) (integers: both included), permutation (of 0 to COUNT-1), uninit (not written),
//             file:PATH (.csv and .txt: numbers; every other name: the elements' bytes, little-endian)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "element_type.h"

namespace simt_tools {

struct Argument {
  enum class Kind : std::uint8_t { scalar, buffer, texture };

  Kind kind = Kind::scalar;
  ElementType type = ElementType::i32;
  std::size_t elements = 1;
  std::vector<std::uint8_t> bytes;  // the scalar, or the initial contents: elements * size_of(type)
  bool written = true;              // false: uninit, the bytes mean nothing
  std::string name;                 // may be empty
  // The text of a bare number. The caller, who knows the parameter's type, may read it as that.
  std::string literal;
};

// Reads an argument. The same text and seed give the same bytes on every machine. Throws
// std::invalid_argument with a sentence that names the part that is wrong and what is allowed. A struct is
// refused too, because its bytes depend on the kernel's parameter.
Argument parse_argument(const std::string& text, std::uint64_t seed);

// Whether the text is one of a struct, and the arguments between its braces. Throws as parse_argument does.
bool is_struct(const std::string& text);
std::vector<std::string> members_of(const std::string& text);

// A scalar's bytes as an element of `type`. Throws as parse_argument does.
std::vector<std::uint8_t> parse_scalar(const std::string& text, ElementType type);

}  // namespace simt_tools
