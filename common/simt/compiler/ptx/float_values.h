// Floating-point numbers as their bits: what .ftz, .sat and .relu do to them.
#pragma once

#include "builder.h"

namespace simtcc::ptx {

struct FloatType {
  std::string name;  // "f16", "bf16", "f32", "f64"
  unsigned bits = 0;
  unsigned mantissa_bits = 0;
  bool can_flush() const { return name == "f16" || name == "f32"; }
};

FloatType float_type(const std::string& name);

// As simt_rounding::Rounding numbers them, of "rn", "rz", "rp", "rm" and those of integers, "rni".
unsigned rounding_number(const std::string& rounding);

class FloatValues {
 public:
  FloatValues(Builder& builder, FloatType type) : builder_(builder), type_(std::move(type)) {}

  // Subnormal numbers become zero and keep their sign.
  llvm::Value* flushed(llvm::Value* bits);
  // Between 0 and 1; a NaN becomes 0.
  llvm::Value* saturated(llvm::Value* bits);
  // Negative numbers become 0, NaNs the canonical one.
  llvm::Value* rectified(llvm::Value* bits);
  // As a float or double that can be compared.
  llvm::Value* comparable(llvm::Value* bits);

 private:
  llvm::Value* integer(std::uint64_t value);
  std::uint64_t infinity() const;

  Builder& builder_;
  FloatType type_;
};

}  // namespace simtcc::ptx
