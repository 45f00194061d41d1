// Atomic operations on numbers of all types.
#pragma once

#include <cstdint>

#include "contract/module_abi.h"

namespace simt {

// The bytes of the number that an operation works on.
inline unsigned atomic_width(std::uint32_t what) {
  switch (static_cast<abi::AtomicType>(what >> 8U)) {
    case abi::AtomicType::u16:
    case abi::AtomicType::f16:
    case abi::AtomicType::bf16:
      return 2;
    case abi::AtomicType::i64:
    case abi::AtomicType::u64:
    case abi::AtomicType::f64:
      return 8;
    default:
      return 4;
  }
}

// Does the operation (module_abi.h: Atomic and AtomicType), and gives what was there before, as bits.
// `is_alone`: nothing else can reach the address at the same time.
std::uint64_t do_atomic(std::uint32_t what, std::uint64_t address, std::uint64_t value, std::uint64_t compare,
                        bool is_alone);

// The same of abi::kVectorLanes lanes, one after another, where abi::is_same_in_any_order(what).
void do_atomics(std::uint32_t what, const std::uint64_t* addresses, const std::uint64_t* values,
                bool are_alone);

}  // namespace simt
