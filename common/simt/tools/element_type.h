// The element types that an argument may have, and numbers as elements: rounded, checked, read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace simt_tools {

enum class ElementType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, f64 };

std::size_t size_of(ElementType type);
const char* name_of(ElementType type);
std::optional<ElementType> type_named(const std::string& name);
std::string all_type_names();  // "i8, u8, …, f64"

bool is_floating(ElementType type);
// The greatest number that an element can hold.
long double greatest(ElementType type);
long double least(ElementType type);

// A number that any element can come from without loss: 64 bits of it are exact.
using Number = long double;

// Writes an element. Floating types round to nearest, ties to even. Throws std::invalid_argument when the
// type cannot hold the number: out of range, or a fraction for an integer.
void store_element(ElementType type, Number value, std::uint8_t* to);
Number load_element(ElementType type, const std::uint8_t* from);

// Reads all of `text` as a number: 42, -1.5e3, 0x1f, inf, 4Ki (Ki, Mi and Gi are powers of 1024). Empty when
// it is none.
std::optional<Number> parse_number(const std::string& text);
// The shortest text that parse_number reads as the same element.
std::string text_of(ElementType type, Number value);

}  // namespace simt_tools
