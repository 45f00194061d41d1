// Floating-point numbers as their bits: what .ftz, .sat and .relu do to them.
#pragma once

#include "ptx/builder.h"

namespace simtcc::ptx {

struct FloatType {
  std::string name;  // "f16", "bf16", "f32", "f64"
  unsigned bits = 0;
  unsigned mantissa_bits = 0;
  bool can_flush() const { return name == "f16" || name == "f32"; }
};

FloatType float_type(const std::string& name);

// Returns the number that simt_rounding::Rounding has for "rn", "rz", "rp", "rm", or one for integers such as
// "rni".
unsigned rounding_number(const std::string& rounding);

class FloatValues {
 public:
  FloatValues(Builder& builder, FloatType type) : builder_(builder), type_(std::move(type)) {}

  // Subnormal numbers become zero and keep their sign.
  llvm::Value* flushed(llvm::Value* bits);
  // Clamps the value to 0 to 1. A NaN becomes 0.
  llvm::Value* saturated(llvm::Value* bits);
  // Negative numbers become 0, NaNs the canonical one.
  llvm::Value* rectified(llvm::Value* bits);
  // Returns the value as a float or double that can be compared.
  llvm::Value* comparable(llvm::Value* bits);

 private:
  llvm::Value* integer(std::uint64_t value);
  std::uint64_t infinity() const;

  Builder& builder_;
  FloatType type_;
};

}  // namespace simtcc::ptx
